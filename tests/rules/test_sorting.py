"""Rules of sorting: equal values share their cotangent evenly."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import s2s.rules.sorting  # noqa: F401
from s2s.errors import UnsupportedError
from s2s.rules import registry
from s2s.testing import Sample, check_rule
from tests.rules.samples import complex_normal, layouts, single, spread

draw, cdraw = spread(0.37, 10), complex_normal(11)


def each(shape: tuple[int, ...], *args: Any, **kwargs: Any) -> list[Sample]:
    """Real, single and complex arrays in several memory layouts, with the same further arguments."""
    x = draw(shape)
    found = [Sample((value, *args), kwargs) for value in (x, single(x), cdraw(shape))]
    return found + [Sample((value, *args), kwargs) for value in layouts(x)]


def flags(count: int) -> list[dict[str, bool]]:
    names = ("return_index", "return_inverse", "return_counts")[:count]
    return [{name: bool(bits >> i & 1) for i, name in enumerate(names)} for bits in range(2**count)]


CASES: dict[Any, list[Sample]] = {
    np.sort: each((5,))
    + each((2, 3))
    + each((2, 3), 0)
    + each((2, 3), axis=None)
    + each((2, 3, 2), 1, "mergesort")
    + each((0,))
    + each((2, 0))
    + [Sample((draw((4,)),), {"stable": True}), Sample((draw((1,)),))],
    np.partition: each((5,), 2)
    + each((2, 5), 1)
    + each((4, 2), 1, 0)
    + each((2, 3), 2, axis=None)
    + each((9,), [2, 6], kind="introselect")
    + [Sample((draw((40,)), k)) for k in (0, 7, 20, -1)],
    np.unique: each((5,))
    + each((2, 3))
    + each((3, 2), axis=0)
    + each((2, 3), axis=-1)
    + [Sample((draw((4,)),), keywords) for keywords in flags(3)]
    + [Sample((draw((3, 2)), True, True, True, 0))]
    + [Sample((draw((0,)),)), Sample((2.5,)), Sample((draw((4,)),), {"equal_nan": False})],
    np.unique_values: [Sample((x,)) for shape in ((5,), (2, 3), (1,), (2, 1, 2)) for x in layouts(draw(shape))]
    + [Sample((draw((0,)),)), Sample((single(draw((3,))),)), Sample((2.5,))],
}


@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
def test_rule(function: Any) -> None:
    check_rule(function, CASES[function])
    assert len(CASES[function]) >= 20


NUMPY = tuple(map(int, np.__version__.split(".")[:2]))
TIED = np.array([2.0, 1.0, 2.0, 3.0, 1.0, 1.0, 5.0])
Z_BAR = np.array([1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0])
SHARED = np.array([12.0, 7.0 / 3, 12.0, 32.0, 7.0 / 3, 7.0 / 3, 64.0])


@pytest.mark.parametrize("dtype", [float, np.float32, complex])
@pytest.mark.parametrize("keywords", [{}, {"axis": 0}, {"axis": None}, {"kind": "stable"}])
def test_ties_share_evenly(dtype: Any, keywords: dict[str, Any]) -> None:
    _, pullback, pushforward = registry.run(np.sort, TIED.astype(dtype), **keywords)
    bar = pullback(Z_BAR.astype(dtype))
    assert bar.dtype == dtype and np.allclose(bar, SHARED)
    assert np.isclose(np.vdot(Z_BAR, pushforward(SHARED.astype(dtype))), np.vdot(SHARED, SHARED))


def test_ties_along_an_axis() -> None:
    x = np.array([[1.0, 2.0, 2.0], [0.0, 0.0, 0.0], [3.0, 2.0, 1.0]])
    x_bar = registry.run(np.sort, x)[1](np.array([[1.0, 2.0, 4.0]] * 3))
    assert np.allclose(x_bar, [[1.0, 3.0, 3.0], [7 / 3, 7 / 3, 7 / 3], [4.0, 2.0, 1.0]])
    x_bar = registry.run(np.sort, x.T, axis=0)[1](np.array([[1.0, 2.0, 4.0]] * 3).T)
    assert np.allclose(x_bar.T, [[1.0, 3.0, 3.0], [7 / 3, 7 / 3, 7 / 3], [4.0, 2.0, 1.0]])


@pytest.mark.parametrize("kth", [0, 3, 6])
def test_ties_of_a_partition(kth: int) -> None:
    z, pullback, _ = registry.run(np.partition, TIED, kth)
    bar = pullback(Z_BAR)
    for value in TIED:
        assert np.allclose(bar[value == TIED], np.mean(Z_BAR[z == value]))


@pytest.mark.parametrize("keywords", flags(3))
def test_unique_values_share_evenly(keywords: dict[str, bool]) -> None:
    value, pullback, pushforward = registry.run(np.unique, TIED.reshape(7, 1), **keywords)
    others = len(value) - 1 if isinstance(value, tuple) else 0
    bar = pullback(np.array([3.0, 4.0, 5.0, 6.0]), *[None] * others)
    assert np.allclose(bar, np.array([[2.0, 1.0, 2.0, 5.0, 1.0, 1.0, 6.0]]).T)
    dot = pushforward(Z_BAR.reshape(7, 1))
    assert np.allclose(dot[0] if others else dot, [50 / 3, 2.5, 8.0, 64.0])


def test_unique_values_in_any_order() -> None:
    """The order may follow from hashes (complex values), which finite differences would change."""
    x = cdraw((2, 3))
    z, pullback, pushforward = registry.run(np.unique_values, x)
    assert np.array_equal(pullback(z), x) and np.array_equal(pushforward(x), z)
    if NUMPY >= (2, 3):
        z, pullback, _ = registry.run(np.unique, x, sorted=False)
        assert np.array_equal(pullback(z), x)


def test_unique_rows_share_evenly() -> None:
    rows = np.array([[1.0, 2.0], [0.0, 1.0], [1.0, 2.0]])
    bar = registry.run(np.unique, rows, axis=0)[1](np.array([[1.0, 2.0], [4.0, 8.0]]))
    assert np.allclose(bar, [[2.0, 4.0], [1.0, 2.0], [2.0, 4.0]])


def test_infinite_values_and_nan() -> None:
    x = np.array([np.inf, 1.0, np.inf, np.nan])
    assert np.allclose(registry.run(np.sort, x)[1](np.arange(4.0)), [1.5, 0.0, 1.5, 3.0])


def test_structured_order_is_refused() -> None:
    for function, args in ((np.sort, ()), (np.partition, (1,))):
        record = np.array([(1.5, 2)], dtype=[("a", float), ("b", int)]).repeat(2)
        with pytest.raises(UnsupportedError, match="order"):
            registry.run(function, record, *args, order="a")


def test_indices_have_no_derivative() -> None:
    for function in (np.argsort, np.argmax, np.searchsorted, np.nonzero, np.digitize, np.lexsort, np.argpartition):
        assert registry.is_zero_derivative(function)
