# ruff: noqa
import numpy as np

def f(x, y):
    state = x
    step = 1
    u = 0.5 * (np.sign(state) * state[0] ** 2)
    u[step] = 0.942
    mix = u
    return mix
ARGS = (np.array([[0.885, -1.522], [1.178, -1.003], [-1.499, 0.061]]), -1.754)
