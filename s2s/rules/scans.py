"""Rules of cumulative sums and products, differences and the trapezoidal rule."""
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.rules.registry import rule
from s2s.runtime import (
    appended_bar,
    conj,
    cumprod_bar,
    cumprod_dot,
    diff_bar,
    ediff1d_bar,
    gradient_bar,
    gradient_dot,
    nan_as,
    padded_diff,
    pair_sums,
    prepended_bar,
    reverse_cumsum,
    scan_masked,
    spacing_bars,
    trapezoid_bar,
    trapezoid_widths,
    trapezoid_x_bar,
    unbroadcast,
    without_first,
)


@rule(np.cumsum)
def cumsum(a: Any, axis: Any = None, dtype: Any = None) -> Any:
    """z[i] = a[0] + ... + a[i], of the flat array for no axis."""
    z = np.cumsum(a, axis, dtype)
    a_shape = np.shape(a)

    def pullback(z_bar: Any) -> Any:
        if axis is None:
            a_bar = np.reshape(np.cumsum(z_bar[::-1])[::-1], a_shape)
        else:
            a_bar = np.reshape(reverse_cumsum(z_bar, axis), a_shape)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.cumsum(a_dot, axis)

    return z, pullback, pushforward


@rule(np.cumprod)
def cumprod(a: Any, axis: Any = None, dtype: Any = None) -> Any:
    """z[i] = a[0] ... a[i], of the flat array for no axis."""
    z = np.cumprod(a, axis, dtype)

    def pullback(z_bar: Any) -> Any:
        return cumprod_bar(z_bar, a, axis, dtype)

    def pushforward(a_dot: Any) -> Any:
        return cumprod_dot(a_dot, a, axis, dtype)

    return z, pullback, pushforward


@rule(np.nancumsum)
def nancumsum(a: Any, axis: Any = None, dtype: Any = None) -> Any:
    """z[i] = a[0] + ... + a[i] with 0 for NaN."""
    z = np.nancumsum(a, axis, dtype)
    a_shape = np.shape(a)

    def pullback(z_bar: Any) -> Any:
        if axis is None:
            a_bar = scan_masked(np.reshape(np.cumsum(z_bar[::-1])[::-1], a_shape), a)
        else:
            a_bar = scan_masked(np.reshape(reverse_cumsum(z_bar, axis), a_shape), a)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.cumsum(scan_masked(a_dot, a), axis)

    return z, pullback, pushforward


@rule(np.nancumprod)
def nancumprod(a: Any, axis: Any = None, dtype: Any = None) -> Any:
    """z[i] = a[0] ... a[i] with 1 for NaN."""
    z = np.nancumprod(a, axis, dtype)

    def pullback(z_bar: Any) -> Any:
        return scan_masked(cumprod_bar(z_bar, nan_as(a, 1.0), axis, dtype), a)

    def pushforward(a_dot: Any) -> Any:
        return cumprod_dot(scan_masked(a_dot, a), nan_as(a, 1.0), axis, dtype)

    return z, pullback, pushforward


def cumulative_sum(x: Any, *, axis: Any = None, dtype: Any = None, include_initial: Any = False) -> Any:
    """z[i] = x[0] + ... + x[i], after a 0 with ``include_initial``."""
    z = np.cumulative_sum(x, axis=axis, dtype=dtype, include_initial=include_initial)
    x_shape = np.shape(x)

    def pullback(z_bar: Any) -> Any:
        terms_bar = without_first(z_bar, axis) if include_initial else z_bar
        return np.reshape(reverse_cumsum(terms_bar, -1 if axis is None else axis), x_shape)

    def pushforward(x_dot: Any) -> Any:
        return np.cumulative_sum(x_dot, axis=axis, include_initial=include_initial)

    return z, pullback, pushforward


def cumulative_prod(x: Any, *, axis: Any = None, dtype: Any = None, include_initial: Any = False) -> Any:
    """z[i] = x[0] ... x[i], after a 1 with ``include_initial``."""
    z = np.cumulative_prod(x, axis=axis, dtype=dtype, include_initial=include_initial)

    def pullback(z_bar: Any) -> Any:
        terms_bar = without_first(z_bar, axis) if include_initial else z_bar
        return cumprod_bar(terms_bar, x, axis, dtype)

    def pushforward(x_dot: Any) -> Any:
        z_dot = cumprod_dot(x_dot, x, axis, dtype)
        return np.insert(z_dot, 0, 0, 0 if axis is None else axis) if include_initial else z_dot

    return z, pullback, pushforward


if hasattr(np, "cumulative_sum"):  # NumPy 2.1
    rule(np.cumulative_sum)(cumulative_sum)
    rule(np.cumulative_prod)(cumulative_prod)


@rule(np.diff)
def diff(a: Any, n: Any = 1, axis: Any = -1, prepend: Any = None, append: Any = None) -> Any:
    """z[i] = a[i + 1] - a[i], n times, of a with something before and after it."""
    z = padded_diff(a, n, axis, prepend, append)
    a_shape = np.shape(a)

    def pullback(z_bar: Any) -> Any:
        if prepend is None and append is None:
            a_bar = diff_bar(z_bar, a_shape, n, axis)
        else:
            a_bar = diff_bar(z_bar, a_shape, n, axis, prepend, append)
        prepend_bar = None if prepend is None else prepended_bar(z_bar, a_shape, n, axis, prepend, append)
        append_bar = None if append is None else appended_bar(z_bar, a_shape, n, axis, prepend, append)
        return a_bar, prepend_bar, append_bar

    def pushforward(a_dot: Any, prepend_dot: Any, append_dot: Any) -> Any:
        before = None if prepend is None else prepend_dot
        after = None if append is None else append_dot
        return padded_diff(a_dot, n, axis, before, after)

    return z, pullback, pushforward


@rule(np.ediff1d)
def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> Any:
    """z[i] = ary[i + 1] - ary[i] of the flat array, with something before and after it."""
    z = np.ediff1d(ary, to_end, to_begin)
    ary_shape, to_end_shape, to_begin_shape = np.shape(ary), np.shape(to_end), np.shape(to_begin)

    def pullback(z_bar: Any) -> Any:
        ary_bar = ediff1d_bar(z_bar, ary_shape, to_begin)
        to_end_bar = None if to_end is None else np.reshape(z_bar[np.size(z_bar) - np.size(to_end) :], to_end_shape)
        to_begin_bar = None if to_begin is None else np.reshape(z_bar[: np.size(to_begin)], to_begin_shape)
        return ary_bar, to_end_bar, to_begin_bar

    def pushforward(ary_dot: Any, to_end_dot: Any, to_begin_dot: Any) -> Any:
        after = None if to_end is None else to_end_dot
        before = None if to_begin is None else to_begin_dot
        return np.ediff1d(ary_dot, after, before)

    return z, pullback, pushforward


def trapezoid(y: Any, x: Any = None, dx: Any = 1.0, axis: Any = -1) -> Any:
    """z = sum of (x[i + 1] - x[i]) (y[i] + y[i + 1]) / 2, with the spacing dx where there is no x."""
    z = np.trapezoid(y, x, dx, axis)
    y_shape, x_shape, dx_shape = np.shape(y), np.shape(x), np.shape(dx)

    def pullback(z_bar: Any) -> Any:
        y_bar = trapezoid_bar(z_bar, trapezoid_widths(x, dx, y_shape, axis), y_shape, axis)
        x_bar = None if x is None else trapezoid_x_bar(z_bar, y, x_shape, axis)
        if x is None:
            dx_bar = unbroadcast(np.expand_dims(z_bar, axis) * conj(pair_sums(y, axis) / 2), dx_shape)
        else:
            dx_bar = np.zeros(dx_shape)
        return y_bar, x_bar, dx_bar

    def pushforward(y_dot: Any, x_dot: Any, dx_dot: Any) -> Any:
        widths_dot = dx_dot if x is None else trapezoid_widths(x_dot, dx, y_shape, axis)
        change = pair_sums(y_dot, axis) * trapezoid_widths(x, dx, y_shape, axis) + pair_sums(y, axis) * widths_dot
        return np.sum(change / 2, axis=axis)

    return z, pullback, pushforward


rule(np.trapezoid)(trapezoid)


@rule(np.gradient)
def gradient(f: Any, *varargs: Any, axis: Any = None, edge_order: Any = 1) -> Any:
    """z = the differences of f along each axis; one output per axis (a bare one for one axis)."""
    z = np.gradient(f, *varargs, axis=axis, edge_order=edge_order)
    f_shape = np.shape(f)

    def pullback(*z_bars: Any) -> Any:
        f_bar = gradient_bar(z_bars, f_shape, varargs, axis, edge_order)
        varargs_bar = spacing_bars(z_bars, f, varargs, axis, edge_order)
        return f_bar, varargs_bar

    def pushforward(f_dot: Any, *varargs_dot: Any) -> Any:
        return gradient_dot(f_dot, varargs_dot, f, varargs, axis, edge_order)

    return z, pullback, pushforward
