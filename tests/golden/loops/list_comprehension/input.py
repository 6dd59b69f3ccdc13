import numpy as np


def squares(xs):
    kept = [x * x for i, x in enumerate(xs) if i != 1]
    return sum(kept) * xs[0]


ARGS = (np.array([0.5, -1.2, 2.0]),)
