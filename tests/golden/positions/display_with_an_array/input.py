import numpy as np


def padded(x, left):
    cells = [left, *x, x[-1]]
    return sum(a * b for a, b in zip(cells[1:], cells[:-1], strict=True))


ARGS = (np.array([0.3, 0.9, 0.1]), 0.7)
