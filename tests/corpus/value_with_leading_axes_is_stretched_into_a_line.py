# ruff: noqa
# a random write: crash ValueError in generated pullback
import numpy as np

def f(x):
    m = x * 1.0
    r = m.ravel()
    s = x[:1, 2:]
    r[3:] = s
    m[1] = x[None, -1:]
    return m * x
ARGS = (np.array([[-1.335, 0.959, -0.343], [-0.254, 1.232, -0.9], [1.747, -1.872, 1.349]]),)
