"""The rule of np.einsum in all its forms, against finite differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from s2s.rules import products  # noqa: F401
from s2s.testing import Sample, check_rule
from tests.rules.samples import complex_normal, layouts, normal, single

R, C = normal(3), complex_normal(4)
Shape = tuple[int, ...]

# subscripts and shapes
FORMS: list[tuple[str, list[Shape]]] = [
    ("ij,jk->ik", [(2, 3), (3, 4)]),
    ("ij,jk", [(2, 3), (3, 4)]),  # implicit result
    ("ba", [(2, 3)]),  # implicit transpose
    ("ii", [(3, 3)]),
    ("ii->i", [(3, 3)]),
    ("ij->", [(2, 3)]),
    ("ij->j", [(2, 3)]),
    ("i,i", [(3,), (3,)]),
    ("i,j->ij", [(2,), (3,)]),
    (" i j , j -> i ", [(2, 3), (3,)]),
    ("ij,ij->ij", [(2, 3), (2, 3)]),
    ("iij,j->i", [(2, 2, 3), (3,)]),
    ("iji,jk->ik", [(2, 3, 2), (3, 2)]),
    ("iii->i", [(3, 3, 3)]),
    ("ii,jj", [(2, 2), (3, 3)]),
    ("ij,jk,kl->il", [(2, 3), (3, 2), (2, 4)]),
    ("ij,k->k", [(2, 3), (4,)]),  # summed alone
    ("...ij,...jk->...ik", [(5, 2, 3), (3, 4)]),
    ("...ij,...jk->...ik", [(5, 1, 2, 3), (4, 3, 2)]),
    ("...ij,...jk", [(1, 2, 3), (5, 3, 4)]),
    ("i...->...", [(2, 3, 4)]),
    ("...", [(2, 3)]),
    ("...,...->...", [(2, 3), (3,)]),
    ("...i,i...->...", [(2, 3), (3, 2)]),
    ("ij...,jk...->ik...", [(2, 3, 4), (3, 2, 1)]),
    ("ij,jk->ik", [(2, 1), (3, 4)]),  # a length of 1 stretches
    ("ij,ij->ij", [(1, 3), (2, 1)]),
    ("ij,ij->", [(2, 1), (1, 1)]),
    ("ij,j->", [(2, 3), (1,)]),
    (",ij->ij", [(), (2, 3)]),
    (",", [(), ()]),
    ("ij,jk->ik", [(0, 3), (3, 2)]),
    ("ij,jk->ik", [(2, 0), (0, 2)]),
    ("Ab,bA->A", [(2, 3), (3, 2)]),
    ("bac->cab", [(2, 3, 4)]),
]
# operands and label lists
LISTS: list[tuple[list[Shape], list[list[Any]]]] = [
    ([(2, 3), (3, 4)], [[0, 1], [1, 2], [0, 2]]),
    ([(2, 3), (3, 4)], [[0, 1], [1, 2]]),
    ([(3, 3)], [[0, 0]]),
    ([(2, 3)], [[1, 0], [0, 1]]),
    ([(5, 2, 3), (3, 4)], [[Ellipsis, 0, 1], [1, 2], [Ellipsis, 0, 2]]),
    ([(2, 3), (3,), (2,)], [[7, 3], [3], [7], []]),
]


def interleaved(draw: Any, shapes: list[Shape], labels: list[list[Any]]) -> tuple[Any, ...]:
    """The operands and their label lists, then the labels of the result if there are any."""
    parts = [part for shape, names in zip(shapes, labels, strict=False) for part in (draw(shape), names)]
    return (*parts, *labels[len(shapes) :])


GROUPS: dict[str, list[Sample]] = {
    "real": [Sample((form, *map(R, shapes))) for form, shapes in FORMS],
    "complex": [Sample((form, *map(C, shapes))) for form, shapes in FORMS],
    "mixed": [Sample((form, R(shapes[0]), *map(C, shapes[1:]))) for form, shapes in FORMS if len(shapes) > 1],
    "single": [Sample((form, *(single(R(s)) for s in shapes))) for form, shapes in FORMS[:20]],
    "lists": [Sample(interleaved(draw, shapes, labels)) for shapes, labels in LISTS for draw in (R, C)]
    + [Sample(interleaved(R, shapes, labels), {"optimize": True}) for shapes, labels in LISTS]
    + [Sample(interleaved(lambda s: single(R(s)), shapes, labels)) for shapes, labels in LISTS],
    "optimize": [
        Sample((form, *map(R, shapes)), {"optimize": how}) for form, shapes in FORMS[:18] for how in (True, "greedy")
    ],
    "path": [
        Sample((form, *map(R, shapes)), {"optimize": np.einsum_path(form, *map(R, shapes))[0]})
        for form, shapes in FORMS[:20]
    ],
    "keywords": [Sample(("ij,jk", x, y), {"order": "F"}) for x in layouts(R((2, 3))) for y in layouts(R((3, 2)))]
    + [Sample(("ij,j", single(R((2, 3))), single(R((3,)))), {"dtype": "float64", "casting": "unsafe"})]
    + [Sample(("ij,j", np.ones((2, 3), int), R((3,))))],
}


CASES: dict[str, tuple[Any, list[Sample]]] = {group: (np.einsum, samples) for group, samples in GROUPS.items()}


@pytest.mark.parametrize("group", CASES)
def test_rule(group: str) -> None:
    function, samples = CASES[group]
    assert len(samples) >= 20
    check_rule(function, samples)
