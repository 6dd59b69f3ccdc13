import numpy as np


def grown(rates):
    s = 1.0
    for i in range(len(rates)):
        s = s + rates[i] * s
        s = s * 1.5
    return s


ARGS = (np.array([0.4, -1.7, 0.9]),)
