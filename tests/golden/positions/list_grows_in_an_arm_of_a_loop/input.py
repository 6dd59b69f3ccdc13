import numpy as np


def positive(x, k):
    kept = []
    for v in x:
        if v > 0.0:
            kept.append(v * k)
    return sum(kept) * k

ARGS = (np.array([0.7, -0.4, 0.1]), 1.3)
