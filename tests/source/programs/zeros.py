"""A factor of zero takes infinite slopes with it."""

import numpy as np


def root_times_zero(x):
    v = np.array([x, 1.0]) * 0.0
    return np.sqrt(np.sum(v**2)) * 0 + x


def root_times_zero_and_one(x):
    v = np.array([x, 1.0]) * 0.0
    return np.sqrt(np.sum(v * v)) * 0.0 + np.sqrt(v[0]) * 0 * 2.0 + x


def logarithm_times_zero(x):
    return np.log(x - x + 1e-320) * 0.0 + x


def division_times_zero(x):
    with np.errstate(all="ignore"):
        return np.sum(np.hypot(x * 0.0, 0.0) * np.array([0.0, 0.0])) + x * x
