"""Rules of functions that select entries."""
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.rules.registry import rule
from s2s.runtime import (
    cast,
    form,
    from_nested,
    item_index,
    place_along,
    put_diagonal,
    put_item,
    put_window,
    sum_along,
    sum_along_axis,
    sum_windows,
    trim_starts,
    unbroadcast,
    unchoose,
    window,
)


@rule(np.take)
def take(a: Any, indices: Any, axis: Any = None, out: Any = None, mode: Any = "raise") -> Any:
    """z = a[..., indices, ...] along an axis; repeated indices accumulate."""
    z = np.take(a, indices, axis, mode=mode)
    a_shape = np.shape(a)

    def pullback(z_bar: Any) -> Any:
        return sum_along(z_bar, indices, axis, a_shape, mode)

    def pushforward(a_dot: Any) -> Any:
        return np.take(a_dot, indices, axis, mode=mode)

    return z, pullback, pushforward


@rule(np.take_along_axis)
def take_along_axis(arr: Any, indices: Any, axis: Any = -1) -> Any:
    """z[.., j, ..] = arr[.., indices[.., j, ..], ..]; repeated indices accumulate."""
    z = np.take_along_axis(arr, indices, axis)
    arr_shape = np.shape(arr)

    def pullback(z_bar: Any) -> Any:
        return sum_along_axis(z_bar, indices, axis, arr_shape)

    def pushforward(arr_dot: Any) -> Any:
        return np.take_along_axis(arr_dot, indices, axis)

    return z, pullback, pushforward


@rule(np.choose)
def choose(a: Any, choices: Any, out: Any = None, mode: Any = "raise") -> Any:
    """z = choices[a], entry by entry."""
    z = np.choose(a, choices, mode=mode)
    choices_form = form(choices)

    def pullback(z_bar: Any) -> Any:
        return unchoose(z_bar, a, choices_form, mode)

    def pushforward(choices_dot: Any) -> Any:
        return np.choose(a, choices_dot, mode=mode)

    return z, pullback, pushforward


@rule(np.compress)
def compress(condition: Any, a: Any, axis: Any = None, out: Any = None) -> Any:
    """z = the entries of a along an axis at which the condition holds."""
    z = np.compress(condition, a, axis)
    a_shape = np.shape(a)
    places = np.flatnonzero(condition)

    def pullback(z_bar: Any) -> Any:
        return place_along(z_bar, places, axis, a_shape)

    def pushforward(a_dot: Any) -> Any:
        return np.take(a_dot, places, axis)

    return z, pullback, pushforward


@rule(np.ndarray.compress)
def method_compress(a: Any, condition: Any, axis: Any = None, out: Any = None) -> Any:
    """z = the entries of a along an axis at which the condition holds."""
    z = a.compress(condition, axis)
    a_shape = np.shape(a)
    places = np.flatnonzero(condition)

    def pullback(z_bar: Any) -> Any:
        return place_along(z_bar, places, axis, a_shape)

    def pushforward(a_dot: Any) -> Any:
        return np.take(a_dot, places, axis)

    return z, pullback, pushforward


@rule(np.extract)
def extract(condition: Any, arr: Any) -> Any:
    """z = the entries of arr at which the condition holds."""
    z = np.extract(condition, arr)
    arr_shape = np.shape(arr)
    places = np.flatnonzero(condition)

    def pullback(z_bar: Any) -> Any:
        return place_along(z_bar, places, None, arr_shape)

    def pushforward(arr_dot: Any) -> Any:
        return np.take(arr_dot, places)

    return z, pullback, pushforward


@rule(np.diagonal)
def diagonal(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """z = a diagonal of a."""
    z = np.diagonal(a, offset, axis1, axis2)
    a_shape = np.shape(a)

    def pullback(z_bar: Any) -> Any:
        return put_diagonal(z_bar, a_shape, offset, axis1, axis2)

    def pushforward(a_dot: Any) -> Any:
        return np.diagonal(a_dot, offset, axis1, axis2)

    return z, pullback, pushforward


@rule(np.triu)
def triu(m: Any, k: int = 0) -> Any:
    """z = m with zeros below a diagonal (a vector is stretched to a matrix)."""
    z = np.triu(m, k)
    m_shape = np.shape(m)

    def pullback(z_bar: Any) -> Any:
        return unbroadcast(np.triu(z_bar, k), m_shape)

    def pushforward(m_dot: Any) -> Any:
        return np.triu(m_dot, k)

    return z, pullback, pushforward


@rule(np.tril)
def tril(m: Any, k: int = 0) -> Any:
    """z = m with zeros above a diagonal (a vector is stretched to a matrix)."""
    z = np.tril(m, k)
    m_shape = np.shape(m)

    def pullback(z_bar: Any) -> Any:
        return unbroadcast(np.tril(z_bar, k), m_shape)

    def pushforward(m_dot: Any) -> Any:
        return np.tril(m_dot, k)

    return z, pullback, pushforward


@rule(np.bincount)
def bincount(x: Any, /, weights: Any = None, minlength: int = 0) -> Any:
    """z[i] = the sum of the weights where x == i."""
    z = np.bincount(x, weights, minlength)

    def pullback(z_bar: Any) -> Any:
        return np.take(z_bar, x)

    def pushforward(weights_dot: Any) -> Any:
        return np.bincount(x, weights_dot, minlength)

    return z, pullback, pushforward


@rule(np.trim_zeros)
def trim_zeros(filt: Any, trim: Any = "fb", axis: Any = None) -> Any:
    """z = filt without its outer zeros (``axis`` is new in NumPy 2.2)."""
    z = _trim_zeros(filt, trim, axis)
    filt_shape, z_shape = np.shape(filt), np.shape(z)
    starts = trim_starts(filt, trim, axis)

    def pullback(z_bar: Any) -> Any:
        return put_window(z_bar, starts, filt_shape)

    def pushforward(filt_dot: Any) -> Any:
        return filt_dot[window(starts, z_shape)]

    return z, pullback, pushforward


@rule(np.ndarray.item)
def item(a: Any, /, *args: Any) -> Any:
    """z = one entry of a, as a Python number."""
    z = a.item(*args)
    a_shape, a_type = np.shape(a), a.dtype.str

    def pullback(z_bar: Any) -> Any:
        return put_item(z_bar, args, a_shape, a_type)

    def pushforward(a_dot: Any) -> Any:
        return a_dot[item_index(args, a_shape)]

    return z, pullback, pushforward


@rule(np.lib.stride_tricks.sliding_window_view)
def sliding_window_view(
    x: Any, window_shape: Any, axis: Any = None, *, subok: bool = False, writeable: bool = False
) -> Any:
    """z[i, j] = x[i + j]: each entry of x gets the sum over the windows that see it."""
    z = np.lib.stride_tricks.sliding_window_view(x, window_shape, axis, subok=subok, writeable=writeable)
    x_shape = np.shape(x)

    def pullback(z_bar: Any) -> Any:
        return sum_windows(z_bar, window_shape, axis, x_shape)

    def pushforward(x_dot: Any) -> Any:
        return np.lib.stride_tricks.sliding_window_view(x_dot, window_shape, axis)

    return z, pullback, pushforward


def _trim_zeros(filt: Any, trim: Any, axis: Any) -> Any:
    """``np.trim_zeros`` with ``axis`` only where it is given; the compiler puts the user's own call in its place."""
    return np.trim_zeros(filt, trim) if axis is None else np.trim_zeros(filt, trim, axis)


@rule(np.ndarray.tolist)
def tolist(a: Any, /) -> Any:
    """z = the entries of a in nested lists."""
    z = a.tolist()
    a_shape, a_type = np.shape(a), a.dtype.str

    def pullback(z_bar: Any) -> Any:
        return cast(from_nested(z_bar, a_shape), a_type)

    def pushforward(a_dot: Any) -> Any:
        return a_dot.tolist()

    return z, pullback, pushforward
