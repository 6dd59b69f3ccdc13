import numpy as np


def gemver(alpha, beta, a, u1, v1, u2, v2, x, y, z, w):
    a += np.outer(u1, v1) + np.outer(u2, v2)
    x += beta * y @ a + z
    w += alpha * a @ x


_rng = np.random.default_rng(8)
ARGS = (1.5, 1.2, _rng.normal(size=(2, 2)), *_rng.normal(size=(8, 2)))
