import numpy as np


def eliminated(m):
    m = m * 1.0
    first, second = m
    second -= first * (second[0] / first[0])
    first[:] = second[::-1] * m[0, 1]
    return m


ARGS = (np.array([[0.7, -1.3, 0.4], [2.1, 0.9, -0.2]]),)
