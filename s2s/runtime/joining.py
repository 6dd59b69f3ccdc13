"""The transposes of joining and splitting."""
from typing import Any

import numpy as np

from s2s.runtime.shaping import shape_of, shaped_like


def split_like(z_bar: Any, parts_form: Any, axis: int | None = 0, ndim: int = 0) -> Any:
    """Cut ``z_bar`` along ``axis`` into parts of the given shapes: the transpose of ``np.concatenate(parts, axis)``.

    Parts of fewer than ``ndim`` dimensions have length one along ``axis``, as in hstack (1), vstack (2) and dstack (3).
    A tuple as ``parts_form`` is the shape of one array that holds the parts.
    """
    if isinstance(parts_form, tuple):
        parts = split_like(z_bar, [parts_form[1:]] * parts_form[0], axis, ndim)
        return np.reshape(np.array(parts), parts_form)
    shapes = [shape_of(part) for part in parts_form]
    if axis is None:
        lengths = [int(np.prod(shape, dtype=int)) for shape in shapes]
    else:
        lengths = [shape[axis] if len(shape) >= max(ndim, 1) else 1 for shape in shapes]
    stops = np.cumsum(lengths)[:-1]
    parts = np.split(z_bar, stops, axis=0 if axis is None else axis)
    return [shaped_like(part, entry) for part, entry in zip(parts, parts_form, strict=True)]


def unblock(z_bar: Any, arrays_form: Any) -> Any:
    """Cut ``z_bar`` into the nested lists of arrays that ``np.block`` assembled."""
    return _unblock(z_bar, arrays_form, _depth(arrays_form), np.ndim(z_bar))


def _depth(arrays_form: Any) -> int:
    return 1 + _depth(arrays_form[0]) if isinstance(arrays_form, list) else 0


def _block_shape(arrays_form: Any, depth: int, ndim: int) -> tuple[int, ...]:
    """The shape of a block, as far as the axis along which its parts are joined."""
    if isinstance(arrays_form, tuple):
        return (1,) * (ndim - len(arrays_form)) + arrays_form
    shapes = [_block_shape(entry, depth - 1, ndim) for entry in arrays_form]
    axis = ndim - depth
    return shapes[0][:axis] + (sum(shape[axis] for shape in shapes),)


def _unblock(z_bar: Any, arrays_form: Any, depth: int, ndim: int) -> Any:
    if isinstance(arrays_form, tuple):
        return np.reshape(z_bar, arrays_form)
    lengths = [_block_shape(entry, depth - 1, ndim)[ndim - depth] for entry in arrays_form]
    parts = np.split(z_bar, np.cumsum(lengths)[:-1], axis=ndim - depth)
    return [_unblock(part, entry, depth - 1, ndim) for part, entry in zip(parts, arrays_form, strict=True)]


def inserted_from(arr_shape: tuple[int, ...], obj: Any, values_shape: tuple[int, ...], axis: int | None) -> Any:
    """For each entry of ``np.insert(arr, obj, values, axis)`` its source, found by inserting index arrays.

    It is a flat index into arr, or -1 - a flat index into values.
    """
    size, count = int(np.prod(arr_shape, dtype=int)), int(np.prod(values_shape, dtype=int))
    own = np.reshape(np.arange(size), arr_shape)
    new = np.reshape(-1 - np.arange(count), values_shape)
    return np.insert(own, obj, new, axis=axis)


def sum_at(z_bar: Any, source: Any, shape: tuple[int, ...]) -> Any:
    """An array of ``shape`` whose flat entry i is the sum of ``z_bar`` where ``source == i``."""
    flat = np.zeros(int(np.prod(shape, dtype=int)), np.asarray(z_bar).dtype)
    taken = source >= 0
    np.add.at(flat, source[taken], z_bar[taken])
    return np.reshape(flat, shape)


def taken_from(source: Any, arr: Any, values: Any) -> Any:
    """The result of an insertion: entries of ``arr``, and of ``values`` where ``source`` is negative."""
    pool = np.concatenate([np.ravel(arr), np.ravel(values)[::-1]])
    return pool[source]


def rest_after_delete(arr_shape: tuple[int, ...], obj: Any, axis: int | None) -> Any:
    """The indices along ``axis`` that ``np.delete`` leaves."""
    length = int(np.prod(arr_shape, dtype=int)) if axis is None else arr_shape[axis]
    return np.delete(np.arange(length), obj)


def joined_rows(*parts: Any) -> Any:
    """``np.r_[parts]``: numbers and arrays one after the other."""
    return np.r_[parts]


def joined_columns(*parts: Any) -> Any:
    """``np.c_[parts]``: along the last axis; numbers and vectors are columns."""
    return np.c_[parts]


def first_is_float(values: list[Any]) -> None:
    """Refuse results whose dtype NumPy takes from a first one that is not a float."""
    if not values:
        raise ValueError("the results of a function that is called for no item are not known")
    if np.asarray(values[0]).dtype.kind not in "fc":
        raise TypeError("the first result is a whole number, so NumPy makes all of them whole: return floats always")
