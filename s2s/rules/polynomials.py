"""Rules of polynomials, given by their coefficients with the highest power first."""
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.errors import UnsupportedError
from s2s.rules.registry import rule
from s2s.runtime import (
    conj,
    outer_sum,
    poly_bar,
    poly_dot,
    polyder_bar,
    polydiv_bar,
    polydiv_divisor_bar,
    polydiv_dot,
    polyfit_system,
    polyint_bar,
    polyint_constants_bar,
    polymul_bar,
    polymul_dot,
    polyval_bar,
    roots_slopes,
    row_sums,
    slope_of,
    strip,
    trailing,
    unbroadcast,
    weighted,
)


@rule(np.polyval)
def polyval(p: Any, x: Any) -> Any:
    """z = p(x); dp/dx is p' at x, and the slopes of the coefficients are the powers of x."""
    z = np.polyval(p, x)
    p_shape, x_shape = np.shape(p), np.shape(x)

    def pullback(z_bar: Any) -> Any:
        p_bar = polyval_bar(z_bar, x, p_shape)
        x_bar = unbroadcast(z_bar * conj(np.polyval(slope_of(p), x)), x_shape)
        return p_bar, x_bar

    def pushforward(p_dot: Any, x_dot: Any) -> Any:
        return np.polyval(p_dot, x) + np.polyval(slope_of(p), x) * x_dot

    return z, pullback, pushforward


@rule(np.polyfit)
def polyfit(
    x: Any, y: Any, deg: Any, rcond: Any = None, full: Any = False, w: Any = None, cov: Any = False
) -> Any:
    """z = the least-squares solution of diag(w) V z = diag(w) y, V the Vandermonde matrix of x, of full rank.

    With A = diag(w) V, P = its pseudoinverse and r = diag(w) y - A z:  dz = P (d(wy) - dA z) + P P^H dA^H r
    (Golub and Pereyra, SIAM J. Numer. Anal. 10 (1973), equation 4.12).
    """
    z = np.polyfit(x, y, deg, rcond, full, w, cov)
    if full:
        raise UnsupportedError("np.polyfit: the keyword 'full' has no derivative rule", hint="leave it out")
    if cov:
        raise UnsupportedError("np.polyfit: the keyword 'cov' has no derivative rule", hint="leave it out")
    weights = 1.0 if w is None else w
    columns, slopes, inverse = polyfit_system(x, deg, weights)
    rest = weighted(y - columns @ z, weights)

    def pullback(z_bar: Any) -> Any:
        u = conj(inverse).T @ z_bar
        matrix_bar = outer_sum(rest, inverse @ u) - outer_sum(u, z)
        x_bar = np.sum(weighted(matrix_bar, weights) * conj(slopes), axis=1)
        y_bar = weighted(u, weights)
        w_bar = np.sum(matrix_bar * conj(columns), axis=1) + row_sums(u * conj(y))
        return x_bar, y_bar, w_bar

    def pushforward(x_dot: Any, y_dot: Any, w_dot: Any) -> Any:
        matrix_dot = weighted(weighted(slopes, x_dot), weights) + weighted(columns, w_dot)
        right_dot = weighted(y_dot, weights) + weighted(y, w_dot)
        return inverse @ (right_dot - matrix_dot @ z + conj(inverse).T @ (conj(matrix_dot).T @ rest))

    return z, pullback, pushforward


@rule(np.polyadd)
def polyadd(a1: Any, a2: Any) -> Any:
    """z = a1 + a2, aligned at the constant terms."""
    z = np.polyadd(a1, a2)
    a1_shape, a2_shape = np.shape(a1), np.shape(a2)

    def pullback(z_bar: Any) -> Any:
        a1_bar = trailing(z_bar, a1_shape)
        a2_bar = trailing(z_bar, a2_shape)
        return a1_bar, a2_bar

    def pushforward(a1_dot: Any, a2_dot: Any) -> Any:
        return np.polyadd(a1_dot, a2_dot)

    return z, pullback, pushforward


@rule(np.polysub)
def polysub(a1: Any, a2: Any) -> Any:
    """z = a1 - a2, aligned at the constant terms."""
    z = np.polysub(a1, a2)
    a1_shape, a2_shape = np.shape(a1), np.shape(a2)

    def pullback(z_bar: Any) -> Any:
        a1_bar = trailing(z_bar, a1_shape)
        a2_bar = -trailing(z_bar, a2_shape)
        return a1_bar, a2_bar

    def pushforward(a1_dot: Any, a2_dot: Any) -> Any:
        return np.polysub(a1_dot, a2_dot)

    return z, pullback, pushforward


@rule(np.polymul)
def polymul(a1: Any, a2: Any) -> Any:
    """z = the convolution of a1 and a2 without their leading zeros."""
    z = np.polymul(a1, a2)
    a1_shape, a2_shape = np.shape(a1), np.shape(a2)
    left, left_skip = strip(a1)
    right, right_skip = strip(a2)

    def pullback(z_bar: Any) -> Any:
        a1_bar = polymul_bar(z_bar, right, left_skip, a1_shape)
        a2_bar = polymul_bar(z_bar, left, right_skip, a2_shape)
        return a1_bar, a2_bar

    def pushforward(a1_dot: Any, a2_dot: Any) -> Any:
        return polymul_dot(a1_dot, right, left_skip) + polymul_dot(a2_dot, left, right_skip)

    return z, pullback, pushforward


@rule(np.polyder)
def polyder(p: Any, m: int = 1) -> Any:
    """z = the coefficients of the m-th derivative of p."""
    z = np.polyder(p, m)
    length = np.size(p)

    def pullback(z_bar: Any) -> Any:
        return polyder_bar(z_bar, m, length)

    def pushforward(p_dot: Any) -> Any:
        return np.polyder(p_dot, m)

    return z, pullback, pushforward


@rule(np.polyint)
def polyint(p: Any, m: int = 1, k: Any = None) -> Any:
    """z = the coefficients of the m-th integral of p, with the integration constants k."""
    z = np.polyint(p, m, k)
    length, k_shape = np.size(p), np.shape(k)

    def pullback(z_bar: Any) -> Any:
        p_bar = polyint_bar(z_bar, m, length)
        k_bar = polyint_constants_bar(z_bar, m, k_shape)
        return p_bar, k_bar

    def pushforward(p_dot: Any, k_dot: Any) -> Any:
        return np.polyint(p_dot, m, k_dot)

    return z, pullback, pushforward


@rule(np.polydiv)
def polydiv(u: Any, v: Any) -> Any:
    """u = q v + r, so du - q dv = dq v + dr is a division again (its leading zeros stay)."""
    q, r = np.polydiv(u, v)
    u_shape, v_shape, r_length = np.shape(u), np.shape(v), np.size(r)

    def pullback(q_bar: Any, r_bar: Any) -> Any:
        share = polydiv_bar(q_bar, r_bar, v, u_shape)
        u_bar = np.reshape(share, u_shape)
        v_bar = -polydiv_divisor_bar(share, q, v_shape)
        return u_bar, v_bar

    def pushforward(u_dot: Any, v_dot: Any) -> Any:
        q_dot, r_dot = polydiv_dot(u_dot, v_dot, q, v, r_length)
        return q_dot, r_dot

    return (q, r), pullback, pushforward


@rule(np.poly)
def poly(seq_of_zeros: Any) -> Any:
    """z = the coefficients of the polynomial with these roots (of a matrix: its characteristic polynomial)."""
    z = np.poly(seq_of_zeros)

    def pullback(z_bar: Any) -> Any:
        return poly_bar(z_bar, z, seq_of_zeros)

    def pushforward(seq_of_zeros_dot: Any) -> Any:
        return poly_dot(seq_of_zeros_dot, z, seq_of_zeros)

    return z, pullback, pushforward


@rule(np.roots)
def roots(p: Any) -> Any:
    """z = the roots of p; from p(z) = 0: dz = -(sum_i dp_i z**(n - i)) / p'(z)."""
    z = np.roots(p)
    slopes = roots_slopes(p, z)

    def pullback(z_bar: Any) -> Any:
        return z_bar @ conj(slopes)

    def pushforward(p_dot: Any) -> Any:
        return slopes @ p_dot

    return z, pullback, pushforward
