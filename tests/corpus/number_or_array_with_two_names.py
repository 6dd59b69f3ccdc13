# ruff: noqa
import numpy as np
def f(x, c):
    v = x[0] * 1.0 if c > 0 else x * 1.0
    w = v
    v *= 2.0
    return np.sum(v * w)
ARGS=(np.array([1.,2.,3.]),0.5)
MORE=(np.array([1.,2.,3.]),-0.5)
