# ruff: noqa
# seed 831769: crash ComplexWarning in generated pullback
import numpy as np

def f(x, y, n):
    acc = 0
    temp = np.asarray(np.sort(y[1], axis=0), dtype=complex)
    best = 0.5
    temp[acc] -= best
    total = temp.real
    return total
ARGS = (np.array([0.899, 1.548]), np.array([[-1.505, -1.766, -1.338], [-0.439, 1.769, -1.74], [-0.975, -1.583, -0.225]]), 2)
