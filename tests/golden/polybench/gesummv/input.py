import numpy as np


def gesummv(alpha, beta, a, b, x):
    return alpha * a @ x + beta * b @ x


_rng = np.random.default_rng(7)
ARGS = (1.5, 1.2, _rng.normal(size=(3, 2)), _rng.normal(size=(3, 2)), _rng.normal(size=2))
