import numpy as np


def gather(x, index):
    picked = x[index]
    return picked * picked


ARGS = (np.array([0.5, -1.2, 2.0]), np.array([0, 2, 2]))
