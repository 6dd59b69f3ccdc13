"""Objects that functions hand out which are not followed: two names of them may be one array.

The functions take such objects from a cache, write into them, and use them with the differentiated argument.  What they
return, call after call, and what derivatives see of the objects, must be as if the functions themselves had run.
"""

import functools
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import s2s

X = np.array([1.5, 2.0, -0.5])


@functools.lru_cache
def made(n):
    return np.arange(float(n)) + 1.0


@functools.lru_cache
def table(n):
    return np.arange(float(n * n)).reshape(n, n) + 1.0


@functools.lru_cache
def places(n):
    return np.arange(n)


@functools.lru_cache
def model():
    return SimpleNamespace(weights=np.arange(3.0), count=2, rows=[np.ones(3), np.arange(3.0)])


@functools.lru_cache
def several():
    return [1.0, 2.0, 3.0]


def refresh() -> None:
    for cached in (made, table, places, model, several):
        cached.cache_clear()


def augmented(x):
    b, c = made(3), made(3)
    t = x * b
    c += 1.0
    return np.sum(t * b)


def augmented_itself(x):
    b = made(3)
    t = x * b
    b *= 2.0
    return np.sum(t * t * b)


def augmented_before_the_read(x):
    b = made(3)
    c = b
    c -= 3.0
    return np.sum(x * b)


def augmented_number(x):
    n = model().count
    m = n
    t = x**n
    n += 1
    return np.sum(t * n + x * m)


def written(x):
    b, c = made(3), made(3)
    t = x * b
    c[1:] = 7.0
    return np.sum(t * x)


def written_in_a_loop(x):
    total = 0.0
    for step in range(3):
        weights = made(3)
        weights[:] = step + 1.0
        total += np.sum(x * x * weights)
    return total


def augmented_in_a_loop(x):
    b = made(3)
    total = 0.0
    for _ in range(3):
        total += np.sum(x * b)
        b *= 0.5
    return total * b[0]


def augmented_in_a_branch(x):
    b = made(3)
    t = x * b
    if x[0] > 1.0:
        c = made(3)
        c += x.shape[0]
    return np.sum(t * b)


def decided_by_what_is_written(x):
    b = made(3)
    if b[0] < 2.0:
        y = x * 2.0
    else:
        y = x * 3.0
    b += 5.0
    if b[0] < 2.0:
        y = y * y
    return np.sum(y)


def viewed(x):
    b = np.asarray(made(3))[::-1]
    t = np.dot(x, b)
    c = made(3)
    c *= 2.0
    return t * x[0]


def reshaped(x):
    b = np.reshape(made(4), (2, 2))
    t = b @ x[:2]
    c = np.ravel(made(4))
    c[0] = 9.0
    return np.sum(t * t)


def chosen_view(x):
    b = np.asarray(made(3)) if x[0] > 0.0 else np.ones(3)
    t = x * b
    c = made(3)
    c += 1.0
    return np.sum(t)


def rows(x):
    total = 0.0
    for row in table(3):
        total += np.sum(x * row)
    m = table(3)
    m += 1.0
    return total * x[1]


def index(x):
    places_ = places(3)
    y = x[places_] * x
    again = places(3)
    again[0] = 2
    return np.sum(y * np.array([1.0, 2.0, 3.0]))


def index_of_a_write(x):
    a = np.zeros(3)
    where = places(3)
    a[where] = x * x
    other = places(3)
    other[1] = 0
    return np.sum(a * np.array([1.0, 2.0, 3.0]))


def attribute(x):
    m = model()
    t = x * m.weights
    m.weights += 1.0
    return np.sum(t) * m.weights[0]


def attribute_by_another_name(x):
    m = model()
    w = m.weights
    t = x * w
    m.weights += 1.0
    return np.sum(t * w)


def item_of_a_list(x):
    m = model()
    t = x * m.rows[1]
    m.rows[1] += 2.0
    return np.sum(t * m.rows[1])


def kept_in_a_list(x):
    held = [made(3), made(4)]
    t = x * held[0]
    held[0] += 1.0
    return np.sum(t)


def method(x):
    b = made(3)
    t = x * b
    b.fill(2.0)
    return np.sum(t * b)


def sorted_in_place(x):
    b = made(3)
    t = np.dot(x, b[::-1])
    b[::-1].sort()
    return t * b[0]


def shuffled(x):
    b, c = made(3), made(3)
    t = x * b
    np.random.default_rng(1).shuffle(c)
    return np.sum(t * b)


def list_that_grows(x):
    weights = several()
    t = np.dot(x, weights)
    weights[0] = 5.0
    return t * weights[0]


def operands_in_a_list(x):
    m, other = table(3), table(3)
    y = np.linalg.multi_dot([m, x, other[0]]) if x.ndim > 1 else np.linalg.multi_dot([x, m, x])
    other += 1.0
    return y


def in_a_helper(x):
    def scaled(values, weights):
        out = values * weights
        weights += 1.0
        return out

    return np.sum(scaled(x, made(3)) + scaled(x * x, made(3)))


def by_operator(x):
    import operator

    b = made(3)
    t = x * b
    operator.setitem(b, 0, 9.0)
    return np.sum(t * b)


FUNCTIONS = [
    augmented, augmented_itself, augmented_before_the_read, augmented_number, written, written_in_a_loop,
    augmented_in_a_loop, augmented_in_a_branch, decided_by_what_is_written, viewed, reshaped, chosen_view, rows, index,
    index_of_a_write, attribute, attribute_by_another_name, item_of_a_list, kept_in_a_list, method, sorted_in_place,
    shuffled, list_that_grows, operands_in_a_list, in_a_helper, by_operator,
]  # fmt: skip


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_forward_is_the_function_call_after_call(f: Callable[..., Any]) -> None:
    refresh()
    want = [f(X) for _ in range(3)]
    d = s2s.differentiate(f)
    refresh()
    assert [d.forward(X)[0] for _ in range(3)] == want


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_derivatives(f: Callable[..., Any]) -> None:
    def quotient(step):
        values = []
        for h in (2, 1, -1, -2):
            refresh()
            values.append(f(X + h * step))
        return (8 * (values[1] - values[2]) - (values[0] - values[3])) / 12

    want = np.array([quotient(1e-3 * e) / 1e-3 for e in np.eye(3)])
    d = s2s.differentiate(f)
    refresh()
    _, residuals = d.forward(X)
    (first,) = d.pullback(residuals, 1.0)
    d.forward(X)  # writes into the same objects again
    (second,) = d.pullback(residuals, 1.0)
    np.testing.assert_allclose(first, want, rtol=1e-8, atol=1e-9)
    assert np.array_equal(first, second)
    np.testing.assert_allclose([d.pushforward(residuals, e) for e in np.eye(3)], first, rtol=1e-13)


def test_no_copies_where_nothing_is_written() -> None:
    def f(x):
        b = made(3)
        n = model().count
        return np.sum(x * b) ** n

    assert "snapshot" not in s2s.differentiate(f).source


def test_copies_are_not_made_where_no_derivative_reads_them() -> None:
    def f(x):
        b = made(3)
        y = x + b
        b += 1.0
        return np.sum(y)

    assert "snapshot" not in s2s.differentiate(f).source


def test_differentiated_values_are_not_put_into_them() -> None:
    def put(x):
        b = made(3)
        b[0] = x[0]
        return np.sum(made(3))

    def multiplied(x):
        b = made(3)
        b *= x
        return np.sum(made(3))

    for f in (put, multiplied):
        with pytest.raises(s2s.UnsupportedError, match="written into an object of unknown kind"):
            s2s.differentiate(f).forward(X)
