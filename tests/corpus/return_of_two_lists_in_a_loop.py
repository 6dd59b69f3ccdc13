# ruff: noqa
import numpy as np

def f(x, k):
    for a in (0.5, x[1]):
        if a > k:
            return [a, 0.5, x]
    return [0.333, k, x * k]
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
