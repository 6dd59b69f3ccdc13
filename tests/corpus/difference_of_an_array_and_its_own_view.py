# ruff: noqa
import numpy as np

def f(x):
    x = x - x[...] * x[2]
    mix = x * x
    return mix
ARGS = (np.array([0.495, -0.702, 1.582]),)
