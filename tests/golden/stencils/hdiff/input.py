import numpy as np


def hdiff(f, coeff):
    lap = 4.0 * f[1:-1, 1:-1] - (f[2:, 1:-1] + f[:-2, 1:-1] + f[1:-1, 2:] + f[1:-1, :-2])
    flx = lap[1:, 1:-1] - lap[:-1, 1:-1]
    flx = np.where(flx * (f[2:-1, 2:-2] - f[1:-2, 2:-2]) > 0.0, 0.0, flx)
    fly = lap[1:-1, 1:] - lap[1:-1, :-1]
    fly = np.where(fly * (f[2:-2, 2:-1] - f[2:-2, 1:-2]) > 0.0, 0.0, fly)
    return f[2:-2, 2:-2] - coeff * (flx[1:] - flx[:-1] + fly[:, 1:] - fly[:, :-1])


_rng = np.random.default_rng(22)
ARGS = (_rng.normal(size=(6, 7)), _rng.normal(size=(2, 3)))
