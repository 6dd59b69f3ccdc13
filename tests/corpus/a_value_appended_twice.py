# ruff: noqa
# two pops of one list of cotangents are not twice the same
import numpy as np
def f(x, y):
    items = [y, 2.0]
    l = []
    for a in x:
        for c in items:
            l.append((a, c))
    m = []
    for a in x:
        m.append(a)
        m.append(a)
        m.append(-a)
    total = 0.0
    for i, v in enumerate(m):
        total += i * v * y
    return sum(a * c for a, c in l) + total
ARGS = (np.array([0.5, 0.7, 0.2]), 0.8)
MORE = (np.array([0.5, 0.7, 0.2]), 0.1)
