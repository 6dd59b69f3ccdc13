"""Rules of the matrix decompositions in np.linalg."""
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.errors import UnsupportedError
from s2s.rules.registry import rule
from s2s.runtime import (
    cholesky_pullback,
    cholesky_pushforward,
    conj,
    eig_pullback,
    eig_pushforward,
    eigh_pullback,
    eigh_pushforward,
    qr_of,
    qr_pullback,
    qr_pushforward,
    svd_pullback,
    svd_pushforward,
    svdvals_pullback,
    svdvals_pushforward,
    symmetric_part,
)


@rule(np.linalg.cholesky)
def cholesky(a: Any, upper: bool = False) -> Any:
    """a = l l^H (or l^H l with ``upper``); the gradient is symmetrised."""
    l = np.linalg.cholesky(a, upper=upper)  # noqa: E741

    def pullback(l_bar: Any) -> Any:
        a_bar = cholesky_pullback(l_bar, l, upper)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return cholesky_pushforward(a_dot, l, upper)

    return l, pullback, pushforward


@rule(np.linalg.eigh)
def eigh(a: Any, UPLO: Any = "L") -> Any:
    """a = v diag(w) v^H; the gradient is symmetrised."""
    w, v = np.linalg.eigh(a, UPLO)

    def pullback(w_bar: Any, v_bar: Any) -> Any:
        if v_bar is None and w_bar is not None and np.ndim(a) == 2:
            a_bar = (v * w_bar) @ conj(v).T
        else:
            a_bar = eigh_pullback(w_bar, v_bar, w, v)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        w_dot, v_dot = eigh_pushforward(a_dot, w, v)
        return w_dot, v_dot

    return (w, v), pullback, pushforward


@rule(np.linalg.eigvalsh)
def eigvalsh(a: Any, UPLO: Any = "L") -> Any:
    """w = eigenvalues of a Hermitian matrix: a_bar = v diag(w_bar) v^H."""
    w = np.linalg.eigvalsh(a, UPLO)

    def pullback(w_bar: Any) -> Any:
        values, v = np.linalg.eigh(a, UPLO)
        if np.ndim(a) == 2:
            a_bar = (v * w_bar) @ conj(v).T
        else:
            a_bar = eigh_pullback(w_bar, None, values, v)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        values, v = np.linalg.eigh(a, UPLO)
        w_dot, v_dot = eigh_pushforward(a_dot, values, v)
        return w_dot

    return w, pullback, pushforward


@rule(np.linalg.eig)
def eig(a: Any) -> Any:
    """a v = v diag(w) with unit vectors."""
    w, v = np.linalg.eig(a)

    def pullback(w_bar: Any, v_bar: Any) -> Any:
        a_bar = eig_pullback(w_bar, v_bar, w, v)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        w_dot, v_dot = eig_pushforward(a_dot, w, v)
        return w_dot, v_dot

    return (w, v), pullback, pushforward


@rule(np.linalg.eigvals)
def eigvals(a: Any) -> Any:
    """w = eigenvalues: a_bar = v^-H diag(w_bar) v^H."""
    w = np.linalg.eigvals(a)

    def pullback(w_bar: Any) -> Any:
        values, v = np.linalg.eig(a)
        a_bar = eig_pullback(w_bar, None, values, v)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        values, v = np.linalg.eig(a)
        w_dot, v_dot = eig_pushforward(a_dot, values, v)
        return w_dot

    return w, pullback, pushforward


@rule(np.linalg.svdvals)
def svdvals(x: Any) -> Any:
    """s = singular values: x_bar = u diag(s_bar) v^H."""
    s = np.linalg.svdvals(x)

    def pullback(s_bar: Any) -> Any:
        x_bar = svdvals_pullback(s_bar, x)
        return x_bar

    def pushforward(x_dot: Any) -> Any:
        return svdvals_pushforward(x_dot, x)

    return s, pullback, pushforward


@rule(np.linalg.svd)
def svd(a: Any, full_matrices: bool = True, compute_uv: bool = True, hermitian: bool = False) -> Any:
    """a = u diag(s) vh; without vectors there is one output. ``hermitian`` symmetrises the gradient."""
    if not compute_uv:
        s = np.linalg.svd(a, full_matrices, compute_uv, hermitian)

        def pullback(s_bar: Any) -> Any:
            a_bar = symmetric_part(svdvals_pullback(s_bar, a)) if hermitian else svdvals_pullback(s_bar, a)
            return a_bar

        def pushforward(a_dot: Any) -> Any:
            return svdvals_pushforward(symmetric_part(a_dot) if hermitian else a_dot, a)

        return s, pullback, pushforward
    u, s, vh = np.linalg.svd(a, full_matrices, compute_uv, hermitian)

    def pullback(u_bar: Any, s_bar: Any, vh_bar: Any) -> Any:  # type: ignore[no-redef]
        if u_bar is None and vh_bar is None and s_bar is not None and not full_matrices and np.ndim(a) == 2:
            share = (u * s_bar) @ vh
        else:
            share = svd_pullback(u_bar, s_bar, vh_bar, u, s, vh)
        a_bar = symmetric_part(share) if hermitian else share
        return a_bar

    def pushforward(a_dot: Any) -> Any:  # type: ignore[no-redef]
        u_dot, s_dot, vh_dot = svd_pushforward(symmetric_part(a_dot) if hermitian else a_dot, u, s, vh)
        return u_dot, s_dot, vh_dot

    return (u, s, vh), pullback, pushforward


@rule(np.linalg.qr)
def qr(a: Any, mode: Any = "reduced") -> Any:
    """a = q r; mode "r" has one output."""
    if mode == "raw":
        raise UnsupportedError("np.linalg.qr: the mode 'raw' has no derivative", hint='mode="reduced"')
    if mode == "r":
        y = np.linalg.qr(a, mode)

        def pullback(y_bar: Any) -> Any:
            q, r = qr_of(a)
            a_bar = qr_pullback(None, y_bar, q, r)
            return a_bar

        def pushforward(a_dot: Any) -> Any:
            q, r = qr_of(a)
            q_dot, r_dot = qr_pushforward(a_dot, q, r)
            return r_dot

        return y, pullback, pushforward
    q, r = np.linalg.qr(a, mode)

    def pullback(q_bar: Any, r_bar: Any) -> Any:  # type: ignore[no-redef]
        a_bar = qr_pullback(q_bar, r_bar, q, r)
        return a_bar

    def pushforward(a_dot: Any) -> Any:  # type: ignore[no-redef]
        q_dot, r_dot = qr_pushforward(a_dot, q, r)
        return q_dot, r_dot

    return (q, r), pullback, pushforward
