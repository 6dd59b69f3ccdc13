"""The transpose of ``np.pad`` for its linear modes.

NumPy pads one axis after the other, each time including what the earlier axes got, so the transpose takes the axes in
reverse order: it adds the borders of an axis to where they came from and cuts them off.
"""
from collections.abc import Iterator
from typing import Any

import numpy as np

from s2s.runtime.shaping import shape_of, shaped_like


def pad_pairs(pad_width: Any, ndim: int) -> list[tuple[int, int]]:
    """The widths before and after each axis."""
    if isinstance(pad_width, dict):
        pairs: Any = np.zeros((ndim, 2), int)
        for axis, width in pad_width.items():
            pairs[axis] = width
    else:
        pairs = np.broadcast_to(pad_width, (ndim, 2))
    return [(int(before), int(after)) for before, after in pairs]


def interior(pad_width: Any, shape: tuple[int, ...]) -> tuple[slice, ...]:
    """The index of the original array of ``shape`` within the padded one."""
    pairs = pad_pairs(pad_width, len(shape))
    return tuple(slice(before, before + n) for (before, _), n in zip(pairs, shape, strict=True))


def pad_constant_bar(
    z_bar: Any, pad_width: Any, shape: tuple[int, ...], values_form: Any, mode: str = "constant"
) -> Any:
    """The cotangent of ``constant_values``: the sum of each border; zero in another mode."""
    ndim = len(shape)
    sums = np.zeros((ndim, 2), z_bar.dtype)
    for axis, (before, after) in reversed(list(enumerate(pad_pairs(pad_width, ndim)))):
        moved = np.moveaxis(z_bar, axis, 0)
        stop = moved.shape[0] - after
        if mode == "constant":
            sums[axis] = np.sum(moved[:before]), np.sum(moved[stop:])
        z_bar = np.moveaxis(moved[before:stop], 0, axis)
    return _unspread(sums, values_form)


def pad_ends_bar(
    z_bar: Any, pad_width: Any, shape: tuple[int, ...], ends_form: Any, mode: str = "linear_ramp"
) -> Any:
    """The cotangent of ``end_values``; zero in a mode other than "linear_ramp"."""
    ndim = len(shape)
    sums = np.zeros((ndim, 2), z_bar.dtype)
    if mode == "linear_ramp":
        for axis, widths in reversed(list(enumerate(pad_pairs(pad_width, ndim)))):
            inner, sums[axis] = _ramp_bar(np.moveaxis(z_bar, axis, 0), widths)
            z_bar = np.moveaxis(inner, 0, axis)
    return _unspread(sums, ends_form)


def _ramp_bar(moved: Any, widths: tuple[int, int]) -> tuple[Any, Any]:
    """A ramp of length n from the end value e to the edge x has the entries e + (x - e) i / n, i = 0 .. n - 1."""
    before, stop = widths[0], moved.shape[0] - widths[1]
    inner = moved[before:stop].copy()
    sums = []
    for border, edge in ((moved[:before], 0), (moved[stop:][::-1], -1)):
        t = np.arange(len(border), dtype=moved.dtype) / max(len(border), 1)
        if len(border):
            inner[edge] += np.tensordot(t, border, 1)
        sums.append(np.sum(np.tensordot(1 - t, border, 1)))
    return inner, np.array(sums)


def pad_bar(
    z_bar: Any, pad_width: Any, shape: tuple[int, ...], mode: str, stat_length: Any = None, reflect_type: str = "even",
    z: Any = None,
) -> Any:
    """The cotangent of the array; the modes "maximum", "minimum" and "median" read the padded array ``z``."""
    if z is not None:
        return _statistic_bar(z_bar, z, pad_width, shape, mode, stat_length)
    if mode in ("constant", "empty"):
        return z_bar[interior(pad_width, shape)]
    ndim = len(shape)
    lengths = [(None, None)] * ndim if stat_length is None else np.broadcast_to(stat_length, (ndim, 2)).tolist()
    for axis, widths in reversed(list(enumerate(pad_pairs(pad_width, ndim)))):
        moved = np.moveaxis(z_bar, axis, 0)
        n = shape[axis]
        if mode == "mean":
            inner = _mean_bar(moved, widths[0], n, lengths[axis])
        elif mode == "linear_ramp":
            inner = _ramp_bar(moved, widths)[0]
        else:
            inner = _mirror_bar(moved, widths, n, mode, reflect_type)
        z_bar = np.moveaxis(inner, 0, axis)
    return z_bar


def pad_dot(
    array: Any, pad_width: Any, mode: str, stat_length: Any = None, constant_values: Any = 0, end_values: Any = 0,
    reflect_type: str = "even", z: Any = None,
) -> Any:
    """``np.pad`` with those keywords that its mode knows; it maps tangents too, where a mode is not linear with the
    padded array ``z``."""
    if z is not None:
        return _statistic_dot(array, z, pad_width, mode, stat_length)
    given = {"constant": {"constant_values": constant_values}, "linear_ramp": {"end_values": end_values}}.get(mode, {})
    if mode in ("reflect", "symmetric"):
        given = {"reflect_type": reflect_type}
    if mode in ("mean", "median", "maximum", "minimum"):
        given = {"stat_length": stat_length}
    width = np.array(pad_pairs(pad_width, np.ndim(array)), int).reshape(-1, 2)
    return np.pad(array, width, mode=mode, **given)  # type: ignore[call-overload]


def _mean_bar(moved: Any, before: int, n: int, lengths: Any) -> Any:
    inner = moved[before : before + n].copy()
    first, last = (n if length is None else min(length, n) for length in lengths)
    inner[:first] += np.sum(moved[:before], axis=0) / max(first, 1)
    inner[n - last :] += np.sum(moved[before + n :], axis=0) / max(last, 1)
    return inner


def _statistic_bar(
    z_bar: Any, z: Any, pad_width: Any, shape: tuple[int, ...], mode: str, stat_length: Any
) -> Any:
    """Entries that are equal to the statistic of a border share its cotangent evenly."""
    for axis, part, before, lengths in reversed(list(_stages(z, pad_width, shape, stat_length))):
        moved, n = np.moveaxis(z_bar, axis, 0), shape[axis]
        inner, source = moved[before : before + n].copy(), part[before : before + n]
        first, last = lengths
        inner[:first] += _stat_shares(source[:first], mode) * np.sum(moved[:before], axis=0)
        inner[n - last :] += _stat_shares(source[n - last :], mode) * np.sum(moved[before + n :], axis=0)
        z_bar = np.moveaxis(inner, 0, axis)
    return z_bar


def _statistic_dot(array_dot: Any, z: Any, pad_width: Any, mode: str, stat_length: Any) -> Any:
    """The tangent of the padded array for these modes."""
    shape = np.shape(array_dot)
    for axis, part, before, (first, last) in _stages(z, pad_width, shape, stat_length):
        moved, n = np.moveaxis(array_dot, axis, 0), shape[axis]
        source, after = part[before : before + n], len(part) - before - n
        low = np.sum(_stat_shares(source[:first], mode) * moved[:first], axis=0, keepdims=True)
        high = np.sum(_stat_shares(source[n - last :], mode) * moved[n - last :], axis=0, keepdims=True)
        joined = np.concatenate((np.repeat(low, before, axis=0), moved, np.repeat(high, after, axis=0)))
        array_dot = np.moveaxis(joined, 0, axis)
    return array_dot


def _stages(z: Any, pad_width: Any, shape: tuple[int, ...], stat_length: Any) -> Iterator[Any]:
    """For each axis: the padded array as it was then (this axis first), the border before it, how much is looked at."""
    ndim, inside = len(shape), interior(pad_width, shape)
    lengths = [(None, None)] * ndim if stat_length is None else np.broadcast_to(stat_length, (ndim, 2)).tolist()
    for axis, (before, _) in enumerate(pad_pairs(pad_width, ndim)):
        part = z[(slice(None),) * (axis + 1) + inside[axis + 1 :]]
        n = shape[axis]
        yield axis, np.moveaxis(part, axis, 0), before, tuple(n if k is None else min(k, n) for k in lengths[axis])


def _stat_shares(part: Any, mode: str) -> Any:
    """The slope of a statistic along the first axis: entries equal to it share evenly."""
    if not len(part):
        return np.zeros_like(part)
    ordered, count = np.sort(part, axis=0), len(part)
    places = {"minimum": (0, 0), "maximum": (-1, -1)}.get(mode, ((count - 1) // 2, count // 2))
    masks = [(part == ordered[place]).astype(part.dtype) for place in places]
    return sum(mask / np.sum(mask, axis=0) for mask in masks) / 2


def _mirror_bar(moved: Any, widths: tuple[int, int], n: int, mode: str, reflect_type: str) -> Any:
    """Modes in which a border entry i is s x[r] + a x[0] + b x[n-1].

    Even modes have s = 1, a = b = 0.  For the odd ones the constant function pads to itself (s + a + b = 1) and the
    padded identity t gives s r + b (n - 1) = t.
    """
    inner = np.zeros((n, *moved.shape[1:]), moved.dtype)
    if not n:
        return inner
    source = np.pad(np.arange(n), widths, mode=mode)  # type: ignore[call-overload]
    odd = reflect_type == "odd" and mode in ("reflect", "symmetric") and n > 1
    if not odd:
        np.add.at(inner, source, moved)
        return inner
    column = (slice(None),) + (None,) * (moved.ndim - 1)
    place = np.arange(n + sum(widths)) - widths[0]
    sign = 1 - 2 * (place // (n - 1 if mode == "reflect" else n) % 2)
    value = np.pad(np.arange(n), widths, mode=mode, reflect_type="odd")  # type: ignore[call-overload]
    to_last = ((value - sign * source) / (n - 1)).astype(moved.dtype)
    np.add.at(inner, source, moved * sign.astype(moved.dtype)[column])
    inner[-1] += np.tensordot(to_last, moved, 1)
    inner[0] += np.tensordot((1 - sign - to_last).astype(moved.dtype), moved, 1)
    return inner


def _unspread(sums: Any, values_form: Any) -> Any:
    """The sums of the borders in the form of the argument that gave their values: (), (1,), (2,), (n, 1) or (n, 2)."""
    shape = shape_of(values_form)
    if not shape:
        return np.sum(sums)
    wide = (1,) * (2 - len(shape)) + shape
    axes = tuple(i for i in range(2) if wide[i] == 1)
    return shaped_like(np.sum(sums, axis=axes, keepdims=True), values_form)
