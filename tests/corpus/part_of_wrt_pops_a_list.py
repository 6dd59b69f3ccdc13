# ruff: noqa
# a part of wrt: the line that pops a cotangent stays, though what it is added to is not asked for
import numpy as np
def f(x, y, n):
    total = 0.0
    for step in range(n):
        made = []
        made.extend(x[:2])
        made.extend([y])
        out = 0.0
        for v in made:
            out = out * 0.5 + v
        total += (step + 0.5) * out
    return total
ARGS = (np.array([0.5, 0.7, 0.2]), 0.8, 3)
MORE = (np.array([0.5, 0.7, 0.2]), 0.1, 2)
