"""The transpose of NumPy broadcasting."""
from typing import Any

import numpy as np


def unbroadcast(x_bar: Any, shape: tuple[int, ...]) -> Any:
    """Sum ``x_bar`` down to ``shape``, the shape that broadcasting stretched.

    Returns ``x_bar`` itself when nothing was stretched, and a NumPy scalar for the shape ``()``.
    """
    current = np.shape(x_bar)
    if current == shape:
        return x_bar
    if not shape:
        return np.sum(x_bar)
    if len(current) < len(shape):  # still to be stretched, or of a value with leading axes of length one
        current = (1,) * (len(shape) - len(current)) + current
        x_bar = np.reshape(x_bar, current)
    extra = len(current) - len(shape)
    axes = tuple(range(extra)) + tuple(
        i + extra for i, size in enumerate(shape) if size == 1 and current[i + extra] != 1
    )
    summed = np.sum(x_bar, axis=axes) if axes else x_bar
    summed = np.reshape(summed, shape) if np.size(summed) == _count(shape) else np.broadcast_to(summed, shape)
    return summed


def _count(shape: tuple[int, ...]) -> int:
    size = 1
    for length in shape:
        size *= length
    return size


def expand(y_bar: Any, shape: tuple[int, ...], axis: Any = None, keepdims: bool = False) -> Any:
    """Stretch the cotangent of a reduction over ``axis`` back to ``shape`` (a read-only view)."""
    if axis is not None and not keepdims and shape:
        axes = axis if isinstance(axis, tuple) else (axis,)
        y_bar = np.expand_dims(y_bar, tuple(a % len(shape) for a in axes))
    return np.broadcast_to(y_bar, shape)
