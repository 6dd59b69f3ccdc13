import numpy as np


def activation(x, kind):
    match kind:
        case "tanh":
            return np.tanh(x)
        case "square" | "quadratic":
            return x * x
        case _:
            return x


ARGS = (np.array([0.5, -1.2]), "quadratic")
