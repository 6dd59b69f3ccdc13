import numpy as np


def alternate(x, steps):
    planes = np.zeros((2, x.size))
    planes[0] = x
    now = 0
    for _ in range(steps):
        old, new = planes[now], planes[1 - now]
        new[:-1] = old[:-1] * old[1:]
        new[-1] = old[0]
        now = 1 - now
    return planes


ARGS = (np.array([0.7, -1.3, 0.4]), 3)
