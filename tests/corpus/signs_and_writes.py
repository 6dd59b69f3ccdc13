# ruff: noqa
import numpy as np
def f(x, y):
    t = -x
    a = -t
    a[0] = 3.0
    b = t * 1.0
    b[1] = y
    out = [-(-x), x / 1.0]
    out[0][1] = 5.0
    c = np.negative(-(x * y))
    d = -(-x)
    return a, b, out, c, d, t
ARGS = (np.array([0.885, -1.522]), -1.754)
