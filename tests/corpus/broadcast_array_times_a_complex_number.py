# ruff: noqa
# seed 830429: crash ComplexWarning in generated pullback
import numpy as np

def f(x, y, n):
    a = x[2:]
    u = np.broadcast_to(a, (1, 3))
    left = u
    value = left.reshape(-1)[:]
    mix = value
    return mix * 1j
ARGS = (np.array([[-0.648, -1.29, -0.948], [-1.865, -1.072, 0.513], [1.644, 0.886, -0.293]]), np.array([-0.046 - 0.954j, -0.858 + 1.355j]), 3)
