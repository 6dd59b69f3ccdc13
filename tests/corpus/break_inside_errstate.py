# ruff: noqa
import numpy as np

def f(x, k):
    y = x * k
    for i in range(3):
        with np.errstate(all='ignore'):
            y = y * k
            if y[0] < 0.2:
                break
    return y
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
