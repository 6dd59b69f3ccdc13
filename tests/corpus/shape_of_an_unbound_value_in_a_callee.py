# ruff: noqa
# seed 702633: crash ValueError in generated pullback
import numpy as np

def first(p, q):
    for grid in p:
        if grid:
            continue
        return np.mean(np.ones((2, 3, 3)) * q, axis=0)
    mix = 0.7
    return np.cumsum(np.full((3, 3), q), axis=0)

def f(x, y):
    out = y
    total = 0.5
    w = first(out[1], out[0, -1])
    pair = y
    mix = 0.4
    return w
ARGS = (-0.335, np.array([[1.021, 0.852, 0.038], [1.552, 1.835, -0.386]]))
