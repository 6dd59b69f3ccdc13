import numpy as np


def clipped(x, flag):
    y = x * x
    if flag:
        y[0] = x[1]
        y[1:] *= x[:-1]
    else:
        y += 1.0
    return y * x


ARGS = (np.array([0.5, -1.2, 2.0]), True)
