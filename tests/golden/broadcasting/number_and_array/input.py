import numpy as np


def mixed(x, s):
    return s * x + x / s - s


ARGS = (np.array([0.5, -1.2]), 1.7)
