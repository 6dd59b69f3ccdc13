import numpy as np


def trisolv(lower, b):
    x = np.empty_like(b)
    for i in range(len(b)):
        x[i] = (b[i] - lower[i, :i] @ x[:i]) / lower[i, i]
    return x


ARGS = (np.array([[2.0, 9.0, 9.0], [0.7, 1.5, 9.0], [-0.4, 0.3, 1.2]]), np.array([0.5, -1.2, 2.0]))
