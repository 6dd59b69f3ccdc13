import numpy as np


def even(n, value, x):
    return value if n == 0 else odd(n - 1, value * x, x)


def odd(n, value, x):
    return value + x if n == 0 else even(n - 1, np.sin(value), x)


def start(x, n):
    return even(n, x * x, x)


ARGS = (0.7, 3)
