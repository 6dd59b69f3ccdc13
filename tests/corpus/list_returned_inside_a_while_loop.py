# ruff: noqa
import numpy as np

def f(x, k):
    i = 0
    while i < 2:
        i += 1
        if x[i] < 0.2:
            return [x[i] * k, np.sin(np.full((3,), x[i])) ** 2]
    return [x[0], x * 3.0]
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
