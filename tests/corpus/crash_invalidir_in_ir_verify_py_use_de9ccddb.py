# ruff: noqa
# seed 1000006: crash InvalidIR in ir/verify.py:use
import numpy as np

def f(x, y):
    if x.ravel().sum():
        pass
    np.add(0.25, 0.5, out=x)
ARGS = (np.array([[0.37, -1.529, -1.275], [0.469, 1.241, 1.364]]), -1.887)
