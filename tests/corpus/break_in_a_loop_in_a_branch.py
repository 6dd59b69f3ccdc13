# ruff: noqa
import numpy as np

def f(x, k):
    y = x * 1.0
    if k > 0.0:
        for i in range(3):
            y = y * k + x
            if y[0] > 0.6:
                break
            if y[1] > 5.0:
                continue
            y = y + 0.1
    return y

ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
