"""Pure twins of the functions that write into their first argument: they return a changed copy.

Each is linear in (a, values): the tangent of the result is the twin of the tangents, and the cotangent of ``a`` is the
twin of the cotangent with zeros written.
"""
from collections.abc import Callable
from typing import Any

import numpy as np

from s2s.runtime.joining import sum_at


def with_put(a: Any, ind: Any, v: Any, mode: Any = "raise") -> Any:
    """``a`` after ``np.put(a, ind, v, mode)``."""
    result = np.array(a)
    np.put(result, ind, v, mode)
    return result


def with_place(arr: Any, mask: Any, vals: Any) -> Any:
    """``arr`` after ``np.place(arr, mask, vals)``."""
    result = np.array(arr)
    np.place(result, mask, vals)
    return result


def with_putmask(a: Any, mask: Any, values: Any) -> Any:
    """``a`` after ``np.putmask(a, mask, values)``."""
    result = np.array(a)
    np.putmask(result, mask, values)
    return result


def with_put_along_axis(arr: Any, indices: Any, values: Any, axis: Any) -> Any:
    """``arr`` after ``np.put_along_axis(arr, indices, values, axis)``."""
    result = np.array(arr, order="C")
    np.put_along_axis(result, indices, values, axis)
    return result


def with_diagonal(a: Any, val: Any, wrap: bool = False) -> Any:
    """``a`` after ``np.fill_diagonal(a, val, wrap)``."""
    result = np.array(a)
    np.fill_diagonal(result, val, wrap)
    return result


def with_copied(dst: Any, src: Any, casting: Any = "same_kind", where: Any = True) -> Any:
    """``dst`` after ``np.copyto(dst, src, casting, where)``."""
    result = np.array(dst)
    np.copyto(result, src, casting, where)
    return result


def with_added_at(a: Any, indices: Any, b: Any) -> Any:
    """``a`` after ``np.add.at(a, indices, b)``: repeated indices count each time."""
    result = np.array(a)
    np.add.at(result, indices, b)
    return result


def with_subtracted_at(a: Any, indices: Any, b: Any) -> Any:
    """``a`` after ``np.subtract.at(a, indices, b)``: repeated indices count each time."""
    result = np.array(a)
    np.subtract.at(result, indices, b)
    return result


def with_multiplied_at(a: Any, indices: Any, b: Any) -> Any:
    """``a`` after ``np.multiply.at(a, indices, b)``: repeated indices count each time."""
    result = np.array(a)
    np.multiply.at(result, indices, b)
    return result


def with_divided_at(a: Any, indices: Any, b: Any) -> Any:
    """``a`` after ``np.divide.at(a, indices, b)``: repeated indices count each time."""
    result = np.array(a)
    np.divide.at(result, indices, b)
    return result


def with_maximum_at(a: Any, indices: Any, b: Any) -> Any:
    """``a`` after ``np.maximum.at(a, indices, b)``: the largest value at each index."""
    result = np.array(a)
    np.maximum.at(result, indices, b)
    return result


def with_minimum_at(a: Any, indices: Any, b: Any) -> Any:
    """``a`` after ``np.minimum.at(a, indices, b)``: the smallest value at each index."""
    result = np.array(a)
    np.minimum.at(result, indices, b)
    return result


def other_factors(a: Any, indices: Any, b: Any) -> Any:
    """For each entry of ``b`` the product of the others that ``np.multiply.at(a, indices, b)`` brings to its place."""
    zero = np.asarray(b) == 0
    count, product = np.zeros(np.shape(a), int), np.ones_like(a)
    np.add.at(count, indices, zero)
    np.multiply.at(product, indices, np.where(zero, 1, b))
    return np.where(count[indices] == zero, product[indices] / np.where(zero, 1, b), 0)


def shared_by_equals(z_bar: Any, z: Any, a: Any, indices: Any, b: Any) -> Any:
    """``z_bar`` divided by how many of ``a`` and of the ``b`` at each index are equal to ``z``."""
    count = (np.asarray(a) == z).astype(int)
    np.add.at(count, indices, b == z[indices])
    return z_bar / np.maximum(count, 1).astype(np.asarray(z_bar).dtype)


def written_values_bar(
    z_bar: Any, write: Callable[..., Any], place: Any, shape: tuple[int, ...], *options: Any
) -> Any:
    """The cotangent of the values of ``shape`` that ``write(a, place, values, *options)`` wrote.

    Where each entry of the result comes from is found by writing numbers: where a place is written twice, the last
    write gets the whole cotangent.
    """
    numbers = np.reshape(np.arange(int(np.prod(shape, dtype=int))), shape)
    return sum_at(z_bar, write(np.full(np.shape(z_bar), -1), place, numbers, *options), shape)


def diagonal_value_bar(z_bar: Any, shape: tuple[int, ...], wrap: bool = False) -> Any:
    """The cotangent of the value of ``shape`` that ``np.fill_diagonal`` wrote."""
    numbers = np.reshape(np.arange(int(np.prod(shape, dtype=int))), shape)
    return sum_at(z_bar, with_diagonal(np.full(np.shape(z_bar), -1), numbers, wrap), shape)
