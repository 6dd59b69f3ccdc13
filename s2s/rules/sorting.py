"""Rules of sorting: equal values share their cotangent evenly."""
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.errors import UnsupportedError
from s2s.rules.registry import rule, zero_derivative
from s2s.runtime import (
    first_output,
    mean_of_groups,
    restore_order,
    share_ties,
    spread_to_groups,
    unique_groups,
    with_passive,
)


@rule(np.sort)
def sort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None, *, stable: Any = None) -> Any:
    """z = P a with a permutation P; equal values share evenly, as the mean over each run of them."""
    z = np.sort(a, axis, kind, order, stable=stable)
    if order is not None:
        raise UnsupportedError("np.sort: the keyword 'order' is for structured arrays", hint="sort plain arrays")
    a_shape = np.shape(a)
    places = np.argsort(a, None, kind="stable") if axis is None else np.argsort(a, axis=axis, kind="stable")

    def pullback(z_bar: Any) -> Any:
        return restore_order(share_ties(z_bar, z, axis), places, axis, a_shape)

    def pushforward(a_dot: Any) -> Any:
        return share_ties(np.take_along_axis(a_dot, places, axis), z, axis)

    return z, pullback, pushforward


@rule(np.partition)
def partition(a: Any, kth: Any, axis: Any = -1, kind: Any = "introselect", order: Any = None) -> Any:
    """z = P a with a permutation P; equal values share evenly.

    P is found by sorting a and z, since argpartition need not order as partition does; hence the length.
    """
    z = np.partition(a, kth, axis, kind, order)
    if order is not None:
        raise UnsupportedError("np.partition: the keyword 'order' is for structured arrays", hint="use plain arrays")
    a_shape, z_shape = np.shape(a), np.shape(z)
    a_places = np.argsort(a, None, kind="stable") if axis is None else np.argsort(a, axis=axis, kind="stable")
    z_places = np.argsort(z, None, kind="stable") if axis is None else np.argsort(z, axis=axis, kind="stable")
    ordered = np.take_along_axis(z, z_places, axis)

    def pullback(z_bar: Any) -> Any:
        ordered_bar = share_ties(np.take_along_axis(z_bar, z_places, axis), ordered, axis)
        return restore_order(ordered_bar, a_places, axis, a_shape)

    def pushforward(a_dot: Any) -> Any:
        ordered_dot = share_ties(np.take_along_axis(a_dot, a_places, axis), ordered, axis)
        return restore_order(ordered_dot, z_places, axis, z_shape)

    return z, pullback, pushforward


@rule(np.unique)
def unique(
    ar: Any, return_index: Any = False, return_inverse: Any = False, return_counts: Any = False, axis: Any = None, *,
    equal_nan: Any = True, sorted: Any = True,
) -> Any:
    """The distinct values; equal entries share evenly.  The other outputs are integers and carry no derivative."""
    z = _unique(ar, return_index, return_inverse, return_counts, axis, equal_nan, sorted)
    ar_shape = np.shape(ar)
    extra = return_index + return_inverse + return_counts
    inverse, counts = unique_groups(ar, first_output(z), axis)

    def pullback(z_bar: Any, *passive: Any) -> Any:
        return spread_to_groups(z_bar, inverse, counts, axis, ar_shape)

    def pushforward(ar_dot: Any) -> Any:
        return with_passive(mean_of_groups(ar_dot, inverse, counts, axis), extra)

    return z, pullback, pushforward


def _unique(
    ar: Any, index: Any, inverse: Any, counts: Any, axis: Any, equal_nan: Any, in_order: Any
) -> Any:
    """``np.unique`` without ``sorted``, which is new in NumPy 2.3, unless it is given."""
    if in_order:
        return np.unique(ar, index, inverse, counts, axis, equal_nan=equal_nan)
    return np.unique(ar, index, inverse, counts, axis, equal_nan=equal_nan, sorted=False)


@rule(np.unique_values)
def unique_values(x: Any, /) -> Any:
    """The distinct values, in any order; equal entries share evenly."""
    z = np.unique_values(x)
    x_shape = np.shape(x)
    inverse, counts = unique_groups(x, z, None)

    def pullback(z_bar: Any) -> Any:
        return spread_to_groups(z_bar, inverse, counts, None, x_shape)

    def pushforward(x_dot: Any) -> Any:
        return mean_of_groups(x_dot, inverse, counts, None)

    return z, pullback, pushforward


zero_derivative(
    np.argsort, np.argpartition, np.lexsort, np.searchsorted, np.digitize, np.argmax, np.argmin, np.nanargmax,
    np.nanargmin, np.nonzero, np.flatnonzero, np.argwhere, np.unravel_index, np.ravel_multi_index, np.isin,
    why="an index or a test",
)
