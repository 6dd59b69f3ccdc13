import numpy as np


def through_a_view(x):
    grid = x * x
    row = grid[0]
    row += grid[1]
    grid[:, 0] *= 2.0
    return np.sum(row * row)


ARGS = (np.array([[0.5, -1.2], [2.0, 0.3]]),)
