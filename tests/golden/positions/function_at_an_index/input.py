import numpy as np

LAYERS = [np.sin, np.tanh]


def network(x, n):
    for i in range(n):
        x = LAYERS[i % 2](x)
    return x


ARGS = (np.array([0.7, -0.4]), 3)
