import numpy as np


def doitgen(a, c4):
    for r in range(a.shape[0]):
        for q in range(a.shape[1]):
            total = a[r, q] @ c4
            a[r, q, :] = total


_rng = np.random.default_rng(18)
ARGS = (_rng.normal(size=(2, 4, 3)), _rng.normal(size=(3, 3)))
