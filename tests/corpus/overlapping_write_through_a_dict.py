# ruff: noqa
import numpy as np

def f(x, k):
    c = {'b': k, 'gain': x}
    c['gain'][:-1] = x[1:]
    return x * x
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
