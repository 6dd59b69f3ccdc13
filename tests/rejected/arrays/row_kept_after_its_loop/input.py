import numpy as np


def f(m):
    m = m * 1.0
    for row in m:
        last = row
    last *= 2.0
    return m * m


ARGS = (np.array([[1.5, 2.0], [0.3, 0.7]]),)
