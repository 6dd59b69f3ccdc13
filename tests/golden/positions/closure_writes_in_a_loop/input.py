import numpy as np


def deposit(x, n):
    grid = np.zeros(4)

    def put(i, amount):
        grid[i] += amount * amount

    for step in range(n):
        put(step % 4, x[step])
    return grid


ARGS = (np.array([0.7, -0.4, 0.1]), 3)
