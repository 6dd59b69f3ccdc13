# ruff: noqa
# seed 830884: crash ComplexWarning in generated pullback
import numpy as np
TABLE = np.array([[-0.617, 1.871, 1.696], [-0.183, -0.904, 1.768]])

def f(x, y, s, n):
    acc = np.asarray(np.full(2, n), dtype=complex)
    grid = acc
    rows = {'gain': TABLE, 'bias': grid}
    rows['bias'][1] = x[n]
    acc[[0, 1, 1]] = np.real(x)
    return acc
ARGS = (np.array([-0.796 + 1.357j, -1.077 - 1.25j, 0.418 + 0.175j]), np.array([[-0.888 + 0.064j, 1.263 - 1.172j], [-0.008 + 0.388j, 0.484 - 1.078j], [0.862 - 0.349j, -0.189 - 0.723j]]), np.array([0.64, 0.869, 1.129, -0.748]), 1)
