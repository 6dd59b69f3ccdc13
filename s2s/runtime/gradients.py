"""Derivatives of ``np.gradient`` in the values and in the spacing."""
from typing import Any

import numpy as np


def gradient_bar(z_bars: Any, shape: tuple[int, ...], spacings: Any, axis: Any, edge_order: Any) -> Any:
    """The cotangent of ``f`` in ``np.gradient(f, *spacings, axis=axis, edge_order=edge_order)``."""
    parts = [
        np.moveaxis(_line_bar(np.moveaxis(z_bar, a, 0), step, edge_order), 0, a)
        for z_bar, (a, step) in zip(z_bars, _lines(len(shape), spacings, axis), strict=True)
        if z_bar is not None
    ]
    return sum(parts[1:], start=parts[0])


def spacing_bars(z_bars: Any, f: Any, spacings: Any, axis: Any, edge_order: Any) -> list[Any]:
    """The cotangents of the spacings: a step h has -Re(sum(conj(z_bar) z)) / h; see ``_place_bar`` for coordinates."""
    bars: list[Any] = [np.zeros(np.shape(step), _kind(step)) for step in spacings]
    for number, (z_bar, (a, step)) in enumerate(zip(z_bars, _lines(np.ndim(f), spacings, axis), strict=True)):
        if z_bar is None or not spacings:
            continue
        slot = 0 if len(spacings) == 1 else number
        moved_bar, moved = np.moveaxis(z_bar, a, 0), np.moveaxis(f, a, 0)
        if np.ndim(step):
            bars[slot] = bars[slot] + _place_bar(moved_bar, moved, step, edge_order)
        else:
            z = np.gradient(moved, step, axis=0, edge_order=edge_order)
            bars[slot] = bars[slot] - np.sum(np.real(np.conj(moved_bar) * z)) / step
    return bars


def gradient_dot(f_dot: Any, spacings_dot: Any, f: Any, spacings: Any, axis: Any, edge_order: Any) -> Any:
    """The tangent of ``np.gradient``, with its structure: a tuple for several axes."""
    dots: list[Any] = [None] * len(spacings) if spacings_dot is None else list(spacings_dot)
    parts = []
    for number, (a, step) in enumerate(_lines(np.ndim(f), spacings, axis)):
        part = np.gradient(f_dot, step, axis=a, edge_order=edge_order)
        if spacings:
            dot = dots[0 if len(spacings) == 1 else number]
            part = part + _spacing_dot(np.moveaxis(f, a, 0), step, dot, edge_order, a).astype(part.dtype)
        parts.append(part)
    return tuple(parts) if len(parts) > 1 else parts[0]


def _kind(x: Any) -> Any:
    return np.result_type(np.asarray(x).dtype, np.float16)


def _lines(ndim: int, spacings: Any, axis: Any) -> list[tuple[int, Any]]:
    """Every differenced axis with its spacing."""
    axes = range(ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    steps = spacings * len(axes) if len(spacings) == 1 else spacings or (1.0,) * len(axes)
    return list(zip(axes, steps, strict=True))


def _stencil(n: int) -> Any:
    """The first of the (at most three) neighbouring points that each difference reads."""
    return np.clip(np.arange(n) - 1, 0, max(n - 3, 0))


def _line_bar(z_bar: Any, step: Any, edge_order: Any) -> Any:
    """The transpose of ``np.gradient`` along the first axis.

    A row of its matrix has at most three neighbouring entries, so three combs show them all.
    """
    n = z_bar.shape[0]
    combs = [np.gradient((np.arange(n) % 3 == k).astype(float), step, edge_order=edge_order) for k in range(3)]
    x_bar = np.zeros(z_bar.shape, z_bar.dtype)
    start = _stencil(n)
    for column in range(min(n, 3)):
        weights = np.choose((start + column) % 3, combs).astype(np.real(z_bar).dtype)
        np.add.at(x_bar, start + column, z_bar * np.reshape(weights, (n,) + (1,) * (z_bar.ndim - 1)))
    return x_bar


def _place_dot(f: Any, places: Any, places_dot: Any, edge_order: Any) -> Any:
    """The derivative of ``np.gradient(f, places)`` along the first axis in the coordinates, by a complex step.

    Im(g(x + i h x_dot)) / h has no truncation error for tiny h (Squire and Trapp, SIAM Review 40 (1998)); ``f`` enters
    linearly, so its real and imaginary parts are treated apart.
    """
    if np.iscomplexobj(f):
        along_real = _place_dot(np.real(f), places, places_dot, edge_order)
        return along_real + 1j * _place_dot(np.imag(f), places, places_dot, edge_order)
    moved = np.asarray(places, complex) + 1e-30j * np.asarray(places_dot)
    return np.imag(np.gradient(np.asarray(f, complex), moved, axis=0, edge_order=edge_order)) / 1e-30


def _place_bar(z_bar: Any, f: Any, places: Any, edge_order: Any) -> Any:
    """The cotangent of the coordinates, by the same three combs as ``_line_bar``."""
    n = len(places)
    rest = tuple(range(1, np.ndim(z_bar)))
    combs = [_place_dot(f, places, (np.arange(n) % 3 == k).astype(float), edge_order) for k in range(3)]
    sums = [np.sum(np.real(np.conj(z_bar) * comb), axis=rest) for comb in combs]
    places_bar = np.zeros(n, _kind(places))
    start = _stencil(n)
    for column in range(min(n, 3)):
        np.add.at(places_bar, start + column, np.choose((start + column) % 3, sums))
    return places_bar


def _spacing_dot(f: Any, step: Any, step_dot: Any, edge_order: Any, axis: int) -> Any:
    if np.ndim(step):
        return np.moveaxis(_place_dot(f, step, step_dot, edge_order), 0, axis)
    return np.moveaxis(-np.gradient(f, step, axis=0, edge_order=edge_order) * step_dot / step, 0, axis)
