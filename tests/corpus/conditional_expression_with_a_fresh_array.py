# ruff: noqa
import numpy as np

def f(x, k):
    y = np.where(k > 0.1, k, 0.2) if x[0] > 0 else 0.5
    return y * x
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
