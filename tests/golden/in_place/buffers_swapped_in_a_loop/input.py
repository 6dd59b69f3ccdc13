import numpy as np


def diffuse(x, steps):
    old, new = x * 1.0, np.zeros_like(x)
    for _ in range(steps):
        new[1:-1] = old[1:-1] * (old[2:] - old[:-2])
        new[0] = old[-1]
        old, new = new, old
    return old


ARGS = (np.array([0.7, -1.3, 0.4, 2.1]), 3)
