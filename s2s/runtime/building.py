"""The transposes of building functions: tiling, repetition, padding, equal spacing."""
from typing import Any

import numpy as np

from s2s.runtime.broadcasting import unbroadcast
from s2s.runtime.selecting import put_diagonal, sum_along


def fractions(num: int, endpoint: bool = True, dtype: Any = np.float64) -> Any:
    """The places of ``np.linspace`` between 0 and 1."""
    return np.arange(num, dtype=dtype) / max(num - 1 if endpoint else num, 1)


def line_bar(z_bar: Any, step_bar: Any, num: int, endpoint: bool, axis: int, stop: bool) -> Any:
    """The cotangent of ``stop`` (or of ``start``) of ``np.linspace(..., retstep=True)``; None means zero."""
    total: Any = 0.0
    if z_bar is not None:
        t = fractions(num, endpoint, z_bar.dtype)
        total = np.tensordot(t if stop else 1 - t, z_bar, (0, axis))
    steps = num - 1 if endpoint else num
    if step_bar is not None and steps > 0:
        total = total + (step_bar / steps if stop else -step_bar / steps)
    return total


def beside(x: Any, ndim: int, axis: int) -> Any:
    """``x`` with a new ``axis`` of length one and leading ones, up to ``ndim`` dimensions."""
    return np.expand_dims(np.reshape(x, (1,) * (ndim - 1 - np.ndim(x)) + np.shape(x)), axis)


def beside_line(start: Any, stop: Any, num: int, endpoint: bool, axis: int, ndim: int) -> Any:
    """``np.linspace`` along ``axis`` of an array of ``ndim`` dimensions."""
    low, high = (np.reshape(x, (1,) * (ndim - 1 - np.ndim(x)) + np.shape(x)) for x in (start, stop))
    return np.linspace(low, high, num, endpoint, axis=axis)


def diag_bar(z_bar: Any, shape: tuple[int, ...], k: int = 0) -> Any:
    """The transpose of ``np.diag(v, k)`` for a vector or matrix ``v`` of ``shape``."""
    return np.diagonal(z_bar, k) if len(shape) == 1 else put_diagonal(z_bar, shape, k)


def vander_bar(z_bar: Any, z: Any, increasing: bool = False) -> Any:
    """The transpose of the Vandermonde matrix ``z``: d x**n = n x**(n - 1) dx, from the column before."""
    powers, bars = (z, z_bar) if increasing else (z[:, ::-1], z_bar[:, ::-1])
    degrees = np.arange(1, max(powers.shape[1], 1), dtype=bars.dtype)
    return np.sum(bars[:, 1:] * degrees * np.conj(powers[:, :-1]), axis=1)


def vander_dot(x_dot: Any, z: Any, increasing: bool = False) -> Any:
    """The tangent of the Vandermonde matrix ``z``."""
    powers = z if increasing else z[:, ::-1]
    result = np.zeros(z.shape, z.dtype)
    degrees = np.arange(1, max(powers.shape[1], 1), dtype=z.dtype)
    result[:, 1:] = np.asarray(x_dot)[:, None] * degrees * powers[:, :-1]
    return result if increasing else result[:, ::-1]


def untile(z_bar: Any, reps: Any, shape: tuple[int, ...]) -> Any:
    """The transpose of ``np.tile(a, reps)`` for an ``a`` of ``shape``."""
    counts = tuple(int(n) for n in np.atleast_1d(reps))
    ndim = max(len(counts), len(shape))
    counts, lengths = (1,) * (ndim - len(counts)) + counts, (1,) * (ndim - len(shape)) + shape
    folded = np.reshape(z_bar, [n for pair in zip(counts, lengths, strict=True) for n in pair])
    return np.reshape(np.sum(folded, axis=tuple(range(0, 2 * ndim, 2))), shape)


def unrepeat(z_bar: Any, repeats: Any, axis: int | None, shape: tuple[int, ...]) -> Any:
    """The transpose of ``np.repeat(a, repeats, axis)`` for an ``a`` of ``shape``."""
    length = int(np.prod(shape, dtype=int)) if axis is None else shape[axis]
    if np.size(repeats) == 1:
        lengths = (length,) if axis is None else shape
        at = 0 if axis is None else axis % len(shape)
        folded = np.reshape(z_bar, (*lengths[: at + 1], int(np.ravel(repeats)[0]), *lengths[at + 1 :]))
        return np.reshape(np.sum(folded, axis=at + 1), shape)
    return sum_along(z_bar, np.repeat(np.arange(length), repeats), axis, shape)


def unresize(z_bar: Any, shape: tuple[int, ...]) -> Any:
    """The transpose of ``np.resize(a, new_shape)`` for an ``a`` of ``shape``: repeated entries accumulate."""
    size = int(np.prod(shape, dtype=int))
    flat = np.zeros(-(-np.size(z_bar) // size) * size if size else 0, np.asarray(z_bar).dtype)
    if size:
        flat[: np.size(z_bar)] = np.ravel(z_bar)
    return np.reshape(np.sum(np.reshape(flat, (-1, size)), axis=0) if size else flat, shape)


def unbroadcast_all(z_bar: Any, shapes: Any, axes: Any = None) -> list[Any]:
    """Each cotangent summed down to its shape; zeros for None."""
    present = [bar for bar in z_bar if bar is not None]
    dtype = np.result_type(*present) if present else np.float64
    pairs = zip(z_bar, shapes, strict=True)
    return [np.zeros(shape, dtype) if bar is None else unbroadcast(bar, shape) for bar, shape in pairs]


def unmesh(z_bar: Any, shapes: Any, indexing: str = "xy") -> list[Any]:
    """The transpose of ``np.meshgrid(*xi)``: each cotangent summed over the axes of the others."""
    count = len(shapes)
    places = list(range(count))
    if indexing == "xy" and count > 1:
        places[0], places[1] = 1, 0
    present = [bar for bar in z_bar if bar is not None]
    dtype = np.result_type(*present) if present else np.float64
    result = []
    for bar, shape, place in zip(z_bar, shapes, places, strict=True):
        others = tuple(i for i in range(count) if i != place)
        result.append(np.zeros(shape, dtype) if bar is None else np.reshape(np.sum(bar, axis=others), shape))
    return result
