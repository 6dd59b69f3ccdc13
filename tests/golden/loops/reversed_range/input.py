import numpy as np


def backwards(x):
    y = x[-1]
    for i in reversed(range(len(x) - 1)):
        y = np.sin(y) * x[i]
    return y


ARGS = (np.array([0.5, -1.2, 2.0]),)
