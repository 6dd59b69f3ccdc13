import numpy as np


def decay(a, rate):
    a *= rate
    a[0] = a[1] * a[1]
    return a[0] + rate


ARGS = (np.array([0.5, -1.2, 2.0]), 0.7)
