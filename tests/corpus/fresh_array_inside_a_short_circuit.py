# ruff: noqa
import numpy as np

def f(x, k):
    n = 0
    y = x
    while n < 2 and (y[0] < np.where(y[1] > 0.1, y[1], 0.2 * y[1]) or k > 0.0):
        n += 1
        y = y * k
    return y
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
