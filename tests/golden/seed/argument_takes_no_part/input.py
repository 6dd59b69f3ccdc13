import numpy as np


def ignores(x, y):
    return x * x


ARGS = (np.array([0.5, -1.2]), np.array([2.0, 0.7]))
