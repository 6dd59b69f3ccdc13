import numpy as np


def f(x):
    y = x * 1.0
    np.random.default_rng(0).shuffle(y)
    return y * x


ARGS = (np.array([1.5, 2.0]),)
