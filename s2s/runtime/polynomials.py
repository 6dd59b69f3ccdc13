"""Helpers of polynomials in NumPy's order: the highest power first."""
from typing import Any

import numpy as np

from s2s.runtime.arithmetic import conj
from s2s.runtime.broadcasting import unbroadcast


def slope_of(p: Any) -> Any:
    """The coefficients of p', for coefficients along the first axis."""
    p = np.asarray(p)
    degrees = np.arange(len(p) - 1, 0, -1, dtype=p.dtype if p.dtype.kind in "fc" else None)
    return p[:-1] * np.reshape(degrees, (-1,) + (1,) * (p.ndim - 1))


def polyval_bar(z_bar: Any, x: Any, p_shape: tuple[int, ...]) -> Any:
    """The cotangents of the coefficients: sums of ``z_bar`` times the conjugate powers of x."""
    parts = []
    power = z_bar
    for _ in range(p_shape[0]):
        parts.append(unbroadcast(power, p_shape[1:]))
        power = power * conj(x)
    return np.array(parts[::-1]) if parts else np.zeros(p_shape)


def trailing(z_bar: Any, shape: tuple[int, ...]) -> Any:
    """The last entries of ``z_bar``, in ``shape`` (that of a number or a vector)."""
    return z_bar[len(z_bar) - shape[0] :] if shape else z_bar[-1]


def strip(p: Any) -> tuple[Any, int]:
    """``p`` without its leading zeros (one coefficient stays), and how many there were."""
    p = np.atleast_1d(p)
    places = np.flatnonzero(p)
    count = int(places[0]) if places.size else max(len(p) - 1, 0)
    return p[count:], count


def polymul_bar(z_bar: Any, other: Any, skip: int, shape: tuple[int, ...]) -> Any:
    """The cotangent of one factor of ``np.polymul``, whose leading ``skip`` zeros were dropped."""
    bar = np.correlate(z_bar, other, "valid")
    return np.reshape(np.concatenate([np.zeros(skip, bar.dtype), bar]), shape)


def polymul_dot(a_dot: Any, b: Any, skip: int) -> Any:
    """The part of the tangent of ``np.polymul`` that is linear in ``a_dot``."""
    return np.convolve(np.atleast_1d(a_dot)[skip:], b)


def falling(length: int, m: int, dtype: Any) -> Any:
    """The factors n (n - 1) .. (n - m + 1) of the m-th derivative, for degrees n = length - 1 .. m."""
    degrees = np.arange(length - 1, m - 1, -1)
    factors = np.ones(max(length - m, 0))
    for i in range(m):
        factors = factors * (degrees - i)
    return factors.astype(dtype)


def polyder_bar(z_bar: Any, m: int, length: int) -> Any:
    """The transpose of ``np.polyder(p, m)`` for a ``p`` of that length."""
    result = np.zeros(length, z_bar.dtype)
    kept = max(length - m, 0)
    result[:kept] = z_bar[:kept] * falling(length, m, z_bar.dtype)
    return result


def polyint_bar(z_bar: Any, m: int, length: int) -> Any:
    """The transpose of ``np.polyint(p, m)`` for a ``p`` of that length."""
    return z_bar[:length] / falling(length + m, m, z_bar.dtype)


def polyint_constants_bar(z_bar: Any, m: int, shape: tuple[int, ...]) -> Any:
    """The cotangents of the integration constants: the i-th is integrated m - 1 - i more times."""
    factors = [falling(m - i, m - 1 - i, z_bar.dtype)[0] for i in range(m)]
    bars = z_bar[len(z_bar) - m :] / np.array(factors, z_bar.dtype)
    return np.reshape(bars if len(shape) and shape[0] == m else np.sum(bars), shape)


def synthetic(z: Any, r: Any) -> Any:
    """The rows k = 1 .. n of (d coefficient k / d root) with a minus sign, by synthetic division of z by (x - r)."""
    rows = []
    row = np.ones_like(r)
    for k in range(1, len(z)):
        rows.append(row)
        row = row * r + z[k]
    return np.reshape(np.array(rows), (len(z) - 1, np.size(r)))


def poly_matrices(z: Any, a: Any) -> Any:
    """The matrices M_k of the Faddeev-LeVerrier recursion, for which d z_k = -trace(M_k dA).

    M_1 = I, M_{k+1} = A M_k + z_k I (Gantmacher, The Theory of Matrices I, chapter IV, section 5).
    """
    matrices = []
    identity = np.eye(len(a))
    matrix = identity
    for k in range(1, len(z)):
        matrices.append(matrix)
        matrix = a @ matrix + z[k] * identity
    return np.array(matrices)


def weighted(x: Any, w: Any) -> Any:
    """``x`` with its rows multiplied by ``w``."""
    return np.transpose(np.transpose(x) * w)


def outer_sum(a: Any, b: Any) -> Any:
    """a b^H for two vectors; for two matrices the sum of that over their columns."""
    return a @ conj(b).T if np.ndim(a) == 2 else np.outer(a, conj(b))


def row_sums(x: Any) -> Any:
    """The sums over all axes but the first."""
    return np.sum(x, axis=tuple(range(1, np.ndim(x))))


def polyfit_system(x: Any, deg: Any, w: Any) -> tuple[Any, Any, Any]:
    """The matrix V of ``np.polyfit``, its derivative by x, and the pseudoinverse of diag(w) V (of scaled columns)."""
    x = np.asarray(x) + 0.0
    columns = np.vander(x, int(deg) + 1)
    slopes = np.zeros_like(columns)
    slopes[:, :-1] = columns[:, 1:] * np.arange(int(deg), 0, -1, dtype=x.dtype)
    matrix = weighted(columns, w)
    size = np.sqrt(np.sum(np.abs(matrix) ** 2, axis=0))
    return columns, slopes, np.linalg.pinv(matrix / size) / size[:, None]


def poly_bar(z_bar: Any, z: Any, seq_of_zeros: Any) -> Any:
    """The cotangent of the roots (or of the matrix) from which ``np.poly`` made the coefficients ``z``."""
    a = np.asarray(seq_of_zeros)
    if a.ndim == 2:
        return -np.einsum("k,kji->ij", z_bar[1:], np.conj(poly_matrices(z, a)))
    return -np.reshape(z_bar[1:] @ np.conj(synthetic(z, np.atleast_1d(a))), a.shape)


def poly_dot(zeros_dot: Any, z: Any, seq_of_zeros: Any) -> Any:
    """The tangent of ``np.poly``; its leading coefficient is constant."""
    a = np.asarray(seq_of_zeros)
    if a.ndim == 2:
        rest = -np.einsum("kij,ji->k", poly_matrices(z, a), zeros_dot)
    else:
        rest = -synthetic(z, np.atleast_1d(a)) @ np.atleast_1d(zeros_dot)
    rest = rest if np.iscomplexobj(z) else np.real(rest)
    return np.concatenate([np.zeros(1, rest.dtype), rest])


def roots_slopes(p: Any, z: Any) -> Any:
    """d z_j / d p_i = -z_j**(n - i) / p'(z_j), from p(z_j) = 0; zero where a leading or trailing zero was dropped."""
    p = np.ravel(p)
    body, skip = strip(p)
    slopes = np.zeros((np.size(z), len(p)), np.result_type(z, p))
    live = z != 0
    if live.any():
        r = z[live]
        trailing_zeros = len(body) - 1 - int(np.flatnonzero(body)[-1])
        body = body[: len(body) - trailing_zeros]
        rows = -np.vander(r, len(body)) / np.polyval(slope_of(body), r)[:, None]
        slopes[np.flatnonzero(live), skip : skip + len(body)] = rows
    return slopes


def _triangle(v: Any, k: int) -> Any:
    """The lower triangular Toeplitz matrix T of a division: T q = the first k coefficients of u."""
    v = np.atleast_1d(v)
    distance = np.subtract.outer(np.arange(k), np.arange(k))
    inside = (distance >= 0) & (distance < len(v))
    return np.where(inside, v[np.where(inside, distance, 0)], v.dtype.type(0))


def polydiv_bar(q_bar: Any, r_bar: Any, v: Any, u_shape: tuple[int, ...]) -> Any:
    """The cotangent of the dividend, from those of quotient and remainder: r = u - q v, T q = u[:k]."""
    n, v = (u_shape[0] if u_shape else 1), np.atleast_1d(v)
    bars = [bar for bar in (q_bar, r_bar) if bar is not None]
    u_bar = np.zeros(n, np.result_type(v, *bars))
    if r_bar is not None:
        u_bar[n - len(r_bar) :] = r_bar
    k = n - len(v) + 1
    if k > 0:
        total = -np.correlate(u_bar, v, "valid") + (0 if q_bar is None else q_bar)
        u_bar[:k] += np.linalg.solve(conj(_triangle(v, k)).T, total)
    return u_bar


def polydiv_divisor_bar(u_bar: Any, q: Any, v_shape: tuple[int, ...]) -> Any:
    """Minus the cotangent of the divisor: u - q v changes by -q dv."""
    size = v_shape[0] if v_shape else 1
    bar = np.correlate(u_bar, q, "valid") if len(u_bar) >= size else np.zeros(size, u_bar.dtype)
    return np.reshape(bar, v_shape)


def polydiv_dot(u_dot: Any, v_dot: Any, q: Any, v: Any, r_length: int) -> tuple[Any, Any]:
    """The tangents of quotient and remainder: those of the division of du - q dv."""
    rest, v = np.atleast_1d(u_dot), np.atleast_1d(v)
    k = len(rest) - len(v) + 1
    q_dot = np.zeros_like(q)
    if k > 0:
        rest = rest - np.convolve(q, np.atleast_1d(v_dot))
        q_dot = np.linalg.solve(_triangle(v, k), rest[:k])
        rest = rest - np.convolve(q_dot, v)
    return q_dot, rest[len(rest) - r_length :]
