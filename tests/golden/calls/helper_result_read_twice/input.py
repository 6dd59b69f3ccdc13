import numpy as np


def squashed(z):
    return np.tanh(z)


def scaled(w, b):
    h = squashed(w * w)
    return h * b


ARGS = (np.array([0.3, -0.8, 1.1]), 0.5)
