"""Comparing and filling trees of any containers."""
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.structure import carries, children_of, flatten, mapped


def identical(a: Any, b: Any) -> bool:
    """True when structure, types, dtypes, shapes and every bit of the values agree (NaN equals NaN)."""
    left, right = children_of(a), children_of(b)
    if left is not None or right is not None:
        if left is None or right is None or type(a) is not type(b) or left[0] != right[0]:
            return False
        return all(identical(x, y) for x, y in zip(left[1], right[1], strict=True))
    if type(a) is not type(b):
        return False
    if isinstance(a, np.ndarray | np.generic):
        if a.dtype != b.dtype or a.shape != b.shape:
            return False
        return bool(np.array_equal(a, b, equal_nan=a.dtype.kind in "fc"))
    if isinstance(a, float | complex):
        return bool(a == b or (a != a and b != b))
    return not _by_contents(a) or bool(a == b)


def _by_contents(value: Any) -> bool:
    """True for values that compare by what they hold, not by identity."""
    return any("__eq__" in vars(cls) for cls in type(value).__mro__[:-1])


def random_like(value: Any, rng: np.random.Generator) -> Any:
    """Random numbers in every leaf that carries a derivative, None elsewhere."""

    def draw(leaf: Any) -> Any:
        if not carries(leaf):
            return None
        made: Any = rng.normal(size=np.shape(leaf)) + 0.25
        if np.iscomplexobj(leaf):
            made = made + 1j * rng.normal(size=np.shape(leaf))
        made = np.asarray(made).astype(np.asarray(leaf).dtype)
        return made if isinstance(leaf, np.ndarray) else type(leaf)(made[()])

    return mapped(draw, value)


def inner(a: Any, b: Any) -> float:
    """The real inner product Re(sum(conj(a) b)) over all leaves of ``b`` that are not None, in double precision."""
    total = 0.0
    for (_, x), (_, y) in zip(flatten(a), flatten(b), strict=True):
        if x is None or y is None or not carries(y):
            continue
        wide_x, wide_y = np.asarray(x, complex), np.asarray(y, complex)
        total += float(np.sum(wide_x.real * wide_y.real) + np.sum(wide_x.imag * wide_y.imag))
    return total
