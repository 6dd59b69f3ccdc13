def concatenated(x, y):
    parts = [x, x * y] + [y]
    first, *rest = parts * 2
    return first * sum(rest)


ARGS = (0.5, 1.3)
