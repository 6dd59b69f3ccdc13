import numpy as np


def f(x):
    y = x * x
    kept = []
    for i in range(2):
        kept.append(y)
        y = y * x
    y += 1.0
    return kept[0] * kept[1] * y


ARGS = (np.array([1.5, 2.0]),)
