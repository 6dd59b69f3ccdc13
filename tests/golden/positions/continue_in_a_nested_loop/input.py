import numpy as np


def pairs(x, cut):
    total = 0.0
    for i in range(len(x)):
        for j in range(i):
            r = x[i] - x[j]
            if r * r > cut:
                continue
            total += r * r * r
    return total


ARGS = (np.array([0.7, -0.4, 0.1]), 0.8)
