# ruff: noqa
# seed 120: crash InvalidIR in ir/verify.py:use
import numpy as np

def f(x, y, n):
    x[2] = 1.2 if n else x.ravel()
ARGS = (np.array([0.725, -0.675, -1.66, -1.408]), np.array([[-1.162, -1.08], [1.143, 0.388], [0.566, -1.721]]), 3)
