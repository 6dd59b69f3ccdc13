import itertools

import numpy as np


def repulsion(x):
    return sum(1.0 / (a - b) ** 2 for a, b in itertools.combinations(x, 2))


ARGS = (np.array([0.3, 0.9, 0.1]),)
