# ruff: noqa
# seed 8001765: crash TypeError in generated pullback
import numpy as np

def f(x):
    total = x
    c = total if total[0, 1] else 0.5
    h = np.asarray(c, dtype=complex)
    return np.imag(h[0, 2])
ARGS = (np.array([[-1.335, 0.959, -0.343], [-0.254, 1.232, -0.9], [1.747, -1.872, 1.349]]),)
