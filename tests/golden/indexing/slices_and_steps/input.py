import numpy as np


def stencil(x):
    return x[::2] * x[1::2] + x[::-1][:2]


ARGS = (np.array([0.5, -1.2, 2.0, 0.3]),)
