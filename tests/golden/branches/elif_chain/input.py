import numpy as np


def three_ways(x, y):
    if x > 1.0:
        z = x * y
    elif x > 0.0:
        z = np.exp(x) - y
    else:
        z = y
    return z * z


ARGS = (0.4, 1.3)
