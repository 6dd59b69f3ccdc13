# ruff: noqa
# seed 123: crash UnboundLocalError in generated forward
import numpy as np

def f(x, n):
    if 0.5 > np.square(3):
        rows = x
        rows, x = (x, rows)
    for rows in x:
        pass
ARGS = (np.array([-0.718, -0.454, 0.752]), 1)
