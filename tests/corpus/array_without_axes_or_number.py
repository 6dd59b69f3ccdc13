# ruff: noqa
# seed 702499: crash TypeError in generated pushforward
import numpy as np

def f(x, y, n):
    w = np.where(0.1, y, 0.2)
    grid = lambda t: np.sin(t)
    step = grid(min(x[2], w))
    step *= n
    mix = step
    return mix
ARGS = (np.array([0.407, -1.287, -0.9]), 1.467, 3)
