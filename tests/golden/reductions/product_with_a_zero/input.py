import numpy as np


def product(x):
    return np.prod(x) + np.prod(x[1:])


ARGS = (np.array([2.0, 0.0, -3.0]),)
