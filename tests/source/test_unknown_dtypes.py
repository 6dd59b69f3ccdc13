"""Values that nobody knows while compiling may be complex: their products, buffers and parts are right."""
import functools
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import s2s

X, N = np.array([1.3, 0.4]), 2
TABLE = {1: 1j, 2: 2 + 1j, **dict.fromkeys(range(3, 99), 0.5)}


@functools.lru_cache
def twiddle(k: int) -> complex:
    return 1j * k + 0.5


def factor(x, n):
    return x * twiddle(n) - x / twiddle(n + 1)


def item_of_a_table(x, n):
    return x * TABLE[n] + sum(TABLE[n - 1] * v for v in x)


def methods_of_literals(x, n):
    conjugate = (0.7j).conjugate
    return x * (1j).__mul__(n) + x**2 * conjugate() + (0.3j).conjugate() * x


def parsed(x, n):
    return x * complex("1+2j").conjugate() * complex.conjugate(1j * n)


def list_operand(x, n):
    return np.convolve(x, [twiddle(n), 1.0])[:2] * np.outer(x, [twiddle(n), 1.0])[0]


def vdot(x, n):
    return np.vdot([twiddle(n), 1.0], x) * np.inner([twiddle(n), 2.0], x)


def powers(x, n):
    return x ** twiddle(n) + twiddle(n) ** x + np.exp(x * twiddle(n)) ** 2


def parts(x, n):
    z = x * twiddle(n)
    return z.real * twiddle(n) + np.angle(z) * twiddle(n + 1) + z.imag * 2j + np.abs(z) * 1j


def written_list(x, n):
    z = x * twiddle(n)
    pair = [z[0], z[1] * 2]
    pair[0] = pair[0] * z[1]
    return pair[0] + np.array(pair)


def loop(x, n):
    z = x * twiddle(n)
    s = 0.0
    for i in range(2):
        s = s + z[i] * np.abs(s + z[i])
    return s * x


def written_array(x, n):
    z = np.outer(x * twiddle(n), [1.0, 2.0])
    z[0] = x
    z[:, 1] += x * twiddle(n)
    return z @ z


def zeros_like(x, n):
    z = np.zeros_like(x * twiddle(n))
    z[0] = x[1] * twiddle(n)
    z[1] = z[0] * np.conj(z[0]) * x[0]
    return z * twiddle(2)


def either_arm(x, n):
    z = x * twiddle(n)
    if n > 1:
        z = z[::-1] * 1.0
    else:
        z = np.abs(z)
    return z * z


def reduced(x, n):
    z = np.array([twiddle(n), x[0], x[1]])
    return np.vdot(z, z[::-1]) * np.cumsum(z) * np.var(x * twiddle(n))


def joined(x, n):
    z = np.concatenate([[twiddle(n)], x, [1.0]])
    return np.sum(z * z[::-1]) * np.where([True, False], twiddle(n), x)


def multiplied(x, n):
    return functools.reduce(operator.mul, [twiddle(n), x, 2.0]) @ np.array([[twiddle(n), 1], [2, 3]])


def solved(x, n):
    return np.linalg.solve(np.eye(2) * twiddle(n) + 1.0, x)


def number(x, n):
    return abs(x[0] * TABLE[n]) ** 2 + (x[1] * TABLE[n]).real


def real_before_a_part(x, n):
    z = x * TABLE[n]
    part = (z[:1] * (1j + TABLE[n])).imag
    return z.real + part


def real_before_an_item(x, n):
    z = x * TABLE[n]
    item = (z[1] * TABLE[n]).imag
    return z.real + item


def real_before_repeated_items(x, n):
    z = x * TABLE[n]
    items = (z[[0, 0]] * TABLE[n]).imag
    return z.real + items


def real_before_a_view_of_a_written_array(x, n):
    z = x * TABLE[n]
    view = z[:1]
    z[1] = x[0]
    part = (view * TABLE[n] * 1j).imag
    return z.real + part


def shifted_and_written(x, n):
    z = x + TABLE[n]
    z[0] = x[1] * TABLE[n]
    z[[0, 1]] += x * TABLE[n]
    np.add.at(z, [0, 0], x * TABLE[n])
    return np.abs(z)


def shifted_and_written_whole(x, n):
    z = x + TABLE[n]
    z += x * TABLE[n]
    z[:1] *= 1.0 + TABLE[n]
    return np.abs(z)


def shifted_and_written_through_a_mask(x, n):
    z = x + TABLE[n]
    z[x > 1] = x[0] * TABLE[n]
    np.copyto(z, x * TABLE[n], where=x < 1)
    np.put(z, [0], x[1] * TABLE[n])
    return np.abs(z)


def shifted_and_written_in_a_loop(x, n):
    z = x + TABLE[n]
    for i in range(2):
        z[i] = z[i - 1] * TABLE[n] + x[i]
    return np.abs(z)


def shifted_and_written_through_a_view(x, n):
    z = x + TABLE[n]
    w = z[:, None]
    w[0] = x[1] * TABLE[n]
    z[1] += x[0] * TABLE[n]
    return np.abs(z) + w.imag[0]


def shifted_and_written_while_it_is_read(x, n):
    z = x + TABLE[n]
    s = 0
    for v in z:
        s = s + v.real
        z[0] = v * TABLE[n]
    return s + z.imag


PROGRAMS = [
    factor, item_of_a_table, methods_of_literals, parsed, list_operand, vdot, powers, parts, written_list, loop,
    written_array, zeros_like, either_arm, reduced, joined, multiplied, solved, number,
    real_before_a_part, real_before_an_item, real_before_repeated_items, real_before_a_view_of_a_written_array,
    shifted_and_written, shifted_and_written_whole, shifted_and_written_through_a_mask, shifted_and_written_in_a_loop,
    shifted_and_written_through_a_view, shifted_and_written_while_it_is_read,
]  # fmt: skip


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_complex_value_that_is_not_known(f: Callable[..., Any]) -> None:
    s2s.check_gradients(f, X.copy(), N, wrt="x")


@pytest.mark.parametrize("f", [f for f in PROGRAMS if "TABLE" in f.__code__.co_names], ids=lambda f: f.__name__)
def test_real_value_that_is_not_known(f: Callable[..., Any]) -> None:
    s2s.check_gradients(f, X.copy(), 5, wrt="x")


@pytest.mark.parametrize("f", PROGRAMS, ids=lambda f: f.__name__)
def test_single_precision(f: Callable[..., Any]) -> None:
    """The gradient of an array of single precision has its dtype, and the value of the one of double precision."""
    wide = s2s.differentiate(f, wrt="x")
    y, residuals = wide.forward(X.copy(), N)
    y_bar = np.asarray(np.cos(np.arange(np.size(y)) + 1.0) * (1.0 + 0.5j)).reshape(np.shape(y))
    y_bar = y_bar if np.iscomplexobj(y) else y_bar.real
    (want,) = wide.pullback(residuals, y_bar if np.ndim(y) else y_bar[()])
    narrow, residuals = s2s.differentiate(f, wrt="x").forward(X.astype(np.float32), N)
    y_bar = y_bar.astype(np.asarray(narrow).dtype)
    (got,) = s2s.differentiate(f, wrt="x").pullback(residuals, y_bar if np.ndim(narrow) else y_bar[()])
    assert got.dtype == np.float32 and np.allclose(got, want, rtol=2e-3, atol=2e-3 * np.abs(want).max())


def test_array_of_a_cached_function_that_is_copied_where_it_is_read() -> None:
    @functools.lru_cache
    def workspace(n):
        return np.zeros(n)

    def f(x):
        total = 0.0
        for step in range(3):
            weights = workspace(2)
            weights[:] = step + 1.0
            total += np.sum(x * np.array(weights))
        return total

    s2s.check_gradients(f, X.copy())
