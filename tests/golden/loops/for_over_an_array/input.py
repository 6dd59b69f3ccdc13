import numpy as np


def horner(coefficients, x):
    y = 0.0
    for c in coefficients:
        y = y * x + c
    return y


ARGS = (np.array([0.5, -1.2, 2.0]), 0.7)
