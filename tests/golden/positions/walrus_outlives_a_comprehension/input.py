import numpy as np


def running(x, k):
    total = 0.0
    sums = [total := total + v * k for v in x]
    return total * sums[0]


ARGS = (np.array([0.7, 0.4, -0.1]), 1.3)
