"""Ranks that lengths decide, real cotangents of complex values, and arrays that are no plain arrays."""

import functools

import numpy as np

Z = np.array([1.0 + 0.5j, -0.3 + 2j])
POLY = np.poly1d([1.0, 2.0])
MASKED = np.ma.array([1.0, 2.0, 3.0], mask=[0, 1, 0])
WEIGHTS = np.array([1.0, 2.0, 3.0])


def cross_of_threes(x):
    v, r = np.array([x, 2.0, 3.0]), np.array([0.5, x, 0.1])
    t = 2 * np.cross(r, v)
    return np.sum((v + x * t + np.cross(r, t)) * WEIGHTS)


def cross_of_twos(x):
    return np.cross(np.array([x, 2.0]), np.array([3.0, x])) * x


def cross_of_rows(x):
    rows = np.array([[x, 2.0, 3.0], [0.5, x, 0.1]])
    return np.sum(np.cross(rows, WEIGHTS) * rows)


def real_over_complex(x):
    a = np.array([x, 2.0])
    return np.sum(np.abs(Z * a + a**2 / Z))


def real_first_then_complex(x):
    a = np.array([x, 2.0]) * Z
    return np.sum(np.abs(a / Z) + np.real(a * Z) * x)


def real_parts_in_a_loop(x):
    z = Z * x
    for _ in range(3):
        z = z * z.real + 1j * z.imag
    return np.sum(np.abs(z))


def polynomial_of_numpy(x):
    return x * np.poly1d([1.0, 2.0])(0.5) + POLY(x)


def masked(x):
    return MASKED.sum() * x


def masked_times(x):
    return np.sum(MASKED * x)


def doubled(f):
    @functools.wraps(f)
    def wrapper(*args, **kwargs):
        return 2.0 * f(*args, **kwargs)

    return wrapper


@doubled
def _square(x):
    return x * x


def decorated(x):
    return _square(x) + _square(x=x)


def decorated_inside(x):
    @doubled
    def inner(y):
        return y * x

    return inner(x)
