# ruff: noqa
# the cotangents are popped in the order of the appends, whatever they are added to
import numpy as np
def f(x, y):
    m = []
    for a in x:
        m.append(a)
        m.append(y)
        m.append(a)
        m.append(y)
        m.append(a * y)
        m.append(-y)
        m.append(-a)
    total = 0.0
    for i, v in enumerate(m):
        total += i * v * v
    return total
ARGS = (np.array([0.5, 0.7, 0.2]), 0.8)
MORE = (np.array([0.5, 0.7, 0.2]), 0.1)
