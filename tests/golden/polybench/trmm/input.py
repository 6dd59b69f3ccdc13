import numpy as np


def trmm(alpha, a, b):
    for i in range(b.shape[0]):
        for j in range(b.shape[1]):
            b[i, j] += np.dot(a[i + 1 :, i], b[i + 1 :, j])
    b *= alpha


_rng = np.random.default_rng(11)
ARGS = (1.5, _rng.normal(size=(3, 3)), _rng.normal(size=(3, 2)))
