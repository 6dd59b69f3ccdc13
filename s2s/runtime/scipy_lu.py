"""Derivatives of scipy.linalg.lu, lu_factor and lu_solve; SciPy is imported when they run."""
from typing import Any

import numpy as np

from s2s.runtime.arithmetic import conj
from s2s.runtime.products import hermitian
from s2s.runtime.scipy_linalg import from_operand, operand, outer_columns


def _factors(lu: Any) -> tuple[Any, Any]:
    return np.tril(lu, -1) + np.eye(lu.shape[0], dtype=lu.dtype), np.triu(lu)


def _order(piv: Any) -> Any:
    """The rows of a in the order of the factors: piv lists the exchanges of LAPACK."""
    rows = np.arange(len(piv))
    for i, other in enumerate(piv):
        rows[i], rows[other] = rows[other], rows[i]
    return rows


def lu_factor_pullback(lu_bar: Any, lu: Any, piv: Any) -> Any:
    """Cotangent of a with P a = L U: for c = L^-1 P a_dot U^-1, L_dot = L tril(c, -1) and U_dot = triu(c) U."""
    lower, upper = _factors(lu)
    c_bar = np.tril(hermitian(lower) @ np.tril(lu_bar, -1), -1) + np.triu(np.triu(lu_bar) @ hermitian(upper))
    turned = np.linalg.solve(hermitian(lower), c_bar) @ hermitian(np.linalg.inv(upper))
    a_bar = np.empty_like(turned)
    a_bar[_order(piv)] = turned
    return a_bar


def lu_factor_pushforward(a_dot: Any, lu: Any, piv: Any) -> Any:
    """Tangent of both factors in one matrix."""
    lower, upper = _factors(lu)
    c = np.linalg.solve(lower, a_dot[_order(piv)]) @ np.linalg.inv(upper)
    return lower @ np.tril(c, -1) + np.triu(c) @ upper


def lu_solve_adjoint(lu: Any, piv: Any, x_bar: Any, trans: int) -> Any:
    """The solution with the conjugate transpose of the matrix that ``trans`` applies."""
    from scipy.linalg import lu_solve

    if trans == 0:
        return lu_solve((lu, piv), x_bar, trans=2)
    return lu_solve((conj(lu) if trans == 1 else lu, piv), x_bar, trans=0)


def lu_solve_pullback(y: Any, x: Any, lu: Any, piv: Any, trans: int) -> Any:
    """Cotangent of the factors from the solution y of the adjoint system: that of a is -y x^H, and P a = L U."""
    a_bar = from_operand(-outer_columns(y, x), trans)[_order(piv)]
    lower, upper = _factors(lu)
    return np.tril(a_bar @ hermitian(upper), -1) + np.triu(hermitian(lower) @ a_bar)


def lu_solve_change(lu: Any, piv: Any, lu_dot: Any, x: Any, trans: int) -> Any:
    """The change of the left-hand side of a x = b when the factors change."""
    lower, upper = _factors(lu)
    turned = np.tril(lu_dot, -1) @ upper + lower @ np.triu(lu_dot)
    a_dot = np.empty_like(turned)
    a_dot[_order(piv)] = turned
    return operand(a_dot, trans, False) @ x


def rows_of(p: Any, x: Any) -> Any:
    """P x for the permutation of scipy.linalg.lu: a matrix, or the index of each row."""
    return p @ x if np.ndim(p) == np.ndim(x) else np.take_along_axis(x, p[..., np.newaxis], axis=-2)


def rows_back(p: Any, x: Any) -> Any:
    """P^T x."""
    if np.ndim(p) == np.ndim(x):
        return np.swapaxes(p, -1, -2) @ x
    return np.take_along_axis(x, np.argsort(p, axis=-1)[..., np.newaxis], axis=-2)


def lu_pullback(lower_bar: Any, upper_bar: Any, lower: Any, upper: Any) -> Any:
    """Cotangent of L U; where one factor is not square, the rest of it is solved for apart (None: zero)."""
    k = lower.shape[-1]
    lower_bar = np.zeros_like(lower) if lower_bar is None else np.tril(lower_bar, -1)
    upper_bar = np.zeros_like(upper) if upper_bar is None else np.triu(upper_bar)
    below = lower_bar[..., k:, :] @ np.linalg.inv(hermitian(upper[..., :k]))
    right = np.linalg.solve(hermitian(lower[..., :k, :]), upper_bar[..., k:])
    head_bar = lower_bar[..., :k, :] - right @ hermitian(upper[..., k:])
    top_bar = upper_bar[..., :k] - hermitian(lower[..., k:, :]) @ below
    core = np.tril(hermitian(lower[..., :k, :]) @ head_bar, -1) + np.triu(top_bar @ hermitian(upper[..., :k]))
    square = np.linalg.solve(hermitian(lower[..., :k, :]), core) @ np.linalg.inv(hermitian(upper[..., :k]))
    rest = np.zeros((*lower.shape[:-2], lower.shape[-2] - k, upper.shape[-1] - k), square.dtype)
    top = np.concatenate((square, right), axis=-1)
    return np.concatenate((top, np.concatenate((below, rest), axis=-1)), axis=-2)


def lu_pushforward(product_dot: Any, lower: Any, upper: Any) -> tuple[Any, Any]:
    """Tangents of both factors from that of L U."""
    k = lower.shape[-1]
    head, top = lower[..., :k, :], upper[..., :k]
    c = np.linalg.solve(head, product_dot[..., :k, :k]) @ np.linalg.inv(top)
    head_dot, top_dot = head @ np.tril(c, -1), np.triu(c) @ top
    right = np.linalg.solve(head, product_dot[..., :k, k:] - head_dot @ upper[..., k:])
    below = (product_dot[..., k:, :k] - lower[..., k:, :] @ top_dot) @ np.linalg.inv(top)
    return np.concatenate((head_dot, below), axis=-2), np.concatenate((top_dot, right), axis=-1)
