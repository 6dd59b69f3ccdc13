import numpy as np


def ramp(x):
    return np.piecewise(x, [x < 0.0, x > 1.0], [0.0, np.sqrt, lambda part: part * part])


ARGS = (np.array([0.4, -1.2, 2.7]),)
