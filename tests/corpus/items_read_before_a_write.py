# ruff: noqa
import numpy as np
def g(q, p):
    p[...] = 0.5
    return q
def f(x, c):
    u = np.array([1.0, 2.0, 3.0])
    a = g(u[1] if c > 0 else 2, u)
    v = np.array([1.0, 2.0, 3.0])
    t = (v[1] > 1.5 and v[0] > 0.5, v[0] + 1.0, v[2])
    d = {"k": v[1], "m": -v[0], "n": v[0] > 0.5}
    h = lambda: v[1]
    e = [v[1] * 2.0]
    v[...] = 0.25
    w = a + (2.0 if t[0] else 1.0) + t[1] + t[2] + d["k"] + d["m"] + e[0] + h() + (0.1 if d["n"] else 0.2)
    return w * x
ARGS=(np.array([1.,0.1,0.5]), 0.4)
MORE=(np.array([1.,0.1,0.5]), -0.4)
