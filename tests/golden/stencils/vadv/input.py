import numpy as np


def thomas(lower, diag, upper, rhs):
    n = len(rhs)
    c, d = np.zeros_like(rhs), np.zeros_like(rhs)
    c[0] = upper[0] / diag[0]
    d[0] = rhs[0] / diag[0]
    for k in range(1, n):
        pivot = 1.0 / (diag[k] - lower[k] * c[k - 1])
        c[k] = upper[k] * pivot
        d[k] = (rhs[k] - lower[k] * d[k - 1]) * pivot
    for k in range(n - 2, -1, -1):
        d[k] -= c[k] * d[k + 1]
    return d


_rng = np.random.default_rng(23)
ARGS = (_rng.random((3, 2)), 3.0 + _rng.random((3, 2)), _rng.random((3, 2)), _rng.random((3, 2)))
