import numpy as np


def logarithm(x):
    if x <= 0.0:
        raise ValueError(f"not positive: {x}")
    return np.log(x) * x


ARGS = (1.7,)
