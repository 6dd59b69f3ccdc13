# ruff: noqa
# seed 1000068: crash ValueError in generated forward
import numpy as np

def f(x):
    for c in x:
        x[None] *= np.full((1, 3), c)
ARGS = (np.array([-1.822, 0.787, 1.957]),)
