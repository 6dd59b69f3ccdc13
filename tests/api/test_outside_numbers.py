"""A whole number of a closure or module that picks an item of a structure: the program is made for it, and watched."""

from __future__ import annotations

from typing import Any

import numpy as np

import s2s
from tests.api import test_outside_numbers as here

PLACE = 1


def chosen(*parts: Any) -> Any:
    parts_ = list(parts)
    parts_[PLACE] = parts_[PLACE] ** 2
    return sum(parts_)


def test_a_closure_picks_an_argument() -> None:
    def wrapped(function: Any, place: int) -> Any:
        def changed(*args: Any, **kwargs: Any) -> Any:
            items = list(args)
            items[place] = (items[place] + items[place].T) / 2
            return function(*items, **kwargs)

        return changed

    a, b = np.array([[0.5, 1.0], [-0.3, 2.0]]), np.array([0.7, -1.1])
    s2s.check_gradients(wrapped(lambda m, v: m @ v, 0), a, b)
    s2s.check_gradients(wrapped(lambda v, m: m @ v, -1), b, a)


def test_another_number_makes_another_program() -> None:
    x, y = np.array([0.5, 2.0]), np.array([1.5, -1.0])
    differentiated = s2s.differentiate(chosen)
    one = differentiated.pullback(differentiated.forward(x, y)[1], np.ones(2))
    assert np.allclose(one[0], [np.ones(2), 2 * y])
    here.PLACE = 0
    try:
        other = differentiated.pullback(differentiated.forward(x, y)[1], np.ones(2))
    finally:
        here.PLACE = 1
    assert np.allclose(other[0], [2 * x, np.ones(2)])
