# ruff: noqa
import numpy as np

def f(x, k):
    for i in range(3):
        x.fill(0.25)
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
