import numpy as np


def two_mm(alpha, beta, a, b, c, d):
    d[:] = alpha * a @ b @ c + beta * d


_rng = np.random.default_rng(2)
ARGS = (1.5, 1.2, *(_rng.normal(size=shape) for shape in [(2, 3), (3, 4), (4, 5), (2, 5)]))
