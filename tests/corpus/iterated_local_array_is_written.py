# ruff: noqa
import numpy as np

def f(x, k):
    y = x * k
    for c in y:
        y *= c
    return y * k
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
