# ruff: noqa
# seed 108: crash ValueError in generated pullback
import numpy as np

def f(x, y, s):
    items = [0.5]
    if x[0, 0]:
        items[-1] = np.minimum(s, items)
    state = 0
    items[-1][2] *= items[-1][state]
    mix = items[0] * items[0]
    return mix
ARGS = (np.array([[-0.313, 1.163, -0.137], [1.082, -1.737, -1.121], [-1.014, 1.811, 1.925]]), np.array([-1.053, -0.033]), np.array([0.175, 0.884, 1.619, 0.876]))
