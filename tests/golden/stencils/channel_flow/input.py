import numpy as np


def channel_flow(u, force, nu, tolerance):
    steps, change = 0, 1.0
    while change > tolerance:
        un = u.copy()
        east, west = np.roll(un, -1, axis=1), np.roll(un, 1, axis=1)
        c = un[1:-1]
        u[1:-1] = c - c * (c - west[1:-1]) + nu * (un[2:] + un[:-2] + east[1:-1] + west[1:-1] - 4.0 * c) + force
        u[0] = u[-1] = 0.0
        change = (np.sum(u) - np.sum(un)) / np.sum(u)
        steps += 1
    return steps


ARGS = (0.2 + 0.1 * np.random.default_rng(21).random(size=(4, 3)), 0.3, 0.2, 0.2)
