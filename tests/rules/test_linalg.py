"""Rules of np.linalg, against finite differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from s2s.errors import UnsupportedError
from s2s.rules import decompositions, linalg, registry  # noqa: F401
from s2s.testing import Sample, check_rule
from tests.rules.samples import complex_normal, layouts, normal, single

R, C = normal(5), complex_normal(6)
Shape = tuple[int, ...]


def regular(draw: Any, shape: Shape) -> Any:
    """Well-conditioned square matrices."""
    return draw(shape) + 3 * np.eye(shape[-1])


def squares() -> list[Any]:
    """Regular matrices and stacks of them, in every layout and precision."""
    shapes: list[Shape] = [(1, 1), (2, 2), (3, 3), (4, 4), (2, 3, 3), (2, 1, 2, 2), (0, 2, 2), (0, 0)]
    found = [regular(draw, shape) for shape in shapes for draw in (R, C)]
    return [*found, *layouts(regular(R, (3, 3))), single(regular(R, (3, 3))), single(regular(C, (2, 2)))]


def rectangles() -> list[Any]:
    shapes: list[Shape] = [(3, 2), (2, 3), (4, 4), (1, 3), (3, 1), (2, 3, 2), (2, 2, 3), (2, 1, 3, 3), (1, 1)]
    found = [draw(shape) for shape in shapes for draw in (R, C)]
    return [*found, *layouts(R((3, 2))), single(R((3, 2))), single(C((2, 2)))]


def norms() -> list[Sample]:
    found = [Sample((x,)) for x in [*layouts(R((2, 3))), R((4,)), C((4,)), C((2, 3)), R((2, 3, 2)), single(R((3,)))]]
    for order in (None, 2, 1, 3, 0.5, 2.5, -1, -2, np.inf, -np.inf, 0):
        found += [Sample((draw((4,)), order)) for draw in (R, C)]
        found += [
            Sample((draw((3, 4)), order, axis), {"keepdims": keep})
            for draw, axis, keep in ((R, 0, False), (C, -1, True))
        ]
        found += [Sample((single(R((4,))), order))]
    for order in (None, "fro", "nuc", 2, -2, 1, -1, np.inf, -np.inf):
        found += [Sample((draw(shape), order)) for draw in (R, C) for shape in ((3, 2), (2, 3))]
        found += [
            Sample((R((2, 3, 4)), order, axis), {"keepdims": keep}) for axis, keep in (((0, 2), False), ((-1, 0), True))
        ]
        found += [Sample((single(R((2, 3))), order)), Sample((C((2, 3, 2)), order, (1, 2)))]
    return found


NORM_KINKS = [
    Sample((np.zeros(3),), expected=(np.zeros(3),)),
    Sample((np.zeros((2, 2)),), {"axis": 0}, expected=(np.zeros((2, 2)),)),
    Sample((np.array([[3.0, 0.0], [4.0, 0.0]]),), {"axis": 0}, expected=(np.array([[0.6, 0.0], [0.8, 0.0]]),)),
    Sample((np.array([2.0, -2.0, 1.0]), np.inf), expected=(np.array([0.5, -0.5, 0.0]),)),
    Sample((np.array([2.0, -1.0, 1.0]), -np.inf), expected=(np.array([0.0, -0.5, 0.5]),)),
    Sample((np.array([0.0, -1.0]), 1), expected=(np.array([0.0, -1.0]),)),
    Sample((np.array([0.0, -2.0]), 3), expected=(np.array([0.0, -1.0]),)),
    Sample((np.array([0.0, 2.0]), 0.5), expected=(np.array([0.0, 1.0]),)),
    Sample((np.eye(2), 2), expected=(np.eye(2) / 2,)),
    Sample((np.eye(2), "nuc"), expected=(np.eye(2),)),
    Sample((np.diag([1.0, 0.0]), "nuc"), expected=(np.diag([1.0, 0.0]),)),
    Sample((np.diag([1.0, 0.0]), -2), expected=(np.zeros((2, 2)),)),
    Sample((np.zeros((2, 2)), 2), expected=(np.zeros((2, 2)),)),
    Sample((np.ones((2, 2)), 1), expected=(np.full((2, 2), 0.5),)),
    Sample((np.ones((2, 2)), np.inf), expected=(np.full((2, 2), 0.5),)),
]


def vector_norms() -> list[Sample]:
    found = [
        Sample((draw((3, 4)),), {"ord": order}) for order in (2, 1, 3, 0.5, np.inf, -np.inf, -1, 0) for draw in (R, C)
    ]
    for axis in (0, -1, (0, 2), (1,), None):
        found += [
            Sample((R((2, 3, 2)),), {"axis": axis, "keepdims": keep, "ord": o})
            for keep in (False, True)
            for o in (2, 3)
        ]
    return [*found, Sample((single(R((3,))),)), Sample((np.zeros(3),), expected=(np.zeros(3),))]


def matrix_norms() -> list[Sample]:
    orders = ("fro", "nuc", 2, -2, 1, -1, np.inf, -np.inf)
    found = [Sample((draw((2, 3)),), {"ord": order}) for order in orders for draw in (R, C)]
    found += [Sample((R((2, 3, 2)),), {"ord": order, "keepdims": keep}) for order in orders for keep in (False, True)]
    return [*found, Sample((single(R((3, 2))),))]


def solves() -> list[Sample]:
    shapes: list[tuple[Shape, Shape]] = [
        ((3, 3), (3,)),
        ((3, 3), (3, 2)),
        ((1, 1), (1,)),
        ((5, 3, 3), (3,)),
        ((5, 3, 3), (3, 2)),
        ((5, 3, 3), (5, 3, 2)),
        ((3, 3), (5, 3, 2)),
        ((2, 1, 2, 2), (3, 2, 1)),
        ((0, 2, 2), (2, 1)),
        ((2, 2), (2, 0)),
    ]
    found = [Sample((regular(draw, a), draw(b))) for a, b in shapes for draw in (R, C)]
    found += [Sample((regular(R, (3, 3)), C((3,)))), Sample((regular(C, (3, 3)), R((3, 2))))]
    found += [Sample((x, y)) for x, y in zip(layouts(regular(R, (3, 3))), layouts(R((3, 2))), strict=True)]
    return [*found, Sample((single(regular(R, (3, 3))), single(R((3,)))))]


def determinants() -> list[Sample]:
    low = [
        np.zeros((3, 3)),
        np.outer([1.0, 2, 3], [4.0, 5, 6]),
        np.diag([1.0, 2, 0]),
        np.diag([1.0, 0, 0]),
        np.ones((2, 2)),
    ]
    rank1 = np.outer(C((3,)), C((3,)))
    return [Sample((a,)) for a in [*squares(), *low, rank1, np.stack(low[:4]), np.zeros((1, 1)), -np.eye(2)]]


def least_squares() -> list[Sample]:
    shapes: list[tuple[Shape, Shape]] = [
        ((4, 2), (4,)),
        ((4, 2), (4, 3)),
        ((2, 4), (2,)),
        ((2, 4), (2, 3)),
        ((3, 3), (3,)),
    ]
    found = [Sample((draw(a), draw(b)), {"rcond": rcond}) for a, b in shapes for draw in (R, C) for rcond in (None, -1)]
    found += [Sample((R((3, 2)), C((3,)))), Sample((single(R((4, 2))), single(R((4,)))))]
    return [*found, Sample((R((4, 2)), R((4,)), 1e-10))]


def pseudo() -> list[Sample]:
    return [Sample((a,)) for a in rectangles()] + [Sample((R((3, 2)),), {"rtol": 1e-8}), Sample((R((3, 2)), 1e-8))]


def tensor_solves() -> list[Sample]:
    a, c = R((2, 3, 6)) + 2 * np.eye(6).reshape(2, 3, 6), C((2, 3, 6)) + 3 * np.eye(6).reshape(2, 3, 6)
    found = [
        Sample((a, R((2, 3)))),
        Sample((c, C((2, 3)))),
        Sample((R((4, 2, 2)), R((4,)))),
        Sample((single(a), single(R((2, 3))))),
    ]
    found += [Sample((np.moveaxis(a, 2, 0), R((2, 3))), {"axes": axes}) for axes in ((0,), [0])]
    found += [Sample((np.moveaxis(R((2, 3, 3, 2)), (2, 3), (0, 1)), R((2, 3))), {"axes": (0, 1)})]
    return [
        *found,
        *(Sample((x, R((2, 3)))) for x in layouts(a)),
        *(Sample((x, C((2, 3)))) for x in layouts(c)),
        *found[:4],
    ]


def tensor_inverses() -> list[Sample]:
    shapes: list[tuple[Shape, int]] = [
        ((2, 3, 6), 2),
        ((6, 2, 3), 1),
        ((2, 2, 2, 2), 2),
        ((4, 2, 2), 1),
        ((2, 3, 3, 2), 2),
    ]
    found = [Sample((draw(shape),), {"ind": ind}) for shape, ind in shapes for draw in (R, C)]
    return [*found, *(Sample((x,)) for x in layouts(R((2, 3, 6)))), Sample((single(R((2, 3, 6))),)), *found[:5]]


CASES: dict[Any, list[Sample]] = {
    np.linalg.norm: norms() + NORM_KINKS,
    np.linalg.vector_norm: vector_norms(),
    np.linalg.matrix_norm: matrix_norms(),
    np.linalg.cond: [
        Sample((draw((3, 3)), p)) for p in (None, 2, -2, 1, -1, np.inf, -np.inf, "fro", "nuc") for draw in (R, C)
    ]
    + [Sample((R((3, 2)), 2)), Sample((R((2, 3, 3)), 1)), Sample((R((2, 3, 4)),)), Sample((single(R((2, 2))), "fro"))],
    np.linalg.inv: [Sample((a,)) for a in squares()],
    np.linalg.solve: solves(),
    np.linalg.det: determinants(),
    np.linalg.slogdet: [Sample((a,)) for a in squares()],
    np.linalg.pinv: pseudo(),
    np.linalg.lstsq: least_squares(),
    np.linalg.tensorinv: tensor_inverses(),
    np.linalg.tensorsolve: tensor_solves(),
    np.linalg.matrix_transpose: [Sample((a,)) for a in rectangles()],
}


@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
def test_rule(function: Any) -> None:
    assert len(CASES[function]) >= 20
    check_rule(function, CASES[function])


def test_a_singular_matrix_absorbs_a_zero_cotangent_in_slogdet() -> None:
    for a in (np.zeros((2, 2)), np.zeros((2, 2), complex), np.stack([np.eye(2), np.zeros((2, 2))])):
        _, pull, _ = registry.run(np.linalg.slogdet, a)
        bar = np.zeros(a.shape[:-2])
        assert np.array_equal(pull(None, bar), np.zeros_like(a))
        assert np.array_equal(pull(bar, bar), np.zeros_like(a))


def test_the_raw_mode_of_qr_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="raw"):
        registry.run(np.linalg.qr, np.eye(2), "raw")
