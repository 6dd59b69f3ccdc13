import numpy as np


def square(t):
    return t * t


def outer(x):
    return square(np.sin(x)) + square(x)


ARGS = (np.array([0.5, -1.2]),)
