# ruff: noqa
import numpy as np

def f(x, k):
    c = x * k
    for best in (x, 0.5):
        c[-3] = 0.333
        if np.prod(c.reshape(-1)) > 0.0:
            pass
    return c
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
