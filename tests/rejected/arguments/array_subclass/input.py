import numpy as np


class Tagged(np.ndarray):
    pass


def f(x):
    return x * x


ARGS = (np.array([1.5, 2.0]).view(Tagged),)
