"""Slopes of reductions: arrays with the shape of what was reduced."""
from typing import Any

import numpy as np

from s2s.runtime.broadcasting import expand


def without_nan(where: Any, x: Any) -> Any:
    """The mask ``where`` without the NaN of ``x``."""
    return np.logical_and(where, ~np.isnan(x))


def masked(x_bar: Any, where: Any) -> Any:
    """``x_bar`` where the mask holds and an exact 0 elsewhere."""
    return x_bar if where is True else np.where(where, x_bar, np.asarray(x_bar).dtype.type(0))


def reduced_size(shape: tuple[int, ...], axis: Any = None) -> int:
    """How many entries a reduction over ``axis`` takes together."""
    size = 1
    for a in range(len(shape)) if axis is None else axis if isinstance(axis, tuple) else (axis,):
        size *= shape[a] if shape else 1
    return size


def mean_slope(x: Any, axis: Any = None, where: Any = True) -> Any:
    """The slope of the mean over ``axis`` of the entries that the mask holds."""
    with np.errstate(all="ignore"):
        return masked(np.ones(np.shape(x), _real_kind(x)) / _counts(x, axis, where), where)


def _real_kind(x: Any) -> Any:
    kind = np.real(np.asarray(x)).dtype
    return kind if kind.kind == "f" else np.dtype(float)


def _counts(x: Any, axis: Any, where: Any) -> Any:
    """How many entries the mask holds along ``axis``: a number, or an array that broadcasts against ``x``."""
    if where is True:
        return reduced_size(np.shape(x), axis)
    return np.sum(np.broadcast_to(where, np.shape(x)), axis=axis, keepdims=True, dtype=_real_kind(x))


def var_slope(x: Any, axis: Any = None, ddof: Any = 0, where: Any = True, mean: Any = None) -> Any:
    """The slope 2 (x - mean) / (n - ddof) of the variance over ``axis``."""
    with np.errstate(all="ignore"):
        count = _counts(x, axis, where)
        if mean is None:
            centre = np.sum(masked(x, where), axis=axis, keepdims=True) / count
            apart = masked(x - centre, where)
            apart = apart - np.sum(apart, axis=axis, keepdims=True) / count  # as in ``centred``
        else:
            apart = x - mean
        return masked(2 * apart / np.maximum(count - ddof, 0.0, dtype=_real_kind(x)), where)


def centred(x: Any) -> Any:
    """``x - np.mean(x)``, once more without its mean: what rounding left of equal entries is not their direction."""
    apart = x - np.mean(x)
    return apart - np.mean(apart)


def others_product(x: Any, axis: Any = None, where: Any = True, dtype: Any = None) -> Any:
    """For each entry the product of all others along ``axis`` that the mask holds, right for any number of zeros."""
    factors = np.asarray(x, dtype) if where is True else np.where(where, x, np.asarray(x).dtype.type(1))
    moved, restore = _reduced_last(factors, axis)
    left, right = np.ones_like(moved), np.ones_like(moved)
    with np.errstate(all="ignore"):
        np.cumprod(moved[..., :-1], axis=-1, out=left[..., 1:])
        right[..., :-1] = np.cumprod(moved[..., :0:-1], axis=-1)[..., ::-1]
        return masked(restore(left * right), where)


def _reduced_last(x: Any, axis: Any) -> tuple[Any, Any]:
    """``x`` with the reduced axes flattened into the last one, and the function that undoes this."""
    ndim = np.ndim(x)
    axes = range(ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    reduced = tuple(a % ndim for a in axes) if ndim else ()
    order = tuple(a for a in range(ndim) if a not in reduced) + reduced
    moved = np.transpose(x, order)
    kept_shape = moved.shape[: ndim - len(reduced)]
    flat = moved.reshape((*kept_shape, reduced_size(moved.shape[len(kept_shape) :])))

    def restore(y: Any) -> Any:
        return np.transpose(y.reshape(moved.shape), np.argsort(order, kind="stable"))

    return flat, restore


def first_positive(shape: tuple[int, ...], axis: Any, first: bool) -> Any:
    """-1 for each entry, but 1 for the first one along ``axis`` if there is nothing before it."""
    signs = np.full(shape, 1.0 if first and axis == () else -1.0, np.float32)
    if first and shape and axis != ():
        np.moveaxis(signs, 0 if axis is None else axis[0] if isinstance(axis, tuple) else axis, 0)[:1] = 1.0
    return signs


def tie_shares(x: Any, z: Any, axis: Any = None, keepdims: bool = False, where: Any = True, initial: Any = None) -> Any:
    """The slope of a maximum or minimum ``z`` of ``x``: all entries equal to ``z`` (and ``initial``) share evenly."""
    mask, count = _ties(x, z, axis, keepdims, where, initial)
    return np.divide(mask, np.maximum(count, 1)).astype(_real_kind(x))


def initial_share(x: Any, z: Any, axis: Any, keepdims: bool, where: Any, initial: Any) -> Any:
    """The slope of a maximum or minimum ``z`` with respect to its ``initial`` value, in the shape of ``z``."""
    _, count = _ties(x, z, axis, keepdims, where, initial)
    share = (z == initial) / np.maximum(np.reshape(count, np.shape(z)), 1)
    return share.astype(_real_kind(x))[()]


def _ties(x: Any, z: Any, axis: Any, keepdims: bool, where: Any, initial: Any) -> tuple[Any, Any]:
    value = expand(z, np.shape(x), axis, keepdims)
    mask = (x == value) | (np.isnan(x) & np.isnan(value)) if np.any(np.isnan(z)) else x == value
    mask = np.logical_and(mask, where)
    count = np.sum(mask, axis=axis, keepdims=True)
    extra = 0 if initial is None else np.reshape(z == initial, np.shape(count))
    return mask, count + extra


def beside_weights(weights: Any, shape: tuple[int, ...], axis: Any) -> Any:
    """The weights of an average over ``axis``, stretched to ``shape`` (a read-only view)."""
    if np.shape(weights) == shape:
        return weights
    full = [1] * len(shape)
    for position, a in enumerate(_weight_axes(axis)):
        full[a % len(shape)] = np.shape(weights)[position]
    return np.broadcast_to(np.reshape(_by_axis(weights, axis, len(shape)), full), shape)


def _weight_axes(axis: Any) -> tuple[int, ...]:
    return axis if isinstance(axis, tuple) else (axis,)


def _by_axis(weights: Any, axis: Any, ndim: int) -> Any:
    return np.transpose(weights, np.argsort([a % ndim for a in _weight_axes(axis)], kind="stable"))


def sum_to_weights(full_bar: Any, shape: tuple[int, ...], axis: Any) -> Any:
    """The transpose of ``beside_weights``: sum over all axes but those of the weights."""
    if np.shape(full_bar) == shape:
        return full_bar
    ndim = np.ndim(full_bar)
    axes = [a % ndim for a in _weight_axes(axis)]
    summed = np.sum(full_bar, axis=tuple(a for a in range(ndim) if a not in axes))
    return np.transpose(summed, np.argsort(np.argsort(axes, kind="stable"), kind="stable"))
