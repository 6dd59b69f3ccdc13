# ruff: noqa
# seed 6400869: crash UFuncTypeError in generated pullback
import numpy as np

def f(x, y):
    total = x
    total[1:] = total[::2].imag
    z = y * 1j
    z[:2] = z[1:].real
    z[[0, 1]] += z[1:3].imag
    return z
ARGS = (np.array([1.059 + 0.267j, 0.134 - 1.023j]), np.array([0.87, 1.076, -0.675]))
