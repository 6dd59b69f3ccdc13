# ruff: noqa
import numpy as np

def f(x, k, net):
    w = net['w']
    w[1] = k
    return np.sum(w * x)
ARGS = (np.array([1.0, 2.0]), 0.5, {'w': np.array([1.0, 2.0])})
