import numpy as np


def f(x, index):
    return x[index] * 2.0


ARGS = (np.array([1.5, 2.0]), np.array([0, 1]))
WRT = "index"
