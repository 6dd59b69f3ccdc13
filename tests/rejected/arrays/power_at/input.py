import numpy as np


def f(x):
    y = x * x
    np.power.at(y, [0, 0], x[2])
    return y * x


ARGS = (np.array([1.5, 2.0, 0.5]),)
