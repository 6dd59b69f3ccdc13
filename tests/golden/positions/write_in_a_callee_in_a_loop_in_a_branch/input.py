import numpy as np


def add_into(a, i, v):
    a[i] += v * v


def deep(x, flag):
    a = np.zeros(3)
    if flag:
        for i in range(len(x)):
            add_into(a, i % 3, x[i])
    return a * a


ARGS = (np.array([0.4, 1.3, -0.6, 0.9]), True)
