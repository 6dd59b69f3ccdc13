import numpy as np


def guarded_root(x):
    return np.where(x > 0.5, np.sqrt(np.abs(x)), 2.0 * x)


ARGS = (np.array([0.25, 4.0, -1.0]),)
