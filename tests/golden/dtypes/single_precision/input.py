import numpy as np


def half_square(x, s):
    return 0.5 * s * x * x


ARGS = (np.array([0.5, -1.25], dtype=np.float32), 2.0)
WRT = "x"
