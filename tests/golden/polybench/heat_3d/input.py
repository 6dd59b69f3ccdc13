import numpy as np


def laplacian(u):
    c = u[1:-1, 1:-1, 1:-1]
    x = u[2:, 1:-1, 1:-1] + u[:-2, 1:-1, 1:-1]
    y = u[1:-1, 2:, 1:-1] + u[1:-1, :-2, 1:-1]
    z = u[1:-1, 1:-1, 2:] + u[1:-1, 1:-1, :-2]
    return x + y + z - 6.0 * c


def heat_3d(u, k, steps):
    for _ in range(steps):
        u[1:-1, 1:-1, 1:-1] += k * laplacian(u)


ARGS = (np.random.default_rng(16).normal(size=(3, 4, 3)), 0.125, 2)
