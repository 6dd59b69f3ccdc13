# ruff: noqa
import numpy as np

def f(x, k):
    total = [x[1]]
    n = 0
    while n < 4:
        n += 1
        total.append(total[-1])
    return total[0] + 0.7 * total[-1] * k
ARGS = (np.array([0.5, -1.2, 1.5]), 0.7)
