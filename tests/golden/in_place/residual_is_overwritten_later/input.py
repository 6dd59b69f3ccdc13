import numpy as np


def reused(x):
    a = np.exp(x)
    s = np.sin(a)
    a[:] = s * a
    product = a * a
    a *= 0.5
    a += product
    return s * a


ARGS = (np.array([0.7, -1.3, 0.4]),)
