import numpy as np


def moments(x, w):
    pairs = zip(x, w)
    first = sum([a * b for a, b in pairs])
    return first, sum([a * a * b for a, b in pairs])


ARGS = (np.array([1.0, 2.0]), np.array([0.5, 0.5]))
