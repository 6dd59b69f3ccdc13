import numpy as np


def f(x):
    return x.view(np.int64).view(np.float64) * x


ARGS = (np.array([1.5, 2.0]),)
