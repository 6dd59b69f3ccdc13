import numpy as np


def rectify(x):
    y = np.sin(x)
    y[x < 0.0] *= 0.1
    y[x > 1.0] = 1.0
    return y * y


ARGS = (np.array([0.5, -1.2, 2.0]),)
