import numpy as np


def mirrored(x):
    items = []
    for v in x:
        items.append(v)
        items.append(v)
    return np.array(items) ** 2


ARGS = (np.array([0.7, -0.4]),)
