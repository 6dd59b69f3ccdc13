"""Permutations and the even sharing among equal values."""
from typing import Any

import numpy as np


def share_ties(z_bar: Any, z: Any, axis: int | None = -1) -> Any:
    """Replace ``z_bar`` by its mean over each run of equal values of the sorted ``z`` (a symmetric projection)."""
    at = 0 if axis is None else axis
    values, bars = np.moveaxis(z, at, -1), np.moveaxis(z_bar, at, -1)
    equal = values[..., 1:] == values[..., :-1]
    if not equal.any():
        return z_bar
    first = np.concatenate([np.ones((*values.shape[:-1], 1), bool), ~equal], axis=-1)
    starts = np.flatnonzero(first)
    counts = np.diff(starts, append=first.size)
    means = np.add.reduceat(np.ravel(bars), starts) / counts.astype(z_bar.dtype)
    return np.moveaxis(np.reshape(np.repeat(means, counts), values.shape), -1, at)


def restore_order(z_bar: Any, order: Any, axis: int | None, shape: tuple[int, ...]) -> Any:
    """The inverse of ``np.take_along_axis(a, order, axis)`` for a permutation ``order`` and an ``a`` of ``shape``."""
    x_bar = np.empty(shape, z_bar.dtype)
    np.put_along_axis(x_bar if axis is not None else np.reshape(x_bar, -1), order, z_bar, 0 if axis is None else axis)
    return x_bar


def unique_groups(ar: Any, values: Any, axis: int | None = None) -> tuple[Any, Any]:
    """For each entry of ``ar`` its place in the unique ``values``, and how often each of these occurs."""
    if axis is None:
        order = np.argsort(values)
        places = np.searchsorted(values, np.ravel(ar), sorter=order)
        inverse = order[np.minimum(places, order.size - 1)] if order.size else places
    else:
        inverse = np.ravel(np.unique(ar, return_inverse=True, axis=axis)[1])
    length = np.size(values) if axis is None else np.shape(values)[axis]
    return inverse, np.maximum(np.bincount(inverse, minlength=length), 1)


def first_output(outputs: Any) -> Any:
    """The first of several outputs, or the only one."""
    return outputs[0] if isinstance(outputs, tuple) else outputs


def with_passive(z_dot: Any, extra: int) -> Any:
    """``z_dot`` as the tangent of the first output; the ``extra`` ones (indices and counts) have none."""
    return (z_dot, *[None] * extra) if extra else z_dot


def spread_to_groups(z_bar: Any, inverse: Any, counts: Any, axis: int | None, shape: tuple[int, ...]) -> Any:
    """Share the cotangent of unique values evenly among the entries that have the value."""
    at = 0 if axis is None else axis
    weights = counts.astype(z_bar.dtype)
    shares = np.moveaxis(np.moveaxis(z_bar, at, -1) / weights, -1, at)
    return np.reshape(np.take(shares, inverse, axis=at), shape)


def mean_of_groups(ar_dot: Any, inverse: Any, counts: Any, axis: int | None) -> Any:
    """The mean tangent of the entries that have each of the unique values."""
    parts = np.ravel(ar_dot) if axis is None else np.moveaxis(ar_dot, axis, 0)
    sums = np.zeros((counts.size, *parts.shape[1:]), parts.dtype)
    np.add.at(sums, inverse, parts)
    means = np.moveaxis(sums, 0, -1) / counts.astype(parts.dtype)
    return np.moveaxis(means, -1, 0 if axis is None else axis)
