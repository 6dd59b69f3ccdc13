import numpy as np


def mix(a, b):
    a[0] += b[1] * b[1]
    b[1:] *= a[0]


def twice(x):
    a = x * 1.0
    mix(a, a)
    mix(a[:3], a[1:])
    return a * x


ARGS = (np.array([0.7, -1.3, 0.4, 2.1]),)
