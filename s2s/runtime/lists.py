"""Lists of cotangents, in which the number 0.0 stands for zeros of any shape."""
from typing import Any

import numpy as np


def add_lists(a: list[Any], b: list[Any]) -> list[Any]:
    """The sums of the entries of two lists of cotangents."""
    return [x + y for x, y in zip(a, b, strict=True)]


def dense(x_bar: Any, shape: tuple[int, ...]) -> Any:
    """``x_bar`` as an array of ``shape``; the number 0.0 becomes zeros."""
    known = isinstance(x_bar, (np.ndarray, np.generic)) and np.shape(x_bar) == tuple(shape)
    return x_bar if known else np.zeros(shape) + x_bar


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
