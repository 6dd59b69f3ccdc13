# ruff: noqa
import numpy as np
V = np.array([0.3, 0.5, 0.7])

def f(x, y):
    items = [V, V * 2.0]
    for k in range(2):
        items.append(x * y[k])
    first, *rest = items
    part = items[::2]
    return np.stack(items), np.array(rest) @ x, part[0][1] * first[0], [it[1:] * it[0] for it in items]
ARGS = (np.array([1.5, 0.4, -0.8]), np.array([0.3, 0.7]))
