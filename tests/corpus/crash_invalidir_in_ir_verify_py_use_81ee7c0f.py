# ruff: noqa
# seed 94: crash InvalidIR in ir/verify.py:use
import numpy as np

def f(x, y, s):
    residuals = residuals_2 = 0
    right = 0
    for x_bar in (right, np.linalg.norm(s)):
        if np.minimum(x_bar, residuals):
            pass
        else:
            temp = [y, x_bar - y]
ARGS = (np.array([1.142, -1.691, 1.994]), 1.746, np.array([[-0.845, -0.917, 0.315], [0.587, -1.805, -1.815], [-0.481, -0.162, 1.007]]))
