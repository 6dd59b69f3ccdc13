import numpy as np


def scaled(x, k):
    terms = map(lambda v: v * k, x)
    k = k + 1.0
    return sum(terms)


ARGS = (np.array([1.0, 2.0]), 0.5)
