import numpy as np


def lower_products(m):
    total = 0.0
    for i in range(m.shape[0]):
        row = 1.0
        for j in range(i + 1):
            row = row * m[i, j]
        total = total + row * row
    return total


ARGS = (np.array([[0.5, 9.0], [1.2, -0.7]]),)
