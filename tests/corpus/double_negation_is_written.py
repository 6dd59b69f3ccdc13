# ruff: noqa
import numpy as np
def f(x, y):
    u = 0.5 * (2.0 * x)
    u[1] = 0.942
    v = -(-x)
    v[0] = u[0] * y
    w = x ** 2 * 0.5
    w[0] *= 2.0
    s = (x + y) - y
    s[0] = 0.1
    return u, v, w, s
ARGS = (np.array([0.885, -1.522]), -1.754)
