import numpy as np


def late(x):
    factor = x * 2.0

    def apply(t):
        return t * factor

    factor = factor * x
    return apply(x) + apply(np.sin(x))


ARGS = (0.7,)
