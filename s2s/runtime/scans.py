"""Transposes of cumulative sums, products and differences."""
from typing import Any

import numpy as np

from s2s.runtime.broadcasting import unbroadcast
from s2s.runtime.reductions import masked


def reverse_cumsum(z_bar: Any, axis: Any = -1) -> Any:
    """The cumulative sum from the far end, the transpose of ``np.cumsum``."""
    return np.flip(np.cumsum(np.flip(z_bar, axis), axis), axis)


def cumprod_bar(z_bar: Any, x: Any, axis: Any = None, dtype: Any = None) -> Any:
    """The cotangent of ``x`` in ``np.cumprod(x, axis)``, right for any number of zeros.

    x_bar[j] = (prod of x[:j]) r[j], where r[j] = z_bar[j] + conj(x[j + 1]) r[j + 1].
    """
    factors = np.conj(_last(x, axis, dtype))
    before = _product_before(factors)
    products = before * factors
    if _invertible(products):
        return _back(reverse_cumsum(_last(z_bar, axis) * products) / factors, x, axis)
    rest = np.array(_last(z_bar, axis), np.result_type(z_bar, factors))
    for j in range(factors.shape[-1] - 2, -1, -1):
        rest[..., j] += factors[..., j + 1] * rest[..., j + 1]
    return _back(before * rest, x, axis)


def cumprod_dot(x_dot: Any, x: Any, axis: Any = None, dtype: Any = None) -> Any:
    """The tangent of ``np.cumprod(x, axis)``: t[j] = x[j] t[j - 1] + (prod of x[:j]) x_dot[j]."""
    factors = _last(x, axis, dtype)
    products = _product_before(factors) * factors
    if _invertible(products):
        total = products * np.cumsum(_last(x_dot, axis) / factors, axis=-1)
        return total if axis is None else np.moveaxis(total, -1, axis)
    total = _product_before(factors) * _last(x_dot, axis)
    for j in range(1, factors.shape[-1]):
        total[..., j] += factors[..., j] * total[..., j - 1]
    return total if axis is None else np.moveaxis(total, -1, axis)


def _invertible(products: Any) -> bool:
    """True when no product is 0, nearly underflows or overflows, so that a factor may be divided out again."""
    tiny = np.finfo(products.dtype).tiny * 1e6
    return bool(np.all(np.abs(products) > tiny) and np.all(np.isfinite(products)))


def _last(x: Any, axis: Any, dtype: Any = None) -> Any:
    """``x`` with ``axis`` moved to the end, or flat for None."""
    values = np.atleast_1d(np.asarray(x, dtype))
    return np.ravel(values) if axis is None else np.moveaxis(values, axis, -1)


def _back(moved: Any, x: Any, axis: Any) -> Any:
    result = moved if axis is None else np.moveaxis(moved, -1, axis)
    return np.reshape(result, np.shape(x))


def _product_before(factors: Any) -> Any:
    before = np.ones_like(factors)
    np.cumprod(factors[..., :-1], axis=-1, out=before[..., 1:])
    return before


def without_first(z_bar: Any, axis: Any = None) -> Any:
    """``z_bar`` without its first entry along ``axis``."""
    return np.delete(z_bar, 0, 0 if axis is None else axis)


def padded_diff(x: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Any:
    """``np.diff`` with None for what is not prepended or appended."""
    if prepend is None and append is None:
        return np.diff(x, n, axis)
    if append is None:
        return np.diff(x, n, axis, prepend=prepend)
    if prepend is None:
        return np.diff(x, n, axis, append=append)
    return np.diff(x, n, axis, prepend=prepend, append=append)


def diff_transposed(z_bar: Any, axis: int = -1) -> Any:
    """The transpose of ``np.diff``: x_bar[i] = z_bar[i - 1] - z_bar[i], with zeros outside."""
    return -np.diff(_edged(z_bar, axis), axis=axis)


def _edged(z_bar: Any, axis: int) -> Any:
    """``z_bar`` with a zero before and after it."""
    pad = [(0, 0)] * np.ndim(z_bar)
    pad[axis] = (1, 1)
    return np.pad(z_bar, pad)


def diff_bar(
    z_bar: Any, shape: tuple[int, ...], n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None
) -> Any:
    """The cotangent of the middle part ``x`` of ``np.diff(x, n, axis, prepend, append)``."""
    start = _length(prepend, axis)
    return _along(_joined_bar(z_bar, shape, n, axis, prepend, append), axis, start, start + shape[axis])


def prepended_bar(z_bar: Any, shape: tuple[int, ...], n: int, axis: int, prepend: Any, append: Any = None) -> Any:
    """The cotangent of what ``np.diff`` prepends (of an ``x`` of the given shape)."""
    part = _along(_joined_bar(z_bar, shape, n, axis, prepend, append), axis, 0, _length(prepend, axis))
    return unbroadcast(part, np.shape(prepend))


def appended_bar(z_bar: Any, shape: tuple[int, ...], n: int, axis: int, prepend: Any, append: Any) -> Any:
    """The cotangent of what ``np.diff`` appends (to an ``x`` of the given shape)."""
    start = _length(prepend, axis) + shape[axis]
    part = _along(_joined_bar(z_bar, shape, n, axis, prepend, append), axis, start, start + _length(append, axis))
    return unbroadcast(part, np.shape(append))


def _joined_bar(z_bar: Any, shape: tuple[int, ...], n: int, axis: int, prepend: Any, append: Any) -> Any:
    """The cotangent of everything that is differenced n times."""
    length = _length(prepend, axis) + shape[axis] + _length(append, axis)
    if n >= length or n == 0:
        joined = (*shape[: axis % len(shape)], length, *shape[axis % len(shape) + 1 :])
        return z_bar if n == 0 else np.zeros(joined, np.asarray(z_bar).dtype)
    for _ in range(n):
        z_bar = diff_transposed(z_bar, axis)
    return z_bar


def _length(extra: Any, axis: int) -> int:
    return 0 if extra is None else int(np.shape(extra)[axis]) if np.ndim(extra) else 1


def _along(x: Any, axis: int, start: int, stop: int) -> Any:
    index = [slice(None)] * np.ndim(x)
    index[axis] = slice(start, stop)
    return x[tuple(index)]


def ediff1d_bar(z_bar: Any, shape: tuple[int, ...], begin: Any) -> Any:
    """The cotangent of ``x`` in ``np.ediff1d(x, to_begin=begin)``."""
    size = int(np.prod(shape))
    start = np.size(begin) if begin is not None else 0
    if size < 2:
        return np.zeros(shape, np.asarray(z_bar).dtype)
    return np.reshape(diff_transposed(z_bar[start : start + size - 1]), shape)


def trapezoid_widths(x: Any, dx: Any, y_shape: tuple[int, ...], axis: int) -> Any:
    """The widths of the intervals of the trapezoidal rule, ready to be multiplied with pairs of ``y``."""
    if x is None:
        return dx
    if np.ndim(x) != 1:
        return np.diff(x, axis=axis)
    widths = [1] * len(y_shape)
    widths[axis] = -1
    return np.reshape(np.diff(x), widths)


def pair_sums(y: Any, axis: int = -1) -> Any:
    """The sum of every two neighbours along ``axis``."""
    count = np.shape(y)[axis]
    return _along(y, axis, 1, count) + _along(y, axis, 0, max(count - 1, 0))


def pair_sums_bar(z_bar: Any, axis: int = -1) -> Any:
    """The transpose of ``pair_sums``."""
    return pair_sums(_edged(z_bar, axis), axis)


def trapezoid_bar(z_bar: Any, widths: Any, shape: tuple[int, ...], axis: int = -1) -> Any:
    """The cotangent of ``y`` in the trapezoidal rule."""
    pairs = _pairs(z_bar, shape, axis)
    return pair_sums_bar(pairs * (widths / 2), axis) if shape[axis] else np.zeros(shape, np.asarray(z_bar).dtype)


def _pairs(z_bar: Any, shape: tuple[int, ...], axis: int) -> Any:
    """``z_bar`` stretched over the intervals along ``axis``."""
    intervals = list(shape)
    intervals[axis] = max(shape[axis] - 1, 0)
    return np.broadcast_to(np.expand_dims(z_bar, axis), intervals)


def trapezoid_x_bar(z_bar: Any, y: Any, x_shape: tuple[int, ...], axis: int = -1) -> Any:
    """The cotangent of the points ``x`` in the trapezoidal rule."""
    widths_bar = _pairs(z_bar, np.shape(y), axis) * np.conj(pair_sums(y, axis) / 2)
    if len(x_shape) == 1:
        other = tuple(a for a in range(np.ndim(y)) if a != axis % np.ndim(y))
        return diff_transposed(np.sum(widths_bar, axis=other))
    return unbroadcast(diff_transposed(widths_bar, axis), x_shape)


def nan_as(x: Any, value: float) -> Any:
    """``x`` with ``value`` for NaN."""
    return np.where(np.isnan(x), np.asarray(x).dtype.type(value), x)


def scan_masked(x_bar: Any, x: Any) -> Any:
    """``x_bar`` with an exact 0 where ``x`` is NaN."""
    return masked(x_bar, ~np.isnan(x))


def running_share(z: Any, array: Any, axis: int) -> tuple[Any, Any]:
    """Which entries of ``array`` are a running extreme ``z``, and how many share each entry of ``z``.

    From the first place with its value to the last, ``z`` is level: there its cotangent goes to the entries so far that
    have this value.
    """
    held = np.asarray(array) == z
    count = np.cumsum(held, axis=axis)
    return held, np.maximum(count - _at_start(count - held, z, axis), 1)


def _level_starts(z: Any, axis: int) -> Any:
    """True where a running extreme changes, and at the first place."""
    start = np.ones(np.shape(z), bool)
    later = [slice(None)] * np.ndim(z)
    later[axis] = slice(1, None)
    start[tuple(later)] = np.diff(z, axis=axis) != 0
    return start


def _at_start(values: Any, z: Any, axis: int) -> Any:
    """``values`` (which never fall) as they are where each level of ``z`` starts."""
    return np.maximum.accumulate(np.where(_level_starts(z, axis), values, 0), axis=axis)


def running_bar(z_bar: Any, z: Any, array: Any, axis: int) -> Any:
    """The cotangent of the array of ``np.maximum.accumulate`` or ``np.minimum.accumulate``."""
    held, count = running_share(z, array, axis)
    share = np.asarray(z_bar) / count.astype(np.asarray(z_bar).dtype)
    return np.where(held, np.flip(_sum_of_level(np.flip(share, axis), np.flip(z, axis), axis), axis), 0)


def _sum_of_level(values: Any, z: Any, axis: int) -> Any:
    """The sums of ``values`` from where a level of ``z`` starts to each place of it."""
    moving = np.cumsum(values, axis=axis)
    places = np.arange(np.shape(z)[axis]).reshape(tuple(-1 if i == axis % np.ndim(z) else 1 for i in range(np.ndim(z))))
    first = np.maximum.accumulate(np.where(_level_starts(z, axis), places, 0), axis=axis)
    return moving - np.take_along_axis(moving - values, first, axis)


def running_dot(array_dot: Any, z: Any, array: Any, axis: int) -> Any:
    """The tangent of a running extreme: the mean of those that share it."""
    held, count = running_share(z, array, axis)
    total = _sum_of_level(np.where(held, array_dot, 0), z, axis)
    return total / count.astype(np.asarray(array_dot).dtype)


def spread_slices(z_bar: Any, shape: tuple[int, ...], indices: Any, axis: int) -> Any:
    """The cotangent of the array of ``np.add.reduceat(array, indices, axis)``."""
    bars, result = np.moveaxis(z_bar, axis, 0), np.zeros(shape, np.asarray(z_bar).dtype)
    parts = np.moveaxis(result, axis, 0)
    stops = [*list(indices)[1:], len(parts)]
    for bar, start, stop in zip(bars, indices, stops, strict=True):
        parts[start : max(stop, start + 1)] += bar
    return result
