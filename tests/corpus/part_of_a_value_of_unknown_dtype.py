# ruff: noqa
# a complex contribution to a part of a value of unknown dtype
import numpy as np

def f(x, y):
    loop = x
    w = 0.3j
    for out, a in enumerate(loop):
        for value in (y, a):
            temp = np.full(4, np.where(0.0, value, 0.0) if out else 0.571)
    u = (temp[:1] * w).real
    mix = temp + u
    return mix
ARGS = (np.array([1.451, 0.524, -0.372]), -0.708)
