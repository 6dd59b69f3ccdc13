import numpy as np


def centred(x):
    d = x - np.mean(x, axis=0)
    return np.sum(d * d, axis=1)


ARGS = (np.array([[0.5, -1.2], [2.0, 0.3], [0.1, 0.9]]),)
