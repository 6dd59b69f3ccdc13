"""Derivatives of solves, determinants and pseudo-inverses, for stacks of matrices."""

from typing import Any

import numpy as np

from s2s.runtime.arithmetic import conj
from s2s.runtime.broadcasting import unbroadcast
from s2s.runtime.products import hermitian


def symmetric_part(a: Any) -> Any:
    """(a + a^H) / 2: what a function of a Hermitian matrix sees of a change."""
    return (a + hermitian(a)) / 2


def inverse(a: Any) -> Any:
    """np.linalg.inv, but NaN for a singular matrix (a zero cotangent is then still absorbed)."""
    try:
        return np.linalg.inv(a)
    except np.linalg.LinAlgError:
        flat = np.reshape(a, (-1, *np.shape(a)[-2:]))
        return np.reshape(np.stack([_inverse_or_nan(m) for m in flat]), np.shape(a))


def _inverse_or_nan(a: Any) -> Any:
    try:
        return np.linalg.inv(a)
    except np.linalg.LinAlgError:
        return np.full_like(a, np.nan)


def cofactors(a: Any) -> Any:
    """The slope of det(a), right for singular matrices of any rank.

    With a = U S V^H the adjugate is det(U V^H) V adj(S) U^H, and adj(S) holds products of the other singular values.
    """
    u, s, vh = np.linalg.svd(a)
    rest = np.stack([np.prod(np.delete(s, i, axis=-1), axis=-1) for i in range(s.shape[-1])], axis=-1) if s.size else s
    phase = np.linalg.det(u) * np.linalg.det(vh)
    return phase[..., np.newaxis, np.newaxis] * (conj(u) * rest[..., np.newaxis, :]) @ conj(vh)


def slogdet_pullback(sign_bar: Any, logdet_bar: Any, sign: Any, a: Any) -> Any:
    """Cotangent of a in np.linalg.slogdet: with t = tr(a^-1 a_dot), sign_dot = i sign Im(t) and logdet_dot = Re(t)."""
    weight = np.zeros_like(np.real(sign)) if logdet_bar is None else logdet_bar
    if sign_bar is not None and np.iscomplexobj(a):
        weight = weight + 1j * np.imag(sign_bar * conj(sign))
    weight = np.asarray(weight)[..., np.newaxis, np.newaxis]
    with np.errstate(all="ignore"):
        product = weight * hermitian(inverse(a))
    return np.where(weight == 0, product.dtype.type(0), product)


def slogdet_pushforward(a: Any, a_dot: Any, sign: Any) -> Any:
    """Tangents of sign and logarithm in np.linalg.slogdet."""
    with np.errstate(all="ignore"):
        change = np.swapaxes(inverse(a), -1, -2) * a_dot
    trace = np.sum(np.where(np.asarray(a_dot) == 0, change.dtype.type(0), change), axis=(-2, -1))
    sign_dot = sign * 1j * np.imag(trace) if np.iscomplexobj(a) else np.zeros_like(sign)
    return sign_dot, np.real(trace)


def solve_transposed(a: Any, x_bar: Any, vector: bool) -> Any:
    """The solution of a^H y = x_bar, where ``vector`` says that the right-hand sides are vectors."""
    if vector:
        return np.linalg.solve(hermitian(a), np.expand_dims(x_bar, -1))[..., 0]
    return np.linalg.solve(hermitian(a), x_bar)


def solve_pullback(y: Any, x: Any, a_shape: tuple[int, ...], vector: bool) -> Any:
    """Cotangent of a in ``x = np.linalg.solve(a, b)``: -y x^H, where a^H y = x_bar."""
    if vector:
        y, x = np.expand_dims(y, -1), np.expand_dims(x, -1)
    return unbroadcast(-(y @ hermitian(x)), a_shape)


def solve_pushforward(a: Any, x: Any, a_dot: Any, b_dot: Any) -> Any:
    """Tangent of ``x = np.linalg.solve(a, b)``."""
    if np.ndim(b_dot) == 1:
        change = np.expand_dims(b_dot, -1) - a_dot @ np.expand_dims(x, -1)
        return np.linalg.solve(a, change)[..., 0]
    return np.linalg.solve(a, b_dot - a_dot @ x)


def pinv_pullback(p_bar: Any, a: Any, p: Any, symmetric: bool) -> Any:
    """Cotangent of a in ``p = np.linalg.pinv(a)`` at constant rank.

    Source: G. H. Golub and V. Pereyra, SIAM J. Numer. Anal. 10 (1973), equation 4.12, transposed.
    """
    ph, bh = hermitian(p), hermitian(p_bar)
    bh_p = bh @ p
    a_bar = -ph @ p_bar @ ph + (bh_p - a @ (p @ bh_p)) @ ph
    ph_p_bh = ph @ (p @ bh)
    a_bar = a_bar + ph_p_bh - (ph_p_bh @ p) @ a
    return symmetric_part(a_bar) if symmetric else a_bar


def pinv_pushforward(a: Any, a_dot: Any, p: Any, symmetric: bool) -> Any:
    """Tangent of ``p = np.linalg.pinv(a)`` at constant rank."""
    if symmetric:
        a_dot = symmetric_part(a_dot)
    ph, dh = hermitian(p), hermitian(a_dot)
    left, right = p @ ph @ dh, dh @ ph @ p
    return -p @ a_dot @ p + left - (left @ a) @ p + right - p @ (a @ right)


def _truncated_pinv(a: Any, rcond: Any) -> Any:
    """The pseudo-inverse that np.linalg.lstsq applies."""
    eps = np.finfo(np.asarray(a).dtype).eps if np.issubdtype(np.asarray(a).dtype, np.inexact) else np.finfo(float).eps
    if rcond is None:
        rcond = eps * max(np.shape(a))
    return np.linalg.pinv(a, rcond=eps if rcond < 0 else rcond)


def lstsq_pullback(x_bar: Any, residuals_bar: Any, s_bar: Any, a: Any, b: Any, x: Any, rcond: Any) -> tuple[Any, Any]:
    """Cotangents of a and b in np.linalg.lstsq, from x = pinv(a) b and residuals = sum |b - a x|^2 over the rows."""
    vector = np.ndim(b) == 1
    x, b = (np.expand_dims(x, -1), np.expand_dims(b, -1)) if vector else (x, b)
    a_bar, b_bar = np.zeros_like(a @ x @ hermitian(x)), np.zeros_like(a @ x)
    if x_bar is not None:
        x_bar = np.expand_dims(x_bar, -1) if vector else x_bar
        p = _truncated_pinv(a, rcond)
        ph = hermitian(p)
        b_bar = ph @ x_bar
        a_bar = -b_bar @ hermitian(x) + (b - a @ x) @ hermitian(p @ b_bar)
        a_bar = a_bar + (ph @ x) @ hermitian(x_bar - p @ (a @ x_bar))
    if residuals_bar is not None and np.size(residuals_bar):
        share = 2 * residuals_bar * (b - a @ x)
        a_bar, b_bar = a_bar - share @ hermitian(x), b_bar + share
    if s_bar is not None:
        u, _, vh = np.linalg.svd(a, full_matrices=False)
        a_bar = a_bar + (u * s_bar) @ vh
    return a_bar, b_bar[..., 0] if vector else b_bar


def lstsq_pushforward(
    a: Any, b: Any, x: Any, residuals: Any, a_dot: Any, b_dot: Any, rcond: Any
) -> tuple[Any, Any, Any]:
    """Tangents of the solution, the residuals and the singular values in np.linalg.lstsq."""
    p = _truncated_pinv(a, rcond)
    vector = np.ndim(b) == 1
    if vector:
        x, b, b_dot = np.expand_dims(x, -1), np.expand_dims(b, -1), np.expand_dims(b_dot, -1)
    change, rest = b_dot - a_dot @ x, b - a @ x
    dh, phx = hermitian(a_dot), hermitian(p) @ x
    x_dot = p @ change + p @ (hermitian(p) @ (dh @ rest)) + dh @ phx - p @ (a @ (dh @ phx))
    residuals_dot = 2 * np.sum(np.real(conj(rest) * change), axis=0) if np.size(residuals) else np.zeros_like(residuals)
    u, _, vh = np.linalg.svd(a, full_matrices=False)
    s_dot = np.real(np.sum(conj(u) * (a_dot @ hermitian(vh)), axis=0))
    return x_dot[..., 0] if vector else x_dot, residuals_dot, s_dot


def tensorsolve_matrix(a: Any, b_ndim: int, axes: Any) -> Any:
    """a as the square matrix that np.linalg.tensorsolve inverts, with its axes in the order that it uses."""
    a = _tensorsolve_order(np.asarray(a), axes)
    size = int(np.prod(a.shape[b_ndim:]))
    return np.reshape(a, (-1, size))


def _tensorsolve_order(a: Any, axes: Any) -> Any:
    if axes is None:
        return a
    moved = [k % a.ndim for k in axes]
    kept = [k for k in range(a.ndim) if k not in moved]
    return np.transpose(a, kept + [int(k) % a.ndim for k in axes])


def tensorsolve_pullback(y: Any, x: Any, a_shape: tuple[int, ...], axes: Any) -> Any:
    """Cotangent of a in ``x = np.linalg.tensorsolve(a, b)``: -y x^H on the axes of a."""
    outer = -np.tensordot(y, conj(x), axes=0)
    if axes is None:
        return np.reshape(outer, a_shape)
    rank = len(a_shape)
    moved = [k % rank for k in axes]
    order = [k for k in range(rank) if k not in moved] + moved
    shaped = np.reshape(outer, tuple(a_shape[k] for k in order))
    return np.transpose(shaped, np.argsort(order))
