import numpy as np


def f(scale):
    rng = np.random.default_rng(0)
    return rng.normal(0.0, scale, size=3)


ARGS = (1.5,)
