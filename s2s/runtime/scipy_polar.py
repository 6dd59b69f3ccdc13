"""Derivatives of scipy.linalg.polar."""
from typing import Any

import numpy as np

from s2s.runtime.arithmetic import conj, ratio


def _adjoint(x: Any) -> Any:
    return None if x is None else conj(x).T


def _summed(h: Any) -> Any:
    """The solution y of y h + h y = r for a Hermitian h, as a function of r."""
    values, vectors = np.linalg.eigh(h)
    sums = values[:, np.newaxis] + values
    return lambda r: vectors @ ratio(conj(vectors).T @ r @ vectors, sums) @ conj(vectors).T


def polar_pullback(u_bar: Any, p_bar: Any, a: Any, u: Any, p: Any, side: str) -> Any:
    """Cotangent of a = u p (or p u for side="left"): u_dot = u w + (1 - u u^H) a_dot p^-1 and p_dot = u^H a_dot - w p
    with the skew w for which w p + p w = u^H a_dot - a_dot^H u (Higham, Functions of Matrices, section 8.1)."""
    if side == "left":
        bar = polar_pullback(_adjoint(u_bar), p_bar, conj(a).T, conj(u).T, p, "right")
        return conj(bar).T
    u_bar = np.zeros_like(u) if u_bar is None else u_bar
    if a.shape[0] < a.shape[1]:  # a = h u with the small h = u p u^H, and p = u^H h u
        h = u @ p @ conj(u).T
        h_bar = None
        if p_bar is not None:
            u_bar = u_bar + h @ u @ (p_bar + conj(p_bar).T)
            h_bar = u @ p_bar @ conj(u).T
        return polar_pullback(u_bar, h_bar, a, u, h, "left")
    solve, across = _summed(p), conj(u).T
    w_bar = across @ u_bar - (0 if p_bar is None else p_bar @ p)
    skew = solve(w_bar) - conj(solve(w_bar)).T
    a_bar = u @ (skew if p_bar is None else skew + p_bar)
    return a_bar + (u_bar - u @ (across @ u_bar)) @ np.linalg.pinv(p)


def polar_pushforward(a_dot: Any, a: Any, u: Any, p: Any, side: str) -> tuple[Any, Any]:
    """Tangents of u and p."""
    if side == "left":
        u_dot, p_dot = polar_pushforward(conj(a_dot).T, conj(a).T, conj(u).T, p, "right")
        return conj(u_dot).T, p_dot
    if a.shape[0] < a.shape[1]:
        h = u @ p @ conj(u).T
        u_dot, h_dot = polar_pushforward(a_dot, a, u, h, "left")
        half = conj(u).T @ h @ u_dot
        return u_dot, half + conj(half).T + conj(u).T @ h_dot @ u
    across = conj(u).T
    turned = across @ a_dot
    w = _summed(p)(turned - conj(turned).T)
    return u @ w + (a_dot - u @ turned) @ np.linalg.pinv(p), turned - w @ p
