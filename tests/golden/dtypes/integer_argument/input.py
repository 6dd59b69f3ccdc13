import numpy as np


def monomial(x, n):
    return x ** n * n


ARGS = (np.array([0.5, -1.2]), 3)
