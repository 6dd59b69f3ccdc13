import numpy as np


def paired(xs, ws):
    total = 0.0
    for i, (x, w) in enumerate(zip(xs, ws)):
        total = total + (i + 1) * w * x * x
    return total


ARGS = (np.array([0.5, -1.2, 2.0]), np.array([1.0, 0.3, -0.7]))
