import numpy as np


def fdtd_2d(ex, ey, hz, source):
    for pulse in source:
        ey[0] = pulse
        ey[1:] -= 0.5 * (hz[1:] - hz[:-1])
        ex[:, 1:] -= 0.5 * (hz[:, 1:] - hz[:, :-1])
        hz[:-1, :-1] -= 0.7 * (ex[:-1, 1:] - ex[:-1, :-1] + ey[1:, :-1] - ey[:-1, :-1])


ARGS = (*np.random.default_rng(14).normal(size=(3, 3, 4)), np.array([0.4, -0.9]))
