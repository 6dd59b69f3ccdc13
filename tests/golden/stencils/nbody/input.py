import numpy as np


def acceleration(x, m, soft):
    d = x[None, :, :] - x[:, None, :]
    inverse_cube = (np.sum(d * d, axis=2) + soft ** 2) ** -1.5
    return np.sum(d * (inverse_cube * m)[:, :, None], axis=1)


def leapfrog(x, v, m, dt, steps):
    a = acceleration(x, m, 0.1)
    for _ in range(steps):
        v += 0.5 * dt * a
        x += dt * v
        a = acceleration(x, m, 0.1)
        v += 0.5 * dt * a


_rng = np.random.default_rng(25)
ARGS = (_rng.normal(size=(4, 3)), _rng.normal(size=(4, 3)), np.array([1.0, 0.7, 2.0, 0.4]), 0.05, 2)
