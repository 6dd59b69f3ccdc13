import numpy as np


def search(x, target):
    for v in x:
        if v > target:
            found = v * v
            break
    else:
        found = 3.0 * x[0]
    return found


ARGS = (np.array([0.5, -1.2, 2.0]), 5.0)
WRT = "x"
