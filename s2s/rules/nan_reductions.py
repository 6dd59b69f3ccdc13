"""Rules of reductions that leave NaN out."""
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.rules.registry import rule
from s2s.runtime import (
    conj,
    expand,
    initial_share,
    mean_slope,
    others_product,
    ratio,
    scale,
    tie_shares,
    unbroadcast,
    var_slope,
    without_nan,
)


@rule(np.nansum)
def nansum(
    a: Any, axis: Any = None, dtype: Any = None, keepdims: Any = False, initial: Any = 0, where: Any = True
) -> Any:
    """z = the sum of a over the axis without NaN."""
    z = np.nansum(a, axis, dtype, keepdims=keepdims, initial=initial, where=where)
    a_shape = np.shape(a)

    def pullback(z_bar: Any) -> Any:
        a_bar = np.where(without_nan(where, a), expand(z_bar, a_shape, axis, keepdims), 0.0)
        initial_bar = np.sum(z_bar)
        return a_bar, initial_bar

    def pushforward(a_dot: Any, initial_dot: Any) -> Any:
        return np.sum(a_dot, axis=axis, keepdims=keepdims, where=without_nan(where, a)) + initial_dot

    return z, pullback, pushforward


@rule(np.nanmean)
def nanmean(a: Any, axis: Any = None, dtype: Any = None, keepdims: Any = False, *, where: Any = True) -> Any:
    """z = the mean of a over the axis without NaN."""
    z = np.nanmean(a, axis, dtype, keepdims=keepdims, where=where)
    a_shape = np.shape(a)

    def pullback(z_bar: Any) -> Any:
        return scale(expand(z_bar, a_shape, axis, keepdims), mean_slope(a, axis, without_nan(where, a)))

    def pushforward(a_dot: Any) -> Any:
        return np.sum(a_dot * mean_slope(a, axis, without_nan(where, a)), axis=axis, keepdims=keepdims)

    return z, pullback, pushforward


@rule(np.nanprod)
def nanprod(
    a: Any, axis: Any = None, dtype: Any = None, keepdims: Any = False, initial: Any = 1, where: Any = True
) -> Any:
    """z = the product of a over the axis without NaN; the slope is the product of all other factors."""
    z = np.nanprod(a, axis, dtype, keepdims=keepdims, initial=initial, where=where)
    a_shape = np.shape(a)

    def pullback(z_bar: Any) -> Any:
        rest_bar = expand(z_bar, a_shape, axis, keepdims) * conj(initial)
        a_bar = scale(rest_bar, conj(others_product(a, axis, without_nan(where, a), dtype)))
        initial_bar = np.sum(scale(z_bar, conj(np.nanprod(a, axis, dtype, keepdims=keepdims, where=where))))
        return a_bar, initial_bar

    def pushforward(a_dot: Any, initial_dot: Any) -> Any:
        change = scale(a_dot, others_product(a, axis, without_nan(where, a), dtype))
        rest_dot = np.sum(change, axis=axis, keepdims=keepdims)
        return rest_dot * initial + initial_dot * np.nanprod(a, axis, dtype, keepdims=keepdims, where=where)

    return z, pullback, pushforward


@rule(np.nanmax)
def nanmax(a: Any, axis: Any = None, keepdims: Any = False, initial: Any = None, where: Any = True) -> Any:
    """z = the maximum of a over the axis without NaN; entries that tie share evenly."""
    z = np.nanmax(a, axis, keepdims=keepdims, initial=initial, where=where)
    a_shape = np.shape(a)

    def pullback(z_bar: Any) -> Any:
        shares = tie_shares(a, z, axis, keepdims, without_nan(where, a), initial)
        if axis is None:
            a_bar = z_bar * shares
        else:
            a_bar = expand(z_bar, a_shape, axis, keepdims) * shares
        initial_bar = np.sum(z_bar * initial_share(a, z, axis, keepdims, without_nan(where, a), initial))
        return a_bar, initial_bar

    def pushforward(a_dot: Any, initial_dot: Any) -> Any:
        shares = tie_shares(a, z, axis, keepdims, without_nan(where, a), initial)
        along_a = np.sum(a_dot * shares, axis=axis, keepdims=keepdims)
        return along_a + initial_dot * initial_share(a, z, axis, keepdims, without_nan(where, a), initial)

    return z, pullback, pushforward


@rule(np.nanmin)
def nanmin(a: Any, axis: Any = None, keepdims: Any = False, initial: Any = None, where: Any = True) -> Any:
    """z = the minimum of a over the axis without NaN; entries that tie share evenly."""
    z = np.nanmin(a, axis, keepdims=keepdims, initial=initial, where=where)
    a_shape = np.shape(a)

    def pullback(z_bar: Any) -> Any:
        shares = tie_shares(a, z, axis, keepdims, without_nan(where, a), initial)
        if axis is None:
            a_bar = z_bar * shares
        else:
            a_bar = expand(z_bar, a_shape, axis, keepdims) * shares
        initial_bar = np.sum(z_bar * initial_share(a, z, axis, keepdims, without_nan(where, a), initial))
        return a_bar, initial_bar

    def pushforward(a_dot: Any, initial_dot: Any) -> Any:
        shares = tie_shares(a, z, axis, keepdims, without_nan(where, a), initial)
        along_a = np.sum(a_dot * shares, axis=axis, keepdims=keepdims)
        return along_a + initial_dot * initial_share(a, z, axis, keepdims, without_nan(where, a), initial)

    return z, pullback, pushforward


@rule(np.nanvar)
def nanvar(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    ddof: Any = 0,
    keepdims: Any = False,
    *,
    where: Any = True,
    mean: Any = None,
    correction: Any = None,
) -> Any:
    """z = the sum of |a - mean|^2 over n - ddof, without NaN."""
    z = np.nanvar(
        a,
        axis,
        dtype,
        ddof=ddof if correction is None else correction,
        keepdims=keepdims,
        where=where,
        mean=np._NoValue if mean is None else mean,
    )
    lost = ddof if correction is None else correction
    a_shape, mean_shape = np.shape(a), np.shape(mean)

    def pullback(z_bar: Any) -> Any:
        slope = var_slope(a, axis, lost, without_nan(where, a), mean)
        a_bar = scale(expand(z_bar, a_shape, axis, keepdims), slope)
        mean_bar = unbroadcast(-scale(expand(z_bar, a_shape, axis, keepdims), slope), mean_shape)
        return a_bar, mean_bar

    def pushforward(a_dot: Any, mean_dot: Any) -> Any:
        change = np.real(conj(var_slope(a, axis, lost, without_nan(where, a), mean)) * (a_dot - mean_dot))
        return np.sum(change, axis=axis, keepdims=keepdims)

    return z, pullback, pushforward


@rule(np.nanstd)
def nanstd(
    a: Any,
    axis: Any = None,
    dtype: Any = None,
    ddof: Any = 0,
    keepdims: Any = False,
    *,
    where: Any = True,
    mean: Any = None,
    correction: Any = None,
) -> Any:
    """z = the square root of the variance of a, with the slope 0 where it is 0, without NaN."""
    z = np.nanstd(
        a,
        axis,
        dtype,
        ddof=ddof if correction is None else correction,
        keepdims=keepdims,
        where=where,
        mean=np._NoValue if mean is None else mean,
    )
    lost = ddof if correction is None else correction
    a_shape, mean_shape = np.shape(a), np.shape(mean)

    def pullback(z_bar: Any) -> Any:
        slope_bar = expand(z_bar, a_shape, axis, keepdims) * var_slope(a, axis, lost, without_nan(where, a), mean)
        a_bar = ratio(slope_bar, 2 * expand(z, a_shape, axis, keepdims))
        mean_bar = unbroadcast(-ratio(slope_bar, 2 * expand(z, a_shape, axis, keepdims)), mean_shape)
        return a_bar, mean_bar

    def pushforward(a_dot: Any, mean_dot: Any) -> Any:
        change = np.real(conj(var_slope(a, axis, lost, without_nan(where, a), mean)) * (a_dot - mean_dot))
        return ratio(np.sum(change, axis=axis, keepdims=keepdims), 2 * z)

    return z, pullback, pushforward
