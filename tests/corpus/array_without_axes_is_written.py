# ruff: noqa
import numpy as np

def f(x, y, s):
    z = np.array(x[-3])
    b = z[None]
    b *= 0.5
    pair = z
    return np.full(3, pair)
ARGS = (np.array([1.975, 1.426, 0.335]), np.array([0.602, 1.1, -0.938, -1.19]), np.array([[-1.653, 1.632], [0.338, -1.762], [0.746, 1.089]]))
