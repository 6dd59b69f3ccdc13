import numpy as np


def syrk(alpha, beta, c, a):
    for i in range(len(a)):
        c[i, : i + 1] *= beta
        for k in range(a.shape[1]):
            c[i, : i + 1] += alpha * a[i, k] * a[: i + 1, k]


_rng = np.random.default_rng(9)
ARGS = (1.5, 1.2, _rng.normal(size=(3, 3)), _rng.normal(size=(3, 2)))
