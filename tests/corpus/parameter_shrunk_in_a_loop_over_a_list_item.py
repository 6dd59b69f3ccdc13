# ruff: noqa
import numpy as np

def f(x, k):
    u = [x * 2.0]
    u.append(np.ones(3) * x[1])
    for right in u[1]:
        np.multiply(x, 0.5, out=x)
    return u
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
