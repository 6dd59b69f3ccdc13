# ruff: noqa
import numpy as np
def f(x, z):
    w = z
    z[...] = z * x[0]
    v = np.array(2.0)
    v += x[1] * w
    v[()] *= z
    u = v.reshape(1)
    u[0] *= 3.0
    k = v * 1.0
    k *= 2.0
    return v + k * z
ARGS=(np.array([1.5,2.5,0.7]), np.array(0.7))
