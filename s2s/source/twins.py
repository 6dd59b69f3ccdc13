"""What functions that call a function do, in the Python that the compiler reads: their calls are lowered as these.

Not run: ``functional`` inlines them, with the function that the user gave.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def reduce(function: Callable[..., Any], items: Any) -> Any:
    """functools.reduce(function, items)."""
    total = items[0]
    for item in items[1:]:
        total = function(total, item)
    return total


def reduce_from(function: Callable[..., Any], items: Any, initial: Any) -> Any:
    """functools.reduce(function, items, initial)."""
    total = initial
    for item in items:
        total = function(total, item)
    return total


def vectorized(function: Callable[..., Any], *columns: Any) -> Any:
    """np.vectorize(function)(*columns): the compiler knows it by name."""
    return np.vectorize(function)(*columns)


def each_of_one(function: Callable[..., Any], column: Any) -> list[Any]:
    """The function of each entry."""
    return [function(item) for item in np.ravel(column).tolist()]


def each_of_several(function: Callable[..., Any], columns: Any) -> list[Any]:
    """The function of the entries at each place."""
    return [function(*items) for items in zip(*[np.ravel(column).tolist() for column in columns], strict=True)]


def each_of_rows(function: Callable[..., Any], rows: Any) -> list[Any]:
    """The function of each row."""
    return [function(row) for row in rows]


def none_of(conditions: list[Any]) -> Any:
    """Where no condition holds."""
    rest = ~conditions[0]
    for condition in conditions[1:]:
        rest = rest & ~condition
    return rest


def piece(y: Any, x: Any, condition: Any, function: Callable[..., Any]) -> None:
    """One function of np.piecewise."""
    part = x[condition]
    if part.size > 0:
        y[condition] = function(part)


def level(y: Any, x: Any, condition: Any, value: Any) -> None:
    """One number of np.piecewise."""
    y[condition] = value
