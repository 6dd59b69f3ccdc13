"""Rules of the decompositions in scipy.linalg.

The keywords overwrite_a= and overwrite_b= destroy an argument and are refused.
"""
from __future__ import annotations

from typing import Any

import numpy as np
from scipy import linalg

from s2s.errors import UnsupportedError
from s2s.rules.registry import rule
from s2s.runtime import (
    eigh_pullback,
    eigh_pushforward,
    expand,
    lu_factor_pullback,
    lu_factor_pushforward,
    lu_pullback,
    lu_pushforward,
    lu_solve_adjoint,
    lu_solve_change,
    lu_solve_pullback,
    norm_pushforward,
    norm_slope,
    pinv_pullback,
    pinv_pushforward,
    polar_pullback,
    polar_pushforward,
    rows_back,
    rows_of,
    scale,
    svd_pullback,
    svd_pushforward,
    svdvals_pullback,
    svdvals_pushforward,
)


@rule(linalg.lu)
def lu(
    a: Any, permute_l: bool = False, overwrite_a: bool = False, check_finite: bool = True, p_indices: bool = False
) -> Any:
    """a = P L U for a matrix of any shape, differentiated for the same exchanges of rows."""
    p, lower, upper = linalg.lu(a, check_finite=check_finite, p_indices=p_indices)
    if overwrite_a or permute_l:
        raise UnsupportedError("scipy.linalg.lu: 'overwrite_a' and 'permute_l'", hint="p, l, u = lu(a); p @ l")

    def pullback(p_bar: Any, lower_bar: Any, upper_bar: Any) -> Any:
        a_bar = rows_of(p, lu_pullback(lower_bar, upper_bar, lower, upper))
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        lower_dot, upper_dot = lu_pushforward(rows_back(p, a_dot), lower, upper)
        return np.zeros_like(p), lower_dot, upper_dot

    return (p, lower, upper), pullback, pushforward


@rule(linalg.polar)
def polar(a: Any, side: str = "right") -> Any:
    """a = u p (p u for side="left") with orthonormal u and Hermitian p; smooth for a matrix of full rank."""
    u, p = linalg.polar(a, side)

    def pullback(u_bar: Any, p_bar: Any) -> Any:
        a_bar = polar_pullback(u_bar, p_bar, a, u, p, side)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        u_dot, p_dot = polar_pushforward(a_dot, a, u, p, side)
        return u_dot, p_dot

    return (u, p), pullback, pushforward


@rule(linalg.lu_factor)
def lu_factor(a: Any, overwrite_a: bool = False, check_finite: bool = True) -> Any:
    """P a = L U, both factors in one matrix, and the exchanges of rows."""
    lu, piv = linalg.lu_factor(a, check_finite=check_finite)
    if overwrite_a:
        raise UnsupportedError("scipy.linalg.lu_factor: the keyword 'overwrite_a'", hint="overwrite_a=False")

    def pullback(lu_bar: Any, piv_bar: Any) -> Any:
        a_bar = lu_factor_pullback(lu_bar, lu, piv)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return lu_factor_pushforward(a_dot, lu, piv), 0

    return (lu, piv), pullback, pushforward


@rule(linalg.lu_solve)
def lu_solve(lu_and_piv: Any, b: Any, trans: int = 0, overwrite_b: bool = False, check_finite: bool = True) -> Any:
    """a x = b (a^T, a^H by trans) for the factors of a."""
    x = linalg.lu_solve(lu_and_piv, b, trans, check_finite=check_finite)
    if overwrite_b:
        raise UnsupportedError("scipy.linalg.lu_solve: the keyword 'overwrite_b'", hint="overwrite_b=False")
    lu, piv = lu_and_piv

    def pullback(x_bar: Any) -> Any:
        b_bar = lu_solve_adjoint(lu, piv, x_bar, trans)
        lu_and_piv_bar = [lu_solve_pullback(b_bar, x, lu, piv, trans), None]
        return lu_and_piv_bar, b_bar

    def pushforward(lu_and_piv_dot: Any, b_dot: Any) -> Any:
        return linalg.lu_solve((lu, piv), b_dot - lu_solve_change(lu, piv, lu_and_piv_dot[0], x, trans), trans)

    return x, pullback, pushforward


@rule(linalg.svdvals)
def svdvals(a: Any, overwrite_a: bool = False, check_finite: bool = True) -> Any:
    """s = singular values: a_bar = u diag(s_bar) v^H."""
    s = linalg.svdvals(a, check_finite=check_finite)
    if overwrite_a:
        raise UnsupportedError("scipy.linalg.svdvals: the keyword 'overwrite_a'", hint="overwrite_a=False")

    def pullback(s_bar: Any) -> Any:
        a_bar = svdvals_pullback(s_bar, a)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return svdvals_pushforward(a_dot, a)

    return s, pullback, pushforward


@rule(linalg.svd)
def svd(
    a: Any,
    full_matrices: bool = True,
    compute_uv: bool = True,
    overwrite_a: bool = False,
    check_finite: bool = True,
    lapack_driver: str = "gesdd",
) -> Any:
    """a = u diag(s) vh."""
    u, s, vh = linalg.svd(a, full_matrices, check_finite=check_finite, lapack_driver=lapack_driver)
    if overwrite_a:
        raise UnsupportedError("scipy.linalg.svd: the keyword 'overwrite_a'", hint="overwrite_a=False")
    if not compute_uv:
        raise UnsupportedError("scipy.linalg.svd: compute_uv=False", hint="scipy.linalg.svdvals(a)")

    def pullback(u_bar: Any, s_bar: Any, vh_bar: Any) -> Any:
        a_bar = svd_pullback(u_bar, s_bar, vh_bar, u, s, vh)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        u_dot, s_dot, vh_dot = svd_pushforward(a_dot, u, s, vh)
        return u_dot, s_dot, vh_dot

    return (u, s, vh), pullback, pushforward


@rule(linalg.eigh)
def eigh(
    a: Any,
    b: Any = None,
    *,
    lower: bool = True,
    eigvals_only: bool = False,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    type: int = 1,
    check_finite: bool = True,
    subset_by_index: Any = None,
    subset_by_value: Any = None,
    driver: Any = None,
) -> Any:
    """a = v diag(w) v^H; the gradient is symmetrised."""
    w, v = linalg.eigh(a, lower=lower, check_finite=check_finite, driver=driver)
    if b is not None or subset_by_index is not None or subset_by_value is not None or overwrite_a:
        raise UnsupportedError("scipy.linalg.eigh: 'b', 'subset_by_*' and 'overwrite_a'", hint="np.linalg.eigh(a)")
    if eigvals_only:
        raise UnsupportedError("scipy.linalg.eigh: eigvals_only=True", hint="scipy.linalg.eigvalsh(a)")

    def pullback(w_bar: Any, v_bar: Any) -> Any:
        a_bar = eigh_pullback(w_bar, v_bar, w, v)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        w_dot, v_dot = eigh_pushforward(a_dot, w, v)
        return w_dot, v_dot

    return (w, v), pullback, pushforward


@rule(linalg.eigvalsh)
def eigvalsh(
    a: Any,
    b: Any = None,
    *,
    lower: bool = True,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    type: int = 1,
    check_finite: bool = True,
    subset_by_index: Any = None,
    subset_by_value: Any = None,
    driver: Any = None,
) -> Any:
    """w = eigenvalues of a Hermitian matrix: a_bar = v diag(w_bar) v^H."""
    w = linalg.eigvalsh(a, lower=lower, check_finite=check_finite, driver=driver)
    if b is not None or subset_by_index is not None or subset_by_value is not None or overwrite_a:
        raise UnsupportedError("scipy.linalg.eigvalsh: 'b', 'subset_by_*', 'overwrite_a'", hint="np.linalg.eigvalsh(a)")

    def pullback(w_bar: Any) -> Any:
        values, v = np.linalg.eigh(a, "L" if lower else "U")
        a_bar = eigh_pullback(w_bar, None, values, v)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        values, v = np.linalg.eigh(a, "L" if lower else "U")
        w_dot, v_dot = eigh_pushforward(a_dot, values, v)
        return w_dot

    return w, pullback, pushforward


@rule(linalg.norm)
def norm(a: Any, ord: Any = None, axis: Any = None, keepdims: bool = False, check_finite: bool = True) -> Any:
    """y = a norm, as np.linalg.norm."""
    y = linalg.norm(a, ord, axis, keepdims, check_finite)
    a_shape = np.shape(a)

    def pullback(y_bar: Any) -> Any:
        slope = norm_slope(a, expand(y, a_shape, axis, keepdims), ord, axis)
        a_bar = scale(expand(y_bar, a_shape, axis, keepdims), slope)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        slope = norm_slope(a, expand(y, a_shape, axis, keepdims), ord, axis)
        return norm_pushforward(slope, a_dot, axis, keepdims)

    return y, pullback, pushforward


@rule(linalg.pinv)
def pinv(
    a: Any, *, atol: Any = None, rtol: Any = None, return_rank: bool = False, check_finite: bool = True
) -> Any:
    """y = the pseudo-inverse, differentiated at constant rank."""
    y = linalg.pinv(a, atol=atol, rtol=rtol, check_finite=check_finite)
    if return_rank:
        raise UnsupportedError("scipy.linalg.pinv: return_rank=True", hint="np.linalg.matrix_rank(a)")

    def pullback(y_bar: Any) -> Any:
        a_bar = pinv_pullback(y_bar, a, y, False)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return pinv_pushforward(a, a_dot, y, False)

    return y, pullback, pushforward
