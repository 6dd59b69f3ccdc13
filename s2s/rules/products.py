"""Rules of the products of vectors, matrices and tensors."""
from __future__ import annotations

import operator
from typing import Any

import numpy as np

from s2s.rules.registry import rule
from s2s.runtime import (
    conj,
    cross_left,
    cross_right,
    diagonal_pullback,
    dot_left,
    dot_right,
    einsum_pullback,
    einsum_pushforward,
    hermitian,
    inner_left,
    inner_right,
    kron_left,
    kron_right,
    matmul_left,
    matmul_right,
    matrix_power_derivative,
    multi_dot_pullback,
    multi_dot_pushforward,
    tensordot_left,
    tensordot_right,
    trace_pullback,
    unbroadcast,
    vecdot_pullback,
)


@rule(np.matmul, operator.matmul, np.linalg.matmul)
def matmul(x: Any, y: Any) -> Any:
    """z = x y: x_bar = z_bar y^H, y_bar = x^H z_bar."""
    z = np.matmul(x, y)
    x_shape, y_shape = np.shape(x), np.shape(y)

    def pullback(z_bar: Any) -> Any:
        if np.ndim(x) == 2 and np.ndim(y) == 2:
            x_bar = z_bar @ conj(y).T
            y_bar = conj(x).T @ z_bar
        elif np.ndim(x) == 2 and np.ndim(y) == 1:
            x_bar = np.outer(z_bar, conj(y))
            y_bar = conj(x).T @ z_bar
        elif np.ndim(x) == 1 and np.ndim(y) == 2:
            x_bar = z_bar @ conj(y).T
            y_bar = np.outer(conj(x), z_bar)
        elif np.ndim(x) == 1 and np.ndim(y) == 1:
            x_bar = z_bar * conj(y)
            y_bar = z_bar * conj(x)
        else:
            x_bar = matmul_left(z_bar, y, x_shape)
            y_bar = matmul_right(x, z_bar, y_shape)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        return np.matmul(x_dot, y) + np.matmul(x, y_dot)

    return z, pullback, pushforward


@rule(np.dot)
def dot(a: Any, b: Any) -> Any:
    """z = a . b over the last axis of a and the last but one of b."""
    z = np.dot(a, b)
    a_shape, b_shape = np.shape(a), np.shape(b)

    def pullback(z_bar: Any) -> Any:
        if np.ndim(a) == 2 and np.ndim(b) == 2:
            a_bar = z_bar @ conj(b).T
            b_bar = conj(a).T @ z_bar
        elif np.ndim(a) == 2 and np.ndim(b) == 1:
            a_bar = np.outer(z_bar, conj(b))
            b_bar = conj(a).T @ z_bar
        elif np.ndim(a) == 1 and np.ndim(b) == 2:
            a_bar = z_bar @ conj(b).T
            b_bar = np.outer(conj(a), z_bar)
        elif np.ndim(a) == 1 and np.ndim(b) == 1:
            a_bar = z_bar * conj(b)
            b_bar = z_bar * conj(a)
        else:
            a_bar = dot_left(z_bar, b, a_shape)
            b_bar = dot_right(a, z_bar, b_shape)
        return a_bar, b_bar

    def pushforward(a_dot: Any, b_dot: Any) -> Any:
        return np.dot(a_dot, b) + np.dot(a, b_dot)

    return z, pullback, pushforward


@rule(np.vdot)
def vdot(a: Any, b: Any) -> Any:
    """z = sum conj(a) b over all entries; z is not holomorphic in a, so a_bar has conj(z_bar)."""
    z = np.vdot(a, b)
    a_shape, b_shape = np.shape(a), np.shape(b)

    def pullback(z_bar: Any) -> Any:
        if np.ndim(a) == 1 and np.ndim(b) == 1:
            a_bar = conj(z_bar) * b
            b_bar = z_bar * a
        else:
            a_bar = np.reshape(conj(z_bar) * np.asarray(b), a_shape)
            b_bar = np.reshape(z_bar * np.asarray(a), b_shape)
        return a_bar, b_bar

    def pushforward(a_dot: Any, b_dot: Any) -> Any:
        return np.vdot(a_dot, b) + np.vdot(a, b_dot)

    return z, pullback, pushforward


@rule(np.inner)
def inner(a: Any, b: Any) -> Any:
    """z = sum a b over the last axis of both."""
    z = np.inner(a, b)
    a_shape, b_shape = np.shape(a), np.shape(b)

    def pullback(z_bar: Any) -> Any:
        if np.ndim(a) == 1 and np.ndim(b) == 1:
            a_bar = z_bar * conj(b)
            b_bar = z_bar * conj(a)
        elif np.ndim(a) == 2 and np.ndim(b) == 2:
            a_bar = z_bar @ conj(b)
            b_bar = z_bar.T @ conj(a)
        else:
            a_bar = inner_left(z_bar, b, a_shape)
            b_bar = inner_right(a, z_bar, b_shape)
        return a_bar, b_bar

    def pushforward(a_dot: Any, b_dot: Any) -> Any:
        return np.inner(a_dot, b) + np.inner(a, b_dot)

    return z, pullback, pushforward


@rule(np.outer, np.linalg.outer)
def outer(a: Any, b: Any) -> Any:
    """z[i, j] = a[i] b[j]; arguments are flattened."""
    z = np.outer(a, b)
    a_shape, b_shape = np.shape(a), np.shape(b)

    def pullback(z_bar: Any) -> Any:
        if np.ndim(a) == 1 and np.ndim(b) == 1:
            a_bar = z_bar @ conj(b)
            b_bar = conj(a) @ z_bar
        else:
            a_bar = np.reshape(z_bar @ conj(np.ravel(b)), a_shape)
            b_bar = np.reshape(conj(np.ravel(a)) @ z_bar, b_shape)
        return a_bar, b_bar

    def pushforward(a_dot: Any, b_dot: Any) -> Any:
        return np.outer(a_dot, b) + np.outer(a, b_dot)

    return z, pullback, pushforward


@rule(np.tensordot, np.linalg.tensordot)
def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    """z = sum a b over the paired axes."""
    z = np.tensordot(a, b, axes=axes)
    a_shape, b_shape = np.shape(a), np.shape(b)

    def pullback(z_bar: Any) -> Any:
        a_bar = tensordot_left(z_bar, b, a_shape, axes)
        b_bar = tensordot_right(a, z_bar, b_shape, axes)
        return a_bar, b_bar

    def pushforward(a_dot: Any, b_dot: Any) -> Any:
        return np.tensordot(a_dot, b, axes=axes) + np.tensordot(a, b_dot, axes=axes)

    return z, pullback, pushforward


@rule(np.kron)
def kron(a: Any, b: Any) -> Any:
    """z = blocks a[i, j] b."""
    z = np.kron(a, b)
    a_shape, b_shape = np.shape(a), np.shape(b)

    def pullback(z_bar: Any) -> Any:
        a_bar = kron_left(z_bar, b, a_shape)
        b_bar = kron_right(a, z_bar, b_shape)
        return a_bar, b_bar

    def pushforward(a_dot: Any, b_dot: Any) -> Any:
        return np.kron(a_dot, b) + np.kron(a, b_dot)

    return z, pullback, pushforward


@rule(np.cross)
def cross(a: Any, b: Any, axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: Any = None) -> Any:
    """z = a x b: a_bar = b x z_bar, b_bar = z_bar x a."""
    z = np.cross(a, b, axisa=axisa, axisb=axisb, axisc=axisc, axis=axis)
    a_shape, b_shape = np.shape(a), np.shape(b)

    def pullback(z_bar: Any) -> Any:
        a_bar = cross_left(z_bar, b, a_shape, axisa, axisb, axisc, axis)
        b_bar = cross_right(a, z_bar, b_shape, axisa, axisb, axisc, axis)
        return a_bar, b_bar

    def pushforward(a_dot: Any, b_dot: Any) -> Any:
        first = np.cross(a_dot, b, axisa=axisa, axisb=axisb, axisc=axisc, axis=axis)
        return first + np.cross(a, b_dot, axisa=axisa, axisb=axisb, axisc=axisc, axis=axis)

    return z, pullback, pushforward


@rule(np.linalg.cross)
def linalg_cross(x: Any, y: Any, axis: int = -1) -> Any:
    """z = x x y for 3-vectors."""
    z = np.linalg.cross(x, y, axis=axis)
    x_shape, y_shape = np.shape(x), np.shape(y)

    def pullback(z_bar: Any) -> Any:
        if axis == -1:
            x_bar = unbroadcast(np.linalg.cross(conj(y), z_bar), x_shape)
            y_bar = unbroadcast(np.linalg.cross(z_bar, conj(x)), y_shape)
        else:
            x_bar = cross_left(z_bar, y, x_shape, axis, axis, axis)
            y_bar = cross_right(x, z_bar, y_shape, axis, axis, axis)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        return np.linalg.cross(x_dot, y, axis=axis) + np.linalg.cross(x, y_dot, axis=axis)

    return z, pullback, pushforward


@rule(np.trace)
def trace(a: Any, offset: int = 0, axis1: int = 0, axis2: int = 1, dtype: Any = None) -> Any:
    """y = sum of a diagonal."""
    y = np.trace(a, offset=offset, axis1=axis1, axis2=axis2, dtype=dtype)
    a_shape = np.shape(a)

    def pullback(y_bar: Any) -> Any:
        a_bar = trace_pullback(y_bar, a_shape, offset, axis1, axis2)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.trace(a_dot, offset=offset, axis1=axis1, axis2=axis2, dtype=dtype)

    return y, pullback, pushforward


@rule(np.linalg.trace)
def linalg_trace(x: Any, offset: int = 0, dtype: Any = None) -> Any:
    """y = sum of a diagonal of the last two axes."""
    y = np.linalg.trace(x, offset=offset, dtype=dtype)
    x_shape = np.shape(x)

    def pullback(y_bar: Any) -> Any:
        x_bar = trace_pullback(y_bar, x_shape, offset, -2, -1)
        return x_bar

    def pushforward(x_dot: Any) -> Any:
        return np.linalg.trace(x_dot, offset=offset, dtype=dtype)

    return y, pullback, pushforward


@rule(np.linalg.diagonal)
def linalg_diagonal(x: Any, offset: int = 0) -> Any:
    """y = a diagonal of the last two axes."""
    y = np.linalg.diagonal(x, offset=offset)
    x_shape = np.shape(x)

    def pullback(y_bar: Any) -> Any:
        x_bar = diagonal_pullback(y_bar, x_shape, offset)
        return x_bar

    def pushforward(x_dot: Any) -> Any:
        return np.linalg.diagonal(x_dot, offset=offset)

    return y, pullback, pushforward


@rule(np.einsum)
def einsum(*operands: Any, optimize: Any = False, dtype: Any = None, order: Any = "K", casting: Any = "safe") -> Any:
    """z = sum of products by labels; the cotangent of a factor is the sum of z_bar times the others to its labels."""
    z = np.einsum(*operands, optimize=optimize, dtype=dtype, order=order, casting=casting)

    def pullback(z_bar: Any) -> Any:
        operands_bar = einsum_pullback(z_bar, operands, optimize)
        return operands_bar

    def pushforward(*operands_dot: Any) -> Any:
        return einsum_pushforward(operands, operands_dot, optimize=optimize, dtype=dtype, casting=casting)

    return z, pullback, pushforward


def vecdot(x: Any, y: Any, axis: int = -1) -> Any:
    """z = sum conj(x) y along an axis."""
    z = np.vecdot(x, y, axis=axis)  # type: ignore[call-overload]
    x_shape, y_shape = np.shape(x), np.shape(y)

    def pullback(z_bar: Any) -> Any:
        if np.ndim(x) == 1 and np.ndim(y) == 1:
            x_bar = conj(z_bar) * y
            y_bar = z_bar * x
        else:
            x_bar = vecdot_pullback(conj(z_bar), y, x_shape, axis)
            y_bar = vecdot_pullback(z_bar, x, y_shape, axis)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        return np.vecdot(x_dot, y, axis=axis) + np.vecdot(x, y_dot, axis=axis)  # type: ignore[call-overload]

    return z, pullback, pushforward


def matvec(x: Any, y: Any) -> Any:
    """z = x y for stacks of matrices x and vectors y."""
    z = np.matvec(x, y)
    x_shape, y_shape = np.shape(x), np.shape(y)

    def pullback(z_bar: Any) -> Any:
        x_bar = unbroadcast(np.expand_dims(z_bar, -1) * np.expand_dims(conj(y), -2), x_shape)
        y_bar = unbroadcast(np.matvec(hermitian(x), z_bar), y_shape)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        return np.matvec(x_dot, y) + np.matvec(x, y_dot)

    return z, pullback, pushforward


def vecmat(x: Any, y: Any) -> Any:
    """z = conj(x) y for stacks of vectors x and matrices y."""
    z = np.vecmat(x, y)
    x_shape, y_shape = np.shape(x), np.shape(y)

    def pullback(z_bar: Any) -> Any:
        x_bar = unbroadcast(np.matvec(y, conj(z_bar)), x_shape)
        y_bar = unbroadcast(np.expand_dims(x, -1) * np.expand_dims(z_bar, -2), y_shape)
        return x_bar, y_bar

    def pushforward(x_dot: Any, y_dot: Any) -> Any:
        return np.vecmat(x_dot, y) + np.vecmat(x, y_dot)

    return z, pullback, pushforward


rule(np.vecdot, np.linalg.vecdot)(vecdot)
if hasattr(np, "matvec"):  # NumPy 2.2
    rule(np.matvec)(matvec)
    rule(np.vecmat)(vecmat)


@rule(np.linalg.multi_dot)
def multi_dot(arrays: Any) -> Any:
    """z = the product of all arrays."""
    z = np.linalg.multi_dot(arrays)

    def pullback(z_bar: Any) -> Any:
        arrays_bar = multi_dot_pullback(z_bar, arrays)
        return arrays_bar

    def pushforward(arrays_dot: Any) -> Any:
        return multi_dot_pushforward(arrays, arrays_dot)

    return z, pullback, pushforward


@rule(np.linalg.matrix_power)
def matrix_power(a: Any, n: int) -> Any:
    """y = a^n: the derivative is sum a^k a_dot a^(n-1-k)."""
    y = np.linalg.matrix_power(a, n)

    def pullback(y_bar: Any) -> Any:
        a_bar = matrix_power_derivative(hermitian(a), y_bar, n)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return matrix_power_derivative(a, a_dot, n)

    return y, pullback, pushforward
