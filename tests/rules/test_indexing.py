"""Rules of functions that select entries."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import s2s.rules.indexing  # noqa: F401
from s2s.testing import Sample, check_rule
from tests.rules.samples import complex_normal, layouts, normal, single

draw, cdraw = normal(5), complex_normal(6)
ROWS, COLUMNS = np.array([[0, 2, 2], [1, 0, 0]]), np.array([[1], [0], [-1]])


def each(shape: tuple[int, ...], *args: Any, **kwargs: Any) -> list[Sample]:
    """Real, single and complex arrays in several memory layouts, with the same further arguments."""
    x = draw(shape)
    found = [Sample((value, *args), kwargs) for value in (x, single(x), cdraw(shape))]
    return found + [Sample((value, *args), kwargs) for value in layouts(x)]


def last(shape: tuple[int, ...], *args: Any, **kwargs: Any) -> list[Sample]:
    """The same, with the array as the last positional argument."""
    x = draw(shape)
    values = [x, single(x), cdraw(shape), *layouts(x)]
    return [Sample((*args, value), kwargs) for value in values]


def with_zeros(*entries: float) -> Any:
    return np.array(entries)


CHOICES = [draw((3,)), draw((2, 3)), 2.5]
INDEX = np.array([[0, 1, 2], [2, 1, 0]])
TRIMMED = (0.0, 0.0, 1.5, 0.0, 2.5, 0.0)

CASES: dict[Any, list[Sample]] = {
    np.take: each((4,), [0, 2, 2, -1])
    + each((2, 3), ROWS)
    + each((3, 2), ROWS, axis=0)
    + each((2, 3), 1, -1)
    + each((2, 3), [7, -8, 1], mode="wrap")
    + each((2, 3), [7, -8, 1], axis=1, mode="clip")
    + each((2, 3), [], 0)
    + [Sample((draw((2, 0)), [1, 0, 1], 0)), Sample((draw((3,)), 1))],
    np.take_along_axis: each((2, 3), ROWS, -1)
    + each((3, 2), COLUMNS, 1)
    + each((3, 2), np.array([[2, 0], [2, 1]]), 0)
    + each((2, 3), np.array([5, 0, 0, -1]), None)
    + each((1, 3), ROWS, axis=1)
    + each((2, 3), np.array([[1]]), axis=1),
    np.choose: [Sample((INDEX, CHOICES)), Sample((INDEX, draw((3, 2, 3)))), Sample((INDEX > 1, CHOICES[:2]))]
    + [Sample((INDEX * 3 - 2, CHOICES), {"mode": mode}) for mode in ("wrap", "clip")]
    + [Sample((INDEX, [x, x[0], x[1]])) for x in layouts(draw((2, 3)))]
    + [Sample((INDEX, [single(x), single(x[0]), single(x[1])])) for x in layouts(draw((2, 3)))]
    + [Sample((INDEX, [x, 1.5, 2.5])) for x in layouts(cdraw((2, 3)))]
    + [Sample((1, CHOICES)), Sample((INDEX[:0], [draw((0, 3)), draw((3,)), 2.5])), Sample((INDEX, (1.5, 2.5, 0.5)))],
    np.extract: last((2, 3), INDEX > 1) + last((2, 3), INDEX[0] > 1) + last((3,), [True, False, True]),
    np.compress: [
        Sample((c, *s.args), s.kwargs)
        for c, s in [([True, False, True], s) for s in each((3,)) + each((3, 2), axis=0) + each((2, 3), axis=-1)]
        + [([False, True], s) for s in each((2, 3)) + each((4, 2), 0)]
    ],
    np.ndarray.compress: each((3,), [True, False, True])
    + each((3, 2), [0, 1, 1], axis=0)
    + each((2, 3), [False, True])
    + each((2, 4), [False, True], -1),
    np.diagonal: each((3, 4))
    + each((3, 4), 1)
    + each((3, 4), -2)
    + each((3, 2, 4), 1, 2, 0)
    + each((2, 3), 7)
    + each((2, 2, 3), offset=-1, axis1=-1, axis2=-2),
    np.lib.stride_tricks.sliding_window_view: each((5,), 2)
    + each((4, 3), (2, 2))
    + each((4, 3), 3, 0)
    + each((6,), (2, 3), axis=(0, 0)),
    np.triu: each((3, 4)) + each((3, 4), 1) + each((2, 3, 3), k=-1) + each((3,)) + each((0, 2)),
    np.tril: each((3, 4)) + each((3, 4), 1) + each((2, 3, 3), k=-1) + each((3,)) + each((0, 2)),
    np.bincount: [Sample((np.array([0, 2, 2, 1]), w)) for w in layouts(draw((4,)))]
    + [Sample((np.array([0, 2, 2, 1]), w), {"minlength": 6}) for w in layouts(draw((4,)))]
    + [Sample(([1, 1, 1],), {"weights": w}) for w in layouts(draw((3,)))]
    + [Sample((ROWS[0], draw((3,)), 2))]
    + [Sample((np.array([3, 0]), single(draw((2,))))), Sample((np.array([1]), draw((1,)), 0))]
    + [Sample((np.array([n, 0]), draw((2,)))) for n in range(3)],
    np.trim_zeros: [
        Sample((np.array(TRIMMED), trim), expected=(np.array(ones, float),))
        for trim, ones in (("fb", (0, 0, 1, 1, 1, 0)), ("f", (0, 0, 1, 1, 1, 1)), ("b", (1, 1, 1, 1, 1, 0)))
    ]
    + [Sample((x,)) for n in (1, 2, 5) for x in layouts(draw((n,)))]
    + [Sample((cdraw((3,)),)), Sample((single(draw((3,))),)), Sample((np.zeros(3),), expected=(np.zeros(3),))],
    np.ndarray.item: each((1,))
    + each((2, 3), 4)
    + each((2, 3), -1)
    + each((2, 3), 1, -2)
    + each((2, 3), (0, 1))
    + [Sample((np.array(2.5),))],
    np.ndarray.tolist: each((3,)) + each((2, 3)) + each((2, 1, 2)) + [Sample((np.array(2.5),)), Sample((draw((0,)),))],
}


@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__qualname__)
def test_rule(function: Any) -> None:
    check_rule(function, CASES[function])
    assert len(CASES[function]) >= 20
