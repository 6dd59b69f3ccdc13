import numpy as np


def huber(residual, width):
    if abs(residual) < width:
        return 0.5 * residual * residual
    return width * (abs(residual) - 0.5 * width)


def loss(x, width):
    return np.sum(np.vectorize(huber)(x, width))


ARGS = (np.array([0.4, -1.2, 2.7]), 0.9)
