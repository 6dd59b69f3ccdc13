import numpy as np


def f(x):
    return memoryview(x)[0] * x


ARGS = (np.array([1.5, 2.0]),)
