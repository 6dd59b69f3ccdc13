# ruff: noqa
# seed 5000284: crash ValueError in generated pushforward
import numpy as np

def f(x, y):
    right = 2.0
    for left, best in enumerate(y):
        d, *rest = y
        for grid in range(3):
            w = y
            w[[1, 0, 1]] = np.full(3, right) - np.ones(1) * rest[-1]
            if d:
                return np.full(3, best)
    return 0.125
ARGS = (-0.808, np.array([1.931, 0.145]))
