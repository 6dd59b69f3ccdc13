import numpy as np


def overlapping(x):
    y = x * x
    left, right = y[:3], y[1:]
    for k, view in enumerate([left, right]):
        view *= 2.0 + k
    left[1] = right[2]
    return y * x


ARGS = (np.array([0.7, -1.3, 0.4, 2.1]),)
