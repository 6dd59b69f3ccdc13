import numpy as np


def search(x):
    total = 0.0
    for i in range(len(x)):
        for j in range(i):
            if x[i] * x[j] < 0.0:
                total = total + x[j]
                break
        total = total * 1.1 + x[i] ** 2
        if total > 3.0:
            return total * x[0]
    return total


ARGS = (np.array([0.7, -1.3, 0.4, 2.1, 0.9]),)
