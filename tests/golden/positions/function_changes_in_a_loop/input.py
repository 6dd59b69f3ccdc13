def euler(x, k):
    return x - k * x * x


def midpoint(x, k):
    return x - k * (x - 0.5 * k * x * x) ** 2


def march(x, k, n):
    step = euler
    for _ in range(n):
        x = step(x, k)
        step = midpoint
    return x


ARGS = (0.7, 0.1, 3)
