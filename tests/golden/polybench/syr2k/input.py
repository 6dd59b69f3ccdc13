import numpy as np


def syr2k(alpha, beta, c, a, b):
    for i in range(a.shape[0]):
        c[i, : i + 1] *= beta
        c[i, : i + 1] += alpha * (a[: i + 1] @ b[i] + b[: i + 1] @ a[i])


_rng = np.random.default_rng(10)
ARGS = (1.5, 1.2, _rng.normal(size=(3, 3)), _rng.normal(size=(3, 2)), _rng.normal(size=(3, 2)))
