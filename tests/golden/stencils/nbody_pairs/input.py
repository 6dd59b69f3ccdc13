import numpy as np


def kick(x, v, m, dt):
    for i in range(len(x)):
        for j in range(i):
            d = x[i] - x[j]
            pull = dt * d / (d @ d) ** 1.5
            v[i] -= m[j] * pull
            v[j] += m[i] * pull
    x += dt * v


_rng = np.random.default_rng(24)
ARGS = (_rng.normal(size=(4, 3)), _rng.normal(size=(4, 3)), np.array([1.0, 0.7, 2.0, 0.4]), 0.1)
