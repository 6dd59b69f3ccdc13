# ruff: noqa
# seed 833814: derivative
import numpy as np

def f(x, y, s):
    temp = np.array(0.5)
    table = s[:, None]
    temp /= table[1, 0]
    temp *= 0.5
    x[...] = temp
ARGS = (np.array([0.408, -0.128, 1.141]), np.array([[-1.482, 0.858], [0.074, -0.397]]), np.array([-1.381, -0.994, -1.685]))
