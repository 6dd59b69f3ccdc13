import numpy as np


def careful(x):
    try:
        y = np.sqrt(x)
    finally:
        count = 1
    return y * x * count


ARGS = (np.array([0.5, 1.2]),)
