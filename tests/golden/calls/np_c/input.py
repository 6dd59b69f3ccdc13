import numpy as np


def design(x, y):
    columns = np.c_[np.ones(3), x, x * y]
    return np.r_[y, columns @ np.arange(1.0, 4.0), 0.0]


ARGS = (np.array([0.4, -1.2, 2.7]), np.array([1.5, 0.3, -0.8]))
