import numpy as np


def adi_row(u, v, a, b):
    p, q = np.zeros_like(u), np.zeros_like(u)
    q[:, 0] = 1.0
    for j in range(1, u.shape[1] - 1):
        p[1:-1, j] = a / (b - a * p[1:-1, j - 1])
        source = a * u[:-2, j] + (b - 2.0 * a) * u[1:-1, j] + a * u[2:, j]
        q[1:-1, j] = (source + a * q[1:-1, j - 1]) / (b - a * p[1:-1, j - 1])
    v[1:-1, -1] = 1.0
    for j in range(u.shape[1] - 2, 0, -1):
        v[1:-1, j] = p[1:-1, j] * v[1:-1, j + 1] + q[1:-1, j]


ARGS = (np.random.default_rng(13).normal(size=(4, 5)), np.zeros((4, 5)), 0.3, 1.7)
