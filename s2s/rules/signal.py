"""Rules of convolution, interpolation and phase unwrapping."""
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.rules.registry import rule
from s2s.runtime import between, conj, interp_cells, ratio, share_between, to_full, within


@rule(np.convolve)
def convolve(a: Any, v: Any, mode: Any = "full") -> Any:
    """z[k] = sum_i a[i] v[k - i].

    Two forms: the usual one, and one for numbers and for parts of the full convolution.
    """
    z = np.convolve(a, v, mode)
    a_shape, v_shape = np.shape(a), np.shape(v)

    def pullback(z_bar: Any) -> Any:
        if mode == "full" and np.ndim(a) == 1 and np.ndim(v) == 1:
            a_bar = np.correlate(z_bar, v, "valid")
            v_bar = np.correlate(z_bar, a, "valid")
        else:
            full_bar = to_full(z_bar, a_shape, v_shape, mode)
            a_bar = np.reshape(np.correlate(full_bar, np.atleast_1d(v), "valid"), a_shape)
            v_bar = np.reshape(np.correlate(full_bar, np.atleast_1d(a), "valid"), v_shape)
        return a_bar, v_bar

    def pushforward(a_dot: Any, v_dot: Any) -> Any:
        return np.convolve(a_dot, v, mode) + np.convolve(a, v_dot, mode)

    return z, pullback, pushforward


@rule(np.correlate)
def correlate(a: Any, v: Any, mode: Any = "valid") -> Any:
    """z[k] = sum_i a[i + k] conj(v[i])."""
    z = np.correlate(a, v, mode)
    a_shape, v_shape = np.shape(a), np.shape(v)

    def pullback(z_bar: Any) -> Any:
        if mode == "full":
            a_bar = np.convolve(z_bar, v, "valid")
            v_bar = conj(np.correlate(z_bar, a, "valid"))[::-1]
        else:
            full_bar = to_full(z_bar, a_shape, v_shape, mode, correlate=True)
            a_bar = np.convolve(full_bar, v, "valid")
            v_bar = conj(np.correlate(full_bar, a, "valid"))[::-1]
        return a_bar, v_bar

    def pushforward(a_dot: Any, v_dot: Any) -> Any:
        return np.correlate(a_dot, v, mode) + np.correlate(a, v_dot, mode)

    return z, pullback, pushforward


@rule(np.interp)
def interp(x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Any:
    """z = (1 - t) fp[low] + t fp[high] with t = (x - xp[low]) / h: linear between knots.

    At a knot the slope is that of the cell to its right; outside the knots z is ``left`` or ``right`` (fp[0], fp[-1]).
    The length is owed to the six arguments.
    """
    z = np.interp(x, xp, fp, left, right, period)
    xp_shape, fp_shape = np.shape(xp), np.shape(fp)
    low, high, t, h, side, drift = interp_cells(x, xp, period)
    slope = ratio(np.take(fp, high) - np.take(fp, low), h)

    def pullback(z_bar: Any) -> Any:
        x_bar = z_bar * conj(slope)
        xp_bar = -share_between(x_bar, t, low, high, xp_shape)
        if left is None and right is None:
            fp_bar = share_between(z_bar, t, low, high, fp_shape)
        else:
            fp_bar = share_between(within(z_bar, side, left, right), t, low, high, fp_shape)
        left_bar = np.sum(np.where(side < 0, z_bar, 0.0))
        right_bar = np.sum(np.where(side > 0, z_bar, 0.0))
        period_bar = np.sum(x_bar * drift)
        return x_bar, xp_bar, fp_bar, left_bar, right_bar, period_bar

    def pushforward(
        x_dot: Any, xp_dot: Any, fp_dot: Any, left_dot: Any, right_dot: Any, period_dot: Any
    ) -> Any:
        moved = slope * (x_dot - between(xp_dot, t, low, high) + drift * period_dot)
        inside = moved + within(between(fp_dot, t, low, high), side, left, right)
        before = inside if left is None else inside + np.where(side < 0, left_dot, 0.0)
        return before if right is None else before + np.where(side > 0, right_dot, 0.0)

    return z, pullback, pushforward


@rule(np.unwrap)
def unwrap(p: Any, discont: Any = None, axis: int = -1, *, period: Any = 6.283185307179586) -> Any:
    """z = p + period n with whole numbers n."""
    z = np.unwrap(p, discont, axis, period=period)
    turns = np.rint((z - p) / period)

    def pullback(z_bar: Any) -> Any:
        p_bar = z_bar
        period_bar = np.sum(z_bar * turns)
        return p_bar, period_bar

    def pushforward(p_dot: Any, period_dot: Any) -> Any:
        return p_dot + turns * period_dot

    return z, pullback, pushforward
