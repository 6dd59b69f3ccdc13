import numpy as np


def f(x):
    table = np.zeros(2, dtype=[("mass", float), ("speed", float)])
    table["mass"] = x
    return np.sum(table["mass"] * x)


ARGS = (np.array([1.5, 2.0]),)
