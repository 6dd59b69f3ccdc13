"""Parts of arrays that are gathered by an index go into lists, and out of them, with nothing computed in between."""
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import s2s

X = np.array([0.7, -1.3, 2.1, 0.4])
WEIGHTS = np.array([0.3, -0.7, 1.1, 0.5])
PLACES = np.array([1, 0, 1])


def appended(x):
    rows = []
    for i in range(3):
        rows.append(x[[i, 0]])
    return np.sum(np.array(rows) ** 2 * np.arange(6.0).reshape(3, 2))


def comprehended(x):
    rows = [x[[i, 0]] for i in range(len(x))]
    return np.sum(np.stack(rows) ** 3)


def by_an_array(x):
    rows = []
    for _ in range(3):
        rows.append(x[PLACES])
    total = 0.0
    for row in rows:
        total += np.sum(row * row * WEIGHTS[:3])
    return total


def by_a_mask(x):
    rows = []
    for i in range(len(x)):
        rows.append(x[x > i - 2])
    return sum(np.prod(row) for row in rows)


def taken(x):
    rows = []
    for i in range(len(x)):
        rows.append(np.take(x, [i, 0]))
    return sum(np.prod(row) for row in rows)


def popped(x):
    rows = [x[[0, 1]]]
    for i in range(3):
        rows.append(x[[i, i + 1]])
    total = 1.0
    while len(rows) > 1:
        total = total * np.sum(rows.pop() * WEIGHTS[:2])
    return total + np.sum(rows[0])


def at_front(x):
    rows = []
    for i in range(3):
        rows.insert(0, x[[i, 3]])
    return np.sum(rows[0] * rows[-1] ** 2)


def by_unknown_numbers(x):
    items = []
    for i in {0, 2, 3}:
        items.append(x[i])
    return items[0] * items[1] + items[2] ** 2


def of_a_set_in_order(x):
    some = {1, 2, 3}
    return sum(x[i] for i in sorted(some & {1, 3, 5})) * len(some)


def rows_of_a_matrix(x):
    m = np.outer(x, WEIGHTS)
    rows = []
    for i in range(3):
        rows.append(m[[i, i + 1]])
    return np.sum(rows[0] @ rows[-1].T)


def written_afterwards(x):
    rows, total = [], 0.0
    a = x * 1.0
    for i in range(3):
        rows.append(a[[i, i]])
        a[i] = a[i + 1] * x[0]
    for row in rows:
        row[0] *= 2.0
        total += np.sum(row**2)
    return total + np.sum(a)


def added_at(x):
    parts = []
    for i in range(3):
        parts.append(x[[i, 0]])
    a = np.zeros(4)
    for i, part in enumerate(parts):
        np.add.at(a, [i, i], part)
    return np.sum(a * a * WEIGHTS)


FUNCTIONS: list[Callable[..., Any]] = [
    appended, comprehended, by_an_array, by_a_mask, taken, popped, at_front, by_unknown_numbers, of_a_set_in_order,
    rows_of_a_matrix, written_afterwards, added_at,
]  # fmt: skip


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_gradient(f: Callable[..., Any]) -> None:
    s2s.check_gradients(f, X.copy())
    _, residuals = s2s.differentiate(f).forward(X)
    (x_bar,) = s2s.differentiate(f).pullback(residuals, 1.0)
    assert np.any(x_bar != 0.0)
