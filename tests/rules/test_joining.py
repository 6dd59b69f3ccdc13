"""Rules of functions that join and split arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import s2s.rules.joining  # noqa: F401
from s2s.rules import registry
from s2s.runtime import joined_columns, joined_rows
from s2s.testing import Sample, check_rule
from tests.rules.samples import complex_normal, layouts, normal, single

draw, cdraw = normal(3), complex_normal(4)
Shapes = list[tuple[int, ...]]


def several(shapes: Shapes, **kwargs: Any) -> list[Sample]:
    """A list and a tuple of arrays: real, single, complex, mixed, and in several memory layouts."""
    real = [draw(shape) for shape in shapes]
    found = [Sample((real,), kwargs), Sample((tuple(real),), kwargs)]
    found += [Sample(([single(x) for x in real],), kwargs), Sample(([cdraw(shape) for shape in shapes],), kwargs)]
    found += [Sample(([cdraw(shapes[0]), *real[1:]],), kwargs), Sample(([single(real[0]), *real[1:]],), kwargs)]
    return found + [Sample(([x, *real[1:]],), kwargs) for x in layouts(real[0])]


def parts(shape: tuple[int, ...], *args: Any, **kwargs: Any) -> list[Sample]:
    """One array to be cut: real, single, complex, and in several memory layouts."""
    x = draw(shape)
    found = [Sample((value, *args), kwargs) for value in (x, single(x), cdraw(shape))]
    return found + [Sample((value, *args), kwargs) for value in layouts(x)]


def spread(shapes: Shapes) -> list[Sample]:
    """``several`` as arguments of their own."""
    return [Sample(tuple(sample.args[0])) for sample in several(shapes)]


mixed = [Sample(([[2.5], draw((2,))],)), Sample((([1.5, 2.5], draw((3,)), [0.5]),))]

CASES: dict[Any, list[Sample]] = {
    np.concatenate: several([(2,), (3,)])
    + several([(2, 3), (1, 3)])
    + several([(2, 1), (2, 3)], axis=1)
    + mixed
    + several([(2, 3), (4,), (0,)], axis=None)
    + several([(2, 3), (2, 2)], axis=-1)
    + [Sample((draw((2, 3, 2)),))]
    + [Sample((draw((2, 3, 2)),), {"axis": 1}), Sample((draw((2, 3)), None)), Sample(([draw((0, 2)), draw((1, 2))],))]
    + several([(2,), (3,)], dtype="complex128")
    + several([(2,)]),
    np.stack: several([(2, 3), (2, 3)])
    + several([(2,), (2,), (2,)], axis=1)
    + several([(2, 3)] * 2, axis=-1)
    + [Sample(([1.5, 2.5, np.float64(0.5)],)), Sample((draw((2, 3)),)), Sample((draw((2, 3)), -1))]
    + [Sample(([[1.5, 2.5], draw((2,))],)), Sample(([draw((0,))] * 2,))],
    np.hstack: several([(2,), (3,)])
    + several([(2, 3), (2, 1)])
    + several([(2, 3, 2), (2, 1, 2)])
    + mixed
    + [Sample(([1.5, draw((2,))],)), Sample(([1.5, 2.5],)), Sample((draw((2, 3)),))],
    np.vstack: several([(3,), (3,)])
    + several([(2, 3), (3,)])
    + several([(2, 3, 2), (1, 3, 2)])
    + [Sample(([1.5, 2.5],)), Sample(([[1.5, 2.5], draw((2, 2))],)), Sample((draw((2, 3)),))],
    np.dstack: several([(3,), (3,)])
    + several([(2, 3), (2, 3)])
    + several([(2, 3, 2), (2, 3, 1)])
    + [Sample(([1.5, 2.5],)), Sample(([draw((2, 3)), draw((2, 3, 2))],))],
    np.column_stack: several([(3,), (3,)])
    + several([(3, 2), (3,)])
    + several([(2, 1), (2, 3)])
    + [Sample(([1.5, 2.5],)), Sample((draw((2, 3)),)), Sample(([[1.5, 2.5], draw((2, 2))],))],
    joined_rows: spread([(2,), (3,)])
    + spread([(2, 3), (1, 3)])
    + spread([(0,), (3,)])
    + [Sample((1.5, draw((2,)), 2.5)), Sample(([1.5, 2.5], draw((2,)))), Sample((1.5,)), Sample((draw((2, 2)),))],
    joined_columns: spread([(3,), (3,)])
    + spread([(2, 3), (2,)])
    + spread([(2, 3, 2), (2, 3, 1)])
    + [Sample((1.5, 2.5)), Sample(([1.5, 2.5], draw((2,)))), Sample((draw((3,)),)), Sample((draw((2, 2)),))],
    np.append: parts((3,), draw((2,)))
    + parts((2, 3), draw((2,)))
    + parts((2, 3), draw((1, 3)), 0)
    + parts((2, 3), draw((2, 2)), axis=-1)
    + [Sample((draw((3,)), 2.5)), Sample((1.5, 2.5)), Sample((draw((0,)), 2.5))]
    + [Sample((draw((3,)), [1.5, 2.5])), Sample((single(draw((3,))), single(draw((2,)))))],
    np.insert: parts((4,), 1, 2.5)
    + parts((4,), [0, 2, 2], draw((3,)))
    + parts((2, 3), 1, draw((2,)), 1)
    + parts((2, 3), 4, 1.5)
    + parts((2, 3), [0, 1], draw((2, 3)), axis=0)
    + parts((2, 3), slice(0, 2), draw((3,)), axis=0)
    + [Sample((draw((4,)), [1, -1], [1.5, 2.5])), Sample((draw((2, 3)), 1, 2.5, 0)), Sample((draw((0,)), 0, 2.5))]
    + [Sample((draw((2, 3)), np.array([True, False, True]), 2.5, 1)), Sample((draw((2, 3)), [1], draw((2, 1)), 1))],
    np.delete: parts((4,), 1)
    + parts((4,), [0, 2, 2])
    + parts((2, 3), 1, 1)
    + parts((2, 3), -1)
    + parts((3, 2), slice(None, None, 2), axis=0)
    + [Sample((draw((3,)), np.array([True, False, True])))],
    np.split: parts((4,), 2) + parts((4, 3), [1, 1, 3]) + parts((4, 6), 3, 1) + parts((4, 3), [5], axis=0),
    np.array_split: parts((5,), 2) + parts((4, 3), [1, 3]) + parts((4, 5), 3, 1) + parts((2,), 3),
    np.hsplit: parts((4,), 2) + parts((4, 3), [1]) + parts((2, 6, 2), 3),
    np.vsplit: parts((4, 2), 2) + parts((4, 3), [1]) + parts((6, 2, 2), 3),
    np.dsplit: parts((2, 3, 4), 2) + parts((2, 1, 4), [1]) + parts((2, 2, 6, 2), 3),
    **({np.unstack: parts((3,)) + parts((2, 3)) + parts((2, 3, 2), axis=-1)} if hasattr(np, "unstack") else {}),
}


@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
def test_rule(function: Any) -> None:
    check_rule(function, CASES[function])
    assert len(CASES[function]) >= 20


@pytest.mark.parametrize("function", [np.split, np.array_split, np.hsplit, np.vsplit])
def test_a_part_without_cotangent(function: Any) -> None:
    """None among the cotangents of the parts means zero."""
    x = draw((4, 4)).astype(np.float32)
    z, pullback, _ = registry.run(function, x, 2)
    x_bar = pullback([None, z[1]])
    expected = pullback([np.zeros_like(z[0]), z[1]])
    assert np.array_equal(x_bar, expected) and x_bar.dtype == np.float32

@pytest.mark.skipif("row_stack" not in vars(np), reason="removed from NumPy")
@pytest.mark.filterwarnings("ignore:.row_stack.:DeprecationWarning")
def test_row_stack_is_vstack() -> None:
    function = vars(np)["row_stack"]
    z, pullback, _ = registry.run(function, (np.ones(2), np.ones((2, 2))))
    assert z.shape == (3, 2)
    assert [part.shape for part in pullback(z)] == [(2,), (2, 2)]
