import numpy as np


def methods(x, y):
    a = x * 1.0
    a[:2].fill(3.0)
    b = np.empty(3)
    np.copyto(b, y)
    b.sort()
    return a * b


ARGS = (np.array([0.5, -1.2, 2.0]), np.array([0.9, 0.3, -0.4]))
