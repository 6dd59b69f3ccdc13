# ruff: noqa
import numpy as np

def f(x, k):
    return x * k if 0.0 < k < 1.0 < x[2] else x
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
