# ruff: noqa
# seed 830911: pushforward
import numpy as np

def f(x, y, n):
    x_bar = np.asarray(np.full(3, np.abs(y)), dtype=complex)
    x_bar[n] = 0.5
    return np.imag(x_bar)
ARGS = (0.332 - 0.311j, 0.747 + 0.99j, 2)
