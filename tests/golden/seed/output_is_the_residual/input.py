import numpy as np


def squash(x):
    return np.tanh(x)


ARGS = (np.array([0.5, -1.2, 2.0]),)
