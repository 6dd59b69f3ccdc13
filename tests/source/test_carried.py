"""What a loop carries: arrays that it writes into, and no others."""
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import s2s

X = np.array([0.7, -1.3, 2.1])


def item_of_a_display(y):
    rows = [y, y * 2.0]
    for row in rows:
        for _ in range(2):
            rows[0][...] = 0.5 * row[::-1]


def item_of_a_display_in_a_loop(y):
    for _ in range(2):
        rows = [y, np.sin(y)]
        for row in rows:
            k = 0
            while k < 2:
                k += 1
                np.add(0.5 * row[::-1], np.tanh(rows[-1][k]), out=rows[0])


def name_of_another_array_each_time(x):
    a, b = x * 1.0, np.cos(x)
    for held in (a, b, a * b):
        for i in range(2):
            a[i] = held[i + 1] * held[0]
    return np.sum(a * b)


def one_that_is_written_in_the_first_pass_only(x):
    a, b = x * 1.0, np.cos(x)
    total = 0.0
    for held, out in ((a, a), (b, a)):
        for i in range(3):
            out[i] += held[2 - i] * x[i]
        total += np.sum(held * out)
    return total


FUNCTIONS = [
    item_of_a_display, item_of_a_display_in_a_loop, name_of_another_array_each_time,
    one_that_is_written_in_the_first_pass_only,
]  # fmt: skip


@pytest.mark.parametrize("f", FUNCTIONS, ids=lambda f: f.__name__)
def test_gradient(f: Callable[..., Any]) -> None:
    s2s.check_gradients(f, X.copy())


def test_a_final_value_that_is_the_first_one_by_chance() -> None:
    def f(y):
        product = y * 2.0
        for _ in range(2):
            y[...] = 0.5 * product

    s2s.check_gradients(f, X.copy())
    wrong = s2s.differentiate(f)
    _, residuals = wrong.forward(X.copy())
    entry = residuals.state.entry
    pullback = entry.pullback

    def pullback_without(*given, **bars):
        return tuple(0.0 * bar for bar in pullback(*given, **bars))

    object.__setattr__(entry, "pullback", pullback_without)
    with pytest.raises(s2s.GradientMismatch):
        s2s.check_gradients(wrong, X.copy())
