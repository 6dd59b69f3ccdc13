# ruff: noqa
import numpy as np

def f(x, k):
    y = x * k
    y[None] = np.sin(x)[None]
    return y * y
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
