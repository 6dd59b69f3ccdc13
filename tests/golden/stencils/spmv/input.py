import numpy as np


def spmv(row, column, value, x):
    y = np.empty(len(row) - 1)
    for i in range(len(row) - 1):
        picked = x[column[row[i] : row[i + 1]]]
        y[i] = value[row[i] : row[i + 1]] @ picked
    return y


INDICES = np.array([0, 2, 3, 5]), np.array([0, 2, 1, 0, 2])
ARGS = (*INDICES, np.array([0.5, -1.2, 2.0, 0.3, 0.7]), np.array([1.1, -0.4, 0.9]))
