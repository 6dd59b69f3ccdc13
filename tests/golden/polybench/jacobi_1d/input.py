import numpy as np


def jacobi_1d(a, b, steps):
    for _ in range(steps):
        b[1:-1] = (a[:-2] + a[1:-1] + a[2:]) / 3.0
        a[1:-1] = (b[:-2] + b[1:-1] + b[2:]) / 3.0


ARGS = (np.array([0.5, -1.2, 2.0, 0.3]), np.array([0.1, 0.9, -0.4, 1.1]), 2)
