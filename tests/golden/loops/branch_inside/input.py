import numpy as np


def alternating(x, n):
    y = x
    for k in range(n):
        if k % 2:
            y = np.sin(y) * x
        else:
            y = y * y + k
    return y


ARGS = (np.array([0.8, 0.4]), 3)
