import numpy as np


def shifted(x):
    y = x * 1.0
    y[1:] += y[:-1]
    np.multiply(y, y[::-1], out=y)
    y[::2] -= y[1::2]
    return y * y


ARGS = (np.array([0.7, -1.3, 0.4, 2.1]),)
