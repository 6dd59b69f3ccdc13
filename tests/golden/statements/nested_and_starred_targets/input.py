import numpy as np


def unpack(x):
    (first, second), *rest = (x[0], x[1] * x[1]), x[2], x[0]
    return first * second + rest[0] * rest[1]


ARGS = (np.array([0.5, -1.2, 2.0]),)
