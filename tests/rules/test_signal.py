"""Rules of convolution, interpolation and phase unwrapping."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import s2s.rules.signal  # noqa: F401
from s2s.rules import registry
from s2s.testing import Sample, check_rule
from tests.rules.samples import complex_normal, layouts, normal, single, uniform

draw, cdraw = normal(12), complex_normal(13)
LENGTHS = [(5, 3), (3, 5), (4, 4), (1, 3), (6, 2), (2, 6), (3, 1), (1, 1), (4, 3), (3, 4)]
KNOTS, VALUES = np.array([0.0, 0.7, 1.1, 2.5]), draw((4,))
INSIDE, OUTSIDE = uniform(0.05, 2.4, 14), uniform(3.0, 4.0, 15)


def products() -> list[Sample]:
    """Two vectors of many lengths, types and memory layouts, in each mode."""
    found = [Sample((draw((n,)), draw((m,))), {"mode": mode}) for n, m in LENGTHS for mode in ("full", "same", "valid")]
    found += [Sample((cdraw((n,)), cdraw((m,)), mode)) for n, m in LENGTHS[:4] for mode in ("full", "same", "valid")]
    found += [Sample((cdraw((4,)), draw((3,)))), Sample((draw((4,)), cdraw((3,)), "full"))]
    found += [Sample((x, draw((3,)))) for x in layouts(draw((5,)))] + [
        Sample((draw((3,)), x)) for x in layouts(draw((5,)))
    ]
    return found + [Sample((single(draw((4,))), single(draw((3,))), mode)) for mode in ("full", "same", "valid")]


def interpolations() -> list[Sample]:
    """Points within and outside the knots, with every keyword."""
    points = [INSIDE(()), float(INSIDE(())), INSIDE((5,)), INSIDE((2, 3)), INSIDE((0,)), *layouts(INSIDE((2, 2)))]
    points += [np.concatenate([INSIDE((2,)), OUTSIDE((2,)), -OUTSIDE((1,))]), OUTSIDE(()), single(INSIDE((3,)))]
    keywords: list[dict[str, Any]] = [{}, {"left": 1.5}, {"right": 2.5}, {"left": 0.5, "right": -0.5}]
    found = [Sample((x, KNOTS, VALUES), k) for x in points for k in keywords]
    mixed = np.array([-1.3, 0.3, 1.3, 2.2, 3.1, 9.7])
    found += [Sample((mixed, KNOTS, v), k) for v in (VALUES, cdraw((4,))) for k in keywords]
    found += [Sample((mixed, KNOTS[::-1] + 0.13, VALUES), {"period": p}) for p in (3.0, -3.0, 1.9, np.float64(2.75))]
    found += [
        Sample((mixed, KNOTS * 5 - 3.07, cdraw((4,))), {"period": 3.3}),
        Sample((0.5, KNOTS + 0.2, VALUES, 1, 2, 2.9)),
    ]
    return found + [Sample((mixed, KNOTS[1:2], VALUES[:1])), Sample((mixed, KNOTS[:2], VALUES[:2], -2.5))]


def phases() -> list[Sample]:
    values = [
        draw((6,)).cumsum() * 4,
        draw((2, 5)) * 6,
        draw((3, 2, 4)) * 6,
        draw((0,)),
        draw((1,)),
        *layouts(draw((2, 3)) * 9),
    ]
    found = [Sample((v,)) for v in values] + [Sample((v,), {"axis": 0}) for v in values]
    found += [Sample((v, 4.5)) for v in values[:3]] + [Sample((v,), {"period": 2.75}) for v in values[:3]]
    return found + [Sample((single(values[0]),)), Sample((values[0], None, -1), {"period": np.float64(5.0)})]


CASES: dict[Any, list[Sample]] = {
    np.convolve: products() + [Sample((2.5, draw((3,)))), Sample((draw((3,)), 2.5, "same"))],
    np.correlate: products(),
    np.interp: interpolations(),
    np.unwrap: phases(),
}


@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
def test_rule(function: Any) -> None:
    check_rule(function, CASES[function])
    assert len(CASES[function]) >= 20


def test_interpolation_at_knots_takes_the_cell_to_the_right() -> None:
    slopes = np.diff(VALUES) / np.diff(KNOTS)
    _, pullback, _ = registry.run(np.interp, KNOTS, KNOTS, VALUES)
    x_bar, xp_bar, fp_bar, *_ = pullback(np.ones(4))
    assert np.allclose(x_bar, [*slopes, slopes[-1]])
    assert np.allclose(fp_bar, np.ones(4)) and np.allclose(np.sum(xp_bar), -np.sum(x_bar))


def test_interpolation_between_equal_knots() -> None:
    x_bar, xp_bar, fp_bar, *_ = registry.run(np.interp, 1.0, [0.0, 1.0, 1.0, 2.0], np.array([0.0, 1.0, 3.0, 4.0]))[1](
        1.0
    )
    assert x_bar == 1.0 and np.all(np.isfinite(xp_bar)) and np.array_equal(fp_bar, [0.0, 0.0, 1.0, 0.0])
