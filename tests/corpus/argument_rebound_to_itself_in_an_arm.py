# ruff: noqa
import numpy as np

def f(x, k):
    if k > 2.0:
        pass
    else:
        x = x
    return x * k
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
