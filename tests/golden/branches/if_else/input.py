import numpy as np


def piecewise(x):
    if x > 0.0:
        y = np.sin(x) * x
    else:
        y = x * x
    return 2.0 * y


ARGS = (0.8,)
