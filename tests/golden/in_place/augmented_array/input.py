import numpy as np


def accumulate(x, y):
    total = x * y
    total += x
    total *= y
    return total


ARGS = (np.array([0.5, -1.2]), np.array([2.0, 0.3]))
