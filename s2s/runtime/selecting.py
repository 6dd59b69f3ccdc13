"""The transposes of selection along an axis."""
from typing import Any

import numpy as np

from s2s.runtime.broadcasting import unbroadcast
from s2s.runtime.shaping import cast, shape_of, shaped_like


def place_along(z_bar: Any, index: Any, axis: int | None, shape: tuple[int, ...]) -> Any:
    """Zeros of ``shape`` with ``z_bar`` at the places ``index`` along ``axis`` (of the flattened array for None)."""
    x_bar = np.zeros(shape, np.asarray(z_bar).dtype)
    if axis is None:
        np.reshape(x_bar, -1)[index] = np.ravel(z_bar)
    else:
        np.moveaxis(x_bar, axis, 0)[index] = np.moveaxis(z_bar, axis, 0)
    return x_bar


def sum_along(z_bar: Any, indices: Any, axis: int | None, shape: tuple[int, ...], mode: str = "raise") -> Any:
    """The transpose of ``np.take(a, indices, axis, mode=mode)``: repeated indices accumulate."""
    x_bar = np.zeros(shape, np.asarray(z_bar).dtype)
    view, at = (np.reshape(x_bar, -1), 0) if axis is None else (x_bar, axis % len(shape))
    length = view.shape[at]
    index = np.ravel(indices).astype(np.intp)
    if mode != "raise":
        index = index % length if mode == "wrap" else np.clip(index, 0, length - 1)
    parts = np.reshape(z_bar, (*view.shape[:at], index.size, *view.shape[at + 1 :]))
    np.add.at(np.moveaxis(view, at, 0), index, np.moveaxis(parts, at, 0))
    return x_bar


def sum_along_axis(z_bar: Any, indices: Any, axis: int | None, shape: tuple[int, ...]) -> Any:
    """The transpose of ``np.take_along_axis(arr, indices, axis)`` for an ``arr`` of ``shape``."""
    x_bar = np.zeros(shape, np.asarray(z_bar).dtype)
    if axis is None:
        np.add.at(np.reshape(x_bar, -1), indices, z_bar)
        return x_bar
    ndim = len(shape)
    grid: list[Any] = [np.reshape(np.arange(n), [n if j == i else 1 for j in range(ndim)]) for i, n in enumerate(shape)]
    grid[axis] = indices
    np.add.at(x_bar, tuple(grid), z_bar)
    return x_bar


def unchoose(z_bar: Any, a: Any, choices_form: Any, mode: str = "raise") -> Any:
    """The transpose of ``np.choose(a, choices)``: each choice gets ``z_bar`` where it was chosen."""
    count = len(choices_form) if isinstance(choices_form, list) else choices_form[0]
    index = np.asarray(a).astype(int)
    if mode != "raise":
        index = index % count if mode == "wrap" else np.clip(index, 0, count - 1)
    parts = choices_form if isinstance(choices_form, list) else [choices_form[1:]] * count
    zero = np.asarray(z_bar).dtype.type(0)
    bars = [unbroadcast(np.where(index == i, z_bar, zero), shape_of(part)) for i, part in enumerate(parts)]
    if isinstance(choices_form, tuple):
        return np.reshape(np.array(bars), choices_form)
    return [shaped_like(bar, part) for bar, part in zip(bars, parts, strict=True)]


def put_diagonal(z_bar: Any, shape: tuple[int, ...], offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """Zeros of ``shape`` with ``z_bar`` on a diagonal: the transpose of ``np.diagonal``."""
    x_bar = np.zeros(shape, np.asarray(z_bar).dtype)
    along = np.arange(np.shape(z_bar)[-1])
    np.moveaxis(x_bar, (axis1, axis2), (-2, -1))[..., along + max(-offset, 0), along + max(offset, 0)] = z_bar
    return x_bar


def put_window(z_bar: Any, starts: tuple[int, ...], shape: tuple[int, ...]) -> Any:
    """Zeros of ``shape`` with ``z_bar`` from ``starts`` on."""
    x_bar = np.zeros(shape, np.asarray(z_bar).dtype)
    x_bar[window(starts, np.shape(z_bar))] = z_bar
    return x_bar


def window(starts: tuple[int, ...], shape: tuple[int, ...]) -> tuple[slice, ...]:
    """The index of the part of ``shape`` that begins at ``starts``."""
    return tuple(slice(start, start + length) for start, length in zip(starts, shape, strict=True))


def trim_starts(filt: Any, trim: str = "fb", axis: Any = None) -> tuple[int, ...]:
    """Where the result of ``np.trim_zeros(filt, trim, axis)`` begins in ``filt``."""
    ndim = np.ndim(filt)
    places = np.argwhere(filt)
    if "f" not in trim.lower() or not places.size:
        return (0,) * ndim
    axes = range(ndim) if axis is None else [i % ndim for i in np.atleast_1d(axis)]
    return tuple(int(places[:, i].min()) if i in axes else 0 for i in range(ndim))


def put_item(z_bar: Any, args: tuple[Any, ...], shape: tuple[int, ...], dtype: str) -> Any:
    """Zeros of ``shape`` and ``dtype`` with ``z_bar`` at the place that ``a.item(*args)`` read."""
    x_bar = np.zeros(shape, dtype)
    x_bar[item_index(args, shape)] = cast(z_bar, dtype)
    return x_bar


def item_index(args: tuple[Any, ...], shape: tuple[int, ...]) -> tuple[Any, ...]:
    """The index tuple that the arguments of ``a.item`` mean."""
    if not args:
        return (0,) * len(shape)
    if len(args) == 1 and not isinstance(args[0], tuple):
        flat = args[0] % int(np.prod(shape, dtype=int))
        return tuple(int(i) for i in np.unravel_index(flat, shape))
    return tuple(args[0]) if isinstance(args[0], tuple) else args


def sum_windows(z_bar: Any, window_shape: Any, axis: Any, shape: tuple[int, ...]) -> Any:
    """The transpose of ``sliding_window_view(x, window_shape, axis)`` for an ``x`` of ``shape``."""
    x_bar = np.zeros(shape, z_bar.dtype)
    lengths = tuple(int(n) for n in np.atleast_1d(window_shape))
    axes = range(len(shape)) if axis is None else [int(i) % len(shape) for i in np.atleast_1d(axis)]
    for offsets in np.ndindex(lengths):
        starts = [0] * len(shape)
        for i, offset in zip(axes, offsets, strict=True):
            starts[i] += offset
        x_bar[window(tuple(starts), z_bar.shape[: len(shape)])] += z_bar[(..., *offsets)]
    return x_bar
