# ruff: noqa
import numpy as np

def f(x, k):
    out = x[:2] * 1.0
    np.tanh(x[:1], out=out)
    return out * k
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
