import numpy as np


def three_mm(a, b, c, d):
    left = a @ b
    right = c @ d
    return left @ right


_rng = np.random.default_rng(3)
ARGS = tuple(_rng.normal(size=shape) for shape in [(2, 3), (3, 4), (4, 5), (5, 6)])
