def root(a):
    x = a
    while abs(x * x - a) > 1e-9:
        x = 0.5 * (x + a / x)
    return x


def roots(values):
    total = 0.0
    for i, value in enumerate(values):
        if i != 1:
            total = total + root(value) * value
    return total


ARGS = ([2.5, 0.3, 1.7],)
