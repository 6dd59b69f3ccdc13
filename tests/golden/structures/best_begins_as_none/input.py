import numpy as np


def largest(x):
    best = None
    for i, v in enumerate(x):
        if best is None or v > best[0]:
            best = (v, i)
    return best[0] * best[1]


ARGS = (np.array([0.4, -0.2, 0.7, 0.5]),)
