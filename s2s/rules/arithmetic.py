"""Rules of the arithmetic operators and their ufuncs."""
from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np

from s2s.rules.registry import elementwise, rule, zero_derivative
from s2s.runtime import conj, power_log, power_slope, ratio, scale, unbroadcast

zero_derivative(np.floor_divide, operator.floordiv, math.floor, math.ceil, math.trunc)



@rule(sum)
def total(iterable: Any, start: Any = 0) -> Any:
    """z = start + the numbers of a list."""
    z = sum(iterable, start)
    count = len(iterable)

    def pullback(z_bar: Any) -> Any:
        iterable_bar = [z_bar] * count
        start_bar = z_bar
        return iterable_bar, start_bar

    def pushforward(iterable_dot: Any, start_dot: Any) -> Any:
        return sum(iterable_dot, start_dot)

    return z, pullback, pushforward


@rule(math.fsum)
def exact_total(iterable: Any) -> Any:
    """z = the numbers of a list, added without rounding in between."""
    z = math.fsum(iterable)
    count = len(iterable)

    def pullback(z_bar: Any) -> Any:
        iterable_bar = [z_bar] * count
        return iterable_bar

    def pushforward(iterable_dot: Any) -> Any:
        return sum(iterable_dot)

    return z, pullback, pushforward


@rule(np.add, operator.add)
def add(x: Any, y: Any) -> Any:
    """z = x + y."""
    z = np.add(x, y)
    x_shape, y_shape = np.shape(x), np.shape(y)

    def pullback(z_bar: Any) -> Any:
        x_bar = unbroadcast(z_bar, x_shape)
        y_bar = unbroadcast(z_bar, y_shape)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        return x_dot + y_dot

    return z, pullback, pushforward


@rule(np.subtract, operator.sub)
def subtract(x: Any, y: Any) -> Any:
    """z = x - y."""
    z = np.subtract(x, y)
    x_shape, y_shape = np.shape(x), np.shape(y)

    def pullback(z_bar: Any) -> Any:
        x_bar = unbroadcast(z_bar, x_shape)
        y_bar = unbroadcast(-z_bar, y_shape)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        return x_dot - y_dot

    return z, pullback, pushforward


@rule(np.multiply, operator.mul)
def multiply(x: Any, y: Any) -> Any:
    """z = x y."""
    z = np.multiply(x, y)
    x_shape, y_shape = np.shape(x), np.shape(y)

    def pullback(z_bar: Any) -> Any:
        x_bar = unbroadcast(z_bar * conj(y), x_shape)
        y_bar = unbroadcast(z_bar * conj(x), y_shape)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        return x_dot * y + x * y_dot

    return z, pullback, pushforward


@rule(np.divide, operator.truediv)
def divide(x: Any, y: Any) -> Any:
    """z = x / y."""
    z = np.divide(x, y)
    x_shape, y_shape = np.shape(x), np.shape(y)

    def pullback(z_bar: Any) -> Any:
        share = ratio(z_bar, conj(y))
        x_bar = unbroadcast(share, x_shape)
        y_bar = unbroadcast(-scale(share, conj(z)), y_shape)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        return ratio(x_dot - scale(y_dot, z), y)

    return z, pullback, pushforward


@rule(np.negative, operator.neg)
def negative(x: Any) -> Any:
    """z = -x."""
    z = np.negative(x)

    def pullback(z_bar: Any) -> Any:
        return -z_bar

    def pushforward(x_dot: Any) -> Any:
        return -x_dot

    return z, pullback, pushforward


@rule(np.positive, operator.pos)
def positive(x: Any) -> Any:
    """z = +x."""
    z = np.positive(x)

    def pullback(z_bar: Any) -> Any:
        return z_bar

    def pushforward(x_dot: Any) -> Any:
        return x_dot

    return z, pullback, pushforward


@rule(np.power, operator.pow, pow, math.pow)
def power(x: Any, y: Any) -> Any:
    """z = x ** y: dz = y x ** (y - 1) dx + z log(x) dy, where log(x) counts as 0 for x = 0.

    A whole literal exponent from 1 on has no singular point.  For a negative base the slope of the exponent is NaN.
    """
    z = np.power(x, y)
    x_shape, y_shape = np.shape(x), np.shape(y)

    def pullback(z_bar: Any) -> Any:
        if isinstance(y, int) and y == 2:
            x_bar = 2 * z_bar * conj(x)
        elif isinstance(y, int) and y >= 1:
            x_bar = z_bar * (y * conj(x) ** (y - 1))
        else:
            x_bar = unbroadcast(scale(z_bar, conj(power_slope(x, y))), x_shape)
        y_bar = unbroadcast(scale(z_bar, conj(power_log(x, z))), y_shape)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        if isinstance(y, int) and y == 2:
            along_x = 2 * x_dot * x
        elif isinstance(y, int) and y >= 1:
            along_x = x_dot * (y * x ** (y - 1))
        else:
            along_x = scale(x_dot, power_slope(x, y))
        return along_x + scale(y_dot, power_log(x, z))

    return z, pullback, pushforward


@elementwise(np.float_power, absorb=True)
def float_power(x: Any, y: Any, z: Any) -> Any:
    """z = x ** y in double precision."""
    return power_slope(x, y), power_log(x, z)


@elementwise(np.square)
def square(x: Any, y: Any) -> Any:
    """y = x x."""
    return 2 * x


@elementwise(np.reciprocal, absorb=True)
def reciprocal(x: Any, y: Any) -> Any:
    """y = 1 / x."""
    return -(y * y)


@rule(np.remainder, operator.mod)
def remainder(x: Any, y: Any) -> Any:
    """z = x - y floor(x / y)."""
    z = np.remainder(x, y)
    x_shape, y_shape = np.shape(x), np.shape(y)

    def pullback(z_bar: Any) -> Any:
        x_bar = unbroadcast(z_bar, x_shape)
        y_bar = unbroadcast(ratio(scale(z_bar, z - x), y), y_shape)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        return x_dot + ratio(scale(y_dot, z - x), y)

    return z, pullback, pushforward


@rule(np.fmod, math.fmod)
def fmod(x: Any, y: Any) -> Any:
    """z = x - y trunc(x / y)."""
    z = np.fmod(x, y)
    x_shape, y_shape = np.shape(x), np.shape(y)

    def pullback(z_bar: Any) -> Any:
        x_bar = unbroadcast(z_bar, x_shape)
        y_bar = unbroadcast(ratio(scale(z_bar, z - x), y), y_shape)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        return x_dot + ratio(scale(y_dot, z - x), y)

    return z, pullback, pushforward


@rule(np.divmod, divmod)
def divide_with_remainder(x: Any, y: Any) -> Any:
    """q, r = floor(x / y), x - q y: only the remainder carries a derivative."""
    q, r = np.divmod(x, y)
    x_shape, y_shape = np.shape(x), np.shape(y)

    def pullback(q_bar: Any, r_bar: Any) -> Any:
        share = np.zeros_like(q_bar) if r_bar is None else r_bar
        x_bar = unbroadcast(share, x_shape)
        y_bar = unbroadcast(-scale(share, q), y_shape)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        r_dot = x_dot - scale(y_dot, q)
        return np.zeros_like(r_dot), r_dot

    return (q, r), pullback, pushforward
