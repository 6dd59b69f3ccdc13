import numpy as np


def seidel_2d(a, steps):
    n, m = a.shape
    for _ in range(steps):
        for i in range(1, n - 1):
            for j in range(1, m - 1):
                a[i, j] = np.sum(a[i - 1 : i + 2, j - 1 : j + 2]) / 9.0


ARGS = (np.random.default_rng(17).normal(size=(4, 5)), 2)
