import numpy as np


def layer(kind, x, k):
    match kind:
        case "scale":
            return x * k
        case "shift":
            return x + k
        case _:
            return np.tanh(x)


def network(x, k):
    for kind in ("scale", "shift", "tanh"):
        x = layer(kind, x, k)
    return x


ARGS = (np.array([0.7, -0.4]), 0.5)
