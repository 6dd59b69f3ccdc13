"""sorted() of structures whose order is known while compiling."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest

import s2s

TABLE = {"b": np.array([0.5, -1.0]), "a": np.array([2.0, 0.3, 1.1]), "c": np.array([0.7])}


def by_item(table: Any) -> Any:
    return sum((i + 1) * np.sum(v * v) for i, (_, v) in enumerate(sorted(table.items(), key=operator.itemgetter(0))))


def by_lambda(table: Any) -> Any:
    pairs = sorted(table.items(), key=lambda pair: pair[0], reverse=True)
    return sum((i + 1) * np.sum(v * v) for i, (_, v) in enumerate(pairs))


def keys_in_reverse(table: Any) -> Any:
    first, second, _ = sorted(table, reverse=True)
    return np.sum(table[first] ** 2) + 2.0 * np.sum(table[second] ** 2)


def pairs(table: Any) -> Any:
    return sum((i + 1) * np.sum(v * v) for i, (_, v) in enumerate(sorted(table.items())))


@pytest.mark.parametrize("function", [by_item, by_lambda, keys_in_reverse, pairs])
def test_sorted(function: Any) -> None:
    s2s.check_gradients(function, TABLE)


def test_itemgetter_of_several() -> None:
    s2s.check_gradients(lambda x, y: operator.itemgetter(1, 0)((x, y))[0] * x**2, np.array([0.5, 2.0]), 1.5)
