import numpy as np


def scatter(x, v):
    y = np.zeros(4)
    y[[3, 0]] = v * x
    y[[1, 1]] += v
    return y * y


ARGS = (np.array([0.5, -1.2]), np.array([2.0, 0.3]))
