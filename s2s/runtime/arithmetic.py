"""Products and quotients in which a zero cotangent gives an exact zero, and slopes with a special point."""
import math
from typing import Any

import numpy as np

from s2s.runtime.broadcasting import unbroadcast


def conj(x: Any) -> Any:
    """The complex conjugate; a real ``x`` is returned as it is (the compiler drops the call for real values)."""
    return np.conj(x) if np.iscomplexobj(x) else x


def scale(z_bar: Any, slope: Any) -> Any:
    """``z_bar * slope``, but exactly 0 where ``z_bar`` is 0 (``slope`` may be infinite or NaN there).

    The common case costs one product and a look at the slopes; only one that is not finite pays for the repair.
    """
    if isinstance(slope, float):
        if math.isfinite(slope):
            return z_bar * slope
    elif np.isfinite(slope).all():
        return z_bar * slope
    with np.errstate(invalid="ignore", over="ignore"):
        product = np.multiply(z_bar, slope)
    return np.where(z_bar == 0, product.dtype.type(0), product)[()]


def ratio(z_bar: Any, divisor: Any) -> Any:
    """``z_bar / divisor``, but exactly 0 where ``z_bar`` is 0 (``divisor`` may be 0 or NaN there)."""
    if isinstance(divisor, float) and divisor != 0 and math.isfinite(divisor):
        return z_bar / divisor
    with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
        quotient = np.divide(z_bar, divisor)
    if np.isfinite(quotient).all():
        return quotient
    return np.where(z_bar == 0, quotient.dtype.type(0), quotient)[()]


def power_slope(x: Any, y: Any) -> Any:
    """d(x ** y)/dx = y x ** (y - 1), which is 0 for ``y`` = 0 whatever ``x`` is."""
    with np.errstate(all="ignore"):
        slope = y * np.power(x, y - 1)
    return slope if np.all(y != 0) else np.where(y == 0, slope.dtype.type(0), slope)[()]


def power_log(x: Any, z: Any) -> Any:
    """d(x ** y)/dy = z log(x) for the value ``z`` = x ** y, which is 0 where ``x`` and ``z`` are 0."""
    with np.errstate(all="ignore"):
        base = np.where(x == 0, 1, x).astype(np.asarray(z).dtype)
        return z * np.log(base)[()]


class ComplexPowerError(ValueError):
    """A negative Python number has been taken to a fractional power: Python makes that complex."""


def real_power(x: Any, y: Any) -> Any:
    """``x ** y``, which has to be real: an error for a negative Python number and a fractional ``y``."""
    z = x**y
    if isinstance(z, complex):
        raise ComplexPowerError(f"({x!r}) ** {y!r} is a complex number in Python, where a real one is needed")
    return z


def exp_share(x: Any, z: Any) -> Any:
    """exp(x - z), the share of exp(x) in a sum exp(z); 0 where ``x`` is -inf, 1 where ``x`` and ``z`` are inf."""
    with np.errstate(invalid="ignore", over="ignore"):
        difference = np.subtract(x, z)
    infinite = np.isnan(difference) & (x == z)
    extreme = np.where(np.greater(x, 0), difference.dtype.type(0), -difference.dtype.type(np.inf))
    return np.exp(np.where(infinite, extreme, difference))[()]


def sinc_slope(x: Any, y: Any) -> Any:
    """d sinc(x)/dx = (cos(pi x) - sinc(x)) / x for the value ``y``; by its Taylor series near 0."""
    square = (np.pi * x) ** 2
    series = -(np.pi**2) / 3 * x * (1 - square / 10 * (1 - square / 28 * (1 - square / 54)))
    with np.errstate(all="ignore"):
        quotient = (np.cos(np.pi * x) - y) / x
    return np.where(abs(x) < 0.03, series, quotient)[()]


def bessel_i1(x: Any) -> Any:
    """The modified Bessel function I1 = I0', as (1/pi) int_0^pi exp(x cos t) cos(t) dt (DLMF 10.32.3).

    The trapezoidal rule converges exponentially for a periodic integrand: 256 points suffice for every finite result.
    """
    cosine = np.cos(2 * np.pi * np.arange(256) / 256)
    terms = np.exp(np.asarray(x, float)[..., np.newaxis] * cosine) * cosine
    return np.mean(terms, axis=-1).astype(np.result_type(np.asarray(x), np.float32))[()]


def chosen(z_bar: Any, first: Any, tie: Any) -> Any:
    """``z_bar`` where ``first`` holds, half of it where ``tie`` holds, and 0 elsewhere."""
    return np.where(tie, 0.5 * z_bar, np.where(first, z_bar, np.asarray(z_bar).dtype.type(0)))[()]


def finite_part(z_bar: Any, x: Any) -> Any:
    """``z_bar`` where ``x`` is finite and 0 elsewhere, for the real and the imaginary part each."""
    if not np.iscomplexobj(x):
        return np.where(np.isfinite(x), z_bar, 0.0)[()]
    real = np.where(np.isfinite(np.real(x)), np.real(z_bar), 0.0)
    return (real + 1j * np.where(np.isfinite(np.imag(x)), np.imag(z_bar), 0.0))[()]


def replaced_part(z_bar: Any, nature: Any, x: Any) -> Any:
    """``z_bar`` where ``nature`` (np.isnan, np.isposinf or np.isneginf) holds for the real or the imaginary part."""
    share = np.where(nature(np.real(x)), np.real(z_bar), 0.0)
    return share + np.where(nature(np.imag(x)), np.imag(z_bar), 0.0) if np.iscomplexobj(x) else share


def replaced_dot(value_dot: Any, nature: Any, x: Any) -> Any:
    """The transpose of ``replaced_part``."""
    share = np.where(nature(np.real(x)), value_dot, 0.0)
    return share + 1j * np.where(nature(np.imag(x)), value_dot, 0.0) if np.iscomplexobj(x) else share


def select_bars(z_bar: Any, condlist: Any, choicelist: Any) -> list[Any]:
    """The cotangent of every choice of ``np.select``: ``z_bar`` where its condition is the first that holds."""
    bars, free = [], np.ones((), bool)
    for condition, choice in zip(condlist, choicelist, strict=True):
        taken = np.where(free & np.asarray(condition), z_bar, 0.0)
        bars.append(unbroadcast(np.broadcast_to(taken, np.shape(z_bar)), np.shape(choice)))
        free = free & ~np.asarray(condition)
    return bars


def none_holds(condlist: Any) -> Any:
    """True where no condition of the list holds."""
    holds = np.zeros((), bool)
    for condition in condlist:
        holds = holds | np.asarray(condition)
    return ~holds


def norm_bars(z_bar: Any, coordinates: Any, z: Any) -> list[Any]:
    """The cotangent of every coordinate of ``z = math.hypot(*coordinates)``."""
    return [ratio(z_bar * x, z) for x in coordinates]


def norm_dot(coordinates: Any, coordinates_dot: Any, z: Any) -> Any:
    """The tangent of ``z = math.hypot(*coordinates)``."""
    return sum(norm * dot for norm, dot in zip(norm_bars(1.0, coordinates, z), coordinates_dot, strict=True))
