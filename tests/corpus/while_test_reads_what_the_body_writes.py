# ruff: noqa
import numpy as np

def f(x, k):
    y = x * k
    n = 0
    while n < 4 and (y[0] > 3.0 or k < 2.0):
        n += 1
        y[0] = np.sin(y[0])
    return y * k
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
