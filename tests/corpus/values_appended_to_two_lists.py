# ruff: noqa
import numpy as np
def f(x, y):
    m = []
    k = []
    z = y * 2.0
    for i in range(3):
        m.append(z)
        k.append(z)
        m.append(y)
        k.append(x[i])
        m.append(x[i])
        m.append(z)
        k.append(y)
        m.append(x[i + 1])
        z = z + m[-2]
        m.append(m[-1])
    return sum([i * v * v for i, v in enumerate(m)]) + sum([i * v for i, v in enumerate(k)])
ARGS = (np.array([0.5, 0.7, 0.2, 0.4]), 0.8)
MORE = (np.array([0.5, 0.7, 0.2, 0.3]), 0.1)
