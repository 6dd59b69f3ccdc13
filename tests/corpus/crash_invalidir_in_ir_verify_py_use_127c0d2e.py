# ruff: noqa
# seed 30: crash InvalidIR in ir/verify.py:use
import numpy as np
TABLE = np.array([0.488, 1.308, 1.908])

def f(x, n):
    for acc in (np.var, 0.5):
        if n == 1:
            v = {'bias': np.cos(acc), 'b': TABLE}
ARGS = (np.array([0.102, -0.683, -0.328]), 3)
