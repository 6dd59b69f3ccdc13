import numpy as np


def grow(x):
    rows = []
    for k in range(3):
        rows.append(np.sin(x) * (k + 1))
        x = x * x
    last = rows.pop()
    rows[0] = rows[0] * last
    return np.stack(rows)


ARGS = (np.array([0.5, 1.2]),)
