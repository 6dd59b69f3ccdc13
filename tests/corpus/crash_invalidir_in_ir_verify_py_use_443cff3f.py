# ruff: noqa
# seed 26: crash InvalidIR in ir/verify.py:use
import numpy as np

def f(x, y, n):
    left = x
    pair = (x, x)
    for x_bar in pair[1]:
        d = left
        return {'loss': 1.0, 'state': 0.25, 'extra': d}
    mix = 0.7
    return {'loss': mix, 'state': 0.666, 'extra': np.sum(x)}
ARGS = (np.array([-1.397, -1.708, 1.649, -0.297]), 0.37, 2)
