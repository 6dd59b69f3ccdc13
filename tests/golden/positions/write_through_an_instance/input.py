import numpy as np


class Grid:
    def __init__(self, cells):
        self.cells = cells

    def relax(self, k):
        self.cells[1:] += k * self.cells[:-1]


def simulate(x, k):
    grid = Grid(x.copy())
    for _ in range(2):
        grid.relax(k)
    return grid.cells * x


ARGS = (np.array([0.7, -1.3, 0.4]), 0.3)
