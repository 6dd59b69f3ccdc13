# ruff: noqa
import numpy as np
def f(x, y):
    a = x * y
    b = np.sum(a * a)
    total = 0.0
    for i in range(1, 3):
        a = x[:i] * y
        total += np.sum(a * a) * i
        for j in range(i):
            a = x[j:] * total
    return np.sum(a) * b + total
ARGS = (np.array([0.7, -0.4, 0.9]), 0.8)
MORE = (np.array([-0.6, 0.8, 0.2]), 1.2)
