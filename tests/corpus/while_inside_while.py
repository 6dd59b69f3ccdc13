# ruff: noqa
import numpy as np

def f(x, k):
    a = 0
    while a < 4:
        a += 1
        c = 0
        while c < 1:
            c += 1
            h = np.sin(x)
    return x * k * a
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
