import numpy as np


def power(x, n):
    return 1.0 if n == 0 else x * power(x, n - 1)


def poly(c, x):
    total = 0.0
    for i in range(len(c)):
        total += c[i] * power(x, i)
    return total


ARGS = (np.array([0.3, 0.9, 0.1]), 0.7)
