"""Rules of functions that build arrays."""
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.errors import UnsupportedError
from s2s.rules.registry import rule, zero_derivative
from s2s.runtime import (
    beside,
    beside_line,
    cast,
    conj,
    diag_bar,
    form,
    fractions,
    line_bar,
    shaped_like,
    unbroadcast,
    vander_bar,
    vander_dot,
)


@rule(np.array)
def array(
    object: Any, dtype: Any = None, *, copy: Any = True, order: Any = "K", subok: Any = False, ndmin: int = 0,
    ndmax: int = 0, like: Any = None,
) -> Any:
    """z = the array (or nested sequence) ``object`` as an array."""
    z = np.array(object, dtype, copy=copy, order=order, subok=subok, ndmin=ndmin, like=like)
    if ndmax != 0:
        raise UnsupportedError("np.array: the keyword 'ndmax' has no derivative rule", hint="leave it out")
    object_form = form(object)

    def pullback(z_bar: Any) -> Any:
        if isinstance(object, np.ndarray) and ndmin == 0:
            object_bar = z_bar
        else:
            object_bar = shaped_like(z_bar, object_form)
        return object_bar

    def pushforward(object_dot: Any) -> Any:
        z_dot = np.array(object_dot, ndmin=ndmin)
        return z_dot if dtype is None else cast(z_dot, dtype)

    return z, pullback, pushforward


@rule(np.asarray)
def asarray(
    a: Any, dtype: Any = None, order: Any = None, *, device: Any = None, copy: Any = None, like: Any = None
) -> Any:
    """z = a."""
    z = np.asarray(a, dtype, order, device=device, copy=copy, like=like)
    a_form = form(a)

    def pullback(z_bar: Any) -> Any:
        if isinstance(a, np.ndarray):
            a_bar = z_bar
        else:
            a_bar = shaped_like(z_bar, a_form)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.asarray(a_dot) if dtype is None else cast(np.asarray(a_dot), dtype)

    return z, pullback, pushforward


@rule(np.asanyarray)
def asanyarray(
    a: Any, dtype: Any = None, order: Any = None, *, device: Any = None, copy: Any = None, like: Any = None
) -> Any:
    """z = a."""
    z = np.asanyarray(a, dtype, order, like=like)
    a_form = form(a)

    def pullback(z_bar: Any) -> Any:
        if isinstance(a, np.ndarray):
            a_bar = z_bar
        else:
            a_bar = shaped_like(z_bar, a_form)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.asanyarray(a_dot) if dtype is None else cast(np.asanyarray(a_dot), dtype)

    return z, pullback, pushforward


@rule(np.ascontiguousarray)
def ascontiguousarray(a: Any, dtype: Any = None, *, like: Any = None) -> Any:
    """z = a, in C order (a number becomes a vector of length one)."""
    z = np.ascontiguousarray(a, dtype, like=like)
    a_form = form(a)

    def pullback(z_bar: Any) -> Any:
        return shaped_like(z_bar, a_form)

    def pushforward(a_dot: Any) -> Any:
        return np.ascontiguousarray(a_dot) if dtype is None else cast(np.ascontiguousarray(a_dot), dtype)

    return z, pullback, pushforward


@rule(np.asfortranarray)
def asfortranarray(a: Any, dtype: Any = None, *, like: Any = None) -> Any:
    """z = a, in Fortran order (a number becomes a vector of length one)."""
    z = np.asfortranarray(a, dtype, like=like)
    a_form = form(a)

    def pullback(z_bar: Any) -> Any:
        return shaped_like(z_bar, a_form)

    def pushforward(a_dot: Any) -> Any:
        return np.asfortranarray(a_dot) if dtype is None else cast(np.asfortranarray(a_dot), dtype)

    return z, pullback, pushforward


@rule(np.require)
def require(a: Any, dtype: Any = None, requirements: Any = None, *, like: Any = None) -> Any:
    """z = a, with the memory layout that is asked for (some layouts make a vector of a number)."""
    z = np.require(a, dtype, requirements, like=like)
    a_form, z_shape = form(a), np.shape(z)

    def pullback(z_bar: Any) -> Any:
        return shaped_like(z_bar, a_form)

    def pushforward(a_dot: Any) -> Any:
        z_dot = np.reshape(a_dot, z_shape)
        return z_dot if dtype is None else cast(z_dot, dtype)

    return z, pullback, pushforward


@rule(np.asarray_chkfinite)
def asarray_chkfinite(a: Any, dtype: Any = None, order: Any = None) -> Any:
    """z = a, or ValueError where an entry is not finite."""
    z = np.asarray_chkfinite(a, dtype, order)
    a_form = form(a)

    def pullback(z_bar: Any) -> Any:
        if isinstance(a, np.ndarray):
            a_bar = z_bar
        else:
            a_bar = shaped_like(z_bar, a_form)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.asarray(a_dot) if dtype is None else cast(np.asarray(a_dot), dtype)

    return z, pullback, pushforward


@rule(np.copy)
def copy(a: Any, order: Any = "K", subok: Any = False) -> Any:
    """z = a."""
    z = np.copy(a, order, subok)
    a_form = form(a)

    def pullback(z_bar: Any) -> Any:
        if isinstance(a, np.ndarray):
            a_bar = z_bar
        else:
            a_bar = shaped_like(z_bar, a_form)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.copy(a_dot)

    return z, pullback, pushforward


@rule(np.full)
def full(
    shape: Any, fill_value: Any, dtype: Any = None, order: Any = "C", *, device: Any = None, like: Any = None
) -> Any:
    """z = fill_value, stretched."""
    z = np.full(shape, fill_value, dtype, order, device=device, like=like)
    fill_shape = np.shape(fill_value)

    def pullback(z_bar: Any) -> Any:
        fill_value_bar = unbroadcast(z_bar, fill_shape)
        return fill_value_bar

    def pushforward(fill_value_dot: Any) -> Any:
        return np.full(shape, fill_value_dot) if dtype is None else cast(np.full(shape, fill_value_dot), dtype)

    return z, pullback, pushforward


@rule(np.full_like)
def full_like(
    a: Any, fill_value: Any, dtype: Any = None, order: Any = "K", subok: Any = True, shape: Any = None, *,
    device: Any = None,
) -> Any:
    """z = fill_value, stretched to the shape of a; the values of a take no part."""
    z = np.full_like(a, fill_value, dtype, order, subok, shape, device=device)
    z_shape, z_type, a_shape, fill_shape = np.shape(z), z.dtype.str, np.shape(a), np.shape(fill_value)

    def pullback(z_bar: Any) -> Any:
        a_bar = np.zeros(a_shape, z_bar.dtype)
        fill_value_bar = unbroadcast(z_bar, fill_shape)
        return a_bar, fill_value_bar

    def pushforward(a_dot: Any, fill_value_dot: Any) -> Any:
        return np.full(z_shape, cast(fill_value_dot, z_type))

    return z, pullback, pushforward


@rule(np.linspace)
def linspace(
    start: Any, stop: Any, num: Any = 50, endpoint: Any = True, retstep: Any = False, dtype: Any = None,
    axis: int = 0, *, device: Any = None,
) -> Any:
    """z = (1 - t) start + t stop with t = 0 .. 1; with retstep also step = (stop - start) / (number of steps).

    The length is owed to the second output.
    """
    z = np.linspace(start, stop, num, endpoint, retstep, dtype, axis, device=device)
    start_shape, stop_shape = np.shape(start), np.shape(stop)

    def pullback(z_bar: Any, step_bar: Any = None) -> Any:
        if step_bar is None:
            t = fractions(num, endpoint, z_bar.dtype)
            start_bar = unbroadcast(np.tensordot(1 - t, z_bar, (0, axis)), start_shape)
            stop_bar = unbroadcast(np.tensordot(t, z_bar, (0, axis)), stop_shape)
        else:
            start_bar = unbroadcast(line_bar(z_bar, step_bar, num, endpoint, axis, False), start_shape)
            stop_bar = unbroadcast(line_bar(z_bar, step_bar, num, endpoint, axis, True), stop_shape)
        return start_bar, stop_bar

    def pushforward(start_dot: Any, stop_dot: Any) -> Any:
        return np.linspace(start_dot, stop_dot, num, endpoint, retstep, dtype, axis)

    return z, pullback, pushforward


@rule(np.logspace)
def logspace(
    start: Any, stop: Any, num: Any = 50, endpoint: Any = True, base: Any = 10.0, dtype: Any = None, axis: int = 0
) -> Any:
    """z = base**y with y = linspace(start, stop); an array ``base`` stands beside ``axis``.

    The length is owed to three differentiable arguments of different shapes.
    """
    z = np.logspace(start, stop, num, endpoint, base, dtype, axis)
    start_shape, stop_shape, base_shape = np.shape(start), np.shape(stop), np.shape(base)
    ndim = np.ndim(z)
    column = beside(base, ndim, axis)
    y = beside_line(start, stop, num, endpoint, axis, ndim)
    slope = z * np.log(column)

    def pullback(z_bar: Any) -> Any:
        y_bar = z_bar * conj(slope)
        t = fractions(num, endpoint, y_bar.dtype)
        start_bar = unbroadcast(np.tensordot(1 - t, y_bar, (0, axis)), start_shape)
        stop_bar = unbroadcast(np.tensordot(t, y_bar, (0, axis)), stop_shape)
        base_bar = unbroadcast(np.sum(z_bar * conj(y * z / column), axis=axis), base_shape)
        return start_bar, stop_bar, base_bar

    def pushforward(start_dot: Any, stop_dot: Any, base_dot: Any) -> Any:
        y_dot = beside_line(start_dot, stop_dot, num, endpoint, axis, ndim)
        return slope * y_dot + y * z / column * beside(base_dot, ndim, axis)

    return z, pullback, pushforward


@rule(np.geomspace)
def geomspace(
    start: Any, stop: Any, num: Any = 50, endpoint: Any = True, dtype: Any = None, axis: int = 0
) -> Any:
    """z = start**(1 - t) stop**t with t = 0 .. 1, so d log z = (1 - t) d log start + t d log stop."""
    z = np.geomspace(start, stop, num, endpoint, dtype, axis)
    start_shape, stop_shape = np.shape(start), np.shape(stop)

    def pullback(z_bar: Any) -> Any:
        log_bar = z_bar * conj(z)
        t = fractions(num, endpoint, log_bar.dtype)
        start_bar = unbroadcast(np.tensordot(1 - t, log_bar, (0, axis)) / conj(start), start_shape)
        stop_bar = unbroadcast(np.tensordot(t, log_bar, (0, axis)) / conj(stop), stop_shape)
        return start_bar, stop_bar

    def pushforward(start_dot: Any, stop_dot: Any) -> Any:
        return z * np.linspace(start_dot / start, stop_dot / stop, num, endpoint, axis=axis)

    return z, pullback, pushforward


@rule(np.vander)
def vander(x: Any, N: Any = None, increasing: Any = False) -> Any:
    """z[i, j] = x[i]**n with n = j, or N - 1 - j."""
    z = np.vander(x, N, increasing)

    def pullback(z_bar: Any) -> Any:
        return vander_bar(z_bar, z, increasing)

    def pushforward(x_dot: Any) -> Any:
        return vander_dot(x_dot, z, increasing)

    return z, pullback, pushforward


@rule(np.diag)
def diag(v: Any, k: int = 0) -> Any:
    """The matrix with the diagonal v, or the diagonal of the matrix v."""
    z = np.diag(v, k)
    v_shape = np.shape(v)

    def pullback(z_bar: Any) -> Any:
        if np.ndim(v) == 1:
            v_bar = np.diagonal(z_bar, k)
        else:
            v_bar = diag_bar(z_bar, v_shape, k)
        return v_bar

    def pushforward(v_dot: Any) -> Any:
        return np.diag(v_dot, k)

    return z, pullback, pushforward


@rule(np.diagflat)
def diagflat(v: Any, k: int = 0) -> Any:
    """The matrix with the entries of v on a diagonal."""
    z = np.diagflat(v, k)
    v_form = form(v)

    def pullback(z_bar: Any) -> Any:
        return shaped_like(np.diagonal(z_bar, k), v_form)

    def pushforward(v_dot: Any) -> Any:
        return np.diagflat(v_dot, k)

    return z, pullback, pushforward


zero_derivative(
    np.zeros, np.ones, np.empty, np.eye, np.identity, np.arange, np.zeros_like, np.ones_like, np.empty_like, np.tri,
    np.indices, np.hanning, np.hamming, np.blackman, np.bartlett, np.fft.fftfreq, np.fft.rfftfreq,
    np.diag_indices, np.diag_indices_from, np.tril_indices, np.tril_indices_from, np.triu_indices,
    np.triu_indices_from, np.mask_indices, np.ix_, np.ogrid, np.mgrid, np.frombuffer, np.fromstring,
    why="depends on shapes, sizes and constants only",
)
