"""Rules of the products, against finite differences."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
import pytest

from s2s.rules import products  # noqa: F401
from s2s.testing import Sample, check_rule
from tests.rules.samples import NUMPY, complex_normal, layouts, normal, single, strided

R, C = normal(1), complex_normal(2)
Shape = tuple[int, ...]

MATMUL_SHAPES: list[tuple[Shape, Shape]] = [
    ((3,), (3,)),
    ((2, 3), (3, 4)),
    ((2, 3), (3,)),
    ((3,), (3, 2)),
    ((5, 2, 3), (3,)),
    ((3,), (5, 3, 2)),
    ((5, 2, 3), (3, 2)),
    ((2, 3), (5, 3, 2)),
    ((5, 1, 2, 3), (4, 3, 2)),
    ((1, 2, 3), (5, 3, 2)),
    ((0, 3), (3, 2)),
    ((2, 0), (0, 3)),
    ((1, 1), (1, 1)),
]
DOT_SHAPES: list[tuple[Shape, Shape]] = [
    ((), ()),
    ((), (3,)),
    ((2, 3), ()),
    ((3,), (3,)),
    ((2, 3), (3, 4)),
    ((2, 3), (3,)),
    ((3,), (3, 2)),
    ((5, 2, 3), (3,)),
    ((3,), (5, 3, 2)),
    ((5, 2, 3), (4, 3, 2)),
    ((2, 3), (5, 3, 2)),
    ((0, 3), (3, 2)),
    ((2, 0), (0,)),
]
INNER_SHAPES: list[tuple[Shape, Shape]] = [
    ((), ()),
    ((), (3,)),
    ((2, 3), ()),
    ((3,), (3,)),
    ((2, 3), (4, 3)),
    ((2, 3), (3,)),
    ((3,), (2, 3)),
    ((5, 2, 3), (3,)),
    ((5, 2, 3), (4, 3)),
    ((5, 2, 3), (2, 4, 3)),
    ((0, 3), (2, 3)),
    ((2, 0), (0,)),
]
FLAT_SHAPES: list[tuple[Shape, Shape]] = [
    ((3,), (3,)),
    ((2, 3), (6,)),
    ((2, 3), (3, 2)),
    ((), ()),
    ((0,), (0,)),
    ((1,), ()),
]
OUTER_SHAPES: list[tuple[Shape, Shape]] = [
    ((3,), (2,)),
    ((3,), (3,)),
    ((2, 3), (4,)),
    ((2, 2), (3, 1)),
    ((), (3,)),
    ((0,), (2,)),
]
KRON_SHAPES: list[tuple[Shape, Shape]] = [
    ((2,), (3,)),
    ((2, 3), (3, 2)),
    ((2,), (2, 3)),
    ((2, 3), (2,)),
    ((2, 1, 2), (1, 3, 2)),
    ((), (2, 2)),
    ((2,), ()),
    ((0, 2), (2, 2)),
    ((), ()),
]
VECDOT_SHAPES: list[tuple[Shape, Shape]] = [
    ((3,), (3,)),
    ((2, 3), (2, 3)),
    ((2, 3), (3,)),
    ((3,), (2, 3)),
    ((4, 1, 3), (2, 3)),
    ((0, 3), (3,)),
    ((2, 0), (0,)),
]
MATVEC_SHAPES: list[tuple[Shape, Shape]] = [
    ((2, 3), (3,)),
    ((5, 2, 3), (3,)),
    ((2, 3), (5, 3)),
    ((5, 2, 3), (5, 3)),
    ((4, 1, 2, 3), (5, 3)),
    ((0, 2, 3), (3,)),
]


def pairs(shapes: list[tuple[Shape, Shape]], **kwargs: Any) -> list[Sample]:
    """Every pair of shapes, real, complex and mixed; layouts and single precision for the first ones."""
    found = [Sample((R(a), R(b)), kwargs) for a, b in shapes]
    found += [Sample((C(a), C(b)), kwargs) for a, b in shapes]
    a, b = next(pair for pair in shapes[1:] if all(pair))
    found += [Sample((R(a), C(b)), kwargs), Sample((C(a), R(b)), kwargs)]
    found += [Sample((x, y), kwargs) for x, y in zip(layouts(R(a)), layouts(R(b))[::-1], strict=True)]
    found += [Sample((single(x), single(y)), kwargs) for x, y in ((R(a), R(b)), (C(a), C(b)))]
    a, b = shapes[0]
    found += [Sample((single(R(a)), single(R(b))), kwargs), Sample((single(R(a)), R(b)), kwargs)]
    return found


def tensordots() -> list[Sample]:
    cases: list[tuple[Shape, Shape, Any]] = [
        ((2, 3, 4), (3, 4, 5), 2),
        ((3,), (3,), 1),
        ((2, 3), (3, 4), 1),
        ((2,), (3, 2), 0),
        ((2, 3), (2, 3), 2),
        ((2, 3, 4), (4, 3), ([1, 2], [1, 0])),
        ((2, 3, 4), (4, 5, 2), ((0, -1), (2, 0))),
        ((3, 4, 2), (2, 3), ([2, 0], [0, 1])),
        ((4, 3, 2), (5, 3, 6), (1, 1)),
        ((2, 3, 4), (3, 2, 4), ([0, 1, 2], [1, 0, 2])),
        ((0, 3), (3, 2), 1),
        ((2, 2), (), 0),
        ((2, 3), (4, 3), (-1, -1)),
    ]
    found = [Sample((R(a), R(b)), {"axes": axes}) for a, b, axes in cases]
    found += [Sample((C(a), C(b), axes)) for a, b, axes in cases[:8]]
    return [*found, Sample((R((2, 3, 4)), R((3, 4)))), Sample((single(R((2, 3))), single(R((2, 3)))))]


def crosses() -> list[Sample]:
    cases: list[tuple[Shape, Shape, dict[str, int]]] = [
        ((3,), (3,), {}),
        ((2, 3), (2, 3), {}),
        ((2, 3), (3,), {}),
        ((3,), (4, 2, 3), {}),
        ((3,), (2,), {}),
        ((2,), (3,), {}),
        ((2,), (2,), {}),
        ((4, 2), (2,), {}),
        ((4, 2), (3,), {}),
        ((3, 2), (3, 2), {"axis": 0}),
        ((3, 2), (2, 3), {"axisa": 0}),
        ((2, 3), (3, 2), {"axisb": 0}),
        ((2, 3), (2, 3), {"axisc": 0}),
        ((3, 4, 2), (4, 2, 3), {"axisa": 0, "axisc": 1}),
        ((4, 3, 2), (4, 3, 2), {"axis": -2}),
        ((0, 3), (3,), {}),
    ]
    if NUMPY >= (2, 5):  # no vectors of two numbers any more
        cases = [case for case in cases if case[2] or (case[0][-1], case[1][-1]) == (3, 3)]
    found = [Sample((draw(a), draw(b)), kwargs) for a, b, kwargs in cases for draw in (R, C)]
    return [*found, Sample((single(R((3,))), single(R((3,))))), Sample((strided(R((2, 3))), R((3,))))]


def traces() -> list[Sample]:
    found = [
        Sample((x,)) for x in [*layouts(R((3, 4))), C((3, 3)), single(R((2, 2))), R((0, 0)), R((4, 2)), R((2, 3, 4))]
    ]
    found += [Sample((R((3, 4)),), {"offset": k}) for k in range(-4, 6)]
    found += [
        Sample((R((2, 3, 4)),), {"axis1": i, "axis2": j, "offset": k})
        for i, j, k in ((1, 2, 1), (2, 0, -1), (-1, -2, 0))
    ]
    return [*found, Sample((single(R((2, 2))),), {"dtype": "float64"}), Sample((R((3, 3)), 1, 1, 0))]


def stacked_traces() -> list[Sample]:
    found = [Sample((x,)) for x in [*layouts(R((2, 3, 4))), C((3, 3)), single(R((2, 2))), R((0, 3)), R((4, 2))]]
    return (
        found
        + [Sample((R((2, 3, 4)),), {"offset": k}) for k in range(-3, 5)]
        + [Sample((C((4, 2)),), {"offset": -1})] * 3
    )


def multi_dots() -> list[Sample]:
    shapes: list[list[Shape]] = [
        [(2, 3), (3, 4)],
        [(2, 3), (3, 4), (4, 2)],
        [(3,), (3, 4), (4,)],
        [(3,), (3, 4)],
        [(2, 3), (3,)],
        [(3,), (3,)],
        [(2, 3), (3, 1), (1, 4), (4, 2)],
        [(3,), (3, 2), (2, 4), (4, 3)],
        [(2, 3), (3, 4), (4, 2), (2,)],
    ]
    found = [Sample(([draw(s) for s in row],)) for row in shapes for draw in (R, C)]
    found += [Sample((tuple(R(s) for s in shapes[1]),)), Sample(([single(R(s)) for s in shapes[1]],))]
    return [*found, Sample(([strided(R((2, 3))), C((3, 2)), R((2, 2))],))]


def powers() -> list[Sample]:
    shifted = [R((3, 3)) + 2 * np.eye(3), C((2, 2)) + np.eye(2), R((2, 2, 2)) + 2 * np.eye(2)]
    found = [Sample((a, n)) for a in shifted for n in (0, 1, 2, 3, 5, -1, -2)]
    return [*found, Sample((single(shifted[0]), 3)), Sample((strided(shifted[0]), 2)), Sample((np.zeros((2, 2)), 3))]


CASES: dict[Any, list[Sample]] = {
    np.matmul: pairs(MATMUL_SHAPES),
    operator.matmul: pairs(MATMUL_SHAPES[:5]),
    np.linalg.matmul: pairs(MATMUL_SHAPES[:5]),
    np.dot: pairs(DOT_SHAPES),
    np.vdot: pairs(FLAT_SHAPES),
    np.inner: pairs(INNER_SHAPES),
    np.outer: pairs(OUTER_SHAPES),
    np.linalg.outer: pairs(OUTER_SHAPES[:2]) * 2,
    np.kron: pairs(KRON_SHAPES),
    np.vecdot: pairs(VECDOT_SHAPES)
    + [Sample((R((3, 2)), C((3, 2))), {"axis": 0}), Sample((R((3, 2)), R((4, 3, 2))), {"axis": -2})],
    np.linalg.vecdot: pairs(VECDOT_SHAPES[:5]) + [Sample((R((3, 2)), C((3, 2))), {"axis": 0})],
    np.tensordot: tensordots(),
    np.linalg.tensordot: [s for s in tensordots() if len(s.args) == 2] * 2,
    np.cross: crosses(),
    np.linalg.cross: pairs([((3,), (3,)), ((2, 3), (2, 3)), ((2, 3), (3,)), ((3,), (4, 2, 3)), ((0, 3), (3,))])
    + [Sample((R((3, 2)), C((3, 2))), {"axis": 0}), Sample((R((4, 3, 2)), R((4, 3, 2))), {"axis": 1})],
    np.trace: traces(),
    np.linalg.trace: stacked_traces(),
    np.linalg.diagonal: stacked_traces(),
    np.linalg.multi_dot: multi_dots(),
    np.linalg.matrix_power: powers(),
}
if hasattr(np, "matvec"):
    CASES[np.matvec] = pairs(MATVEC_SHAPES)
    CASES[np.vecmat] = pairs([(b, (*a[:-2], a[-1], a[-2])) for a, b in MATVEC_SHAPES])


@pytest.mark.parametrize("function", CASES, ids=lambda f: getattr(f, "__name__", str(f)))
@pytest.mark.filterwarnings("ignore:Arrays of 2-dimensional vectors:DeprecationWarning")
def test_rule(function: Any) -> None:
    assert len(CASES[function]) >= 20
    check_rule(function, CASES[function])
