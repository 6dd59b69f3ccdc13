import numpy as np


def f(x):
    y = x * x
    y.partition(1)
    return y * x


ARGS = (np.array([1.5, 2.0, 0.5]),)
