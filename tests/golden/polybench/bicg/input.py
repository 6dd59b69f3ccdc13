import numpy as np


def bicg(a, p, r):
    return r @ a, a @ p


_rng = np.random.default_rng(5)
ARGS = (_rng.normal(size=(3, 2)), _rng.normal(size=2), _rng.normal(size=3))
