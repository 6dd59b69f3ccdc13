import numpy as np


def iterate(a, x, n):
    for _ in range(n):
        x = np.exp(-a) * x * x
    return x


ARGS = (np.array([0.5, 0.1]), np.array([0.9, 1.1]), 3)
