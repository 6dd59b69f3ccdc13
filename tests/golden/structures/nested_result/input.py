import numpy as np


def summary(x):
    total = 0.0
    for value in x:
        total = total + value * value
    return {"total": total, "parts": (x * total, [total, None, "label"])}


ARGS = (np.array([0.7, -1.3]),)
