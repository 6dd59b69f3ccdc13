# ruff: noqa
import numpy as np

def f(x, k):
    _ = np.sin(x) * k
    for n in [0, 1, 2]:
        _ = _ * x + n * k
    return np.sum(_ * x)
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
