import functools

import numpy as np


@functools.lru_cache
def workspace(n):
    return np.zeros(n)


def f(x):
    total = 0.0
    for step in range(3):
        weights = workspace(2)
        weights[:] = step
        total += np.sum(x * weights)
    return total


ARGS = (np.array([1.5, 2.0]),)
