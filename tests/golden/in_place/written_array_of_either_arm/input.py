import numpy as np


def either(x, y):
    a, b = x * 2.0, y * y
    target = a if x[0] > y[0] else b
    target[1] = x[1] * y[0]
    return a * b


ARGS = (np.array([1.5, 2.0]), np.array([0.3, 0.7]))
