# ruff: noqa
import numpy as np

def f(x, k):
    for i in range(2):
        if x[i] > 0.2:
            return (x[i] * k, x * 2.0)
    return (x[0], x * 3.0)
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
