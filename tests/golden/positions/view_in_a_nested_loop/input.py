import numpy as np


def smooth(x, k):
    u = np.outer(x, x)
    for i in range(len(x)):
        row = u[i]
        for j in range(1, len(x)):
            row[j] += k * row[j - 1]
    return np.sum(u)


ARGS = (np.array([0.7, -0.4, 0.1]), 0.5)
