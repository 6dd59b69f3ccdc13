# ruff: noqa
import numpy as np
def f(x, s):
    for c in range(1):
        for j in range(3):
            if x[j] > 2.0:
                return [x * s, x, -s]
    for c in range(1):
        for j in range(3):
            if x[j] > 1.0:
                return [x * s, np.sin(x)]
    return [0.5]
ARGS=(np.array([-1.803, 1.05, 0.716]), np.array([0.406, 1.933, 0.5]))
MORE=(np.array([-1.803, 2.05, 0.716]), np.array([0.406, 1.933, 0.5]))
