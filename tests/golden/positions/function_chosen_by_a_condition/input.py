import numpy as np


def activate(x, y):
    g = np.tanh if y > 0.5 else np.sin
    return g(x * y)


ARGS = (np.array([0.7, -0.4]), 0.8)
