import numpy as np


def f(x):
    return np.sum(x * x)


ARGS = (np.ma.masked_array([1.5, 2.0], mask=[True, False]),)
