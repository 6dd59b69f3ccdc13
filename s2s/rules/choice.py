"""Rules of functions that choose between values or change signs."""
from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

from s2s.errors import UnsupportedError
from s2s.rules.registry import elementwise, rule
from s2s.runtime import chosen, conj, finite_part, none_holds, replaced_dot, replaced_part, select_bars, unbroadcast


@rule(np.maximum)
def maximum(x: Any, y: Any) -> Any:
    """z = max(x, y); each gets half at a tie."""
    z = np.maximum(x, y)
    x_shape, y_shape = np.shape(x), np.shape(y)

    def pullback(z_bar: Any) -> Any:
        x_bar = unbroadcast(chosen(z_bar, x > y, x == y), x_shape)
        y_bar = unbroadcast(chosen(z_bar, y > x, y == x), y_shape)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        return chosen(x_dot, x > y, x == y) + chosen(y_dot, y > x, y == x)

    return z, pullback, pushforward


@rule(np.minimum)
def minimum(x: Any, y: Any) -> Any:
    """z = min(x, y); each gets half at a tie."""
    z = np.minimum(x, y)
    x_shape, y_shape = np.shape(x), np.shape(y)

    def pullback(z_bar: Any) -> Any:
        x_bar = unbroadcast(chosen(z_bar, x < y, x == y), x_shape)
        y_bar = unbroadcast(chosen(z_bar, y < x, y == x), y_shape)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        return chosen(x_dot, x < y, x == y) + chosen(y_dot, y < x, y == x)

    return z, pullback, pushforward


@rule(np.fmax)
def fmax(x: Any, y: Any) -> Any:
    """z = max(x, y) where neither is NaN, else the other one; each gets half at a tie."""
    z = np.fmax(x, y)
    x_shape, y_shape = np.shape(x), np.shape(y)

    def pullback(z_bar: Any) -> Any:
        x_bar = unbroadcast(chosen(z_bar, (x > y) | np.isnan(y), x == y), x_shape)
        y_bar = unbroadcast(chosen(z_bar, (y > x) | np.isnan(x), y == x), y_shape)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        return chosen(x_dot, (x > y) | np.isnan(y), x == y) + chosen(y_dot, (y > x) | np.isnan(x), y == x)

    return z, pullback, pushforward


@rule(np.fmin)
def fmin(x: Any, y: Any) -> Any:
    """z = min(x, y) where neither is NaN, else the other one; each gets half at a tie."""
    z = np.fmin(x, y)
    x_shape, y_shape = np.shape(x), np.shape(y)

    def pullback(z_bar: Any) -> Any:
        x_bar = unbroadcast(chosen(z_bar, (x < y) | np.isnan(y), x == y), x_shape)
        y_bar = unbroadcast(chosen(z_bar, (y < x) | np.isnan(x), y == x), y_shape)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        return chosen(x_dot, (x < y) | np.isnan(y), x == y) + chosen(y_dot, (y < x) | np.isnan(x), y == x)

    return z, pullback, pushforward


@rule(np.where)
def where(condition: Any, x: Any = None, y: Any = None) -> Any:
    """z = x where the condition holds, else y (the form without x and y has nothing to differentiate)."""
    z = np.where(condition, x, y)
    x_shape, y_shape = np.shape(x), np.shape(y)

    def pullback(z_bar: Any) -> Any:
        x_bar = unbroadcast(np.where(condition, z_bar, 0.0), x_shape)
        y_bar = unbroadcast(np.where(condition, 0.0, z_bar), y_shape)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        return np.where(condition, x_dot, y_dot)

    return z, pullback, pushforward


@rule(np.clip)
def clip(a: Any, a_min: Any = None, a_max: Any = None, *, min: Any = None, max: Any = None) -> Any:
    """z = minimum(maximum(a, lower), upper); a value on a bound passes the whole gradient, one beyond it none.

    Longer than most, since NumPy has two names for each bound, and the upper bound wins where the bounds cross.
    """
    z = np.clip(a, a_min if min is None else min, a_max if max is None else max)
    lower = a_min if min is None else min
    a_shape, a_min_shape, a_max_shape = np.shape(a), np.shape(a_min), np.shape(a_max)
    min_shape, max_shape = np.shape(min), np.shape(max)

    def pullback(z_bar: Any) -> Any:
        a_bar = unbroadcast(np.where(a == z, z_bar, 0.0), a_shape)
        a_min_bar = unbroadcast(np.where((a < z) & (z == lower), z_bar, 0.0), a_min_shape)
        a_max_bar = unbroadcast(np.where((a > z) | (a < z) & (z != lower), z_bar, 0.0), a_max_shape)
        min_bar = unbroadcast(np.where((a < z) & (z == lower), z_bar, 0.0), min_shape)
        max_bar = unbroadcast(np.where((a > z) | (a < z) & (z != lower), z_bar, 0.0), max_shape)
        return a_bar, a_min_bar, a_max_bar, min_bar, max_bar

    def pushforward(a_dot: Any, a_min_dot: Any, a_max_dot: Any, min_dot: Any, max_dot: Any) -> Any:
        lower_dot = a_min_dot if min is None else min_dot
        upper_dot = a_max_dot if max is None else max_dot
        along_a = np.where(a == z, a_dot, 0.0)
        along_lower = np.where((a < z) & (z == lower), lower_dot, 0.0)
        return along_a + along_lower + np.where((a > z) | (a < z) & (z != lower), upper_dot, 0.0)

    return z, pullback, pushforward


@rule(np.absolute, abs, operator.abs)
def absolute(x: Any) -> Any:
    """z = |x|: dz = Re(conj(sign(x)) dx) with sign(x) = x / |x|, and 0 at 0."""
    z = np.absolute(x)

    def pullback(z_bar: Any) -> Any:
        return z_bar * np.sign(x)

    def pushforward(x_dot: Any) -> Any:
        return np.real(x_dot * conj(np.sign(x)))

    return z, pullback, pushforward


@elementwise(np.fabs, math.fabs)
def fabs(x: Any, y: Any) -> Any:
    """y = |x| for real x."""
    return np.sign(x)


@rule(np.copysign, math.copysign)
def copysign(x: Any, y: Any) -> Any:
    """z = |x| with the sign of y: constant in y, but for its jump at 0."""
    z = np.copysign(x, y)
    x_shape, y_shape = np.shape(x), np.shape(y)

    def pullback(z_bar: Any) -> Any:
        x_bar = unbroadcast(z_bar * np.sign(x) * np.sign(z), x_shape)
        y_bar = np.zeros(y_shape, z_bar.dtype)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        return x_dot * np.sign(x) * np.sign(z)

    return z, pullback, pushforward


@rule(np.heaviside)
def heaviside(x: Any, h0: Any) -> Any:
    """z = 0, h0 or 1 for x below, at or above 0: constant in x, but for its jump at 0."""
    z = np.heaviside(x, h0)
    x_shape, h0_shape = np.shape(x), np.shape(h0)

    def pullback(z_bar: Any) -> Any:
        x_bar = np.zeros(x_shape, z_bar.dtype)
        h0_bar = unbroadcast(np.where(x == 0, z_bar, 0.0), h0_shape)
        return x_bar, h0_bar

    def pushforward(x_dot: Any, h0_dot: Any) -> Any:
        return np.where(x == 0, h0_dot, 0.0)

    return z, pullback, pushforward


@rule(np.nan_to_num)
def nan_to_num(x: Any, copy: Any = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    """z = x with other values for NaN and the infinities, in the real and the imaginary part each."""
    z = np.nan_to_num(x, copy, nan, posinf, neginf)
    if copy is not True:
        raise UnsupportedError("np.nan_to_num: the keyword 'copy' writes into x", hint="x[...] = np.nan_to_num(x)")
    nan_shape, posinf_shape, neginf_shape = np.shape(nan), np.shape(posinf), np.shape(neginf)

    def pullback(z_bar: Any) -> Any:
        x_bar = finite_part(z_bar, x)
        nan_bar = unbroadcast(replaced_part(z_bar, np.isnan, x), nan_shape)
        posinf_bar = unbroadcast(replaced_part(z_bar, np.isposinf, x), posinf_shape)
        neginf_bar = unbroadcast(replaced_part(z_bar, np.isneginf, x), neginf_shape)
        return x_bar, nan_bar, posinf_bar, neginf_bar

    def pushforward(x_dot: Any, nan_dot: Any, posinf_dot: Any, neginf_dot: Any) -> Any:
        infinite_dot = replaced_dot(posinf_dot, np.isposinf, x) + replaced_dot(neginf_dot, np.isneginf, x)
        return finite_part(x_dot, x) + replaced_dot(nan_dot, np.isnan, x) + infinite_dot

    return z, pullback, pushforward


@rule(np.select)
def select(condlist: Any, choicelist: Any, default: Any = 0) -> Any:
    """z = the choice whose condition is the first that holds, else the default."""
    z = np.select(condlist, choicelist, default)
    default_shape = np.shape(default)

    def pullback(z_bar: Any) -> Any:
        choicelist_bar = select_bars(z_bar, condlist, choicelist)
        default_bar = unbroadcast(np.where(none_holds(condlist), z_bar, 0.0), default_shape)
        return choicelist_bar, default_bar

    def pushforward(choicelist_dot: Any, default_dot: Any) -> Any:
        return np.select(condlist, choicelist_dot, default_dot)

    return z, pullback, pushforward


@rule(np.real_if_close)
def real_if_close(a: Any, tol: Any = 100) -> Any:
    """z = a, or its real part when the imaginary part is within rounding of 0."""
    z = np.real_if_close(a, tol)

    def pullback(z_bar: Any) -> Any:
        return z_bar

    def pushforward(a_dot: Any) -> Any:
        return a_dot if np.iscomplexobj(z) else np.real(a_dot)

    return z, pullback, pushforward
