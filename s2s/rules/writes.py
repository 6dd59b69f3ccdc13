"""Functions that write into their first argument, as pure functions with rules.

``WRITES`` maps such a function (a ufunc's ``at`` as the pair of ufunc and name) to the pure function that returns what
the array holds afterwards; its first argument is the array as it was.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.rules.registry import rule
from s2s.runtime import (
    conj,
    diagonal_value_bar,
    form,
    other_factors,
    ratio,
    shape_of,
    shaped_like,
    shared_by_equals,
    unbroadcast,
    with_added_at,
    with_copied,
    with_diagonal,
    with_divided_at,
    with_maximum_at,
    with_minimum_at,
    with_multiplied_at,
    with_place,
    with_put,
    with_put_along_axis,
    with_putmask,
    with_subtracted_at,
    written_values_bar,
)

WRITES: dict[Any, Any] = {
    np.put: with_put,
    np.ndarray.put: with_put,
    np.place: with_place,
    np.putmask: with_putmask,
    np.put_along_axis: with_put_along_axis,
    np.fill_diagonal: with_diagonal,
    np.copyto: with_copied,
    np.ndarray.fill: np.full_like,
    np.ndarray.sort: np.sort,
    np.ndarray.partition: np.partition,
    (np.add, "at"): with_added_at,
    (np.subtract, "at"): with_subtracted_at,
    (np.multiply, "at"): with_multiplied_at,
    (np.divide, "at"): with_divided_at,
    (np.maximum, "at"): with_maximum_at,
    (np.minimum, "at"): with_minimum_at,
}


@rule(with_put)
def put(a: Any, ind: Any, v: Any, mode: Any = "raise") -> Any:
    """z = a with v (repeated as needed) at the flat indices."""
    z = with_put(a, ind, v, mode)
    v_form = form(v)

    def pullback(z_bar: Any) -> Any:
        a_bar = with_put(z_bar, ind, 0, mode)
        v_bar = shaped_like(written_values_bar(z_bar, with_put, ind, shape_of(v_form), mode), v_form)
        return a_bar, v_bar

    def pushforward(a_dot: Any, v_dot: Any) -> Any:
        return with_put(a_dot, ind, v_dot, mode)

    return z, pullback, pushforward


@rule(with_place)
def place(arr: Any, mask: Any, vals: Any) -> Any:
    """z = arr with vals, one after the other, where the mask holds."""
    z = with_place(arr, mask, vals)
    vals_form = form(vals)

    def pullback(z_bar: Any) -> Any:
        arr_bar = with_place(z_bar, mask, 0)
        vals_bar = shaped_like(written_values_bar(z_bar, with_place, mask, shape_of(vals_form)), vals_form)
        return arr_bar, vals_bar

    def pushforward(arr_dot: Any, vals_dot: Any) -> Any:
        return with_place(arr_dot, mask, vals_dot)

    return z, pullback, pushforward


@rule(with_putmask)
def putmask(a: Any, mask: Any, values: Any) -> Any:
    """z = a with the value of the same flat index (modulo their number) where the mask holds."""
    z = with_putmask(a, mask, values)
    values_form = form(values)

    def pullback(z_bar: Any) -> Any:
        a_bar = with_putmask(z_bar, mask, 0)
        values_bar = shaped_like(written_values_bar(z_bar, with_putmask, mask, shape_of(values_form)), values_form)
        return a_bar, values_bar

    def pushforward(a_dot: Any, values_dot: Any) -> Any:
        return with_putmask(a_dot, mask, values_dot)

    return z, pullback, pushforward


@rule(with_put_along_axis)
def put_along_axis(arr: Any, indices: Any, values: Any, axis: Any) -> Any:
    """z = arr with z[.., indices[.., j, ..], ..] = values[.., j, ..]."""
    z = with_put_along_axis(arr, indices, values, axis)
    values_shape = np.shape(values)

    def pullback(z_bar: Any) -> Any:
        arr_bar = with_put_along_axis(z_bar, indices, 0, axis)
        values_bar = written_values_bar(z_bar, with_put_along_axis, indices, values_shape, axis)
        return arr_bar, values_bar

    def pushforward(arr_dot: Any, values_dot: Any) -> Any:
        return with_put_along_axis(arr_dot, indices, values_dot, axis)

    return z, pullback, pushforward


@rule(with_diagonal)
def fill_diagonal(a: Any, val: Any, wrap: Any = False) -> Any:
    """z = a with val (repeated as needed) on the diagonal."""
    z = with_diagonal(a, val, wrap)
    val_form = form(val)

    def pullback(z_bar: Any) -> Any:
        a_bar = with_diagonal(z_bar, 0, wrap)
        val_bar = shaped_like(diagonal_value_bar(z_bar, shape_of(val_form), wrap), val_form)
        return a_bar, val_bar

    def pushforward(a_dot: Any, val_dot: Any) -> Any:
        return with_diagonal(a_dot, val_dot, wrap)

    return z, pullback, pushforward


@rule(with_copied)
def copyto(dst: Any, src: Any, casting: Any = "same_kind", where: Any = True) -> Any:
    """z = src, stretched, where the mask holds, else dst."""
    z = with_copied(dst, src, casting, where)
    src_shape = np.shape(src)

    def pullback(z_bar: Any) -> Any:
        dst_bar = with_copied(z_bar, 0, where=where)
        src_bar = unbroadcast(z_bar if where is True else np.where(where, z_bar, 0), src_shape)
        return dst_bar, src_bar

    def pushforward(dst_dot: Any, src_dot: Any) -> Any:
        return with_copied(dst_dot, src_dot, casting, where)

    return z, pullback, pushforward


@rule(with_added_at)
def add_at_indices(a: Any, indices: Any, b: Any) -> Any:
    """z = a, and b added at the indices, each time that they occur."""
    z = with_added_at(a, indices, b)
    b_shape = np.shape(b)

    def pullback(z_bar: Any) -> Any:
        a_bar = z_bar
        b_bar = unbroadcast(z_bar[indices], b_shape)
        return a_bar, b_bar

    def pushforward(a_dot: Any, b_dot: Any) -> Any:
        return with_added_at(a_dot, indices, b_dot)

    return z, pullback, pushforward


@rule(with_subtracted_at)
def subtract_at_indices(a: Any, indices: Any, b: Any) -> Any:
    """z = a, and b subtracted at the indices, each time that they occur."""
    z = with_subtracted_at(a, indices, b)
    b_shape = np.shape(b)

    def pullback(z_bar: Any) -> Any:
        a_bar = z_bar
        b_bar = unbroadcast(-z_bar[indices], b_shape)
        return a_bar, b_bar

    def pushforward(a_dot: Any, b_dot: Any) -> Any:
        return with_subtracted_at(a_dot, indices, b_dot)

    return z, pullback, pushforward


@rule(with_multiplied_at)
def multiply_at_indices(a: Any, indices: Any, b: Any) -> Any:
    """z = a, multiplied with b at the indices, each time that they occur; right for any number of zeros."""
    z = with_multiplied_at(a, indices, b)
    b_shape = np.shape(b)

    def pullback(z_bar: Any) -> Any:
        a_bar = with_multiplied_at(z_bar, indices, conj(b))
        b_bar = unbroadcast(z_bar[indices] * conj(a[indices] * other_factors(a, indices, b)), b_shape)
        return a_bar, b_bar

    def pushforward(a_dot: Any, b_dot: Any) -> Any:
        change = b_dot * a[indices] * other_factors(a, indices, b)
        return with_added_at(with_multiplied_at(a_dot, indices, b), indices, change)

    return z, pullback, pushforward


@rule(with_divided_at)
def divide_at_indices(a: Any, indices: Any, b: Any) -> Any:
    """z = a, divided by b at the indices, each time that they occur."""
    z = with_divided_at(a, indices, b)
    b_shape = np.shape(b)

    def pullback(z_bar: Any) -> Any:
        a_bar = with_divided_at(z_bar, indices, conj(b))
        b_bar = unbroadcast(ratio(-z_bar[indices] * conj(z[indices]), conj(b)), b_shape)
        return a_bar, b_bar

    def pushforward(a_dot: Any, b_dot: Any) -> Any:
        return with_subtracted_at(with_divided_at(a_dot, indices, b), indices, ratio(b_dot * z[indices], b))

    return z, pullback, pushforward


@rule(with_maximum_at)
def maximum_at_indices(a: Any, indices: Any, b: Any) -> Any:
    """z = the largest of a and of the b at each index; equal ones share evenly."""
    z = with_maximum_at(a, indices, b)
    b_shape = np.shape(b)

    def pullback(z_bar: Any) -> Any:
        share = shared_by_equals(z_bar, z, a, indices, b)
        a_bar = np.where(a == z, share, 0)
        b_bar = unbroadcast(np.where(b == z[indices], share[indices], 0), b_shape)
        return a_bar, b_bar

    def pushforward(a_dot: Any, b_dot: Any) -> Any:
        share = shared_by_equals(np.ones_like(z), z, a, indices, b)
        change = np.where(b == z[indices], share[indices] * b_dot, 0)
        return with_added_at(np.where(a == z, share * a_dot, 0), indices, change)

    return z, pullback, pushforward


@rule(with_minimum_at)
def minimum_at_indices(a: Any, indices: Any, b: Any) -> Any:
    """z = the smallest of a and of the b at each index; equal ones share evenly."""
    z = with_minimum_at(a, indices, b)
    b_shape = np.shape(b)

    def pullback(z_bar: Any) -> Any:
        share = shared_by_equals(z_bar, z, a, indices, b)
        a_bar = np.where(a == z, share, 0)
        b_bar = unbroadcast(np.where(b == z[indices], share[indices], 0), b_shape)
        return a_bar, b_bar

    def pushforward(a_dot: Any, b_dot: Any) -> Any:
        share = shared_by_equals(np.ones_like(z), z, a, indices, b)
        change = np.where(b == z[indices], share[indices] * b_dot, 0)
        return with_added_at(np.where(a == z, share * a_dot, 0), indices, change)

    return z, pullback, pushforward
