import numpy as np


def f(x):
    windows = np.lib.stride_tricks.as_strided(x, (2, 2), (8, 8))
    return np.sum(windows * windows)


ARGS = (np.array([1.5, 2.0, 0.5]),)
