import numpy as np


def rescale(a, k):
    a[0] *= k
    a[-1] = a[0] * a[-1]


def mutating(x, k):
    a = x.copy()
    rescale(a, k)
    rescale(a[1:], k * k)
    return a


ARGS = (np.array([0.4, 1.3, -0.6]), 1.5)
