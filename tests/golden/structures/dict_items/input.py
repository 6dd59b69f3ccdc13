import numpy as np


def norm_of(params):
    total = 0.0
    for name, value in params.items():
        if name.startswith("w"):
            total = total + np.sum(value * value)
    return total


ARGS = ({"w1": np.array([0.5, -1.2]), "b": np.array([0.3]), "w2": np.array([2.0])},)
