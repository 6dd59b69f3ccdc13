"""Rules of the parts of complex numbers; cotangents are for the real inner product Re(sum(conj(a) b))."""
from __future__ import annotations

import cmath
import math
from typing import Any

import numpy as np

from s2s.rules.registry import complex_rule, elementwise, rule
from s2s.runtime import conj, ratio


@rule(np.real)
def real(val: Any) -> Any:
    """z = Re(val)."""
    z = np.real(val)

    def pullback(z_bar: Any) -> Any:
        return z_bar

    def pushforward(val_dot: Any) -> Any:
        return np.real(val_dot)

    return z, pullback, pushforward


@rule(np.imag)
def imag(val: Any) -> Any:
    """z = Im(val)."""
    z = np.imag(val)

    def pullback(z_bar: Any) -> Any:
        return 1j * z_bar

    def pushforward(val_dot: Any) -> Any:
        return np.imag(val_dot)

    return z, pullback, pushforward


@rule(np.conjugate)
def conjugate(x: Any) -> Any:
    """z = conj(x)."""
    z = np.conjugate(x)

    def pullback(z_bar: Any) -> Any:
        return conj(z_bar)

    def pushforward(x_dot: Any) -> Any:
        return conj(x_dot)

    return z, pullback, pushforward


@rule(np.angle)
def angle(z: Any, deg: Any = False) -> Any:
    """y = arg(z): dy = Im(conj(z) dz) / |z|^2."""
    y = np.angle(z, deg)

    def pullback(y_bar: Any) -> Any:
        unit = 180 / math.pi if deg else 1
        z_bar = ratio(1j * unit * y_bar * z, np.square(np.abs(z)))
        return z_bar

    def pushforward(z_dot: Any) -> Any:
        unit = 180 / math.pi if deg else 1
        return ratio(unit * np.imag(conj(z) * z_dot), np.square(np.abs(z)))

    return y, pullback, pushforward


@elementwise(cmath.asin, absorb=True)
def asin_of_number(x: Any, y: Any) -> Any:
    """y = arcsin(x), complex of a real number, too."""
    return 1 / cmath.cos(y)


@elementwise(cmath.acos, absorb=True)
def acos_of_number(x: Any, y: Any) -> Any:
    """y = arccos(x), complex of a real number, too."""
    return -1 / cmath.sin(y)


@rule(cmath.phase)
def phase(z: Any) -> Any:
    """y = arg(z) of a number: dy = Im(conj(z) dz) / |z|^2."""
    y = cmath.phase(z)

    def pullback(y_bar: Any) -> Any:
        z_bar = ratio(1j * y_bar * z, abs(z) ** 2)
        return z_bar

    def pushforward(z_dot: Any) -> Any:
        return ratio(np.imag(conj(z) * z_dot), abs(z) ** 2)

    return y, pullback, pushforward


@complex_rule(np.sign)
def sign(x: Any) -> Any:
    """z = x / |x|, and 0 at 0: dz = (dx - z Re(conj(z) dx)) / |x|, a projection and so its own adjoint."""
    z = np.sign(x)

    def pullback(z_bar: Any) -> Any:
        x_bar = ratio(np.abs(z) * z_bar - z * np.real(conj(z) * z_bar), np.abs(x))
        return x_bar

    def pushforward(x_dot: Any) -> Any:
        return ratio(np.abs(z) * x_dot - z * np.real(conj(z) * x_dot), np.abs(x))

    return z, pullback, pushforward


@rule(complex)
def complex_number(real: Any = 0, imag: Any = 0) -> Any:
    """z = real + 1j imag."""
    z = complex(real, imag)

    def pullback(z_bar: Any) -> Any:
        real_bar = z_bar
        imag_bar = -1j * z_bar
        return real_bar, imag_bar

    def pushforward(real_dot: Any, imag_dot: Any) -> Any:
        return real_dot + 1j * imag_dot

    return z, pullback, pushforward


@rule(float)
def float_number(x: Any = 0.0) -> Any:
    """z = x as a Python number."""
    z = float(x)

    def pullback(z_bar: Any) -> Any:
        return z_bar

    def pushforward(x_dot: Any) -> Any:
        return x_dot

    return z, pullback, pushforward
