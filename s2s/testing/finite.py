"""Gradients by finite differences."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

STEPS = (1e-3, 1e-4, 1e-5)
SINGLE_STEPS = (3e-2, 3e-3)
# f'(x) = (8 (f(x+h) - f(x-h)) - (f(x+2h) - f(x-2h))) / 12h + O(h^4): Fornberg, Math. Comp. 51 (1988), table 1.
WEIGHTS = ((1, 8.0), (-1, -8.0), (2, -1.0), (-2, 1.0))


def widened(value: Any) -> Any:
    """A double precision copy of a float or complex value."""
    return np.array(value, dtype=complex if np.iscomplexobj(value) else float)


def moderate(y: Any) -> Any:
    """``y`` without NaN, infinities and their stand-ins, which are constants where a function returns them."""
    wide = widened(y)
    return np.where(np.abs(wide) < 1e150, wide, 0.0)


def difference(function: Callable[[Any], float], x: Any, index: tuple[int, ...], step: complex) -> float:
    """The derivative of ``function`` along one entry of ``x`` by the fourth-order central formula."""
    total = 0.0
    for count, weight in WEIGHTS:
        moved = x.copy()
        moved[index] += count * step
        total += weight * function(moved)
    return total / (12 * abs(step))


def gradient(function: Callable[[Any], float], x: Any, h: float) -> Any:
    """d function / dx, where ``x`` is a float64 or complex128 array: d/dRe + i d/dIm for complex entries."""
    result = np.zeros_like(x)
    for index in np.ndindex(x.shape):
        size = h * min(1.0, abs(x[index])) if np.isfinite(x[index]) and abs(x[index]) > 1e-3 else h
        result[index] = difference(function, x, index, size)
        if np.iscomplexobj(x):
            result[index] += 1j * difference(function, x, index, 1j * size)
    return result
