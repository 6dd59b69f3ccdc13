"""Rules of functions that stretch, repeat and assemble arrays."""
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.rules.registry import rule
from s2s.runtime import form, unblock, unbroadcast, unbroadcast_all, unmesh, unrepeat, unresize, untile


@rule(np.meshgrid)
def meshgrid(*xi: Any, copy: Any = True, sparse: Any = False, indexing: Any = "xy") -> Any:
    """Each vector stretched along the axes of the others."""
    z = np.meshgrid(*xi, copy=copy, sparse=sparse, indexing=indexing)
    shapes = form(xi)

    def pullback(*z_bar: Any) -> Any:
        return unmesh(z_bar, shapes, indexing)

    def pushforward(*xi_dot: Any) -> Any:
        return np.meshgrid(*xi_dot, copy=copy, sparse=sparse, indexing=indexing)

    return z, pullback, pushforward


@rule(np.broadcast_to)
def broadcast_to(array: Any, shape: Any, subok: Any = False) -> Any:
    """z = array, stretched to a shape."""
    z = np.broadcast_to(array, shape, subok)
    array_shape = np.shape(array)

    def pullback(z_bar: Any) -> Any:
        return unbroadcast(z_bar, array_shape)

    def pushforward(array_dot: Any) -> Any:
        return np.broadcast_to(array_dot, shape)

    return z, pullback, pushforward


@rule(np.broadcast_arrays)
def broadcast_arrays(*args: Any, subok: Any = False) -> Any:
    """Each array stretched to the common shape."""
    z = np.broadcast_arrays(*args, subok=subok)
    shapes = form(args)

    def pullback(*z_bar: Any) -> Any:
        return unbroadcast_all(z_bar, shapes)

    def pushforward(*args_dot: Any) -> Any:
        return np.broadcast_arrays(*args_dot)

    return z, pullback, pushforward


@rule(np.tile)
def tile(A: Any, reps: Any) -> Any:
    """A repeated as a whole; the pullback sums over the copies."""
    z = np.tile(A, reps)
    A_shape = np.shape(A)

    def pullback(z_bar: Any) -> Any:
        return untile(z_bar, reps, A_shape)

    def pushforward(A_dot: Any) -> Any:
        return np.tile(A_dot, reps)

    return z, pullback, pushforward


@rule(np.repeat)
def repeat(a: Any, repeats: Any, axis: Any = None) -> Any:
    """Each entry repeated; the pullback sums over the copies."""
    z = np.repeat(a, repeats, axis)
    a_shape = np.shape(a)

    def pullback(z_bar: Any) -> Any:
        return unrepeat(z_bar, repeats, axis, a_shape)

    def pushforward(a_dot: Any) -> Any:
        return np.repeat(a_dot, repeats, axis)

    return z, pullback, pushforward


@rule(np.resize)
def resize(a: Any, new_shape: Any) -> Any:
    """The entries of a in C order, again and again, until the new shape is full."""
    z = np.resize(a, new_shape)
    a_shape = np.shape(a)

    def pullback(z_bar: Any) -> Any:
        return unresize(z_bar, a_shape)

    def pushforward(a_dot: Any) -> Any:
        return np.resize(a_dot, new_shape)

    return z, pullback, pushforward


@rule(np.block)
def block(arrays: Any) -> Any:
    """An array from nested lists of blocks."""
    z = np.block(arrays)
    arrays_form = form(arrays)

    def pullback(z_bar: Any) -> Any:
        return unblock(z_bar, arrays_form)

    def pushforward(arrays_dot: Any) -> Any:
        return np.block(arrays_dot)

    return z, pullback, pushforward
