import numpy as np


def boundary(x, value):
    y = x * x
    y[0] = value
    y[1:3] = y[2:4] * value
    return y


ARGS = (np.array([0.5, -1.2, 2.0, 0.3]), 1.5)
