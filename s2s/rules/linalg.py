"""Rules of np.linalg: solves, inverses, determinants and norms."""
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.rules.registry import rule
from s2s.runtime import (
    cofactors,
    cond_slope,
    conj,
    expand,
    hermitian,
    inverse,
    lstsq_pullback,
    lstsq_pushforward,
    matrix_norm_slope,
    norm_pushforward,
    norm_slope,
    pinv_pullback,
    pinv_pushforward,
    ratio,
    scale,
    slogdet_pullback,
    slogdet_pushforward,
    solve_pullback,
    solve_pushforward,
    solve_transposed,
    tensorsolve_matrix,
    tensorsolve_pullback,
    unbroadcast,
    vector_norm_slope,
)


@rule(np.linalg.norm)
def norm(x: Any, ord: Any = None, axis: Any = None, keepdims: bool = False) -> Any:
    """y = a norm; x / y for the Euclidean and Frobenius norms, zero at zero; ties share evenly."""
    y = np.linalg.norm(x, ord=ord, axis=axis, keepdims=keepdims)
    x_shape = np.shape(x)

    def pullback(y_bar: Any) -> Any:
        if (ord is None or ord == "fro" or (ord == 2 and np.ndim(x) == 1)) and (axis is None or keepdims):
            x_bar = ratio(y_bar * x, y)
        elif ord is None or ord == "fro":
            x_bar = ratio(expand(y_bar, x_shape, axis, keepdims) * x, expand(y, x_shape, axis, keepdims))
        else:
            slope = norm_slope(x, expand(y, x_shape, axis, keepdims), ord, axis)
            x_bar = scale(expand(y_bar, x_shape, axis, keepdims), slope)
        return x_bar

    def pushforward(x_dot: Any) -> Any:
        if ord is None or ord == "fro":
            y_dot = ratio(np.sum(np.real(conj(x) * x_dot), axis=axis, keepdims=keepdims), y)
        else:
            slope = norm_slope(x, expand(y, x_shape, axis, keepdims), ord, axis)
            y_dot = norm_pushforward(slope, x_dot, axis, keepdims)
        return y_dot

    return y, pullback, pushforward


@rule(np.linalg.vector_norm)
def vector_norm(x: Any, axis: Any = None, keepdims: bool = False, ord: Any = 2) -> Any:
    """y = the norm of the entries along some axes."""
    y = np.linalg.vector_norm(x, axis=axis, keepdims=keepdims, ord=ord)
    x_shape = np.shape(x)

    def pullback(y_bar: Any) -> Any:
        if ord == 2 and (axis is None or keepdims):
            x_bar = ratio(y_bar * x, y)
        else:
            slope = vector_norm_slope(x, expand(y, x_shape, axis, keepdims), ord, axis)
            x_bar = scale(expand(y_bar, x_shape, axis, keepdims), slope)
        return x_bar

    def pushforward(x_dot: Any) -> Any:
        slope = vector_norm_slope(x, expand(y, x_shape, axis, keepdims), ord, axis)
        return norm_pushforward(slope, x_dot, axis, keepdims)

    return y, pullback, pushforward


@rule(np.linalg.matrix_norm)
def matrix_norm(x: Any, keepdims: bool = False, ord: Any = "fro") -> Any:
    """y = the norm of the matrices on the last two axes."""
    y = np.linalg.matrix_norm(x, keepdims=keepdims, ord=ord)
    x_shape = np.shape(x)

    def pullback(y_bar: Any) -> Any:
        if ord == "fro" and (np.ndim(x) == 2 or keepdims):
            x_bar = ratio(y_bar * x, y)
        else:
            slope = matrix_norm_slope(x, ord, (-2, -1))
            x_bar = scale(expand(y_bar, x_shape, (-2, -1), keepdims), slope)
        return x_bar

    def pushforward(x_dot: Any) -> Any:
        return norm_pushforward(matrix_norm_slope(x, ord, (-2, -1)), x_dot, (-2, -1), keepdims)

    return y, pullback, pushforward


@rule(np.linalg.cond)
def cond(x: Any, p: Any = None) -> Any:
    """y = norm(x, p) norm(inv(x), p), which NumPy 2.0 returns as a complex number for complex x."""
    y = np.linalg.cond(x, p)

    def pullback(y_bar: Any) -> Any:
        x_bar = scale(np.expand_dims(np.real(y_bar), (-2, -1)), cond_slope(x, p))
        return x_bar

    def pushforward(x_dot: Any) -> Any:
        return norm_pushforward(cond_slope(x, p), x_dot, (-2, -1), False)

    return y, pullback, pushforward


@rule(np.linalg.inv)
def inv(a: Any) -> Any:
    """y = a^-1: a_bar = -y^H y_bar y^H."""
    y = np.linalg.inv(a)

    def pullback(y_bar: Any) -> Any:
        if np.ndim(a) == 2:
            a_bar = -conj(y).T @ y_bar @ conj(y).T
        else:
            a_bar = -hermitian(y) @ y_bar @ hermitian(y)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return -y @ a_dot @ y

    return y, pullback, pushforward


@rule(np.linalg.solve)
def solve(a: Any, b: Any) -> Any:
    """a x = b: a^H b_bar = x_bar and a_bar = -b_bar x^H."""
    x = np.linalg.solve(a, b)
    a_shape, b_shape = np.shape(a), np.shape(b)

    def pullback(x_bar: Any) -> Any:
        if np.ndim(a) == 2 and np.ndim(b) == 1:
            b_bar = np.linalg.solve(conj(a).T, x_bar)
            a_bar = -np.outer(b_bar, conj(x))
        elif np.ndim(a) == 2 and np.ndim(b) == 2:
            b_bar = np.linalg.solve(conj(a).T, x_bar)
            a_bar = -b_bar @ conj(x).T
        else:
            share = solve_transposed(a, x_bar, len(b_shape) == 1)
            a_bar = solve_pullback(share, x, a_shape, len(b_shape) == 1)
            b_bar = unbroadcast(share, b_shape)
        return a_bar, b_bar

    def pushforward(a_dot: Any, b_dot: Any) -> Any:
        if np.ndim(a) == 2:
            x_dot = np.linalg.solve(a, b_dot - a_dot @ x)
        else:
            x_dot = solve_pushforward(a, x, a_dot, b_dot)
        return x_dot

    return x, pullback, pushforward


@rule(np.linalg.det)
def det(a: Any) -> Any:
    """y = det(a): the slope is the matrix of cofactors, also where a is singular."""
    y = np.linalg.det(a)

    def pullback(y_bar: Any) -> Any:
        if np.ndim(a) == 2:
            a_bar = y_bar * conj(cofactors(a))
        else:
            a_bar = np.expand_dims(y_bar, (-2, -1)) * conj(cofactors(a))
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.sum(cofactors(a) * a_dot, axis=(-2, -1))

    return y, pullback, pushforward


@rule(np.linalg.slogdet)
def slogdet(a: Any) -> Any:
    """sign, log|det a|: the logarithm has the slope a^-H; the sign of a real matrix has none."""
    sign, logdet = np.linalg.slogdet(a)

    def pullback(sign_bar: Any, logdet_bar: Any) -> Any:
        if sign_bar is None and logdet_bar is not None and np.ndim(a) == 2:
            a_bar = scale(logdet_bar, inverse(conj(a)).T)
        else:
            a_bar = slogdet_pullback(sign_bar, logdet_bar, sign, a)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        sign_dot, logdet_dot = slogdet_pushforward(a, a_dot, sign)
        return sign_dot, logdet_dot

    return (sign, logdet), pullback, pushforward


@rule(np.linalg.pinv)
def pinv(a: Any, rcond: Any = None, hermitian: bool = False, *, rtol: Any = np._NoValue) -> Any:
    """y = the pseudo-inverse, differentiated at constant rank."""
    y = np.linalg.pinv(a, rcond=rcond, hermitian=hermitian, rtol=rtol)

    def pullback(y_bar: Any) -> Any:
        a_bar = pinv_pullback(y_bar, a, y, hermitian)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return pinv_pushforward(a, a_dot, y, hermitian)

    return y, pullback, pushforward


@rule(np.linalg.lstsq)
def lstsq(a: Any, b: Any, rcond: Any = None) -> Any:
    """x = a^+ b at constant rank, the residual sums |b - a x|^2, the rank (no derivative) and the singular values."""
    x, residuals, rank, s = np.linalg.lstsq(a, b, rcond=rcond)

    def pullback(x_bar: Any, residuals_bar: Any, rank_bar: Any, s_bar: Any) -> Any:
        a_bar, b_bar = lstsq_pullback(x_bar, residuals_bar, s_bar, a, b, x, rcond)
        return a_bar, b_bar

    def pushforward(a_dot: Any, b_dot: Any) -> Any:
        x_dot, residuals_dot, s_dot = lstsq_pushforward(a, b, x, residuals, a_dot, b_dot, rcond)
        return x_dot, residuals_dot, 0, s_dot

    return (x, residuals, rank, s), pullback, pushforward


@rule(np.linalg.tensorinv)
def tensorinv(a: Any, ind: int = 2) -> Any:
    """y = the inverse of a as a matrix from its last axes to its first ``ind``: a_bar = -y^H y_bar y^H."""
    y = np.linalg.tensorinv(a, ind=ind)
    a_shape = np.shape(a)

    def pullback(y_bar: Any) -> Any:
        adjoint = conj(np.reshape(y, (-1, int(np.prod(a_shape[:ind]))))).T
        a_bar = np.reshape(-adjoint @ np.reshape(y_bar, adjoint.T.shape) @ adjoint, a_shape)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        square = np.reshape(y, (-1, int(np.prod(a_shape[:ind]))))
        return np.reshape(-square @ np.reshape(a_dot, square.T.shape) @ square, np.shape(y))

    return y, pullback, pushforward


@rule(np.linalg.tensorsolve)
def tensorsolve(a: Any, b: Any, axes: Any = None) -> Any:
    """tensordot(a, x, x.ndim) = b after moving ``axes`` of a to its end."""
    x = np.linalg.tensorsolve(a, b, axes=axes)
    a_shape, b_shape = np.shape(a), np.shape(b)

    def pullback(x_bar: Any) -> Any:
        adjoint = conj(tensorsolve_matrix(a, len(b_shape), axes)).T
        b_bar = np.reshape(np.linalg.solve(adjoint, np.ravel(x_bar)), b_shape)
        a_bar = tensorsolve_pullback(b_bar, x, a_shape, axes)
        return a_bar, b_bar

    def pushforward(a_dot: Any, b_dot: Any) -> Any:
        change = np.ravel(b_dot) - tensorsolve_matrix(a_dot, len(b_shape), axes) @ np.ravel(x)
        return np.reshape(np.linalg.solve(tensorsolve_matrix(a, len(b_shape), axes), change), np.shape(x))

    return x, pullback, pushforward


@rule(np.linalg.matrix_transpose)
def matrix_transpose(x: Any) -> Any:
    """y = x with its last two axes exchanged."""
    y = np.linalg.matrix_transpose(x)

    def pullback(y_bar: Any) -> Any:
        x_bar = np.swapaxes(y_bar, -1, -2)
        return x_bar

    def pushforward(x_dot: Any) -> Any:
        return np.swapaxes(x_dot, -1, -2)

    return y, pullback, pushforward
