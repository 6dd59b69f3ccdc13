# ruff: noqa
import numpy as np
def f(z, s):
    a = np.real(z)
    b = z.real * 2.0
    c = np.sum(z.imag * s)
    w = z * s
    d = np.real(w[0])
    e = w[1] * 1j
    w2 = z + 1j
    g = np.real(w2) @ s
    h = w2[2]
    return a, b, c * d, e * g, h, np.abs(z[1:]), np.real(z.reshape(-1))
ARGS=(np.array([1+2j,0.3-1j,0.5+0.1j]), np.array([1.,2.,3.]))
