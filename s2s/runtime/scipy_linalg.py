"""Derivatives of scipy.linalg functions; SciPy is imported when they run."""

from typing import Any

import numpy as np

from s2s.runtime.arithmetic import conj
from s2s.runtime.products import hermitian


def triangle(a_bar: Any, lower: bool, unit_diagonal: bool = False) -> Any:
    """The part of a cotangent that a triangular solver reads."""
    offset = 1 if unit_diagonal else 0
    return np.tril(a_bar, -offset) if lower else np.triu(a_bar, offset)


def outer_columns(x: Any, y: Any) -> Any:
    """x y^H for two vectors, or for two matrices of columns."""
    return np.outer(x, conj(y)) if np.ndim(x) == 1 else x @ hermitian(y)


def completed(a: Any, structure: Any, lower: bool) -> Any:
    """The matrix that scipy.linalg.solve sees in ``a`` for its assume_a= and lower=."""
    a = np.asarray(a)
    if structure in ("sym", "symmetric", "her", "hermitian", "pos", "positive definite"):
        half = np.tril(a, -1) if lower else np.triu(a, 1)
        other = np.swapaxes(half, -1, -2) if structure in ("sym", "symmetric") else hermitian(half)
        return half + other + a * np.eye(a.shape[-1], dtype=a.real.dtype)
    return mirrored(a, structure)


def mirrored(a_bar: Any, structure: Any) -> Any:
    """A cotangent or tangent of a matrix without what scipy.linalg.solve does not read for ``structure`` (assume_a)."""
    if structure in ("sym", "symmetric"):
        return (a_bar + np.swapaxes(a_bar, -1, -2)) / 2
    if structure in ("her", "hermitian", "pos", "positive definite"):
        return (a_bar + hermitian(a_bar)) / 2
    if structure in ("upper triangular", "lower triangular"):
        return triangle(a_bar, structure == "lower triangular")
    if structure == "diagonal":
        return np.triu(np.tril(a_bar))
    if structure == "tridiagonal":
        return np.triu(np.tril(a_bar, 1), -1)
    return a_bar


def operand(a: Any, trans: Any, conjugated: bool) -> Any:
    """The matrix that a solver applies for its trans= (a, a^T or a^H), conjugate transposed if ``conjugated``."""
    if trans in (1, "T"):
        a = np.swapaxes(a, -1, -2)
    elif trans in (2, "C"):
        a = hermitian(a)
    return hermitian(a) if conjugated else a


def from_operand(bar: Any, trans: Any) -> Any:
    """The cotangent of a from that of ``operand(a, trans)``."""
    if trans in (1, "T"):
        return np.swapaxes(bar, -1, -2)
    return hermitian(bar) if trans in (2, "C") else bar


def triangular_solve(a: Any, b: Any, trans: Any, lower: bool, unit_diagonal: bool) -> Any:
    """The solution with the conjugate transpose of the matrix that ``trans`` applies."""
    from scipy.linalg import solve_triangular

    if trans in (0, "N"):
        return solve_triangular(a, b, trans=2, lower=lower, unit_diagonal=unit_diagonal)
    if trans in (2, "C"):
        return solve_triangular(a, b, trans=0, lower=lower, unit_diagonal=unit_diagonal)
    return solve_triangular(conj(a), b, trans=0, lower=lower, unit_diagonal=unit_diagonal)


def cholesky_of_factor(c: Any, lower: bool) -> Any:
    """The triangular factor that cho_factor returns, without the unused triangle."""
    return np.tril(c) if lower else np.triu(c)


def expm_derivative(a: Any, direction: Any) -> Any:
    """The derivative of the matrix exponential: the upper right block of exp([[a, e], [0, a]]).

    Source: N. J. Higham, Functions of Matrices, theorem 3.6.
    """
    from scipy.linalg import expm

    size = np.shape(a)[-1]
    top = np.concatenate([a, direction], axis=-1)
    bottom = np.concatenate([np.zeros_like(a), a], axis=-1)
    return expm(np.concatenate([top, bottom], axis=-2))[..., :size, size:]


def logm_derivative(a: Any, direction: Any) -> Any:
    """The derivative of the matrix logarithm, by the same block matrix."""
    from scipy.linalg import logm

    size = np.shape(a)[-1]
    return logm(np.block([[a, direction], [np.zeros_like(a), a]]))[:size, size:]


def sylvester(a: Any, b: Any, q: Any) -> Any:
    """The solution x of a x + x b = q."""
    from scipy.linalg import solve_sylvester

    return solve_sylvester(a, b, q)


def block_diag_pullback(z_bar: Any, arrs: Any) -> list[Any]:
    """The blocks of the cotangent of scipy.linalg.block_diag."""
    bars, row, column = [], 0, 0
    for a in arrs:
        rows, columns = np.atleast_2d(a).shape
        bars.append(np.reshape(z_bar[..., row : row + rows, column : column + columns], np.shape(a)))
        row, column = row + rows, column + columns
    return bars


def diagonal_sums(z_bar: Any) -> tuple[Any, Any]:
    """Sums along the diagonals of a Toeplitz matrix: for its first column, and for the rest of its first row."""
    z_bar = np.asarray(z_bar)
    rows, columns = z_bar.shape
    c_bar = np.array([np.trace(z_bar, -k) for k in range(rows)], dtype=z_bar.dtype)
    r_bar = np.array([np.trace(z_bar, k) if k else z_bar.dtype.type(0) for k in range(columns)], dtype=z_bar.dtype)
    return c_bar, r_bar


def banded_pullback(y: Any, x: Any, shape: tuple[int, ...], l_and_u: Any) -> Any:
    """Cotangent of the diagonals in scipy.linalg.solve_banded: the bands of -y x^H."""
    lower, upper = l_and_u
    full = -outer_columns(y, x)
    bar = np.zeros(shape, full.dtype)
    for k in range(-lower, upper + 1):
        band = np.diagonal(full, k)
        start = max(k, 0)
        bar[upper - k, start : start + band.size] = band
    return bar


def banded_solve(l_and_u: Any, ab: Any, b: Any) -> Any:
    """The solution with the conjugate transpose of a banded matrix."""
    from scipy.linalg import solve_banded

    lower, upper = l_and_u
    ab = conj(np.asarray(ab))
    size = ab.shape[1]
    turned = np.zeros_like(ab)
    for k in range(-lower, upper + 1):
        band = ab[upper - k, max(k, 0) : size + min(k, 0)]
        turned[lower + k, max(-k, 0) : size + min(-k, 0)] = band
    return solve_banded((upper, lower), turned, b)


def banded_product(l_and_u: Any, ab: Any, x: Any) -> Any:
    """The product of a banded matrix with x."""
    lower, upper = l_and_u
    ab = np.asarray(ab)
    size = ab.shape[1]
    full = np.zeros((size, size), ab.dtype)
    for k in range(-lower, upper + 1):
        i = np.arange(max(-k, 0), size - max(k, 0))
        full[i, i + k] = ab[upper - k, i + k]
    return full @ x
