import numpy as np


def scale_and_sum(x, y):
    return np.sum(3.0 * x - y)


ARGS = (np.array([0.5, -1.2, 2.0]), np.array([1.5, 0.2, -1.0]))
