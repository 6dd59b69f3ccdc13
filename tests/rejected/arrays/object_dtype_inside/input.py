import numpy as np


def f(x):
    y = np.array([x, x * x], dtype=object)
    return y[0] * y[1]


ARGS = (1.5,)
