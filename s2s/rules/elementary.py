"""Rules of the elementary functions and their twins in ``math``."""
from __future__ import annotations

import cmath
import math
from typing import Any

import numpy as np

from s2s.rules.registry import elementwise, rule
from s2s.runtime import bessel_i1, digamma, exp_share, norm_bars, norm_dot, ratio, scale, sinc_slope, unbroadcast


@elementwise(np.exp, math.exp, cmath.exp, absorb=True)
def exp(x: Any, y: Any) -> Any:
    """y = e ** x."""
    return y


@elementwise(np.exp2, math.exp2, absorb=True)
def exp2(x: Any, y: Any) -> Any:
    """y = 2 ** x."""
    return math.log(2) * y


@elementwise(np.expm1, math.expm1, absorb=True)
def expm1(x: Any, y: Any) -> Any:
    """y = e ** x - 1."""
    return y + 1


@elementwise(np.log, cmath.log, absorb=True)
def log(x: Any, y: Any) -> Any:
    """y = log(x)."""
    return 1 / x


@rule(math.log)
def log_to_base(x: Any, base: Any = math.e) -> Any:
    """z = log(x) / log(base)."""
    z = math.log(x, base)

    def pullback(z_bar: Any) -> Any:
        if base == math.e:
            x_bar = z_bar / x
        else:
            x_bar = z_bar / (x * math.log(base))
        base_bar = -z_bar * z / (base * math.log(base))
        return x_bar, base_bar

    def pushforward(x_dot: Any, base_dot: Any) -> Any:
        return x_dot / (x * math.log(base)) - base_dot * z / (base * math.log(base))

    return z, pullback, pushforward


@elementwise(np.log2, math.log2, absorb=True)
def log2(x: Any, y: Any) -> Any:
    """y = log(x) / log(2)."""
    return 1 / (x * math.log(2))


@elementwise(np.log10, math.log10, cmath.log10, absorb=True)
def log10(x: Any, y: Any) -> Any:
    """y = log(x) / log(10)."""
    return 1 / (x * math.log(10))


@elementwise(np.log1p, math.log1p, absorb=True)
def log1p(x: Any, y: Any) -> Any:
    """y = log(1 + x)."""
    return 1 / (1 + x)


@elementwise(np.sqrt, math.sqrt, cmath.sqrt, absorb=True)
def sqrt(x: Any, y: Any) -> Any:
    """y = x ** (1/2)."""
    return 0.5 / y


@elementwise(np.cbrt, math.cbrt, absorb=True)
def cbrt(x: Any, y: Any) -> Any:
    """y = x ** (1/3)."""
    return 1 / (3 * y * y)


@elementwise(np.sin, math.sin, cmath.sin)
def sin(x: Any, y: Any) -> Any:
    """y = sin(x)."""
    return np.cos(x)


@elementwise(np.cos, math.cos, cmath.cos)
def cos(x: Any, y: Any) -> Any:
    """y = cos(x)."""
    return -np.sin(x)


@elementwise(np.tan, math.tan, cmath.tan)
def tan(x: Any, y: Any) -> Any:
    """y = tan(x)."""
    return 1 + y * y


@elementwise(np.arcsin, math.asin, absorb=True)
def arcsin(x: Any, y: Any) -> Any:
    """x = sin(y)."""
    return 1 / np.sqrt(1 - x * x)


@elementwise(np.arccos, math.acos, absorb=True)
def arccos(x: Any, y: Any) -> Any:
    """x = cos(y)."""
    return -1 / np.sqrt(1 - x * x)


@elementwise(np.arctan, math.atan, cmath.atan, absorb=True)
def arctan(x: Any, y: Any) -> Any:
    """x = tan(y)."""
    return 1 / (1 + x * x)


@elementwise(np.sinh, math.sinh, cmath.sinh, absorb=True)
def sinh(x: Any, y: Any) -> Any:
    """y = sinh(x)."""
    return np.cosh(x)


@elementwise(np.cosh, math.cosh, cmath.cosh, absorb=True)
def cosh(x: Any, y: Any) -> Any:
    """y = cosh(x)."""
    return np.sinh(x)


@elementwise(np.tanh, math.tanh, cmath.tanh)
def tanh(x: Any, y: Any) -> Any:
    """y = tanh(x)."""
    return 1 - y * y


@elementwise(np.arcsinh, math.asinh, cmath.asinh)
def arcsinh(x: Any, y: Any) -> Any:
    """x = sinh(y)."""
    return 1 / np.cosh(y)


@elementwise(np.arccosh, math.acosh, cmath.acosh, absorb=True)
def arccosh(x: Any, y: Any) -> Any:
    """x = cosh(y)."""
    return 1 / np.sinh(y)


@elementwise(np.arctanh, math.atanh, cmath.atanh, absorb=True)
def arctanh(x: Any, y: Any) -> Any:
    """x = tanh(y)."""
    return 1 / (1 - x * x)


@elementwise(np.deg2rad, np.radians, math.radians)
def deg2rad(x: Any, y: Any) -> Any:
    """y = x pi / 180."""
    return math.pi / 180


@elementwise(np.rad2deg, np.degrees, math.degrees)
def rad2deg(x: Any, y: Any) -> Any:
    """y = x 180 / pi."""
    return 180 / math.pi


@elementwise(np.sinc)
def sinc(x: Any, y: Any) -> Any:
    """y = sin(pi x) / (pi x), with the slope 0 at 0."""
    return sinc_slope(x, y)


@elementwise(np.i0, absorb=True)
def i0(x: Any, y: Any) -> Any:
    """y = I0(x), whose derivative is I1(x) (DLMF 10.29.3)."""
    return bessel_i1(x)


@elementwise(math.erf)
def erf(x: Any, y: Any) -> Any:
    """y = 2 / sqrt(pi) int_0^x exp(-t t) dt."""
    return 2 / math.sqrt(math.pi) * math.exp(-x * x)


@elementwise(math.erfc)
def erfc(x: Any, y: Any) -> Any:
    """y = 1 - erf(x)."""
    return -2 / math.sqrt(math.pi) * math.exp(-x * x)


@rule(np.hypot)
def hypot(x: Any, y: Any) -> Any:
    """z = sqrt(x x + y y), with the slopes 0 at the origin."""
    z = np.hypot(x, y)
    x_shape, y_shape = np.shape(x), np.shape(y)

    def pullback(z_bar: Any) -> Any:
        x_bar = unbroadcast(ratio(scale(z_bar, x), z), x_shape)
        y_bar = unbroadcast(ratio(scale(z_bar, y), z), y_shape)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        return ratio(scale(x_dot, x) + scale(y_dot, y), z)

    return z, pullback, pushforward


@elementwise(math.gamma, absorb=True)
def gamma_of_number(x: Any, y: Any) -> Any:
    """y = gamma(x), of a real number: DLMF 5.2.2."""
    return y * digamma(x)


@elementwise(math.lgamma, absorb=True)
def lgamma_of_number(x: Any, y: Any) -> Any:
    """y = log|gamma(x)|, of a real number."""
    return digamma(x)


@rule(math.hypot)
def hypot_of_numbers(*coordinates: Any) -> Any:
    """z = sqrt(x x + y y + ...), with the slopes 0 at the origin."""
    z = math.hypot(*coordinates)

    def pullback(z_bar: Any) -> Any:
        coordinates_bar = norm_bars(z_bar, coordinates, z)
        return coordinates_bar

    def pushforward(*coordinates_dot: Any) -> Any:
        return norm_dot(coordinates, coordinates_dot, z)

    return z, pullback, pushforward


@rule(math.dist)
def dist(p: Any, q: Any) -> Any:
    """z = sqrt(sum((p - q)^2)), with the slopes 0 where the points are the same."""
    z = math.dist(p, q)
    difference = np.subtract(p, q)

    def pullback(z_bar: Any) -> Any:
        p_bar = ratio(z_bar * difference, z)
        q_bar = ratio(-z_bar * difference, z)
        return p_bar, q_bar

    def pushforward(p_dot: Any, q_dot: Any) -> Any:
        return ratio(np.dot(difference, p_dot - q_dot), z)

    return z, pullback, pushforward


@rule(np.arctan2, math.atan2)
def arctan2(y: Any, x: Any) -> Any:
    """z = the angle of (x, y): dz = (x dy - y dx) / (x x + y y), with the slopes 0 at the origin."""
    z = np.arctan2(y, x)
    y_shape, x_shape = np.shape(y), np.shape(x)

    def pullback(z_bar: Any) -> Any:
        square = x * x + y * y
        y_bar = unbroadcast(ratio(scale(z_bar, x), square), y_shape)
        x_bar = unbroadcast(-ratio(scale(z_bar, y), square), x_shape)
        return y_bar, x_bar

    def pushforward(y_dot: Any, x_dot: Any) -> Any:
        return ratio(scale(y_dot, x) - scale(x_dot, y), x * x + y * y)

    return z, pullback, pushforward


@elementwise(np.logaddexp)
def logaddexp(x: Any, y: Any, z: Any) -> Any:
    """z = log(exp(x) + exp(y))."""
    return exp_share(x, z), exp_share(y, z)


@elementwise(np.logaddexp2)
def logaddexp2(x: Any, y: Any, z: Any) -> Any:
    """z = log2(2 ** x + 2 ** y)."""
    return exp_share(math.log(2) * x, math.log(2) * z), exp_share(math.log(2) * y, math.log(2) * z)


@rule(np.ldexp, math.ldexp)
def ldexp(x: Any, i: Any) -> Any:
    """z = x 2 ** i for whole i."""
    z = np.ldexp(x, i)
    x_shape = np.shape(x)

    def pullback(z_bar: Any) -> Any:
        return unbroadcast(np.ldexp(z_bar, i), x_shape)

    def pushforward(x_dot: Any) -> Any:
        return np.ldexp(x_dot, i)

    return z, pullback, pushforward


@rule(np.frexp, math.frexp)
def frexp(x: Any) -> Any:
    """x = mantissa 2 ** exponent."""
    mantissa, exponent = np.frexp(x)

    def pullback(mantissa_bar: Any, exponent_bar: Any) -> Any:
        return np.ldexp(mantissa_bar, -exponent)

    def pushforward(x_dot: Any) -> Any:
        return np.ldexp(x_dot, -exponent), None

    return (mantissa, exponent), pullback, pushforward


@rule(np.modf, math.modf)
def modf(x: Any) -> Any:
    """x = fraction + whole: only the fraction carries a derivative."""
    fraction, whole = np.modf(x)

    def pullback(fraction_bar: Any, whole_bar: Any) -> Any:
        return np.zeros_like(whole_bar) if fraction_bar is None else fraction_bar

    def pushforward(x_dot: Any) -> Any:
        return x_dot, np.zeros_like(x_dot)

    return (fraction, whole), pullback, pushforward


@rule(np.nextafter)
def nextafter(x: Any, y: Any) -> Any:
    """z = the number next to x towards y: x and a constant."""
    z = np.nextafter(x, y)
    x_shape, y_shape, z_shape = np.shape(x), np.shape(y), np.shape(z)

    def pullback(z_bar: Any) -> Any:
        x_bar = unbroadcast(z_bar, x_shape)
        y_bar = np.zeros(y_shape, z_bar.dtype)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        return np.broadcast_to(x_dot, z_shape)

    return z, pullback, pushforward
