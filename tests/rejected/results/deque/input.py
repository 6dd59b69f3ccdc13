from collections import deque


def doubled(x):
    queue = deque([x])
    queue.append(x * 2.0)
    return queue


ARGS = (0.7,)
