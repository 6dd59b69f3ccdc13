"""Accumulation into an indexed part of a buffer."""
from typing import Any

import numpy as np


def add_at(buffer: Any, index: Any, x_bar: Any) -> None:
    """``buffer[index] += x_bar`` in which a repeated index counts each time."""
    np.add.at(buffer, index, x_bar)


def widened(buffer: Any, value: Any) -> Any:
    """``buffer``, or a complex copy of it if it is real and ``value``, which is to be put into it, is complex."""
    return buffer + 0j if np.iscomplexobj(value) and not np.iscomplexobj(buffer) else buffer


def take_written(buffer: Any, index: Any) -> Any:
    """``buffer[index]``, but 0 for an entry of ``index`` that a later entry repeats: there the later write won."""
    taken = np.array(buffer[index])
    order = np.full(np.shape(buffer), -1)
    numbers = np.arange(taken.size).reshape(taken.shape)
    order[index] = numbers
    return np.where(order[index] == numbers, taken, taken.dtype.type(0))


def take_put(buffer: Any, indices: Any, shape: tuple[int, ...]) -> Any:
    """The cotangent of the values, of ``shape``, in ``np.put(a, indices, values)``, which repeats them as needed."""
    flat = np.ravel(buffer)
    taken = np.ravel(take_written(flat, np.ravel(np.asarray(indices))))
    count = int(np.prod(shape))
    values_bar = np.zeros(count, taken.dtype)
    np.add.at(values_bar, np.arange(taken.size) % max(count, 1), taken)
    return values_bar.reshape(shape)[()]


def diagonal_mask(shape: tuple[int, int]) -> Any:
    """True on the diagonal of a matrix of ``shape``."""
    return np.eye(shape[0], shape[1], dtype=bool)


def along_axis(indices: Any, shape: tuple[int, ...], axis: Any) -> Any:
    """The full index that ``np.put_along_axis`` writes at."""
    if axis is None:
        return np.unravel_index(np.ravel(indices), shape)
    index = list(np.ix_(*(np.arange(n) for n in shape)))
    index[axis] = np.asarray(indices)
    return tuple(index)
