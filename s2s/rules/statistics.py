"""Rules of order statistics, covariances and correlations."""
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.errors import UnsupportedError
from s2s.rules.registry import rule
from s2s.runtime import (
    corr_bar,
    corr_dot,
    cov_bar,
    cov_dot,
    cov_weights_bar,
    histogram_counts_dot,
    histogram_edges_dot,
    histogram_sample_bar,
    histogram_weights_bar,
    level_dot,
    level_slope,
    order_slope,
    quantile_bar,
    quantile_dot,
    quantile_level_bar,
)


@rule(np.histogram)
def histogram(a: Any, bins: Any = 10, range: Any = None, density: Any = None, weights: Any = None) -> Any:
    """Sums of weights per bin, or these by total and width; edges at even distances between min(a) and max(a)."""
    counts, edges = np.histogram(a, bins, range, density, weights)

    def pullback(counts_bar: Any, edges_bar: Any) -> Any:
        a_bar = histogram_sample_bar(counts_bar, edges_bar, a, counts, edges, bins, range, density)
        weights_bar = histogram_weights_bar(counts_bar, a, counts, edges, weights, density)
        return a_bar, weights_bar

    def pushforward(a_dot: Any, weights_dot: Any) -> Any:
        edges_dot = histogram_edges_dot(a_dot, a, edges, bins, range)
        counts_dot = histogram_counts_dot(weights_dot, edges_dot, a, counts, edges, weights, density)
        return counts_dot, edges_dot

    return (counts, edges), pullback, pushforward


@rule(np.histogram_bin_edges)
def histogram_bin_edges(a: Any, bins: Any = 10, range: Any = None, weights: Any = None) -> Any:
    """Edges at even distances between min(a) and max(a); a number of bins that is chosen from ``a`` is a constant."""
    edges = np.histogram_bin_edges(a, bins, range, weights)

    def pullback(edges_bar: Any) -> Any:
        return histogram_sample_bar(None, edges_bar, a, None, edges, bins, range, False)

    def pushforward(a_dot: Any) -> Any:
        return histogram_edges_dot(a_dot, a, edges, bins, range)

    return edges, pullback, pushforward


@rule(np.median)
def median(a: Any, axis: Any = None, overwrite_input: Any = False, keepdims: Any = False) -> Any:
    """z = the middle entry, or the mean of the two middle ones; entries that tie share evenly."""
    z = np.median(a, axis, overwrite_input=overwrite_input, keepdims=keepdims)
    if overwrite_input is not False:
        raise UnsupportedError("np.median: the keyword 'overwrite_input'", hint="np.median(a, axis)")

    def pullback(z_bar: Any) -> Any:
        return quantile_bar(z_bar, order_slope(a, z, 0.5, axis, keepdims), 0.5, axis, keepdims)

    def pushforward(a_dot: Any) -> Any:
        return quantile_dot(a_dot, order_slope(a, z, 0.5, axis, keepdims), 0.5, axis, keepdims)

    return z, pullback, pushforward


@rule(np.nanmedian)
def nanmedian(a: Any, axis: Any = None, overwrite_input: Any = False, keepdims: Any = False) -> Any:
    """z = the median without NaN."""
    z = np.nanmedian(a, axis, overwrite_input=overwrite_input, keepdims=keepdims)
    if overwrite_input is not False:
        raise UnsupportedError("np.nanmedian: the keyword 'overwrite_input'", hint="np.nanmedian(a, axis)")

    def pullback(z_bar: Any) -> Any:
        slope = order_slope(a, z, 0.5, axis, keepdims, ignore_nan=True)
        return quantile_bar(z_bar, slope, 0.5, axis, keepdims)

    def pushforward(a_dot: Any) -> Any:
        slope = order_slope(a, z, 0.5, axis, keepdims, ignore_nan=True)
        return quantile_dot(a_dot, slope, 0.5, axis, keepdims)

    return z, pullback, pushforward

@rule(np.quantile)
def quantile(
    a: Any,
    q: Any,
    axis: Any = None,
    overwrite_input: Any = False,
    method: Any = "linear",
    keepdims: Any = False,
    *,
    weights: Any = None,
) -> Any:
    """z = the quantile q; entries that tie share evenly. It jumps where weights move it on."""
    z = np.quantile(a, q, axis, None, overwrite_input, method, keepdims, weights=weights)
    if overwrite_input is not False:
        raise UnsupportedError("np.quantile: the keyword 'overwrite_input'", hint="np.quantile(a, q, axis)")
    q_shape, levels = np.shape(q), q

    def pullback(z_bar: Any) -> Any:
        slope = order_slope(a, z, levels, axis, keepdims, method, weights)
        a_bar = quantile_bar(z_bar, slope, levels, axis, keepdims)
        level = level_slope(a, z, levels, axis, method, weights)
        q_bar = quantile_level_bar(z_bar * level, q_shape)
        weights_bar = None
        return a_bar, q_bar, weights_bar

    def pushforward(a_dot: Any, q_dot: Any, weights_dot: Any) -> Any:
        slope = order_slope(a, z, levels, axis, keepdims, method, weights)
        along_a = quantile_dot(a_dot, slope, levels, axis, keepdims)
        level = level_slope(a, z, levels, axis, method, weights)
        return along_a + level * level_dot(q_dot, np.ndim(z))

    return z, pullback, pushforward


@rule(np.percentile)
def percentile(
    a: Any,
    q: Any,
    axis: Any = None,
    overwrite_input: Any = False,
    method: Any = "linear",
    keepdims: Any = False,
    *,
    weights: Any = None,
) -> Any:
    """z = the percentile q; entries that tie share evenly. It jumps where weights move it on."""
    z = np.percentile(a, q, axis, None, overwrite_input, method, keepdims, weights=weights)
    if overwrite_input is not False:
        raise UnsupportedError("np.percentile: the keyword 'overwrite_input'", hint="np.percentile(a, q, axis)")
    q_shape, levels = np.shape(q), np.divide(q, 100)

    def pullback(z_bar: Any) -> Any:
        slope = order_slope(a, z, levels, axis, keepdims, method, weights)
        a_bar = quantile_bar(z_bar, slope, levels, axis, keepdims)
        level = level_slope(a, z, levels, axis, method, weights)
        q_bar = quantile_level_bar(z_bar * level / 100, q_shape)
        weights_bar = None
        return a_bar, q_bar, weights_bar

    def pushforward(a_dot: Any, q_dot: Any, weights_dot: Any) -> Any:
        slope = order_slope(a, z, levels, axis, keepdims, method, weights)
        along_a = quantile_dot(a_dot, slope, levels, axis, keepdims)
        level = level_slope(a, z, levels, axis, method, weights)
        return along_a + level * level_dot(q_dot, np.ndim(z)) / 100

    return z, pullback, pushforward


@rule(np.nanquantile)
def nanquantile(
    a: Any,
    q: Any,
    axis: Any = None,
    overwrite_input: Any = False,
    method: Any = "linear",
    keepdims: Any = False,
    *,
    weights: Any = None,
) -> Any:
    """z = the quantile q without NaN; entries that tie share evenly. It jumps where weights move it on."""
    z = np.nanquantile(a, q, axis, None, overwrite_input, method, keepdims, weights=weights)
    if overwrite_input is not False:
        raise UnsupportedError("np.nanquantile: the keyword 'overwrite_input'", hint="np.nanquantile(a, q, axis)")
    q_shape, levels = np.shape(q), q

    def pullback(z_bar: Any) -> Any:
        slope = order_slope(a, z, levels, axis, keepdims, method, weights, ignore_nan=True)
        a_bar = quantile_bar(z_bar, slope, levels, axis, keepdims)
        level = level_slope(a, z, levels, axis, method, weights, ignore_nan=True)
        q_bar = quantile_level_bar(z_bar * level, q_shape)
        weights_bar = None
        return a_bar, q_bar, weights_bar

    def pushforward(a_dot: Any, q_dot: Any, weights_dot: Any) -> Any:
        slope = order_slope(a, z, levels, axis, keepdims, method, weights, ignore_nan=True)
        along_a = quantile_dot(a_dot, slope, levels, axis, keepdims)
        level = level_slope(a, z, levels, axis, method, weights, ignore_nan=True)
        return along_a + level * level_dot(q_dot, np.ndim(z))

    return z, pullback, pushforward


@rule(np.nanpercentile)
def nanpercentile(
    a: Any,
    q: Any,
    axis: Any = None,
    overwrite_input: Any = False,
    method: Any = "linear",
    keepdims: Any = False,
    *,
    weights: Any = None,
) -> Any:
    """z = the percentile q without NaN; entries that tie share evenly. It jumps where weights move it on."""
    z = np.nanpercentile(a, q, axis, None, overwrite_input, method, keepdims, weights=weights)
    if overwrite_input is not False:
        raise UnsupportedError("np.nanpercentile: the keyword 'overwrite_input'", hint="np.nanpercentile(a, q, axis)")
    q_shape, levels = np.shape(q), np.divide(q, 100)

    def pullback(z_bar: Any) -> Any:
        slope = order_slope(a, z, levels, axis, keepdims, method, weights, ignore_nan=True)
        a_bar = quantile_bar(z_bar, slope, levels, axis, keepdims)
        level = level_slope(a, z, levels, axis, method, weights, ignore_nan=True)
        q_bar = quantile_level_bar(z_bar * level / 100, q_shape)
        weights_bar = None
        return a_bar, q_bar, weights_bar

    def pushforward(a_dot: Any, q_dot: Any, weights_dot: Any) -> Any:
        slope = order_slope(a, z, levels, axis, keepdims, method, weights, ignore_nan=True)
        along_a = quantile_dot(a_dot, slope, levels, axis, keepdims)
        level = level_slope(a, z, levels, axis, method, weights, ignore_nan=True)
        return along_a + level * level_dot(q_dot, np.ndim(z)) / 100

    return z, pullback, pushforward

@rule(np.cov)
def cov(
    m: Any,
    y: Any = None,
    rowvar: Any = True,
    bias: Any = False,
    ddof: Any = None,
    fweights: Any = None,
    aweights: Any = None,
    *,
    dtype: Any = None,
) -> Any:
    """C = X W X^H / factor for the rows X of m and y without their weighted mean."""
    c = np.cov(m, y, rowvar, bias, ddof, fweights, aweights, dtype=dtype)

    def pullback(c_bar: Any) -> Any:
        m_bar, y_bar = cov_bar(c_bar, m, y, rowvar, bias, ddof, fweights, aweights)
        if aweights is None:
            aweights_bar = None
        else:
            aweights_bar = cov_weights_bar(c_bar, c, m, y, rowvar, bias, ddof, fweights, aweights)
        return m_bar, y_bar, aweights_bar

    def pushforward(m_dot: Any, y_dot: Any, aweights_dot: Any) -> Any:
        return cov_dot(m_dot, y_dot, aweights_dot, c, m, y, rowvar, bias, ddof, fweights, aweights)

    return c, pullback, pushforward


@rule(np.corrcoef)
def corrcoef(x: Any, y: Any = None, rowvar: Any = True, *, dtype: Any = None) -> Any:
    """R = C / sqrt(diag(C) diag(C)^T) for the covariance C."""
    r = np.corrcoef(x, y, rowvar, dtype=dtype)

    def pullback(r_bar: Any) -> Any:
        x_bar, y_bar = corr_bar(r_bar, r, x, y, rowvar)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        return corr_dot(x_dot, y_dot, r, x, y, rowvar)

    return r, pullback, pushforward
