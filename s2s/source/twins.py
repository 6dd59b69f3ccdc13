"""What functions that call a function do, in the Python that the compiler reads: their calls are lowered as these.

Not run: ``functional`` inlines them, with the function that the user gave.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable
from typing import Any

import numpy as np


def mapped(function: Callable[..., Any], *columns: Any) -> list[Any]:
    """map(function, *columns)."""
    return [function(*items) for items in zip(*columns)]  # noqa: B905


def accumulated(function: Callable[..., Any], items: Any) -> list[Any]:
    """itertools.accumulate(items, function)."""
    made = list(items[:1])
    for item in items[1:]:
        made.append(function(made[-1], item))
    return made


def accumulated_from(function: Callable[..., Any], items: Any, initial: Any) -> list[Any]:
    """itertools.accumulate(items, function, initial=initial)."""
    made = [initial]
    for item in items:
        made.append(function(made[-1], item))
    return made


def products_of_two(first: Any, second: Any) -> list[Any]:
    """itertools.product(first, second)."""
    return [(a, b) for a in first for b in second]


def products_of_three(first: Any, second: Any, third: Any) -> list[Any]:
    """itertools.product(first, second, third)."""
    return [(a, b, c) for a in first for b in second for c in third]


def neighbours(items: Any) -> list[Any]:
    """itertools.pairwise(items)."""
    return [(a, b) for a, b in zip(items, items[1:])]  # noqa: B905


def combinations_of_two(items: Any) -> list[Any]:
    """itertools.combinations(items, 2)."""
    return [(items[i], items[j]) for i in range(len(items)) for j in range(i + 1, len(items))]


def chained(*parts: Any) -> list[Any]:
    """itertools.chain(*parts)."""
    made = []
    for part in parts:
        made.extend(part)
    return made


def polar(z: Any) -> Any:
    """cmath.polar(z)."""
    return abs(z), cmath.phase(z)


def rect(r: Any, phi: Any) -> Any:
    """cmath.rect(r, phi)."""
    return complex(r * math.cos(phi), r * math.sin(phi))


def product(items: Any, total: Any) -> Any:
    """math.prod(items, start=total)."""
    for item in items:
        total = total * item
    return total


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
