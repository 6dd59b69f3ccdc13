import numpy as np


def f(x):
    m = x * 2.0
    m[1] = m[:, 2]
    return m


ARGS = (np.arange(9.0).reshape(3, 3),)
