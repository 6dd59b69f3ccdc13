# ruff: noqa
import numpy as np
def f(x, z):
    w = x + 1j
    w[0] = z[0] * 2.0
    u = (x * 1.0 + 0.5j)
    u *= z
    v = np.where(x > 0.2, x, z)
    v[1] += z[1]
    p = np.stack([x + 2j, z])
    p[0] *= z
    q = 1j - x
    q[1:] += z[1:]
    return np.sum(w * u * v * q) + p
ARGS=(np.array([1.,0.1,0.5]), np.array([1+2j,0.3-1j,0.5+0.1j]))
