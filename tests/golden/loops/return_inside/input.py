import numpy as np


def crossing(x, level):
    total = 0.0
    for k in range(x.size):
        total = total + x[k] * x[k]
        if total > level:
            return total * (k + 1)
    return -total


ARGS = (np.array([0.4, -1.7, 0.9]), 2.0)
WRT = "x"
