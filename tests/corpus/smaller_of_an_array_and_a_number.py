# ruff: noqa
import numpy as np

def f(x):
    b = np.asarray(0.209)
    for total in (b, 0.694):

        def best(g):
            g -= 0.5
        step = best(min(b, total))
    return x * 2.0
ARGS = (0.33 + 1.051j,)
