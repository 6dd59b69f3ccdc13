import numpy as np


def shrink(x, k):
    total = 0.0
    for v in x:
        try:
            if v < 0.0:
                break
            total += v * k
        finally:
            total *= 0.5
    return total


ARGS = (np.array([0.7, 0.4, -0.1, 2.0]), 1.3)
