# ruff: noqa
import numpy as np

def f(x, k):
    if x.ravel().sum() > 0.0:
        pass
    np.add(0.25, 0.5, out=x)
    return x * k
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
