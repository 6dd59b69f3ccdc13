from collections import deque


def halved(x, y):
    queue = deque([x, y])
    total = 0.0
    while queue:
        v = queue.popleft()
        total += v * v
        if v > 0.5:
            queue.append(0.5 * v)
    return total


ARGS = (0.7, 1.2)
