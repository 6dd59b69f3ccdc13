import numpy as np


def through_reshape(x):
    y = x * 1.0
    grid = y.reshape(2, 2)
    grid[0, 1] = grid[1, 0] * y[3]
    grid.T[1] *= x[:2]
    y[2] = 0.5
    return y * np.sum(grid)


ARGS = (np.array([0.7, -1.3, 0.4, 2.1]),)
