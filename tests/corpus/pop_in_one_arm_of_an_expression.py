# ruff: noqa
# seed 702109: crash InvalidIR in ir/verify.py:define
import numpy as np
TABLE = np.array([1.384, 1.357])

def f(x):
    items = TABLE
    residuals = items
    right = residuals
    total = [right, 0.5]
    for a in range(1, 3):
        u = total.pop() if total else total
ARGS = (np.array([[-1.37, 1.097], [0.27, -1.873], [-1.277, 0.953]]),)
