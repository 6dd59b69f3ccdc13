import numpy as np


def symm(alpha, beta, c, a, b):
    c *= beta
    for i in range(len(c)):
        c[:i] += alpha * a[i, :i, None] * b[i]
        c[i] += alpha * (a[i, :i] @ b[:i] + a[i, i] * b[i])
    return c


_rng = np.random.default_rng(12)
ARGS = (1.5, 1.2, _rng.normal(size=(3, 2)), _rng.normal(size=(3, 3)), _rng.normal(size=(3, 2)))
