def tree(x):
    stack = [(x, 0)]
    total = 0.0
    while stack:
        value, depth = stack.pop()
        total += value
        if depth < 2:
            stack.append((0.5 * value, depth + 1))
            stack.append((value * value, depth + 1))
    return total


ARGS = (0.8,)
