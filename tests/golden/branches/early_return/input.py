import numpy as np


def early(x):
    if x[0] < 0.0:
        return -x * x
    y = np.exp(x)
    if y[1] > 100.0:
        return y
    return y * x


ARGS = (np.array([0.5, -1.2]),)
