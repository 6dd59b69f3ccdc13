import numpy as np


def squared(x, y):
    x *= x
    x[1:] += y[:-1]
    return x, x[0] * y


ARGS = (np.array([0.7, -1.3, 0.4]), np.array([1.1, 0.3, -0.6]))
