import numpy as np


def atax(a, x):
    return (a @ x) @ a


_rng = np.random.default_rng(4)
ARGS = (_rng.normal(size=(3, 2)), _rng.normal(size=2))
