"""Rules of functions that change the shape, or the order of axes or entries."""
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.rules.registry import rule
from s2s.runtime import form as form_of
from s2s.runtime import index_order, inverse_axes, memory_axes, one_or_all, reshaped, rolled_to, unravel


@rule(np.reshape)
def reshape(a: Any, /, shape: Any, order: Any = "C", *, copy: Any = None) -> Any:
    """z = the entries of a in another shape."""
    z = np.reshape(a, shape, order)
    a_shape, z_shape = np.shape(a), np.shape(z)
    layout = index_order(a, order)

    def pullback(z_bar: Any) -> Any:
        if order == "C":
            a_bar = np.reshape(z_bar, a_shape)
        else:
            a_bar = np.reshape(z_bar, a_shape, order=layout)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.reshape(a_dot, z_shape) if order == "C" else np.reshape(a_dot, z_shape, order=layout)

    return z, pullback, pushforward


@rule(np.ravel)
def ravel(a: Any, order: Any = "C") -> Any:
    """z = the entries of a as a vector; "A" and "K" read them as they lie in memory."""
    z = np.ravel(a, order)
    a_shape = np.shape(a)
    axes = memory_axes(a, order)

    def pullback(z_bar: Any) -> Any:
        if order == "C":
            a_bar = np.reshape(z_bar, a_shape)
        else:
            a_bar = unravel(z_bar, a_shape, axes)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.ravel(a_dot) if order == "C" else np.ravel(np.transpose(a_dot, axes))

    return z, pullback, pushforward


@rule(np.transpose)
def transpose(a: Any, axes: Any = None) -> Any:
    """z = a with permuted axes."""
    z = np.transpose(a, axes)

    def pullback(z_bar: Any) -> Any:
        if axes is None:
            a_bar = np.transpose(z_bar)
        else:
            a_bar = np.transpose(z_bar, inverse_axes(axes))
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.transpose(a_dot, axes)

    return z, pullback, pushforward


@rule(np.matrix_transpose)
def matrix_transpose(x: Any, /) -> Any:
    """z = x with its last two axes exchanged."""
    z = np.matrix_transpose(x)

    def pullback(z_bar: Any) -> Any:
        return np.matrix_transpose(z_bar)

    def pushforward(x_dot: Any) -> Any:
        return np.matrix_transpose(x_dot)

    return z, pullback, pushforward


@rule(np.moveaxis)
def moveaxis(a: Any, source: Any, destination: Any) -> Any:
    """z = a with axes moved; they are moved back."""
    z = np.moveaxis(a, source, destination)

    def pullback(z_bar: Any) -> Any:
        return np.moveaxis(z_bar, destination, source)

    def pushforward(a_dot: Any) -> Any:
        return np.moveaxis(a_dot, source, destination)

    return z, pullback, pushforward


@rule(np.swapaxes)
def swapaxes(a: Any, axis1: int, axis2: int) -> Any:
    """z = a with two axes exchanged."""
    z = np.swapaxes(a, axis1, axis2)

    def pullback(z_bar: Any) -> Any:
        return np.swapaxes(z_bar, axis1, axis2)

    def pushforward(a_dot: Any) -> Any:
        return np.swapaxes(a_dot, axis1, axis2)

    return z, pullback, pushforward


@rule(np.rollaxis)
def rollaxis(a: Any, axis: int, start: int = 0) -> Any:
    """z = a with an axis moved before another."""
    z = np.rollaxis(a, axis, start)

    def pullback(z_bar: Any) -> Any:
        return np.moveaxis(z_bar, rolled_to(np.ndim(z_bar), axis, start), axis)

    def pushforward(a_dot: Any) -> Any:
        return np.rollaxis(a_dot, axis, start)

    return z, pullback, pushforward


@rule(np.squeeze)
def squeeze(a: Any, axis: Any = None) -> Any:
    """z = a without axes of length one."""
    z = np.squeeze(a, axis)
    a_shape = np.shape(a)

    def pullback(z_bar: Any) -> Any:
        return np.reshape(z_bar, a_shape)

    def pushforward(a_dot: Any) -> Any:
        return np.squeeze(a_dot, axis)

    return z, pullback, pushforward


@rule(np.expand_dims)
def expand_dims(a: Any, axis: Any) -> Any:
    """z = a with new axes of length one."""
    z = np.expand_dims(a, axis)
    a_shape = np.shape(a)

    def pullback(z_bar: Any) -> Any:
        if isinstance(axis, int):
            a_bar = np.squeeze(z_bar, axis)
        else:
            a_bar = np.reshape(z_bar, a_shape)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.expand_dims(a_dot, axis)

    return z, pullback, pushforward


@rule(np.atleast_1d)
def atleast_1d(*arys: Any) -> Any:
    """Each array with at least one dimension."""
    z = np.atleast_1d(*arys)
    shapes = form_of(arys)

    def pullback(*z_bar: Any) -> Any:
        if len(arys) == 1:
            arys_bar = [np.reshape(z_bar[0], shapes[0])]
        else:
            arys_bar = reshaped(z_bar, shapes)
        return arys_bar

    def pushforward(*arys_dot: Any) -> Any:
        return np.atleast_1d(*arys_dot)

    return z, pullback, pushforward


@rule(np.atleast_2d)
def atleast_2d(*arys: Any) -> Any:
    """Each array with at least two dimensions: a vector becomes a row."""
    z = np.atleast_2d(*arys)
    shapes = form_of(arys)

    def pullback(*z_bar: Any) -> Any:
        if len(arys) == 1:
            arys_bar = [np.reshape(z_bar[0], shapes[0])]
        else:
            arys_bar = reshaped(z_bar, shapes)
        return arys_bar

    def pushforward(*arys_dot: Any) -> Any:
        return np.atleast_2d(*arys_dot)

    return z, pullback, pushforward


@rule(np.atleast_3d)
def atleast_3d(*arys: Any) -> Any:
    """Each array with at least three dimensions: (n,) becomes (1, n, 1), and (m, n) becomes (m, n, 1)."""
    z = np.atleast_3d(*arys)
    shapes = form_of(arys)

    def pullback(*z_bar: Any) -> Any:
        if len(arys) == 1:
            arys_bar = [np.reshape(z_bar[0], shapes[0])]
        else:
            arys_bar = reshaped(z_bar, shapes)
        return arys_bar

    def pushforward(*arys_dot: Any) -> Any:
        return np.atleast_3d(*arys_dot)

    return z, pullback, pushforward


@rule(np.flip)
def flip(m: Any, axis: Any = None) -> Any:
    """z = m in reverse order along the axes."""
    z = np.flip(m, axis)

    def pullback(z_bar: Any) -> Any:
        return np.flip(z_bar, axis)

    def pushforward(m_dot: Any) -> Any:
        return np.flip(m_dot, axis)

    return z, pullback, pushforward


@rule(np.fliplr)
def fliplr(m: Any) -> Any:
    """z = m in reverse order along the second axis."""
    z = np.fliplr(m)

    def pullback(z_bar: Any) -> Any:
        return np.fliplr(z_bar)

    def pushforward(m_dot: Any) -> Any:
        return np.fliplr(m_dot)

    return z, pullback, pushforward


@rule(np.flipud)
def flipud(m: Any) -> Any:
    """z = m in reverse order along the first axis."""
    z = np.flipud(m)

    def pullback(z_bar: Any) -> Any:
        return np.flipud(z_bar)

    def pushforward(m_dot: Any) -> Any:
        return np.flipud(m_dot)

    return z, pullback, pushforward


@rule(np.rot90)
def rot90(m: Any, k: int = 1, axes: Any = (0, 1)) -> Any:
    """z = m turned by k quarter turns; turned back."""
    z = np.rot90(m, k, axes)

    def pullback(z_bar: Any) -> Any:
        return np.rot90(z_bar, -k, axes)

    def pushforward(m_dot: Any) -> Any:
        return np.rot90(m_dot, k, axes)

    return z, pullback, pushforward


@rule(np.roll)
def roll(a: Any, shift: Any, axis: Any = None) -> Any:
    """z = a shifted cyclically; shifted back."""
    z = np.roll(a, shift, axis)

    def pullback(z_bar: Any) -> Any:
        if isinstance(shift, int):
            a_bar = np.roll(z_bar, -shift, axis)
        else:
            a_bar = np.roll(z_bar, np.negative(shift), axis)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.roll(a_dot, shift, axis)

    return z, pullback, pushforward


# ---- methods of ndarray that differ from every function


@rule(np.ndarray.reshape)
def method_reshape(a: Any, /, *shape: Any, order: Any = "C", copy: Any = None) -> Any:
    """z = the entries of a in another shape."""
    z = a.reshape(*shape, order=order)
    a_shape, z_shape = np.shape(a), np.shape(z)
    layout = index_order(a, order)

    def pullback(z_bar: Any) -> Any:
        if order == "C":
            a_bar = np.reshape(z_bar, a_shape)
        else:
            a_bar = np.reshape(z_bar, a_shape, order=layout)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.reshape(a_dot, z_shape) if order == "C" else np.reshape(a_dot, z_shape, order=layout)

    return z, pullback, pushforward


@rule(np.ndarray.transpose)
def method_transpose(a: Any, /, *axes: Any) -> Any:
    """z = a with permuted axes, given as numbers, as one tuple, or not at all."""
    z = a.transpose(*axes)
    order = one_or_all(axes) if axes else None

    def pullback(z_bar: Any) -> Any:
        return np.transpose(z_bar) if order is None else np.transpose(z_bar, inverse_axes(order))

    def pushforward(a_dot: Any) -> Any:
        return np.transpose(a_dot, order)

    return z, pullback, pushforward


@rule(np.ndarray.flatten)
def flatten(a: Any, order: Any = "C") -> Any:
    """z = a copy of the entries of a as a vector."""
    z = a.flatten(order)
    a_shape = np.shape(a)
    axes = memory_axes(a, order)

    def pullback(z_bar: Any) -> Any:
        if order == "C":
            a_bar = np.reshape(z_bar, a_shape)
        else:
            a_bar = unravel(z_bar, a_shape, axes)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.ravel(a_dot) if order == "C" else np.ravel(np.transpose(a_dot, axes))

    return z, pullback, pushforward
