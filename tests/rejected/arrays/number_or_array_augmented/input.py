import numpy as np

ARGS = (np.array([1.0, 2.0, 3.0]), 0.5)


def energy(x, c):
    v = x[0] * 1.0 if c > 0 else x * 1.0
    w = v
    v *= 2.0
    return np.sum(v * w)
