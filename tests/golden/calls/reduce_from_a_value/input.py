import functools

import numpy as np


def horner(coefficients, x):
    return functools.reduce(lambda total, c: total * x + c, coefficients, 0.0)


ARGS = (np.array([0.4, -1.2, 2.7]), 0.9)
