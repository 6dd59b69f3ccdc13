import numpy as np


def positive_part(x):
    total = 0.0
    for i in range(len(x)):
        if x[i] < 0.0:
            continue
        total = total + x[i] ** 3
    return total


ARGS = (np.array([0.5, -1.2, 2.0]),)
