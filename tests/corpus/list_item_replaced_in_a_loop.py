# ruff: noqa
import numpy as np

def f(x, k):
    c = [x]
    for a in range(4):
        c[-1] = x + 2.5
    w = c[-1][-3]
    return w * k
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
