import numpy as np


def first_root(x, k):
    with np.errstate(all="ignore"):
        for v in x:
            if v * k > 0.5:
                return v * v
    return k


ARGS = (np.array([0.3, 0.9, 0.1]), 0.7)
