import numpy as np


def twice(function, x):
    return function(function(x))


def through_lambda(x, y):
    return twice(lambda t: t * y + np.sin(t), x)


ARGS = (0.7, 1.2)
