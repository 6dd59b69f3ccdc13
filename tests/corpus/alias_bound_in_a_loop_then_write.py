# ruff: noqa
import numpy as np

def f(x, k):
    y = x * k
    for i in range(2):
        row = y[i]
        part = y[1:]
        total = np.sum(part) * row
        y[i] = total * k
    return y

ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
