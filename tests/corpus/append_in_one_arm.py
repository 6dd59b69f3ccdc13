# ruff: noqa
import numpy as np

def f(x, k):
    l = [x]
    if k > 3.0:
        pass
    else:
        l.append(x * k)
    return l[-1] * l[0]
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
