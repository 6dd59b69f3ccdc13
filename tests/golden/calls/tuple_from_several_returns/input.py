def split(t):
    if t > 0.0:
        return t, t * t
    return t * 3.0, 1.0


def folded(x):
    total = 0.0
    for value in x:
        a, b = split(value)
        total = total + a * b
    return total


ARGS = ([0.7, -1.3, 0.4],)
