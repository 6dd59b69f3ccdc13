"""Derivatives of the matrix decompositions, for stacks of matrices.

Eigenvectors and singular vectors are defined up to a phase, and for equal values up to a rotation.  The derivative
follows the phase that LAPACK chose where that can be seen in the result (one row is real).  Equal values get no
contribution from each other: right for every function that does not depend on the choice of vectors.  A function that
does depend on it has no derivative: its pullback raises LinAlgError.
"""
from typing import Any

import numpy as np

from s2s.runtime.arithmetic import conj
from s2s.runtime.linalg import symmetric_part
from s2s.runtime.products import hermitian


def _diagonal(a: Any) -> Any:
    return np.diagonal(a, axis1=-2, axis2=-1)


def _tolerance(a: Any) -> Any:
    return np.sqrt(np.finfo(np.asarray(a).dtype).eps)


def _require_invariant(part: Any, what: str, *cotangents: Any) -> None:
    """Raise unless ``part``, what the cotangents say about an arbitrary choice, is only rounding."""
    largest = max(np.max(np.abs(bar), initial=0.0) for bar in cotangents)
    if np.max(np.abs(part), initial=0.0) > _tolerance(part) * largest:
        raise np.linalg.LinAlgError(f"no derivative: the function depends on {what}")


def cholesky_pullback(l_bar: Any, factor: Any, upper: bool) -> Any:
    """The symmetrised cotangent of a in a Cholesky factor.

    Source: I. Murray, Differentiation of the Cholesky decomposition (2016), equation 10.
    """
    if upper:
        l_bar, factor = hermitian(l_bar), hermitian(factor)
    middle = _half_lower(hermitian(factor) @ l_bar)
    inverse = np.linalg.inv(factor)
    return symmetric_part(hermitian(inverse) @ middle @ inverse)


def cholesky_pushforward(a_dot: Any, factor: Any, upper: bool) -> Any:
    """Tangent of a Cholesky factor for the symmetric part of a_dot (Murray, equation 8)."""
    lower = hermitian(factor) if upper else factor
    inverse = np.linalg.inv(lower)
    l_dot = lower @ _half_lower(inverse @ symmetric_part(a_dot) @ hermitian(inverse))
    return hermitian(l_dot) if upper else l_dot


def _half_lower(a: Any) -> Any:
    """The lower triangle with a halved (real) diagonal."""
    weight = np.tril(np.ones(a.shape[-2:], a.real.dtype))
    np.fill_diagonal(weight, 0.5)
    if np.iscomplexobj(a):
        a = a - 1j * np.eye(a.shape[-1], dtype=a.real.dtype) * np.imag(a)
    return weight * a


def _gaps(w: Any) -> Any:
    """1 / (w_j - w_i), and 0 where the two are equal up to rounding."""
    gap = w[..., np.newaxis, :] - w[..., :, np.newaxis]
    rounding = 4 * w.shape[-1] * np.finfo(w.dtype).eps
    level = np.max(np.abs(w), axis=-1, initial=0.0)[..., np.newaxis, np.newaxis] * rounding
    return np.divide(1, gap, out=np.zeros_like(gap), where=np.abs(gap) > level)


def _real_row(v: Any) -> int | None:
    """The row that LAPACK made real (up to rounding) in every column."""
    eps = np.finfo(v.dtype).eps
    for row in (0, -1) if v.shape[-2] else ():
        entries = v[..., row, :]
        if np.all(np.abs(entries.imag) < 100 * eps) and np.all(np.abs(entries) > eps**0.5):
            return row
    return None


def _fixed_phase(v: Any, v_bar: Any, phase: Any) -> Any:
    """The cotangent of the columns of ``v`` when its real row stays real.

    ``phase`` is what the cotangents say about a change of phase of each column.
    """
    row = _real_row(v)
    if row is None:
        _require_invariant(phase, "the phase of complex eigenvectors or singular vectors", v_bar)
        return v_bar
    v_bar = np.array(v_bar)
    v_bar[..., row, :] -= 1j * phase / v[..., row, :]
    return v_bar


def _phase_of(v: Any, v_dot: Any) -> Any:
    """The angle by which each column must turn so that the real row of v stays real."""
    row = _real_row(v)
    if row is None:
        return np.zeros(v.shape[:-2] + v.shape[-1:], v.real.dtype)
    return -np.imag(v_dot[..., row, :]) / v[..., row, :].real


def eigh_pullback(w_bar: Any, v_bar: Any, w: Any, v: Any) -> Any:
    """The symmetrised cotangent of a in np.linalg.eigh.

    Source: M. Giles, Collected matrix derivative results (2008), section 3.1.
    """
    inner = np.zeros_like(v)
    if v_bar is not None:
        if np.iscomplexobj(v):
            v_bar = _fixed_phase(v, v_bar, np.imag(_diagonal(hermitian(v) @ v_bar)))
        turned, gaps = hermitian(v) @ v_bar, _gaps(w)
        same = (gaps == 0) & ~np.eye(w.shape[-1], dtype=bool)
        _require_invariant(same * (turned - hermitian(turned)), "the vectors of a repeated eigenvalue", v_bar)
        inner = gaps * turned
    if w_bar is not None:
        inner = inner + np.eye(w.shape[-1], dtype=w.dtype) * np.asarray(w_bar)[..., np.newaxis, :]
    return symmetric_part(v @ inner @ hermitian(v))


def eigh_pushforward(a_dot: Any, w: Any, v: Any) -> tuple[Any, Any]:
    """Tangents of the eigenvalues and eigenvectors for the symmetric part of a_dot."""
    inner = hermitian(v) @ symmetric_part(a_dot) @ v
    v_dot = v @ (_gaps(w) * inner)
    if np.iscomplexobj(v):
        v_dot = v_dot + 1j * _phase_of(v, v_dot)[..., np.newaxis, :] * v
    return np.real(_diagonal(inner)), v_dot


def eig_pullback(w_bar: Any, v_bar: Any, w: Any, v: Any) -> Any:
    """Cotangent of a in np.linalg.eig, for unit vectors whose largest component is real (as LAPACK returns them).

    Source: C. Boeddeker et al., On the computation of complex-valued gradients (2017), section 4.1.
    """
    inner = np.zeros_like(v)
    if v_bar is not None:
        share = -np.sum(conj(v) * v_bar, axis=-2, keepdims=True)
        top = _largest(v)
        v_bar = v_bar + np.real(share) * v
        if np.iscomplexobj(v):
            v_bar = v_bar + 1j * top * np.imag(share) / conj(np.sum(top * v, axis=-2, keepdims=True))
        gaps = _gaps(w)
        turned = hermitian(v) @ v_bar
        same = (gaps == 0) & ~np.eye(w.shape[-1], dtype=bool)
        _require_invariant(same * turned, "the vectors of a repeated eigenvalue", v_bar)
        inner = conj(gaps) * turned
    if w_bar is not None:
        inner = inner + np.eye(w.shape[-1], dtype=w.dtype) * np.asarray(w_bar)[..., np.newaxis, :]
    return np.linalg.solve(hermitian(v), inner @ hermitian(v))


def eig_pushforward(a_dot: Any, w: Any, v: Any) -> tuple[Any, Any]:
    """Tangents of eigenvalues and eigenvectors in np.linalg.eig."""
    inner = np.linalg.solve(v, a_dot @ v)
    v_dot = v @ (_gaps(w) * inner)
    change = np.real(np.sum(conj(v) * v_dot, axis=-2, keepdims=True))
    if np.iscomplexobj(v):
        top = _largest(v)
        turn = np.sum(top * v_dot, axis=-2, keepdims=True) / np.sum(top * v, axis=-2, keepdims=True)
        change = change + 1j * np.imag(turn)
    return _diagonal(inner), v_dot - v * change


def _largest(v: Any) -> Any:
    """1 at the component of largest absolute value of each column, 0 elsewhere."""
    size = np.abs(v)
    first = np.argmax(size, axis=-2)
    return (np.arange(v.shape[-2])[:, np.newaxis] == first[..., np.newaxis, :]).astype(size.dtype)


def svdvals_pullback(s_bar: Any, a: Any) -> Any:
    """Cotangent of a when only its singular values are used: U diag(s_bar) V^H."""
    u, _, vh = np.linalg.svd(a, full_matrices=False)
    return (u * np.expand_dims(s_bar, -2)) @ vh


def svdvals_pushforward(a_dot: Any, a: Any) -> Any:
    """Tangent of the singular values: the real diagonal of U^H a_dot V."""
    u, _, vh = np.linalg.svd(a, full_matrices=False)
    return np.real(np.sum(conj(u) * (a_dot @ hermitian(vh)), axis=-2))


def svd_pullback(u_bar: Any, s_bar: Any, vh_bar: Any, u: Any, s: Any, vh: Any) -> Any:
    """Cotangent of a in ``u, s, vh = np.linalg.svd(a)``, thin or full.

    With X = U^H a_dot V the vectors turn by U^H U_dot = (P + M) / 2 and V^H V_dot = (P - M) / 2, where
    P = (X + X^H)_ij / (s_j - s_i) and M = (X - X^H)_ij / (s_i + s_j): only P is singular for equal values.
    Source: J. Townsend, Differentiating the singular value decomposition (2016), equations 22 to 30, rearranged.
    """
    k = s.shape[-1]
    v = hermitian(vh)
    u1, v1 = u[..., :k], v[..., :k]
    u_bar = np.zeros_like(u) if u_bar is None else u_bar
    v_bar = np.zeros_like(v) if vh_bar is None else hermitian(vh_bar)
    if np.iscomplexobj(u):
        u_bar, v_bar = _fixed_phases(u_bar, v_bar, u, v, k)
    p, q = hermitian(u1) @ u_bar[..., :k], hermitian(v1) @ v_bar[..., :k]
    gaps = _gaps(s)
    same = (gaps == 0) & ~np.eye(k, dtype=bool)
    both = p + q
    _require_invariant(same * (both - hermitian(both)), "the vectors of a repeated singular value", u_bar, v_bar)
    plus, minus = gaps * both / 2, _sums(s) * (p - q) / 2
    inner = plus + hermitian(plus) + minus - hermitian(minus)
    if s_bar is not None:
        inner = inner + np.eye(k, dtype=s.dtype) * np.asarray(s_bar)[..., np.newaxis, :]
    inverse = _reciprocals(s)[..., np.newaxis, :]
    left, right = _outside(u_bar, u, k) * inverse, _outside(v_bar, v, k) * inverse
    return u1 @ inner @ hermitian(v1) + left @ hermitian(v1) + u1 @ hermitian(right)


def _fixed_phases(u_bar: Any, v_bar: Any, u: Any, v: Any, k: int) -> tuple[Any, Any]:
    """Both cotangents when the real row of V (or of U) stays real."""
    phase = np.imag(np.sum(conj(u) * u_bar, axis=-2)[..., :k] + np.sum(conj(v) * v_bar, axis=-2)[..., :k])
    u_bar, v_bar = np.array(u_bar), np.array(v_bar)
    if _real_row(v[..., :k]) is not None or _real_row(u[..., :k]) is None:
        v_bar[..., :k] = _fixed_phase(v[..., :k], v_bar[..., :k], phase)
    else:
        u_bar[..., :k] = _fixed_phase(u[..., :k], u_bar[..., :k], phase)
    return u_bar, v_bar


def _sums(s: Any) -> Any:
    total = s[..., np.newaxis, :] + s[..., :, np.newaxis]
    return np.divide(1, total, out=np.zeros_like(total), where=total > 0)


def _reciprocals(s: Any) -> Any:
    """1 / s, and 0 for singular values that are 0 up to rounding."""
    level = np.max(s, axis=-1, keepdims=True, initial=0.0) * np.finfo(s.dtype).eps * max(1, s.shape[-1])
    return np.divide(1, s, out=np.zeros_like(s), where=s > level)


def _outside(u_bar: Any, u: Any, k: int) -> Any:
    """What the cotangent of U says about changes that leave the span of its first k columns.

    Columns beyond the k-th are an arbitrary basis of the complement, which turns with the span.
    """
    u1, u2 = u[..., :k], u[..., k:]
    bar1, bar2 = u_bar[..., :k], u_bar[..., k:]
    if not u2.shape[-1]:
        return bar1 - u1 @ (hermitian(u1) @ bar1)
    turned = hermitian(u2) @ bar2
    _require_invariant(turned - hermitian(turned), "the basis of the complement (full_matrices, complete)", bar2)
    return u2 @ (hermitian(u2) @ bar1 - hermitian(bar2) @ u1)


def svd_pushforward(a_dot: Any, u: Any, s: Any, vh: Any) -> tuple[Any, Any, Any]:
    """Tangents of U, s and V^H."""
    k = s.shape[-1]
    v = hermitian(vh)
    u1, v1 = u[..., :k], v[..., :k]
    x = hermitian(u1) @ a_dot @ v1
    plus, minus = _gaps(s) * (x + hermitian(x)) / 2, _sums(s) * (x - hermitian(x)) / 2
    inverse = _reciprocals(s)[..., np.newaxis, :]
    u_dot = _turned(plus + minus, (a_dot @ v1) * inverse, u, k)
    v_dot = _turned(plus - minus, (hermitian(a_dot) @ u1) * inverse, v, k)
    if np.iscomplexobj(u):
        seen, seen_dot = (v1, v_dot) if _real_row(v1) is not None else (u1, u_dot)
        turn = 1j * _phase_of(seen, seen_dot[..., :k])[..., np.newaxis, :]
        u_dot[..., :k] += turn * u1
        v_dot[..., :k] += turn * v1
    return u_dot, np.real(_diagonal(x)), hermitian(v_dot)


def _turned(inside: Any, change: Any, u: Any, k: int) -> Any:
    """U_dot from its rotation within the first k columns and its change out of their span."""
    u1, u2 = u[..., :k], u[..., k:]
    out = change - u1 @ (hermitian(u1) @ change)
    rest = -u1 @ (hermitian(out) @ u2)
    return np.concatenate([u1 @ inside + out, rest], axis=-1)


def qr_pullback(q_bar: Any, r_bar: Any, q: Any, r: Any) -> Any:
    """Cotangent of a in ``q, r = np.linalg.qr(a)``, reduced or complete.

    Source: M. Seeger et al., Auto-differentiating linear algebra (2017), section 3.2; in a wide matrix the leading
    square block is decomposed and the rest follows.
    """
    k = min(q.shape[-2], r.shape[-1])
    q1, r1, rest = q[..., :k], r[..., :k, :k], r[..., :k, k:]
    q_bar = np.zeros_like(q) if q_bar is None else q_bar
    r_bar = np.zeros_like(r) if r_bar is None else r_bar
    bar1 = q_bar[..., :k]
    if q.shape[-1] > k:
        inside = q1 @ (hermitian(q1) @ bar1)
        bar1 = inside + _outside(q_bar, q, k)
    if r.shape[-1] > k:
        bar1 = bar1 + (q1 @ rest) @ hermitian(r_bar[..., :k, k:])
    weight = _half_upper(r_bar[..., :k, :k] @ hermitian(r1) - hermitian(q1) @ bar1)
    a1_bar = hermitian(np.linalg.solve(r1, hermitian(bar1 + q1 @ (weight + hermitian(weight)))))
    return np.concatenate([a1_bar, q1 @ r_bar[..., :k, k:]], axis=-1) if r.shape[-1] > k else a1_bar


def _half_upper(a: Any) -> Any:
    """The upper triangle with a halved diagonal."""
    weight = np.triu(np.ones(a.shape[-2:], a.real.dtype))
    np.fill_diagonal(weight, 0.5)
    return weight * a


def qr_pushforward(a_dot: Any, q: Any, r: Any) -> tuple[Any, Any]:
    """Tangents of both factors."""
    k = min(q.shape[-2], r.shape[-1])
    q1, r1 = q[..., :k], r[..., :k, :k]
    scaled = hermitian(np.linalg.solve(hermitian(r1), hermitian(a_dot[..., :k])))
    inner = hermitian(q1) @ scaled
    upper = _half_upper(inner + hermitian(inner))
    q1_dot = scaled - q1 @ upper
    q_dot = q1_dot
    if q.shape[-1] > k:
        q_dot = np.concatenate([q1_dot, -q1 @ (hermitian(q1_dot) @ q[..., k:])], axis=-1)
    right = hermitian(q_dot) @ q1 @ r[..., :k, k:] + hermitian(q) @ a_dot[..., k:]
    top = np.zeros_like(r[..., :k])
    top[..., :k, :] = upper @ r1
    return q_dot, np.concatenate([top, right[..., : r.shape[-2], :]], axis=-1)


def qr_of(a: Any) -> tuple[Any, Any]:
    """Both reduced factors of a."""
    q, r = np.linalg.qr(a)
    return q, r
