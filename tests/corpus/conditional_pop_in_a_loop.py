# ruff: noqa
import numpy as np

def f(x, k):
    o = [x, x * k, 0.5 * x]
    for t in x:
        s = o.pop() if len(o) > 1 else 0.5 * x
    return s * o[0]
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
