# ruff: noqa
import numpy as np

def f(x, k):
    o = [x, x, 0.5]
    for t in x:
        s = o.pop() if len(o) > 1 else 0.5
    return s * k
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
