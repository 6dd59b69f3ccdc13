# ruff: noqa
import numpy as np

def f(x):
    x[None] = np.mean(np.ones(2) * x[2], axis=0, keepdims=True)
ARGS = (np.array([1.093, 1.655, 0.787]),)
