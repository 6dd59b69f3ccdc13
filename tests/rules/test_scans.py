"""Rules of cumulative sums and products, differences and the trapezoidal rule."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import s2s.rules.scans  # noqa: F401
from s2s.testing import Sample, check_rule
from tests.rules.samples import complex_normal, layouts, normal, single

N, C = normal(), complex_normal()


def scans(draw: Callable[..., Any]) -> list[Sample]:
    found = [Sample((draw((2, 3)), a)) for a in (None, 0, 1, -1, -2)] + [Sample((draw((3, 1, 2)), a)) for a in (1, 2)]
    found += [Sample((x,), {"axis": a}) for x in layouts(draw((2, 3))) for a in (None, 1)]
    found += [Sample((draw(shape),)) for shape in ((), (1,), (5,), (0,))] + [Sample((float(draw(())),))]
    found += [
        Sample((single(draw((2, 3))), 1)),
        Sample((single(draw((2, 3))), 1, np.float64)),
        Sample((draw((0, 2)), 1)),
    ]
    return found + [Sample((C((2, 3)),)), Sample((C((2, 3)), 0)), Sample((single(C((3,))),))]


def zeros() -> list[Sample]:
    x = N((3, 4))
    x[0, 1] = x[1, 1] = x[2, 2] = x[2, 0] = 0.0
    return [Sample((x, a)) for a in (None, 0, 1)] + [Sample((np.zeros(3),))]


def missing() -> list[Sample]:
    x = N((2, 4))
    x[0, 1] = x[1, 3] = np.nan
    return [Sample((x, a)) for a in (None, 0, 1, -1)] + [Sample((single(x), 1))]


def by_keyword() -> list[Sample]:
    found = [Sample((N((2, 3)),), {"axis": a, "include_initial": i}) for a in (0, 1, -1) for i in (False, True)]
    found += [Sample((x,), {"axis": 1, "include_initial": i}) for x in layouts(N((2, 3))) for i in (False, True)]
    found += [Sample((draw((4,)),), {"include_initial": i}) for draw in (N, C) for i in (False, True)]
    found += [Sample((single(N((3,))),)), Sample((N((0,)),)), Sample((np.array([0.0, 2.0, 0.0]),))]
    return found + [Sample((N((2, 0)),), {"axis": 1, "include_initial": True})]


def diffs() -> list[Sample]:
    found = [Sample((N((4, 5)), n, a)) for n in (0, 1, 2, 3) for a in (0, 1, -1, -2)]
    found += [Sample((x,)) for x in layouts(N((2, 3)))] + [Sample((N((3,)), n)) for n in (3, 4)]
    for before in (None, 1.5, N((2, 1)), N((2, 2))):
        for after in (None, -0.5, N((2, 3))):
            keywords = {k: v for k, v in (("prepend", before), ("append", after)) if v is not None}
            found += [Sample((N((2, 3)), n), keywords) for n in (1, 2)]
    found += [Sample((N((3, 2)),), {"axis": 0, "prepend": N((1, 2)), "append": 0})]
    found += [
        Sample((C((4,)),)),
        Sample((single(N((4,))), 2)),
        Sample((N((1,)),)),
        Sample((N((0,)),)),
        Sample((N((2, 0)),)),
    ]
    return found


def flat_diffs() -> list[Sample]:
    found = [Sample((x,)) for x in layouts(N((2, 3)))] + [Sample((N(s),)) for s in ((4,), (1,), (0,), (2, 2))]
    ends = (None, 1.5, N((2,)), N((2, 2)))
    return (
        found + [Sample((N((4,)), e, b)) for e in ends for b in ends] + [Sample((single(N((3,))),)), Sample((C((3,)),))]
    )


def trapezoids() -> list[Sample]:
    x = np.cumsum(np.abs(N((4,))) + 0.2)
    found = [Sample((N((4,)), p)) for p in (None, x, x[::-1])] + [
        Sample((N((2, 4)), x)),
        Sample((N((4, 2)), x, 1.0, 0)),
    ]
    found += [Sample((y, N((2, 3)), 1.0, a)) for y in layouts(N((2, 3))) for a in (0, -1)]
    found += [Sample((N((2, 4)),), {"dx": 0.3, "axis": a}) for a in (0, 1, -1)] + [
        Sample((N((4, 2)), N((4, 1)), 1.0, 0))
    ]
    found += [
        Sample((C((4,)), x)),
        Sample((single(N((4,))), single(x))),
        Sample((single(N((4,))),)),
        Sample((N((0,)),)),
    ]
    return found + [Sample((N((1,)),)), Sample((N((2, 3)), None, N((2,))))]


def gradients() -> list[Sample]:
    x = np.cumsum(np.abs(N((4,))) + 0.2)
    found = [Sample((N((n,)),), {"edge_order": e}) for n in (3, 4, 5, 7) for e in (1, 2)] + [Sample((N((2,)),))]
    found += [Sample((N((4,)), s), {"edge_order": e}) for s in (0.3, x) for e in (1, 2)]
    found += [Sample((f,), {"axis": a}) for f in layouts(N((3, 4))) for a in (None, 0, (1, 0))]
    found += [
        Sample((N((3, 4)), 0.5, x)),
        Sample((N((3, 4)), 0.5)),
        Sample((N((4, 3)), x), {"axis": 0, "edge_order": 2}),
    ]
    five = np.cumsum(np.array([0.3, 1.0, 0.5, 0.7, 0.2]))
    found += [Sample((C((5,)), p), {"edge_order": e}) for e in (1, 2) for p in (np.arange(5.0), five)]
    found += [Sample((C((4,)),)), Sample((C((4,)), 0.3)), Sample((single(N((5,))), single(five)))]
    return found + [Sample((single(N((4,))),)), Sample((N((3, 3, 3)),), {"axis": (0, -1)})]


CASES: dict[Any, list[Sample]] = {
    np.cumsum: scans(N),
    np.cumprod: scans(N) + zeros(),
    np.nancumsum: scans(N) + missing(),
    np.nancumprod: scans(N) + zeros() + missing(),
    np.diff: diffs(),
    np.ediff1d: flat_diffs(),
    np.trapezoid: trapezoids(),
    np.gradient: gradients(),
}
if hasattr(np, "cumulative_sum"):
    CASES |= {np.cumulative_sum: by_keyword(), np.cumulative_prod: by_keyword()}


@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
def test_rule(function: Any) -> None:
    assert len(CASES[function]) >= 20
    check_rule(function, CASES[function])
