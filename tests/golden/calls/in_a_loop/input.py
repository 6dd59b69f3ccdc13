import numpy as np


def step(h, x):
    return np.tanh(h + x) * x


def run(h, xs):
    for x in xs:
        h = step(h, x)
    return h


ARGS = (np.array([0.1, 0.2]), np.array([[0.5, -1.2], [2.0, 0.3]]))
