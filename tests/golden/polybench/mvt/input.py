import numpy as np


def mvt(x1, x2, y1, y2, a):
    x1 += a @ y1
    x2 += y2 @ a


_rng = np.random.default_rng(6)
ARGS = (*_rng.normal(size=(4, 3)), _rng.normal(size=(3, 3)))
