import numpy as np


def chatty(x, verbose):
    y = np.exp(x)
    if verbose:
        print(f"largest {np.max(y):.3f}")
    return y * x


ARGS = (np.array([0.5, -1.2]), False)
