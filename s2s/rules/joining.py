"""Rules of functions that join and split arrays."""
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.rules.registry import rule
from s2s.runtime import (
    filled,
    form,
    inserted_from,
    joined_columns,
    joined_rows,
    place_along,
    rest_after_delete,
    shaped_like,
    split_like,
    sum_at,
    taken_from,
)


@rule(np.concatenate)
def concatenate(
    arrays: Any, /, axis: Any = 0, out: Any = None, *, dtype: Any = None, casting: Any = "same_kind"
) -> Any:
    """z = the arrays one after the other."""
    z = np.concatenate(arrays, axis, dtype=dtype, casting=casting)
    shapes = form(arrays)

    def pullback(z_bar: Any) -> Any:
        return split_like(z_bar, shapes, axis)

    def pushforward(arrays_dot: Any) -> Any:
        return np.concatenate(arrays_dot, axis, dtype=dtype, casting=casting)

    return z, pullback, pushforward


@rule(np.stack)
def stack(arrays: Any, axis: int = 0, out: Any = None, *, dtype: Any = None, casting: Any = "same_kind") -> Any:
    """z = the arrays along a new axis."""
    z = np.stack(arrays, axis, dtype=dtype, casting=casting)
    shapes = form(arrays)

    def pullback(z_bar: Any) -> Any:
        if axis == 0:
            arrays_bar = shaped_like(z_bar, shapes)
        else:
            arrays_bar = shaped_like(np.moveaxis(z_bar, axis, 0), shapes)
        return arrays_bar

    def pushforward(arrays_dot: Any) -> Any:
        return np.stack(arrays_dot, axis, dtype=dtype, casting=casting)

    return z, pullback, pushforward


@rule(np.hstack)
def hstack(tup: Any, *, dtype: Any = None, casting: Any = "same_kind") -> Any:
    """z = the arrays one after the other along the second axis (vectors: along the first)."""
    z = np.hstack(tup, dtype=dtype, casting=casting)
    shapes = form(tup)

    def pullback(z_bar: Any) -> Any:
        return split_like(z_bar, shapes, axis=0 if np.ndim(z_bar) == 1 else 1, ndim=1)

    def pushforward(tup_dot: Any) -> Any:
        return np.hstack(tup_dot, dtype=dtype, casting=casting)

    return z, pullback, pushforward


_ROW_STACK = (vars(np).get("row_stack", np.vstack),)  # deprecated since NumPy 2.0


@rule(np.vstack, *(f for f in _ROW_STACK if f is not np.vstack))
def vstack(tup: Any, *, dtype: Any = None, casting: Any = "same_kind") -> Any:
    """z = the arrays below each other; a vector is a row."""
    z = np.vstack(tup, dtype=dtype, casting=casting)
    shapes = form(tup)

    def pullback(z_bar: Any) -> Any:
        return split_like(z_bar, shapes, axis=0, ndim=2)

    def pushforward(tup_dot: Any) -> Any:
        return np.vstack(tup_dot, dtype=dtype, casting=casting)

    return z, pullback, pushforward


@rule(np.dstack)
def dstack(tup: Any) -> Any:
    """z = the arrays one after the other along the third axis."""
    z = np.dstack(tup)
    shapes = form(tup)

    def pullback(z_bar: Any) -> Any:
        return split_like(z_bar, shapes, axis=2, ndim=3)

    def pushforward(tup_dot: Any) -> Any:
        return np.dstack(tup_dot)

    return z, pullback, pushforward


@rule(np.column_stack)
def column_stack(tup: Any) -> Any:
    """z = the arrays beside each other; a vector is a column."""
    z = np.column_stack(tup)
    shapes = form(tup)

    def pullback(z_bar: Any) -> Any:
        return split_like(z_bar, shapes, axis=1, ndim=2)

    def pushforward(tup_dot: Any) -> Any:
        return np.column_stack(tup_dot)

    return z, pullback, pushforward


@rule(joined_rows)
def rows_joined(*parts: Any) -> Any:
    """z = np.r_[parts]."""
    z = joined_rows(*parts)
    shapes = form(parts)

    def pullback(z_bar: Any) -> Any:
        return split_like(z_bar, shapes, axis=0, ndim=1)

    def pushforward(*parts_dot: Any) -> Any:
        return joined_rows(*parts_dot)

    return z, pullback, pushforward


@rule(joined_columns)
def columns_joined(*parts: Any) -> Any:
    """z = np.c_[parts]."""
    z = joined_columns(*parts)
    shapes = form(parts)

    def pullback(z_bar: Any) -> Any:
        return split_like(z_bar, shapes, axis=-1, ndim=2)

    def pushforward(*parts_dot: Any) -> Any:
        return joined_columns(*parts_dot)

    return z, pullback, pushforward


@rule(np.append)
def append(arr: Any, values: Any, axis: Any = None) -> Any:
    """z = arr and then values."""
    z = np.append(arr, values, axis)
    shapes = [form(arr), form(values)]

    def pullback(z_bar: Any) -> Any:
        arr_bar, values_bar = split_like(z_bar, shapes, axis)
        return arr_bar, values_bar

    def pushforward(arr_dot: Any, values_dot: Any) -> Any:
        return np.append(arr_dot, values_dot, axis)

    return z, pullback, pushforward


@rule(np.insert)
def insert(arr: Any, obj: Any, values: Any, axis: Any = None) -> Any:
    """z = arr with values put in: each entry of z has one source."""
    z = np.insert(arr, obj, values, axis)
    arr_shape, values_shape, values_form = np.shape(arr), np.shape(values), form(values)
    source = inserted_from(arr_shape, obj, values_shape, axis)

    def pullback(z_bar: Any) -> Any:
        arr_bar = sum_at(z_bar, source, arr_shape)
        values_bar = shaped_like(sum_at(z_bar, -1 - source, values_shape), values_form)
        return arr_bar, values_bar

    def pushforward(arr_dot: Any, values_dot: Any) -> Any:
        return taken_from(source, arr_dot, values_dot)

    return z, pullback, pushforward


@rule(np.delete)
def delete(arr: Any, obj: Any, axis: Any = None) -> Any:
    """z = arr without some entries; their cotangent is zero."""
    z = np.delete(arr, obj, axis)
    arr_shape = np.shape(arr)
    rest = rest_after_delete(arr_shape, obj, axis)

    def pullback(z_bar: Any) -> Any:
        return place_along(z_bar, rest, axis, arr_shape)

    def pushforward(arr_dot: Any) -> Any:
        return np.take(arr_dot, rest, axis)

    return z, pullback, pushforward


@rule(np.split)
def split(ary: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """The parts of ary along an axis; the pullback joins them."""
    z = np.split(ary, indices_or_sections, axis)
    shapes = form(z)

    def pullback(z_bar: Any) -> Any:
        return np.concatenate(filled(z_bar, shapes), axis=axis)

    def pushforward(ary_dot: Any) -> Any:
        return np.split(ary_dot, indices_or_sections, axis)

    return z, pullback, pushforward


@rule(np.array_split)
def array_split(ary: Any, indices_or_sections: Any, axis: int = 0) -> Any:
    """The parts of ary along an axis, of nearly equal lengths; the pullback joins them."""
    z = np.array_split(ary, indices_or_sections, axis)
    shapes = form(z)

    def pullback(z_bar: Any) -> Any:
        return np.concatenate(filled(z_bar, shapes), axis=axis)

    def pushforward(ary_dot: Any) -> Any:
        return np.array_split(ary_dot, indices_or_sections, axis)

    return z, pullback, pushforward


@rule(np.hsplit)
def hsplit(ary: Any, indices_or_sections: Any) -> Any:
    """The parts of ary along the second axis (of a vector: the first); the pullback joins them."""
    z = np.hsplit(ary, indices_or_sections)
    shapes = form(z)

    def pullback(z_bar: Any) -> Any:
        return np.hstack(filled(z_bar, shapes))

    def pushforward(ary_dot: Any) -> Any:
        return np.hsplit(ary_dot, indices_or_sections)

    return z, pullback, pushforward


@rule(np.vsplit)
def vsplit(ary: Any, indices_or_sections: Any) -> Any:
    """The parts of ary along the first axis; the pullback joins them."""
    z = np.vsplit(ary, indices_or_sections)
    shapes = form(z)

    def pullback(z_bar: Any) -> Any:
        return np.vstack(filled(z_bar, shapes))

    def pushforward(ary_dot: Any) -> Any:
        return np.vsplit(ary_dot, indices_or_sections)

    return z, pullback, pushforward


@rule(np.dsplit)
def dsplit(ary: Any, indices_or_sections: Any) -> Any:
    """The parts of ary along the third axis; the pullback joins them."""
    z = np.dsplit(ary, indices_or_sections)
    shapes = form(z)

    def pullback(z_bar: Any) -> Any:
        return np.dstack(filled(z_bar, shapes))

    def pushforward(ary_dot: Any) -> Any:
        return np.dsplit(ary_dot, indices_or_sections)

    return z, pullback, pushforward


@rule(*(getattr(np, name) for name in ("unstack",) if hasattr(np, name)))
def unstack(x: Any, /, *, axis: int = 0) -> Any:
    """The parts of x along an axis, without that axis (np.unstack is new in NumPy 2.1)."""
    z = np.unstack(x, axis=axis)
    shapes = form(z)

    def pullback(*z_bar: Any) -> Any:
        return np.stack(filled(z_bar, shapes), axis=axis)

    def pushforward(x_dot: Any) -> Any:
        return np.unstack(x_dot, axis=axis)

    return z, pullback, pushforward
