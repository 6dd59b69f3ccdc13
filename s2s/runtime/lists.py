"""Lists of cotangents, in which the number 0.0 stands for zeros of any shape."""
from collections.abc import Iterator
from typing import Any

import numpy as np


def add_lists(a: list[Any], b: list[Any]) -> list[Any]:
    """The sums of the entries of two lists of cotangents; 0.0 also stands for a list of zeros."""
    return [add_items(x, y) for x, y in zip(a, b, strict=True)]


def add_items(x: Any, y: Any) -> Any:
    """The sum of two entries of a list of cotangents: numbers, arrays, or lists of them."""
    if isinstance(x, list) and isinstance(y, list):
        return add_lists(x, y)
    if isinstance(x, list) or isinstance(y, list):
        return list(x) if isinstance(x, list) else list(y)
    return x + y


def dense_list(x_bar: Any, length: int) -> list[Any]:
    """A list of cotangents; the number 0.0 becomes a list of ``length`` zeros."""
    return x_bar if isinstance(x_bar, list) else [0.0] * length


def column(items: list[Any], *keys: Any) -> list[Any]:
    """One entry of each item of a list of structures: by index, by key, or by attribute."""
    for key in keys:
        named = isinstance(key, str)
        items = [getattr(item, key) if named and not isinstance(item, dict) else item[key] for item in items]
    return list(items)


def assembled(shape: Any, *columns: list[Any]) -> list[Any]:
    """The list of structures whose leaves are ``columns``, one list per leaf.

    ``shape`` is None for a leaf, else (class, shapes of the parts) and, for a dict or an instance, its keys.
    """
    return [_item(shape, iter(row)) for row in zip(*columns, strict=True)]


def _item(shape: Any, leaves: Iterator[Any]) -> Any:
    if shape is None:
        return next(leaves)
    cls, parts, *keys = shape
    items = [_item(part, leaves) for part in parts]
    if not keys:
        return cls(*items) if hasattr(cls, "_fields") else cls(items)
    named = dict(zip(keys[0], items, strict=True))
    return named if issubclass(cls, dict) else rebuild(cls, named)


def entries(table: Any, i: int) -> list[Any]:
    """The entries ``i`` of the rows of an array, which was made of a list of tuples."""
    return [row[i] for row in table]


def with_entries(table: Any, *columns: Any) -> Any:
    """An array with the entries i of its rows set, for pairs of an index i and a list with one value per row."""
    table = np.array(table)
    for i, values in zip(columns[::2], columns[1::2], strict=True):
        for row, value in zip(table, values, strict=True):
            row[i] = value
    return table


def dense(x_bar: Any, shape: tuple[int, ...]) -> Any:
    """``x_bar`` as an array of ``shape``; the number 0.0 becomes zeros."""
    known = isinstance(x_bar, (np.ndarray, np.generic)) and np.shape(x_bar) == tuple(shape)
    return x_bar if known else np.zeros(shape) + x_bar


def zero_items(shapes: list[Any]) -> list[Any]:
    """A list of tangents of zeros, for items of the given shapes; those of a nested list are a list."""
    return [zero_items(s) if isinstance(s, list) else np.zeros(s) if s else 0.0 for s in shapes]


def snapshot(x: Any) -> Any:
    """A copy of an array, or of a list and the arrays in it; numbers are returned as they are."""
    if isinstance(x, list):
        return [snapshot(item) for item in x]
    return x.copy() if isinstance(x, np.ndarray) else x


def rebuild(cls: type, fields: dict[str, Any]) -> Any:
    """An instance of ``cls`` with the given attributes, without a call of ``__init__``."""
    made: Any = object.__new__(cls)
    for name, value in fields.items():
        object.__setattr__(made, name, value)
    return made
