"""A zero cotangent gives an exact zero: what a selection drops does not come back as NaN."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import s2s

P = np.array([0.0, 0.5, 0.2])
DATA = np.array([1.0, np.nan, np.inf])
ENTROPY = np.array([0.0, np.log(0.5) + 1.0, np.log(0.2) + 1.0])


def cleared(p: Any) -> Any:
    terms = p * np.log(p)
    terms[p == 0.0] = 0.0
    return terms.sum()


def in_a_loop(p: Any) -> Any:
    total = 0.0
    for weight in (0.25, 0.75):
        total = total + np.where(p > 0, weight * p * np.log(p), 0.0).sum()
    return total


def in_a_branch(p: Any) -> Any:
    terms = p * np.log(p) if p[1] > 0 else p * 1.0
    return terms[p > 0].sum()


def residuals_without_gaps(w: Any) -> Any:
    return np.nansum((DATA[:2] - w[0] * P[:2]) ** 2)


def finite_residuals(w: Any) -> Any:
    return np.sum(np.where(np.isfinite(DATA), (DATA * w - P) ** 2, 0.0))


CASES: list[tuple[str, Callable[[Any], Any], Any]] = [
    ("where", lambda p: np.sum(np.where(p > 0, p * np.log(p), 0.0)), ENTROPY),
    ("select", lambda p: np.select([p > 0], [p * np.log(p)], 0.0).sum(), ENTROPY),
    ("mask", lambda p: (p * np.log(p))[p > 0].sum(), ENTROPY),
    ("where=", lambda p: np.sum(p * np.log(p), where=p > 0), ENTROPY),
    ("nansum", lambda p: np.nansum(p * np.log(p)), ENTROPY),
    ("cleared", cleared, ENTROPY),
    ("loop", in_a_loop, ENTROPY),
    ("branch", in_a_branch, ENTROPY),
    ("square", lambda p: np.sum(np.where(p > 0, np.log(p) ** 2, 0.0)), np.array([0.0, 2 * np.log(0.5) / 0.5,
                                                                                2 * np.log(0.2) / 0.2])),
    ("sine", lambda p: np.sum(np.where(p > 0, np.sin(np.log(p)), 0.0)), np.array([0.0, np.cos(np.log(0.5)) / 0.5,
                                                                                  np.cos(np.log(0.2)) / 0.2])),
    ("quotient", lambda p: np.where(p > 0, (1 / p) * (1 / p), 0.0).sum(), np.array([0.0, -16.0, -250.0])),
    ("root", lambda p: np.where(p > 0, np.sqrt(p), 0.0).sum(), np.array([0.0, 0.5 / 0.5**0.5, 0.5 / 0.2**0.5])),
    ("gaps", residuals_without_gaps, np.zeros(3)),
    ("isfinite", finite_residuals, np.zeros(3)),
    ("nan_to_num", lambda p: np.nan_to_num(DATA * p).sum(), np.array([1.0, 0.0, 0.0])),
]  # fmt: skip


@pytest.mark.parametrize(("name", "function", "expected"), CASES, ids=[name for name, _, _ in CASES])
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_what_is_dropped_has_no_gradient(name: str, function: Callable[[Any], Any], expected: Any) -> None:
    gradient = s2s.grad(function)(P)
    assert np.allclose(gradient, expected, rtol=1e-12, atol=0.0)
    dots = np.array([0.3, -0.7, 0.4])
    y_dot = s2s.linearize(function, P)[1](dots)
    assert np.isclose(y_dot, np.vdot(expected, dots), rtol=1e-12)


def test_others_pay_nothing() -> None:
    def plain(x: Any, y: Any) -> Any:
        return np.where(x > 0, x * y, 0.5 * x * x).sum() + np.sum(x * np.log(y)) + (x * y)[x > 0].sum()

    x = np.array([0.5, -1.0])
    differentiated = s2s.differentiate(plain)
    differentiated.forward(x, np.exp(x))
    assert "scale" not in differentiated.source


ROWS = np.array([[1.0, 2.0, 3.0], [np.nan, 1.0, 1.0], [np.inf, 0.5, 1.0]])
PRODUCTS: dict[str, Callable[[Any], Any]] = {
    "matmul": lambda p: ROWS @ p,
    "matmul from the right": lambda p: p @ ROWS.T,
    "matmul of matrices": lambda p: ROWS @ p[:, np.newaxis],
    "matmul of stacks": lambda p: np.stack([ROWS, ROWS]) @ p / 2.0,
    "dot": lambda p: np.dot(ROWS, p),
    "dot from the right": lambda p: np.dot(p, ROWS.T),
    "inner": lambda p: np.inner(ROWS, p),
    "tensordot": lambda p: np.tensordot(p, ROWS, axes=(0, 1)),
    "einsum": lambda p: np.einsum("ij,j->i", ROWS, p),
    "einsum of three": lambda p: np.einsum("i,ij,j->i", np.array([1.0, np.inf, 1.0]), ROWS, p),
    "multi_dot": lambda p: np.linalg.multi_dot([ROWS, np.eye(3), p[:, np.newaxis]]),
    "vecdot": lambda p: np.vecdot(ROWS, p),
    "outer": lambda p: np.outer(ROWS[:, 0], p) * np.array([1.0, 2.0, 3.0]),
    "kron": lambda p: np.kron(ROWS[:, 0], p * np.array([1.0, 2.0, 3.0])),
    "vdot": lambda p: np.stack([np.vdot(ROWS[0], p), np.vdot(ROWS[1], p), np.vdot(p, ROWS[2])]),
    "sum": lambda p: np.sum(ROWS * p, axis=1),
}


@pytest.mark.parametrize("name", PRODUCTS)
@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_sums_of_products_drop_what_is_not_finite(name: str) -> None:
    product = PRODUCTS[name]

    def finite(p: Any) -> Any:
        z = product(p)
        return np.sum(np.where(np.isfinite(z), z, 0.0))

    gradient = s2s.grad(finite)(P)
    assert np.allclose(gradient, [1.0, 2.0, 3.0], rtol=1e-12, atol=0.0)


@pytest.mark.filterwarnings("ignore::RuntimeWarning")
def test_the_slope_of_a_part_that_is_kept_stays_infinite() -> None:
    def first(p: Any, a: Any) -> Any:
        z = a @ p
        return np.where(np.isnan(z), 0.0, z)

    p_bar, a_bar = s2s.vjp(first, P, np.array([[1.0, 0.0, 2.0], [0.0, np.inf, 1.0]]))[1](np.array([1.0, 1.0]))
    assert np.isinf(p_bar[1]) and np.array_equal(p_bar[[0, 2]], [1.0, 3.0]) and np.array_equal(a_bar, [P, P])


def test_products_elsewhere_pay_nothing() -> None:
    def plain(x: Any, y: Any) -> Any:
        return np.where(x > 0, x @ y, np.dot(y, x)).sum() + (np.log(x) @ y).sum()

    differentiated = s2s.differentiate(plain)
    differentiated.forward(np.full((2, 2), 0.5), np.ones((2, 2)))
    assert "absorbed" not in differentiated.source
