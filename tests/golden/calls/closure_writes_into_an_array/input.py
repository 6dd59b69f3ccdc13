import numpy as np


def bumped(x):
    y = x * 1.0

    def bump(i, value):
        y[i] += value * y[i - 1]

    for i in range(len(x)):
        bump(i, x[i])
    return y * x


ARGS = (np.array([0.7, -1.3, 0.4]),)
