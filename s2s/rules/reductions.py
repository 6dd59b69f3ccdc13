"""Rules of reductions."""
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.rules.registry import rule, zero_derivative
from s2s.runtime import (
    beside_weights,
    centred,
    conj,
    expand,
    initial_share,
    mean_slope,
    others_product,
    ratio,
    reduced_size,
    scale,
    sum_to_weights,
    tie_shares,
    unbroadcast,
    var_slope,
)

zero_derivative(np.count_nonzero)


@rule(np.sum)
def sum(
    a: Any, axis: Any = None, dtype: Any = None, keepdims: Any = False, initial: Any = 0, where: Any = True
) -> Any:
    """z = the sum of a over the axis."""
    z = np.sum(a, axis, dtype, keepdims=keepdims, initial=initial, where=where)
    a_shape = np.shape(a)

    def pullback(z_bar: Any) -> Any:
        if axis is None and where is True:
            a_bar = np.broadcast_to(z_bar, a_shape)
        elif where is True:
            a_bar = expand(z_bar, a_shape, axis, keepdims)
        else:
            a_bar = np.where(where, expand(z_bar, a_shape, axis, keepdims), 0.0)
        initial_bar = np.sum(z_bar)
        return a_bar, initial_bar

    def pushforward(a_dot: Any, initial_dot: Any) -> Any:
        return np.sum(a_dot, axis=axis, keepdims=keepdims, where=where) + initial_dot

    return z, pullback, pushforward


@rule(np.mean)
def mean(a: Any, axis: Any = None, dtype: Any = None, keepdims: Any = False, *, where: Any = True) -> Any:
    """z = the mean of a over the axis."""
    z = np.mean(a, axis, dtype, keepdims=keepdims, where=where)
    a_shape = np.shape(a)

    def pullback(z_bar: Any) -> Any:
        if axis is None and where is True:
            a_bar = np.broadcast_to(z_bar / reduced_size(a_shape), a_shape)
        elif where is True:
            a_bar = expand(z_bar / reduced_size(a_shape, axis), a_shape, axis, keepdims)
        else:
            a_bar = scale(expand(z_bar, a_shape, axis, keepdims), mean_slope(a, axis, where))
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.mean(a_dot, axis=axis, keepdims=keepdims, where=where)

    return z, pullback, pushforward


@rule(np.prod)
def prod(
    a: Any, axis: Any = None, dtype: Any = None, keepdims: Any = False, initial: Any = 1, where: Any = True
) -> Any:
    """z = the product of a over the axis; the slope is the product of all other factors."""
    z = np.prod(a, axis, dtype, keepdims=keepdims, initial=initial, where=where)
    a_shape = np.shape(a)

    def pullback(z_bar: Any) -> Any:
        rest_bar = expand(z_bar, a_shape, axis, keepdims) * conj(initial)
        a_bar = scale(rest_bar, conj(others_product(a, axis, where, dtype)))
        initial_bar = np.sum(scale(z_bar, conj(np.prod(a, axis, dtype, keepdims=keepdims, where=where))))
        return a_bar, initial_bar

    def pushforward(a_dot: Any, initial_dot: Any) -> Any:
        rest_dot = np.sum(scale(a_dot, others_product(a, axis, where, dtype)), axis=axis, keepdims=keepdims)
        return rest_dot * initial + initial_dot * np.prod(a, axis, dtype, keepdims=keepdims, where=where)

    return z, pullback, pushforward


@rule(np.max, np.amax)
def max(a: Any, axis: Any = None, keepdims: Any = False, initial: Any = None, where: Any = True) -> Any:
    """z = the maximum of a over the axis; entries that tie share evenly."""
    z = np.max(a, axis, keepdims=keepdims, initial=initial, where=where)
    a_shape = np.shape(a)

    def pullback(z_bar: Any) -> Any:
        shares = tie_shares(a, z, axis, keepdims, where, initial)
        if axis is None:
            a_bar = z_bar * shares
        else:
            a_bar = expand(z_bar, a_shape, axis, keepdims) * shares
        initial_bar = np.sum(z_bar * initial_share(a, z, axis, keepdims, where, initial))
        return a_bar, initial_bar

    def pushforward(a_dot: Any, initial_dot: Any) -> Any:
        shares = tie_shares(a, z, axis, keepdims, where, initial)
        along_a = np.sum(a_dot * shares, axis=axis, keepdims=keepdims)
        return along_a + initial_dot * initial_share(a, z, axis, keepdims, where, initial)

    return z, pullback, pushforward


@rule(np.min, np.amin)
def min(a: Any, axis: Any = None, keepdims: Any = False, initial: Any = None, where: Any = True) -> Any:
    """z = the minimum of a over the axis; entries that tie share evenly."""
    z = np.min(a, axis, keepdims=keepdims, initial=initial, where=where)
    a_shape = np.shape(a)

    def pullback(z_bar: Any) -> Any:
        shares = tie_shares(a, z, axis, keepdims, where, initial)
        if axis is None:
            a_bar = z_bar * shares
        else:
            a_bar = expand(z_bar, a_shape, axis, keepdims) * shares
        initial_bar = np.sum(z_bar * initial_share(a, z, axis, keepdims, where, initial))
        return a_bar, initial_bar

    def pushforward(a_dot: Any, initial_dot: Any) -> Any:
        shares = tie_shares(a, z, axis, keepdims, where, initial)
        along_a = np.sum(a_dot * shares, axis=axis, keepdims=keepdims)
        return along_a + initial_dot * initial_share(a, z, axis, keepdims, where, initial)

    return z, pullback, pushforward


@rule(np.var)
def var(
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
    """z = the sum of |a - mean|^2 over n - ddof."""
    z = np.var(
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
        if axis is None and where is True and mean is None:
            a_bar = ratio(2 * z_bar * (a - np.mean(a)), np.size(a) - lost)
            mean_bar = None
        else:
            slope = var_slope(a, axis, lost, where, mean)
            a_bar = scale(expand(z_bar, a_shape, axis, keepdims), slope)
            mean_bar = unbroadcast(-scale(expand(z_bar, a_shape, axis, keepdims), slope), mean_shape)
        return a_bar, mean_bar

    def pushforward(a_dot: Any, mean_dot: Any) -> Any:
        change = np.real(conj(var_slope(a, axis, lost, where, mean)) * (a_dot - mean_dot))
        return np.sum(change, axis=axis, keepdims=keepdims)

    return z, pullback, pushforward


@rule(np.std)
def std(
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
    """z = the square root of the variance of a, with the slope 0 where it is 0."""
    z = np.std(
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
        if axis is None and where is True and mean is None:
            a_bar = ratio(z_bar * centred(a), z * (np.size(a) - lost))
            mean_bar = None
        else:
            slope_bar = expand(z_bar, a_shape, axis, keepdims) * var_slope(a, axis, lost, where, mean)
            a_bar = ratio(slope_bar, 2 * expand(z, a_shape, axis, keepdims))
            mean_bar = unbroadcast(-ratio(slope_bar, 2 * expand(z, a_shape, axis, keepdims)), mean_shape)
        return a_bar, mean_bar

    def pushforward(a_dot: Any, mean_dot: Any) -> Any:
        change = np.real(conj(var_slope(a, axis, lost, where, mean)) * (a_dot - mean_dot))
        return ratio(np.sum(change, axis=axis, keepdims=keepdims), 2 * z)

    return z, pullback, pushforward


@rule(np.ptp)
def ptp(a: Any, axis: Any = None, keepdims: Any = False) -> Any:
    """z = the maximum minus the minimum of a over the axis; entries that tie share evenly."""
    z = np.ptp(a, axis, keepdims=keepdims)
    a_shape = np.shape(a)

    def pullback(z_bar: Any) -> Any:
        above = tie_shares(a, np.max(a, axis, keepdims=keepdims), axis, keepdims)
        below = tie_shares(a, np.min(a, axis, keepdims=keepdims), axis, keepdims)
        return expand(z_bar, a_shape, axis, keepdims) * (above - below)

    def pushforward(a_dot: Any) -> Any:
        above = tie_shares(a, np.max(a, axis, keepdims=keepdims), axis, keepdims)
        below = tie_shares(a, np.min(a, axis, keepdims=keepdims), axis, keepdims)
        return np.sum(a_dot * (above - below), axis=axis, keepdims=keepdims)

    return z, pullback, pushforward


@rule(np.average)
def average(a: Any, axis: Any = None, weights: Any = None, returned: Any = False, *, keepdims: Any = False) -> Any:
    """z = sum(weights a) / total over the axis, where total = sum(weights).

    Longer than most: weights may have the shape of a or of its axis, and with ``returned`` the total is an output too.
    """
    z = np.average(a, axis, weights, returned, keepdims=keepdims)
    mean = z[0] if returned else z
    a_shape, weights_shape = np.shape(a), np.shape(weights)

    def pullback(z_bar: Any, total_bar: Any = None) -> Any:
        mean_bar = np.zeros_like(mean) if z_bar is None else z_bar
        if weights is None:
            a_bar = expand(mean_bar / reduced_size(a_shape, axis), a_shape, axis, keepdims)
            weights_bar = None
        else:
            w = beside_weights(weights, a_shape, axis)
            share = expand(mean_bar, a_shape, axis, keepdims) / conj(np.sum(w, axis=axis, keepdims=True))
            a_bar = share * conj(w)
            each_bar = share * conj(a - expand(mean, a_shape, axis, keepdims))
            if total_bar is not None:
                each_bar = each_bar + expand(total_bar, a_shape, axis, keepdims)
            weights_bar = sum_to_weights(each_bar, weights_shape, axis)
        return a_bar, weights_bar

    def pushforward(a_dot: Any, weights_dot: Any) -> Any:
        if weights is None:
            mean_dot = np.mean(a_dot, axis=axis, keepdims=keepdims)
            total_dot = np.zeros_like(mean)
        else:
            w = beside_weights(weights, a_shape, axis)
            w_dot = beside_weights(weights_dot, a_shape, axis)
            change = w * a_dot + (a - expand(mean, a_shape, axis, keepdims)) * w_dot
            mean_dot = np.sum(change / np.sum(w, axis=axis, keepdims=True), axis=axis, keepdims=keepdims)
            total_dot = np.broadcast_to(np.sum(w_dot, axis=axis, keepdims=keepdims), np.shape(mean))
        return (mean_dot, total_dot) if returned else mean_dot

    return z, pullback, pushforward
