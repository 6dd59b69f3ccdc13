import numpy as np


def weighted(x, w):
    return np.sum(np.exp(x) * w)


ARGS = (np.array([0.5, -1.2]), np.array([2.0, 0.7]))
WRT = "w"
