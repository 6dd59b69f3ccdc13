# ruff: noqa
import numpy as np
def f(x, y):
    a = x * y
    b = np.sum(a * a)
    for v in x:
        a = v * y
    return a * b
ARGS = (np.array([0.7, -0.4, 0.9]), 0.8)
MORE = (np.array([-0.6, 0.8, 0.2]), 1.2)
