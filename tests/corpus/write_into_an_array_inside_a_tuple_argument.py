# ruff: noqa
import numpy as np

def f(x, k, net):
    net[0][1] = k
ARGS = (np.array([1.0, 2.0]), 0.5, (np.array([1.0, 2.0]), 1.0))
