"""The functions of cmath, of numbers that are real or complex."""

import cmath

import numpy as np
import pytest

import s2s

X = np.array([0.7, -0.4, 0.9, 0.3, 0.5])


def root_of_a_negative_number(x, y):
    z = cmath.sqrt(y - 2.0)
    return z.imag * x[0] + z.real


def exponential(x, y):
    z = cmath.exp(y * x[0])
    return z.real + abs(z)


def logarithms(x, y):
    z = cmath.log(complex(x[1], y))
    w = cmath.log10(z)
    return w.real * w.imag


def trigonometric(x, y):
    t = 0.0
    for f in (
        cmath.sin,
        cmath.cos,
        cmath.tan,
        cmath.sinh,
        cmath.cosh,
        cmath.tanh,
        cmath.asin,
        cmath.acos,
        cmath.atan,
        cmath.asinh,
        cmath.acosh,
        cmath.atanh,
    ):
        z = f(complex(x[0], y))
        t += z.real + 2.0 * z.imag
    return t


def polar_and_back(x, y):
    r, phi = cmath.polar(complex(y, x[0]))
    z = cmath.rect(r * 2.0, phi + x[1])
    return z.real * z.imag + r * phi


def arcsine_outside_its_real_domain(x, y):
    z = cmath.asin(y + 1.0)
    return z.real * z.imag * x[0]


def real_arguments(x, y):
    return cmath.acos(x[0]).real * y + cmath.atanh(y).real


def phases(x, y):
    return cmath.phase(x[0]) + cmath.phase(1j * y) * y


def repeated_roots(x, y):
    z = complex(x[0], y)
    for _ in range(3):
        z = cmath.sqrt(z * z + 0.1 * z)
    return z


def questions_about_numbers(x, y):
    return y if cmath.isclose(x[0], y) or cmath.isnan(y) else cmath.exp(1j * cmath.pi * y).imag * cmath.e


PROGRAMS = {
    name: f for name, f in list(globals().items()) if getattr(getattr(f, "__code__", None), "co_argcount", 0) == 2
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_cmath(name):
    s2s.check_gradients(PROGRAMS[name], X, 0.8)
