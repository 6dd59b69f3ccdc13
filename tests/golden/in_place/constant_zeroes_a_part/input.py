import numpy as np


def clamp_ends(x):
    y = x * x
    y[0] = 0.0
    y[-1] = 2.0
    return y * y


ARGS = (np.array([0.5, -1.2, 2.0, 0.3]),)
