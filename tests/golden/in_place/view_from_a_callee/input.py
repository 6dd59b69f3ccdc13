import numpy as np


def window(a, i):
    return a[i : i + 2]


def sliding(x):
    a = x * 1.0
    for i in range(len(x) - 1):
        view = window(a, i)
        view *= view[::-1]
    return a


ARGS = (np.array([0.7, -1.3, 0.4, 2.1]),)
