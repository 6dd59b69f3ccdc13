import numpy as np


def f(x):
    y = x * x
    y.shape = (2, 2)
    return y @ y


ARGS = (np.array([1.5, 2.0, 0.5, 1.0]),)
