"""Slopes of order statistics and of covariances."""
from typing import Any

import numpy as np

from s2s.runtime.broadcasting import expand
from s2s.runtime.reductions import _reduced_last

# The slope of the virtual index in q is n + 1 - alpha - beta (Hyndman and Fan, The American Statistician 50 (1996)).
_LOST = {
    "interpolated_inverted_cdf": 0.0,
    "hazen": 0.0,
    "weibull": -1.0,
    "linear": 1.0,
    "median_unbiased": -1 / 3,
    "normal_unbiased": -1 / 4,
}


def order_slope(
    x: Any,
    z: Any,
    q: Any,
    axis: Any = None,
    keepdims: bool = False,
    method: str = "linear",
    weights: Any = None,
    ignore_nan: bool = False,
) -> Any:
    """The slope of a quantile in every entry of ``x``: the shape of ``q`` followed by that of ``x``.

    A quantile is (1 - t) s[k] + t s[k + 1] of the sorted entries s.  The quantile of 0, 1, ..., n - 1 by the same
    method is k + t.  Entries equal to s[k] share its weight evenly.
    """
    q_shape, kind = np.shape(q), np.asarray(z).dtype
    if weights is not None:  # the value is one of the entries
        values = np.reshape(z, (-1, *np.shape(z)[len(q_shape) :]))
        value = np.stack([expand(v, np.shape(x), axis, keepdims) for v in values])
        reduced = tuple(range(1, np.ndim(x) + 1)) if axis is None else _later(axis, np.ndim(x))
        mask = x == value
        return np.reshape(mask / np.maximum(np.sum(mask, axis=reduced, keepdims=True), 1), (*q_shape, *np.shape(x)))
    flat, restore = _reduced_last(np.asarray(x), axis)
    ordered = np.sort(flat, axis=-1)
    index, part, _ = _positions(flat, np.ravel(q), method, ignore_nan)
    slopes = [
        restore((1 - t) * _shares(flat, ordered, k) + t * _shares(flat, ordered, k + 1))
        for k, t in zip(index, part, strict=True)
    ]
    return np.reshape(np.stack(slopes), (*q_shape, *np.shape(x))).astype(kind)


def _later(axis: Any, ndim: int) -> tuple[int, ...]:
    return tuple(a % ndim + 1 for a in (axis if isinstance(axis, tuple) else (axis,)))


def _shares(flat: Any, ordered: Any, k: Any) -> Any:
    last = max(flat.shape[-1] - 1, 0)
    mask = flat == np.take_along_axis(ordered, np.minimum(k, last), axis=-1)
    return mask / np.maximum(np.sum(mask, axis=-1, keepdims=True), 1)


def _positions(flat: Any, q: Any, method: Any, ignore_nan: bool) -> tuple[Any, Any, Any]:
    """k, t and n of every quantile, with one trailing axis of length 1."""
    n = np.full((*flat.shape[:-1], 1), flat.shape[-1])
    if ignore_nan:
        n = np.sum(~np.isnan(flat), axis=-1, keepdims=True)
    place = np.zeros((len(q), *n.shape))
    for count in np.unique(n):
        if count:
            ramp = np.quantile(np.arange(count, dtype=float), np.asarray(q, float), method=method)
            place[:, n == count] = np.reshape(ramp, (-1, 1))
    index = np.floor(place).astype(int)
    return index, place - index, n


def quantile_bar(y_bar: Any, slope: Any, q: Any, axis: Any, keepdims: bool) -> Any:
    """The cotangent of the data for the slope of ``order_slope``."""
    q_ndim = np.ndim(q)
    data_shape = slope.shape[q_ndim:]
    flat_bar = np.reshape(y_bar, (-1, *np.shape(y_bar)[q_ndim:]))
    flat_slope = np.reshape(slope, (-1, *data_shape))
    terms = [expand(bar, data_shape, axis, keepdims) * s for bar, s in zip(flat_bar, flat_slope, strict=True)]
    return sum(terms[1:], start=terms[0])


def quantile_dot(x_dot: Any, slope: Any, q: Any, axis: Any, keepdims: bool) -> Any:
    """The tangent of the quantiles for the slope of ``order_slope``."""
    q_ndim = np.ndim(q)
    axes = range(np.ndim(x_dot)) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    later = tuple(a % max(np.ndim(x_dot), 1) + q_ndim for a in axes)
    return np.sum(slope * x_dot, axis=later, keepdims=keepdims)


def level_slope(
    x: Any, z: Any, q: Any, axis: Any, method: str, weights: Any = None, ignore_nan: bool = False
) -> Any:
    """The slope of a quantile ``z`` in its level ``q``, in the shape of ``z``: 0 for the methods that jump."""
    if weights is not None or method not in _LOST:
        return np.zeros(np.shape(z), np.asarray(z).dtype)[()]
    flat, _ = _reduced_last(np.asarray(x), axis)
    ordered = np.sort(flat, axis=-1)
    index, part, n = _positions(flat, np.ravel(q), method, ignore_nan)
    last = np.maximum(n - 1, 0)
    slopes = []
    for level, k, t in zip(np.ravel(q), index, part, strict=True):
        low = np.take_along_axis(ordered, k, axis=-1)
        high = np.take_along_axis(ordered, np.minimum(k + 1, last), axis=-1)
        below = np.take_along_axis(ordered, np.maximum(k - 1, 0), axis=-1)
        at_end = (k == last) & (t == 0)
        gap = np.where(at_end, low - below if level >= 1 and method == "linear" else 0.0, high - low)
        inside = (t > 0) | ((k > 0) & (k < last)) | (method == "linear")
        slopes.append(np.where(inside, (n - _LOST[method]) * gap, 0.0))
    return np.reshape(np.stack(slopes), np.shape(z)).astype(np.asarray(z).dtype)[()]


def quantile_level_bar(share: Any, shape: tuple[int, ...]) -> Any:
    """Sum over the axes of the data, which follow those of the level."""
    return np.sum(share, axis=tuple(range(len(shape), np.ndim(share))))


def level_dot(q_dot: Any, ndim: int) -> Any:
    """The tangent of the level with the axes of the data behind its own."""
    return np.reshape(q_dot, np.shape(q_dot) + (1,) * (ndim - np.ndim(q_dot)))[()]


def deviations(m: Any, y: Any, rowvar: bool, weights: Any) -> Any:
    """The variables of ``np.cov`` as rows, without their weighted mean."""
    rows = _rows(m, rowvar)
    if y is not None:
        rows = np.concatenate((rows, _rows(y, rowvar)), axis=0)
    return rows - np.average(rows, axis=1, weights=weights)[:, np.newaxis]


def _rows(m: Any, rowvar: bool) -> Any:
    rows = np.atleast_2d(np.asarray(m) if np.ndim(m) else np.asarray([m]))
    return rows.T if not rowvar and rows.shape[0] != 1 and np.ndim(m) == 2 else rows


def cov_weights(fweights: Any, aweights: Any, bias: bool, ddof: Any) -> tuple[Any, Any]:
    """The weight of every observation in ``np.cov`` and the ddof that ``bias`` means."""
    lost = (0 if bias else 1) if ddof is None else ddof
    if fweights is None and aweights is None:
        return None, lost
    weights: Any = 1.0
    for extra in (fweights, aweights):
        weights = weights if extra is None else weights * np.asarray(extra, float)
    return weights, lost


def cov_factor(count: int, weights: Any, aweights: Any, lost: Any) -> Any:
    """What ``np.cov`` divides the products by."""
    if weights is None:
        return max(count - lost, 0.0)
    total = float(np.sum(weights))
    if lost == 0:
        return total
    return total - lost * (1.0 if aweights is None else float(np.sum(weights * aweights)) / total)


def cov_bar(c_bar: Any, m: Any, y: Any, rowvar: bool, bias: bool, ddof: Any, fweights: Any, aweights: Any) -> Any:
    """The cotangents of ``m`` and ``y``: those of the rows are (C_bar + C_bar^H) X W / factor."""
    weights, lost = cov_weights(fweights, aweights, bias, ddof)
    x = deviations(m, y, rowvar, weights)
    factor = cov_factor(x.shape[1], weights, aweights, lost)
    square = np.reshape(c_bar, (len(x), len(x)))
    rows_bar = (square + np.conj(square.T)) @ (x if weights is None else x * weights) / factor
    count = len(_rows(m, rowvar))
    m_bar = _unrows(rows_bar[:count], m, rowvar)
    return m_bar, None if y is None else _unrows(rows_bar[count:], y, rowvar)


def _unrows(rows_bar: Any, m: Any, rowvar: bool) -> Any:
    turned = not rowvar and np.ndim(m) == 2 and np.shape(m)[0] != 1
    return np.reshape(rows_bar.T if turned else rows_bar, np.shape(m))


def cov_weights_bar(
    c_bar: Any, c: Any, m: Any, y: Any, rowvar: bool, bias: bool, ddof: Any, fweights: Any, aweights: Any
) -> Any:
    """The cotangent of ``aweights``: Re(x^H C_bar x) for each observation x, and the change of the factor."""
    weights, lost = cov_weights(fweights, aweights, bias, ddof)
    x = deviations(m, y, rowvar, weights)
    square = np.reshape(c_bar, (len(x), len(x)))
    along = np.real(np.sum(np.conj(square) * np.reshape(c, square.shape)))
    products = np.real(np.einsum("ij,ik,jk->k", np.conj(square), x, np.conj(x)))
    counts = 1.0 if fweights is None else np.asarray(fweights, float)
    factor = cov_factor(x.shape[1], weights, aweights, lost)
    return (counts * products - along * factor_slope(weights, aweights, counts, lost)) / factor


def factor_slope(weights: Any, aweights: Any, counts: Any, lost: Any) -> Any:
    """The slope of total - lost sum(weights aweights) / total in ``aweights``, where weights = counts aweights."""
    total = np.sum(weights)
    if lost == 0:
        return counts * np.ones_like(weights)
    return counts - lost * (2 * weights / total - np.sum(weights * aweights) / total**2 * counts)


def cov_dot(
    m_dot: Any,
    y_dot: Any,
    aweights_dot: Any,
    c: Any,
    m: Any,
    y: Any,
    rowvar: bool,
    bias: bool,
    ddof: Any,
    fweights: Any,
    aweights: Any,
) -> Any:
    """The tangent of ``np.cov``: (dX W X^H + X W dX^H + X dW X^H - dfactor C) / factor."""
    weights, lost = cov_weights(fweights, aweights, bias, ddof)
    x = deviations(m, y, rowvar, weights)
    x_dot = deviations(m_dot, None if y is None else y_dot, rowvar, weights)
    half = x_dot @ np.conj(x if weights is None else x * weights).T
    c_dot = half + np.conj(half.T)
    if aweights is not None:
        counts = 1.0 if fweights is None else np.asarray(fweights, float)
        c_dot = c_dot + (x * (counts * aweights_dot)) @ np.conj(x.T)
        factor_dot = np.sum(factor_slope(weights, aweights, counts, lost) * aweights_dot)
        c_dot = c_dot - factor_dot * np.reshape(c, c_dot.shape)
    return np.squeeze(c_dot / cov_factor(x.shape[1], weights, aweights, lost))[()]


def corr_bar(r_bar: Any, r: Any, x: Any, y: Any, rowvar: bool) -> Any:
    """The cotangents of ``x`` and ``y`` in ``np.corrcoef``: R = C / sqrt(diag(C) diag(C)^T)."""
    rows = deviations(x, y, rowvar, None)
    variances = np.mean(np.abs(rows) ** 2, axis=1)
    size = (len(rows), len(rows))
    weights_bar = np.real(np.conj(np.reshape(r_bar, size)) * np.reshape(r, size))
    c_bar = np.reshape(r_bar, size) / np.sqrt(np.outer(variances, variances))
    c_bar = c_bar - np.diag((np.sum(weights_bar, axis=0) + np.sum(weights_bar, axis=1)) / (2 * variances))
    return cov_bar(c_bar, x, y, rowvar, True, None, None, None)


def corr_dot(x_dot: Any, y_dot: Any, r: Any, x: Any, y: Any, rowvar: bool) -> Any:
    """The tangent of ``np.corrcoef``."""
    rows = deviations(x, y, rowvar, None)
    variances = np.mean(np.abs(rows) ** 2, axis=1)
    size = (len(rows), len(rows))
    c_dot = np.reshape(cov_dot(x_dot, y_dot, None, r, x, y, rowvar, True, None, None, None), size)
    relative = np.real(np.diagonal(c_dot)) / (2 * variances)
    r_dot = c_dot / np.sqrt(np.outer(variances, variances)) - np.reshape(r, size) * np.add.outer(relative, relative)
    return np.squeeze(r_dot)[()]
