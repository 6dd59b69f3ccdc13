import numpy as np


def clipped(x, low):
    u = x * 2.0
    for i in range(len(u)):
        if u[i] < low:
            u[i] = low
    return np.sum(u * x)


ARGS = (np.array([0.7, -0.4, 0.1]), 0.3)
