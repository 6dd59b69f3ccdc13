"""Rules of polynomials, given by their coefficients with the highest power first."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import s2s.rules.polynomials  # noqa: F401
from s2s.errors import UnsupportedError
from s2s.rules import registry
from s2s.testing import Sample, check_rule
from tests.rules.samples import complex_normal, layouts, normal, single, spread, uniform

draw, cdraw, positive, apart = normal(16), complex_normal(17), uniform(0.5, 2.0, 18), spread(0.6, 19)


def pairs(**kwargs: Any) -> list[Sample]:
    """Two coefficient vectors of many lengths, types and memory layouts."""
    found = [Sample((draw((n,)), draw((m,))), kwargs) for n in (1, 2, 4) for m in (1, 3, 4)]
    found += [Sample((cdraw((3,)), draw((2,))), kwargs), Sample((cdraw((2,)), cdraw((4,))), kwargs)]
    found += [Sample((single(draw((3,))), single(draw((2,)))), kwargs)]
    return (
        found
        + [Sample((x, draw((2,))), kwargs) for x in layouts(draw((4,)))]
        + [Sample((draw((4,)), x), kwargs) for x in layouts(draw((2,)))]
    )


def values() -> list[Sample]:
    found = [Sample((draw((n,)), x)) for n in (1, 2, 4) for x in (2.5, draw(()), draw((3,)), draw((2, 3)), draw((0,)))]
    found += [Sample((x, draw((2,)))) for x in layouts(draw((4,)))] + [
        Sample((draw((3,)), x)) for x in layouts(draw((2, 2)))
    ]
    found += [Sample((cdraw((3,)), draw((2,)))), Sample((draw((3,)), cdraw((2,)))), Sample((cdraw((3,)), cdraw(())))]
    found += [Sample((single(draw((3,))), single(draw((4,))))), Sample((draw((3, 2)), draw((4, 1))))]
    return found + [
        Sample((np.array([2.0, 0.0, 1.0]), 0.0)),
        Sample((draw((3,)), 2)),
        Sample((draw((3, 2)), draw((2,)))),
    ]


def fits() -> list[Sample]:
    """Points and weights, vectors and several columns, degrees below and at the number of points."""
    found = [Sample((apart((n,)), draw((n,)), deg)) for n in (1, 3, 6) for deg in (0, 1, 2) if deg < n]
    found += [Sample((apart((6,)), draw((6,)), deg), {"w": positive((6,))}) for deg in (0, 1, 3)]
    found += [Sample((apart((5,)), draw((5, 2)), 2)), Sample((apart((5,)), draw((5, 2)), 2), {"w": positive((5,))})]
    found += [
        Sample((apart((5,)), cdraw((5,)), 2)),
        Sample((single(apart((6,))), single(draw((6,))), 2)),
        Sample((cdraw((5,)), cdraw((5,)), 1), {"w": positive((5,))}),
    ]
    found += [Sample((x, draw((6,)), 2)) for x in layouts(apart((6,)))]
    found += [Sample((apart((4,)), x, 1, 1e-12)) for x in layouts(draw((4,)))]
    return found + [
        Sample((apart((4,)), cdraw((4, 2)), 2), {"w": positive((4,))}),
        Sample((apart((5,)) * 10, draw((5,)), 3)),
    ]


def integrals() -> list[Sample]:
    found = [Sample((draw((n,)), m)) for n in (1, 2, 4) for m in (0, 1, 3)] + [
        Sample((x,)) for x in layouts(draw((3,)))
    ]
    found += [
        Sample((draw((3,)), m, k)) for m, k in ((1, 2.5), (1, draw((1,))), (3, draw((3,))), (2, draw((1,))), (2, 1.5))
    ]
    return found + [Sample((cdraw((3,)), 2)), Sample((single(draw((3,))),)), Sample((cdraw((2,)), 2, cdraw((2,))))]


CASES: dict[Any, list[Sample]] = {
    np.polyval: values(),
    np.polyfit: fits(),
    np.polyadd: pairs() + [Sample((2.5, draw((3,)))), Sample((1.5, 2.5))],
    np.polysub: pairs() + [Sample((2.5, draw((3,)))), Sample((1.5, 2.5))],
    np.polymul: pairs() + [Sample((2.5, draw((3,)))), Sample((draw((2,)), 1.5))],
    np.polyder: [Sample((draw((n,)), m)) for n in (1, 2, 3, 5) for m in (0, 1, 2, 4)]
    + [Sample((cdraw((4,)), 2))]
    + [Sample((x,)) for x in layouts(draw((4,)))]
    + [Sample((single(draw((3,))),))],
    np.polyint: integrals(),
    np.polydiv: [
        Sample((x, v + np.sign(v))) for n in (1, 3, 5) for x in layouts(draw((n,))) for v in (draw((1,)), draw((3,)))
    ]
    + [
        Sample((cdraw((5,)), cdraw((2,)))),
        Sample((draw((4,)), cdraw((2,)))),
        Sample((draw((4,)), 1.5)),
        Sample((2.5, 1.5)),
    ],
    np.poly: [Sample((x,)) for n in (1, 2, 4) for x in layouts(draw((n,)))]
    + [Sample((cdraw((3,)),))]
    + [Sample((draw((n, n)),)) for n in (1, 2, 3)]
    + [Sample((draw((3, 3)) / 2 + draw((3, 3)).T,)), Sample((single(draw((3,))),))]
    + [Sample((np.array([0.0, 0.0, 1.5]),)), Sample((cdraw((2, 2)),))],
    np.roots: [Sample((x,)) for n in (2, 3, 5) for x in layouts(np.poly(apart((n - 1,)) + 0.2))]
    + [Sample((cdraw((4,)),))]
    + [Sample((np.array([1.5, 1.0, 2.5]),)), Sample((np.array([1.5, 1.0, 2.5, -0.5, 3.0]),)), Sample((cdraw((3,)),))]
    + [Sample((single(np.array([1.0, -3.0, 2.0])),)), Sample((np.array([2.0, 1.0]),))],
}


@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
def test_rule(function: Any) -> None:
    check_rule(function, CASES[function])
    assert len(CASES[function]) >= 20


def test_zeros_that_numpy_drops_take_no_part() -> None:
    """np.polymul and np.roots drop leading zeros, np.roots trailing ones too."""
    left, right = np.array([0.0, 1.5, 2.0]), np.array([1.0, -1.0])
    left_bar, right_bar = registry.run(np.polymul, left, right)[1](np.array([1.0, 2.0, 4.0]))
    assert np.allclose(left_bar, [0.0, -1.0, -2.0]) and np.allclose(right_bar, [5.5, 11.0])
    p = np.array([0.0, 2.0, -6.0, 4.0, 0.0])
    z, pullback, _ = registry.run(np.roots, p)
    bar = pullback(np.where(np.isclose(z, 2.0), 1.0, 0.0))
    assert np.allclose(bar, [0.0, -2.0, -1.0, -0.5, 0.0])


def test_a_repeated_root_of_poly() -> None:
    bar = registry.run(np.poly, np.array([1.0, 1.0]))[1](np.array([1.0, 2.0, 3.0]))
    assert np.allclose(bar, [1.0, 1.0])


@pytest.mark.parametrize("keywords", [{"full": True}, {"cov": True}, {"cov": "unscaled"}])
def test_further_outputs_of_polyfit_are_refused(keywords: dict[str, Any]) -> None:
    with pytest.raises(UnsupportedError, match=next(iter(keywords))):
        registry.run(np.polyfit, draw((6,)), draw((6,)), 1, **keywords)
