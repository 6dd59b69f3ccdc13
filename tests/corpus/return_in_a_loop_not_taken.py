# ruff: noqa
import numpy as np

def f(x, k):
    for b in (k * x[0], k):
        if b > 5.0:
            return [x[0]]
    return [k * x[1]]
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
