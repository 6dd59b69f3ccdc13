import contextlib

import numpy as np


def quiet(x):
    y = x
    for i in range(2):
        with np.errstate(all="ignore"), contextlib.nullcontext(2.0) as factor:
            y = np.sqrt(y * factor) + i * x
    return y


ARGS = (np.array([0.5, 1.2]),)
