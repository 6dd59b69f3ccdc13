import numpy as np


def safe_quotient(x, y):
    with np.errstate(divide="ignore"):
        z = x / y
    return z * x


ARGS = (np.array([0.5, -1.2]), np.array([2.0, 0.7]))
