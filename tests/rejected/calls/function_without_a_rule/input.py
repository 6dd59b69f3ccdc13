import numpy as np


def f(x):
    return np.sum(x * np.kaiser(3, x[0]))


ARGS = (np.array([1.5, 2.0, 0.5]),)
