import numpy as np


def f(x):
    y = x * x
    y.resize(4, refcheck=False)
    return np.sum(y * y)


ARGS = (np.array([1.5, 2.0]),)
