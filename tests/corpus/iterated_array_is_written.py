# ruff: noqa
import numpy as np

def f(x, k):
    for c in x:
        x[None] *= np.full((1, 3), c)
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
