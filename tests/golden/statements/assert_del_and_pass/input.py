import numpy as np


def guarded(x):
    assert x.ndim == 1, f"a vector, not {x.ndim} axes"
    square = x * x
    total = np.sum(square)
    del square
    pass
    return total * total


ARGS = (np.array([0.5, -1.2, 2.0]),)
