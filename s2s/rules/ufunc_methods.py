"""Rules of ufunc methods such as ``np.add.reduce``.

A bound method is a new object at every access, so these rules are registered under (ufunc, name).
"""
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.errors import UnsupportedError
from s2s.rules.registry import rule
from s2s.runtime import (
    conj,
    cumprod_bar,
    cumprod_dot,
    exp_share,
    expand,
    first_positive,
    initial_share,
    others_product,
    ratio,
    reverse_cumsum,
    running_bar,
    running_dot,
    scale,
    spread_slices,
    tie_shares,
)


@rule((np.add, "reduce"))
def add_reduce(
    array: Any, axis: Any = 0, dtype: Any = None, keepdims: Any = False, initial: Any = 0, where: Any = True
) -> Any:
    """z = the sum of the array over the axis."""
    z = np.add.reduce(array, axis, dtype, keepdims=keepdims, initial=initial, where=where)
    array_shape = np.shape(array)

    def pullback(z_bar: Any) -> Any:
        if where is True:
            array_bar = expand(z_bar, array_shape, axis, keepdims)
        else:
            array_bar = np.where(where, expand(z_bar, array_shape, axis, keepdims), 0.0)
        initial_bar = np.sum(z_bar)
        return array_bar, initial_bar

    def pushforward(array_dot: Any, initial_dot: Any) -> Any:
        return np.sum(array_dot, axis=axis, keepdims=keepdims, where=where) + initial_dot

    return z, pullback, pushforward


@rule((np.multiply, "reduce"))
def multiply_reduce(
    array: Any, axis: Any = 0, dtype: Any = None, keepdims: Any = False, initial: Any = 1, where: Any = True
) -> Any:
    """z = the product of the array over the axis; the slope is the product of all other factors."""
    z = np.multiply.reduce(array, axis, dtype, keepdims=keepdims, initial=initial, where=where)
    array_shape = np.shape(array)

    def pullback(z_bar: Any) -> Any:
        start = 1 if initial is None else initial
        rest_bar = expand(z_bar, array_shape, axis, keepdims) * conj(start)
        array_bar = scale(rest_bar, conj(others_product(array, axis, where, dtype)))
        initial_bar = np.sum(scale(z_bar, conj(np.prod(array, axis, dtype, keepdims=keepdims, where=where))))
        return array_bar, initial_bar

    def pushforward(array_dot: Any, initial_dot: Any) -> Any:
        rest_dot = np.sum(scale(array_dot, others_product(array, axis, where, dtype)), axis=axis, keepdims=keepdims)
        start = 1 if initial is None else initial
        return rest_dot * start + initial_dot * np.prod(array, axis, dtype, keepdims=keepdims, where=where)

    return z, pullback, pushforward


@rule((np.maximum, "reduce"))
def maximum_reduce(
    array: Any, axis: Any = 0, dtype: Any = None, keepdims: Any = False, initial: Any = None, where: Any = True
) -> Any:
    """z = the maximum of the array over the axis; entries that tie share evenly."""
    z = np.maximum.reduce(array, axis, dtype, keepdims=keepdims, initial=initial, where=where)
    array_shape = np.shape(array)

    def pullback(z_bar: Any) -> Any:
        shares = tie_shares(array, z, axis, keepdims, where, initial)
        array_bar = expand(z_bar, array_shape, axis, keepdims) * shares
        initial_bar = np.sum(z_bar * initial_share(array, z, axis, keepdims, where, initial))
        return array_bar, initial_bar

    def pushforward(array_dot: Any, initial_dot: Any) -> Any:
        shares = tie_shares(array, z, axis, keepdims, where, initial)
        along_array = np.sum(array_dot * shares, axis=axis, keepdims=keepdims)
        return along_array + initial_dot * initial_share(array, z, axis, keepdims, where, initial)

    return z, pullback, pushforward


@rule((np.minimum, "reduce"))
def minimum_reduce(
    array: Any, axis: Any = 0, dtype: Any = None, keepdims: Any = False, initial: Any = None, where: Any = True
) -> Any:
    """z = the minimum of the array over the axis; entries that tie share evenly."""
    z = np.minimum.reduce(array, axis, dtype, keepdims=keepdims, initial=initial, where=where)
    array_shape = np.shape(array)

    def pullback(z_bar: Any) -> Any:
        shares = tie_shares(array, z, axis, keepdims, where, initial)
        array_bar = expand(z_bar, array_shape, axis, keepdims) * shares
        initial_bar = np.sum(z_bar * initial_share(array, z, axis, keepdims, where, initial))
        return array_bar, initial_bar

    def pushforward(array_dot: Any, initial_dot: Any) -> Any:
        shares = tie_shares(array, z, axis, keepdims, where, initial)
        along_array = np.sum(array_dot * shares, axis=axis, keepdims=keepdims)
        return along_array + initial_dot * initial_share(array, z, axis, keepdims, where, initial)

    return z, pullback, pushforward


@rule((np.logaddexp, "reduce"))
def logaddexp_reduce(
    array: Any, axis: Any = 0, dtype: Any = None, keepdims: Any = False, initial: Any = None, where: Any = True
) -> Any:
    """z = log(sum(exp(array))) over the axis."""
    z = np.logaddexp.reduce(array, axis, dtype, keepdims=keepdims, initial=-np.inf, where=where)
    if initial is not None:
        raise UnsupportedError("np.logaddexp.reduce: the keyword 'initial'", hint="np.logaddexp(initial, ...)")
    array_shape = np.shape(array)

    def pullback(z_bar: Any) -> Any:
        shares = exp_share(array, expand(z, array_shape, axis, keepdims))
        return np.where(where, expand(z_bar, array_shape, axis, keepdims) * shares, 0.0)

    def pushforward(array_dot: Any) -> Any:
        shares = exp_share(array, expand(z, array_shape, axis, keepdims))
        return np.sum(array_dot * shares, axis=axis, keepdims=keepdims, where=where)

    return z, pullback, pushforward


@rule((np.subtract, "reduce"))
def subtract_reduce(
    array: Any, axis: Any = 0, dtype: Any = None, keepdims: Any = False, initial: Any = None, where: Any = True
) -> Any:
    """z = the first entry (or the initial value) minus all others along the axis."""
    z = np.subtract.reduce(array, axis, dtype, keepdims=keepdims, initial=initial, where=where)
    array_shape = np.shape(array)

    def pullback(z_bar: Any) -> Any:
        signs = first_positive(array_shape, axis, initial is None)
        if where is True:
            array_bar = expand(z_bar, array_shape, axis, keepdims) * signs
        else:
            array_bar = np.where(where, expand(z_bar, array_shape, axis, keepdims) * signs, 0.0)
        initial_bar = np.sum(z_bar)
        return array_bar, initial_bar

    def pushforward(array_dot: Any, initial_dot: Any) -> Any:
        signs = first_positive(array_shape, axis, initial is None)
        return np.sum(array_dot * signs, axis=axis, keepdims=keepdims, where=where) + initial_dot

    return z, pullback, pushforward


@rule((np.hypot, "reduce"))
def hypot_reduce(
    array: Any, axis: Any = 0, dtype: Any = None, keepdims: Any = False, initial: Any = 0, where: Any = True
) -> Any:
    """z = the square root of the sum of squares over the axis, with the slope 0 where it is 0."""
    z = np.hypot.reduce(array, axis, dtype, keepdims=keepdims, initial=initial, where=where)
    array_shape = np.shape(array)

    def pullback(z_bar: Any) -> Any:
        along = ratio(expand(z_bar, array_shape, axis, keepdims) * array, expand(z, array_shape, axis, keepdims))
        if where is True:
            array_bar = along
        else:
            array_bar = np.where(where, along, 0.0)
        initial_bar = np.sum(ratio(z_bar * initial, z))
        return array_bar, initial_bar

    def pushforward(array_dot: Any, initial_dot: Any) -> Any:
        change = np.sum(array * array_dot, axis=axis, keepdims=keepdims, where=where)
        return ratio(change + initial * initial_dot, z)

    return z, pullback, pushforward


@rule((np.add, "accumulate"))
def add_accumulate(array: Any, axis: Any = 0, dtype: Any = None) -> Any:
    """z[i] = array[0] + ... + array[i] along the axis."""
    z = np.add.accumulate(array, axis, dtype)

    def pullback(z_bar: Any) -> Any:
        return reverse_cumsum(z_bar, axis)

    def pushforward(array_dot: Any) -> Any:
        return np.cumsum(array_dot, axis)

    return z, pullback, pushforward


@rule((np.multiply, "accumulate"))
def multiply_accumulate(array: Any, axis: Any = 0, dtype: Any = None) -> Any:
    """z[i] = array[0] ... array[i] along the axis."""
    z = np.multiply.accumulate(array, axis, dtype)

    def pullback(z_bar: Any) -> Any:
        return cumprod_bar(z_bar, array, axis, dtype)

    def pushforward(array_dot: Any) -> Any:
        return cumprod_dot(array_dot, array, axis, dtype)

    return z, pullback, pushforward


@rule((np.maximum, "accumulate"))
def maximum_accumulate(array: Any, axis: Any = 0, dtype: Any = None) -> Any:
    """z[i] = the maximum of array[0], ..., array[i]; entries that tie share evenly."""
    z = np.maximum.accumulate(array, axis, dtype)

    def pullback(z_bar: Any) -> Any:
        return running_bar(z_bar, z, array, axis)

    def pushforward(array_dot: Any) -> Any:
        return running_dot(array_dot, z, array, axis)

    return z, pullback, pushforward


@rule((np.minimum, "accumulate"))
def minimum_accumulate(array: Any, axis: Any = 0, dtype: Any = None) -> Any:
    """z[i] = the minimum of array[0], ..., array[i]; entries that tie share evenly."""
    z = np.minimum.accumulate(array, axis, dtype)

    def pullback(z_bar: Any) -> Any:
        return running_bar(z_bar, z, array, axis)

    def pushforward(array_dot: Any) -> Any:
        return running_dot(array_dot, z, array, axis)

    return z, pullback, pushforward


@rule((np.add, "reduceat"))
def add_reduceat(array: Any, indices: Any, axis: Any = 0, dtype: Any = None) -> Any:
    """z[i] = the sum of array[indices[i]:indices[i + 1]], or array[indices[i]] where this is empty."""
    z = np.add.reduceat(array, indices, axis, dtype)
    array_shape = np.shape(array)

    def pullback(z_bar: Any) -> Any:
        return spread_slices(z_bar, array_shape, indices, axis)

    def pushforward(array_dot: Any) -> Any:
        return np.add.reduceat(array_dot, indices, axis)

    return z, pullback, pushforward


@rule((np.add, "outer"))
def add_outer(A: Any, B: Any) -> Any:
    """z[i, j] = A[i] + B[j]."""
    z = np.add.outer(A, B)
    A_ndim = np.ndim(A)

    def pullback(z_bar: Any) -> Any:
        A_bar = np.sum(z_bar, axis=tuple(range(A_ndim, np.ndim(z_bar))))
        B_bar = np.sum(z_bar, axis=tuple(range(A_ndim)))
        return A_bar, B_bar

    def pushforward(A_dot: Any, B_dot: Any) -> Any:
        return np.add.outer(A_dot, B_dot)

    return z, pullback, pushforward


@rule((np.subtract, "outer"))
def subtract_outer(A: Any, B: Any) -> Any:
    """z[i, j] = A[i] - B[j]."""
    z = np.subtract.outer(A, B)
    A_ndim = np.ndim(A)

    def pullback(z_bar: Any) -> Any:
        A_bar = np.sum(z_bar, axis=tuple(range(A_ndim, np.ndim(z_bar))))
        B_bar = -np.sum(z_bar, axis=tuple(range(A_ndim)))
        return A_bar, B_bar

    def pushforward(A_dot: Any, B_dot: Any) -> Any:
        return np.subtract.outer(A_dot, B_dot)

    return z, pullback, pushforward


@rule((np.multiply, "outer"))
def multiply_outer(A: Any, B: Any) -> Any:
    """z[i, j] = A[i] B[j]."""
    z = np.multiply.outer(A, B)

    def pullback(z_bar: Any) -> Any:
        A_bar = np.tensordot(z_bar, conj(B), np.ndim(B))
        B_bar = np.tensordot(conj(A), z_bar, np.ndim(A))
        return A_bar, B_bar

    def pushforward(A_dot: Any, B_dot: Any) -> Any:
        return np.multiply.outer(A_dot, B) + np.multiply.outer(A, B_dot)

    return z, pullback, pushforward
