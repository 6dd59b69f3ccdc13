# ruff: noqa
import numpy as np

def f(x, y):
    right = [np.max(y), 0.091, 0.5]
    state = np.asarray(right[0])
    left = {'b': np.full(2, 0.8), 'bias': y, 'gain': state}
    x_bar = left['b']
    np.add(0.5, state[None], out=x_bar)
    mix = left['b'] + left['gain']
    return mix
ARGS = (np.array([[-1.596, -1.142, -0.447], [-1.513, -1.961, -1.534], [-0.586, 1.653, -0.697]]), np.array([[0.025, -1.989, 0.581], [-1.077, 0.623, -1.247], [0.171, -1.892, -1.305]]))
