# ruff: noqa
import numpy as np

def f(x, k):
    for h in x:
        return (h, 0.125, 0.5)
    return (x[0], 0.5, 0.1)
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
