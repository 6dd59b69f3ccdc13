# ruff: noqa
import numpy as np

def f(x, v):
    first, *rest = v
    rest.append(x * 2.0)
    rest.append(x * 2.0)
    y = rest[-1] * rest[-2] ** 2 * rest[0]
    rows = [v]
    for k in range(2):
        rows.append(v * x)
    rows.append(v)
    rows.append(v)
    rows.append(-v)
    return y + rows[-1] @ rows[-2] * (rows[-3] @ rows[1])
ARGS = (1.5, np.array([0.475, 1.966, 1.971]))
