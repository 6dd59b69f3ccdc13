import numpy as np


def sweep(new, old, k):
    new[1:-1] = old[1:-1] + k * (old[2:] - 2.0 * old[1:-1] + old[:-2])
    return old, new


def heat(x, k, n):
    new, old = x.copy(), x.copy()
    for _ in range(n):
        new, old = sweep(new, old, k)
    return old


ARGS = (np.array([0.3, 0.9, 0.1, 0.4]), 0.2, 2)
