import numpy as np


def f(x):
    y = np.ndarray((2,), buffer=x)
    return y * x


ARGS = (np.array([1.5, 2.0]),)
