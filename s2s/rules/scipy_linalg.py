"""Rules of scipy.linalg, for one matrix at a time where SciPy takes one, and for stacks where it takes stacks."""
from __future__ import annotations

from typing import Any

import numpy as np
from scipy import linalg

from s2s.errors import UnsupportedError
from s2s.rules.registry import rule
from s2s.runtime import (
    banded_product,
    banded_pullback,
    banded_solve,
    block_diag_pullback,
    cholesky_of_factor,
    cholesky_pullback,
    cholesky_pushforward,
    cofactors,
    completed,
    conj,
    diagonal_sums,
    expm_derivative,
    from_operand,
    hermitian,
    logm_derivative,
    mirrored,
    operand,
    outer_columns,
    sylvester,
    triangle,
    triangular_solve,
)


@rule(linalg.inv)
def inv(a: Any, overwrite_a: bool = False, check_finite: bool = True) -> Any:
    """y = a^-1: a_bar = -y^H y_bar y^H."""
    y = linalg.inv(a, check_finite=check_finite)
    if overwrite_a:
        raise UnsupportedError("scipy.linalg.inv: the keyword 'overwrite_a'", hint="overwrite_a=False")

    def pullback(y_bar: Any) -> Any:
        if np.ndim(a) == 2:
            a_bar = -conj(y).T @ y_bar @ conj(y).T
        else:
            a_bar = -hermitian(y) @ y_bar @ hermitian(y)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return -y @ a_dot @ y

    return y, pullback, pushforward


@rule(linalg.det)
def det(a: Any, overwrite_a: bool = False, check_finite: bool = True) -> Any:
    """y = det(a): the slope is the matrix of cofactors."""
    y = linalg.det(a, check_finite=check_finite)
    if overwrite_a:
        raise UnsupportedError("scipy.linalg.det: the keyword 'overwrite_a'", hint="overwrite_a=False")

    def pullback(y_bar: Any) -> Any:
        a_bar = np.expand_dims(y_bar, (-2, -1)) * conj(cofactors(a))
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.sum(cofactors(a) * a_dot, axis=(-2, -1))

    return y, pullback, pushforward


@rule(linalg.solve)
def solve(
    a: Any,
    b: Any,
    lower: bool = False,
    overwrite_a: bool = False,
    overwrite_b: bool = False,
    check_finite: bool = True,
    assume_a: Any = "gen",
    transposed: bool = False,
) -> Any:
    """a x = b (a^T x = b if transposed): a^H b_bar = x_bar and a_bar = -b_bar x^H."""
    x = linalg.solve(a, b, lower=lower, check_finite=check_finite, assume_a=assume_a, transposed=transposed)
    if overwrite_a or overwrite_b:
        raise UnsupportedError("scipy.linalg.solve: the keywords 'overwrite_a' and 'overwrite_b'", hint="omit them")

    def pullback(x_bar: Any) -> Any:
        b_bar = np.linalg.solve(operand(completed(a, assume_a, lower), int(transposed), True), x_bar)
        a_bar = mirrored(from_operand(-outer_columns(b_bar, x), int(transposed)), assume_a)
        return a_bar, b_bar

    def pushforward(a_dot: Any, b_dot: Any) -> Any:
        change = b_dot - operand(mirrored(a_dot, assume_a), int(transposed), False) @ x
        return np.linalg.solve(operand(completed(a, assume_a, lower), int(transposed), False), change)

    return x, pullback, pushforward


@rule(linalg.solve_triangular)
def solve_triangular(
    a: Any,
    b: Any,
    trans: Any = 0,
    lower: bool = False,
    unit_diagonal: bool = False,
    overwrite_b: bool = False,
    check_finite: bool = True,
) -> Any:
    """a x = b for a triangle of a: a^H b_bar = x_bar, and a_bar is the triangle of -b_bar x^H."""
    x = linalg.solve_triangular(a, b, trans, lower, unit_diagonal, check_finite=check_finite)
    if overwrite_b:
        raise UnsupportedError("scipy.linalg.solve_triangular: the keyword 'overwrite_b'", hint="overwrite_b=False")

    def pullback(x_bar: Any) -> Any:
        b_bar = triangular_solve(a, x_bar, trans, lower, unit_diagonal)
        a_bar = triangle(from_operand(-outer_columns(b_bar, x), trans), lower, unit_diagonal)
        return a_bar, b_bar

    def pushforward(a_dot: Any, b_dot: Any) -> Any:
        change = b_dot - operand(triangle(a_dot, lower, unit_diagonal), trans, False) @ x
        return linalg.solve_triangular(a, change, trans, lower, unit_diagonal)

    return x, pullback, pushforward


@rule(linalg.cholesky)
def cholesky(a: Any, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True) -> Any:
    """a = c^H c (or c c^H if lower); the gradient is symmetrised."""
    c = linalg.cholesky(a, lower=lower, check_finite=check_finite)
    if overwrite_a:
        raise UnsupportedError("scipy.linalg.cholesky: the keyword 'overwrite_a'", hint="overwrite_a=False")

    def pullback(c_bar: Any) -> Any:
        a_bar = cholesky_pullback(c_bar, c, not lower)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return cholesky_pushforward(a_dot, c, not lower)

    return c, pullback, pushforward


@rule(linalg.cho_factor)
def cho_factor(a: Any, lower: bool = False, overwrite_a: bool = False, check_finite: bool = True) -> Any:
    """The factor of scipy.linalg.cholesky in one triangle; the other one holds what a had there."""
    c, is_lower = linalg.cho_factor(a, lower=lower, check_finite=check_finite)
    if overwrite_a:
        raise UnsupportedError("scipy.linalg.cho_factor: the keyword 'overwrite_a'", hint="overwrite_a=False")

    def pullback(c_bar: Any, lower_bar: Any) -> Any:
        used = triangle(c_bar, lower)
        a_bar = cholesky_pullback(used, cholesky_of_factor(c, lower), not lower) + (c_bar - used)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        change = cholesky_pushforward(a_dot, cholesky_of_factor(c, lower), not lower)
        return change + a_dot - triangle(a_dot, lower), False

    return (c, is_lower), pullback, pushforward


@rule(linalg.cho_solve)
def cho_solve(c_and_lower: Any, b: Any, overwrite_b: bool = False, check_finite: bool = True) -> Any:
    """c c^H x = b (or c^H c x = b) for a triangle c: with y the solution for x_bar, c_bar = -(y x^H + x y^H) c."""
    x = linalg.cho_solve(c_and_lower, b, check_finite=check_finite)
    if overwrite_b:
        raise UnsupportedError("scipy.linalg.cho_solve: the keyword 'overwrite_b' destroys b", hint="overwrite_b=False")
    c, lower = c_and_lower

    def pullback(x_bar: Any) -> Any:
        b_bar = linalg.cho_solve((c, lower), x_bar)
        pair = outer_columns(b_bar, x) + outer_columns(x, b_bar)
        c_bar = -pair @ cholesky_of_factor(c, lower) if lower else -cholesky_of_factor(c, lower) @ pair
        c_and_lower_bar = [triangle(c_bar, lower), None]
        return c_and_lower_bar, b_bar

    def pushforward(c_and_lower_dot: Any, b_dot: Any) -> Any:
        factor, factor_dot = cholesky_of_factor(c, lower), cholesky_of_factor(c_and_lower_dot[0], lower)
        half = factor_dot @ hermitian(factor) if lower else hermitian(factor_dot) @ factor
        return linalg.cho_solve((c, lower), b_dot - (half + hermitian(half)) @ x)

    return x, pullback, pushforward


@rule(linalg.expm)
def expm(A: Any) -> Any:
    """y = exp(A): the transpose of the Frechet derivative is the derivative at A^H."""
    y = linalg.expm(A)

    def pullback(y_bar: Any) -> Any:
        A_bar = expm_derivative(hermitian(A), y_bar)
        return A_bar

    def pushforward(A_dot: Any) -> Any:
        return expm_derivative(A, A_dot)

    return y, pullback, pushforward


@rule(linalg.logm)
def logm(A: Any) -> Any:
    """y = log(A): the derivative at A^H is the transpose, as for expm."""
    y = linalg.logm(A)

    def pullback(y_bar: Any) -> Any:
        A_bar = logm_derivative(hermitian(A), y_bar)
        return A_bar

    def pushforward(A_dot: Any) -> Any:
        return logm_derivative(A, A_dot)

    return y, pullback, pushforward


@rule(linalg.sqrtm)
def sqrtm(A: Any) -> Any:
    """y y = A: y^H A_bar + A_bar y^H = y_bar."""
    y = linalg.sqrtm(A)

    def pullback(y_bar: Any) -> Any:
        A_bar = sylvester(hermitian(y), hermitian(y), y_bar)
        return A_bar

    def pushforward(A_dot: Any) -> Any:
        return sylvester(y, y, A_dot)

    return y, pullback, pushforward


@rule(linalg.solve_sylvester)
def solve_sylvester(a: Any, b: Any, q: Any) -> Any:
    """a x + x b = q: a^H q_bar + q_bar b^H = x_bar, a_bar = -q_bar x^H, b_bar = -x^H q_bar."""
    x = linalg.solve_sylvester(a, b, q)

    def pullback(x_bar: Any) -> Any:
        q_bar = sylvester(conj(a).T, conj(b).T, x_bar)
        a_bar = -q_bar @ conj(x).T
        b_bar = -conj(x).T @ q_bar
        return a_bar, b_bar, q_bar

    def pushforward(a_dot: Any, b_dot: Any, q_dot: Any) -> Any:
        return sylvester(a, b, q_dot - a_dot @ x - x @ b_dot)

    return x, pullback, pushforward


@rule(linalg.solve_banded)
def solve_banded(
    l_and_u: Any, ab: Any, b: Any, overwrite_ab: bool = False, overwrite_b: bool = False, check_finite: bool = True
) -> Any:
    """A x = b for the diagonals ab of A: A^H b_bar = x_bar, and ab_bar holds the diagonals of -b_bar x^H."""
    x = linalg.solve_banded(l_and_u, ab, b, check_finite=check_finite)
    if overwrite_ab or overwrite_b:
        raise UnsupportedError("scipy.linalg.solve_banded: 'overwrite_ab' and 'overwrite_b'", hint="leave them out")
    ab_shape = np.shape(ab)

    def pullback(x_bar: Any) -> Any:
        b_bar = banded_solve(l_and_u, ab, x_bar)
        ab_bar = banded_pullback(b_bar, x, ab_shape, l_and_u)
        return ab_bar, b_bar

    def pushforward(ab_dot: Any, b_dot: Any) -> Any:
        return linalg.solve_banded(l_and_u, ab, b_dot - banded_product(l_and_u, ab_dot, x))

    return x, pullback, pushforward


@rule(linalg.block_diag)
def block_diag(*arrs: Any) -> Any:
    """z = the matrix with the blocks arrs on its diagonal."""
    z = linalg.block_diag(*arrs)

    def pullback(z_bar: Any) -> Any:
        arrs_bar = block_diag_pullback(z_bar, arrs)
        return arrs_bar

    def pushforward(*arrs_dot: Any) -> Any:
        return linalg.block_diag(*arrs_dot)

    return z, pullback, pushforward


@rule(linalg.toeplitz)
def toeplitz(c: Any, r: Any = None) -> Any:
    """z[i, j] = c[i - j] on and below the diagonal, r[j - i] above (conj(c) without r)."""
    z = linalg.toeplitz(c, r)
    c_shape, r_shape = np.shape(c), np.shape(r)

    def pullback(z_bar: Any) -> Any:
        column, row = diagonal_sums(z_bar)
        c_bar = np.reshape(column + conj(row) if r is None else column, c_shape)
        r_bar = None if r is None else np.reshape(row, r_shape)
        return c_bar, r_bar

    def pushforward(c_dot: Any, r_dot: Any) -> Any:
        return linalg.toeplitz(c_dot) if r is None else linalg.toeplitz(c_dot, r_dot)

    return z, pullback, pushforward
