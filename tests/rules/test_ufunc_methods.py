"""Rules of ufunc methods."""

from typing import Any

import numpy as np
import pytest

import s2s.rules.ufunc_methods  # noqa: F401
from s2s.rules import registry
from s2s.testing import Sample, check_rule
from tests.rules.samples import axes, complex_normal, layouts, normal, single, spread

N, C, S = normal(), complex_normal(), spread()
MASK = np.array([[True, False, True], [True, True, False]])


def reductions(draw: Any, initial: float) -> list[Sample]:
    found = [Sample((draw((2, 3)), a), {"keepdims": k}) for a in axes(2) for k in (False, True)]
    found += [Sample((x,)) for x in layouts(draw((2, 3)))] + [Sample((draw((4,)),)), Sample((draw((3, 1, 2)),))]
    found += [Sample((draw((2, 3)), a), {"initial": initial, "where": w}) for a in (0, None, 1) for w in (True, MASK)]
    return found + [Sample((single(draw((2, 3))), 1)), Sample((single(draw((2, 3))), 1, np.float64))]


def differences() -> list[Sample]:
    found = [Sample((N((2, 3)), a), {"keepdims": k}) for a in (0, 1, -1, (1,)) for k in (False, True)]
    found += [Sample((draw((2, 3)), a), {"initial": 1.5}) for a in (0, -1) for draw in (N, C)]
    found += [Sample((x, 1)) for x in layouts(N((2, 3)))] + [Sample((C((4,)),)), Sample((N((3, 1, 2)),))]
    found += [Sample((N((2, 3)), a), {"initial": 0.5, "where": MASK}) for a in (0, 1)] + [Sample((N((1,)), None))]
    return [*found, Sample((single(N((2, 3))), 1)), Sample((single(N((2, 3))), 1, np.float64)), Sample((N((4,)), ()))]


def scans() -> list[Sample]:
    found = [Sample((N((2, 3)), a)) for a in (0, 1, -1)] + [Sample((x, a)) for x in layouts(N((2, 3))) for a in (0, 1)]
    found += [Sample((N((5,)),)), Sample((N((0, 2)),)), Sample((C((3,)),)), Sample((single(N((3, 2))),))]
    return found + [
        Sample((np.array([1.0, 0.0, 2.0, 0.0]),)),
        Sample((single(N((3,))), 0, np.float64)),
        Sample((N((3, 2, 2)), 1)),
    ]


def running() -> list[Sample]:
    found = [Sample((N((2, 3)), a)) for a in (0, 1, -1)] + [Sample((x, a)) for x in layouts(N((2, 3))) for a in (0, 1)]
    found += [Sample((N((7,)),)), Sample((N((0, 2)),)), Sample((N((1,)),)), Sample((single(N((3, 2))),))]
    return [*found, Sample((N((3, 4, 2)), 1)), Sample((N((4, 2)), -2)), Sample((-np.arange(4.0),))]


def slices() -> list[Sample]:
    places = ([0, 2], [3, 1, 1, 0], [0], [4, 4])
    found = [Sample((N((5,)), i)) for i in places] + [Sample((N((2, 5)), i, 1)) for i in places]
    found += [Sample((x, [1, 0], a)) for x in layouts(N((2, 3))) for a in (0, -1)]
    return [*found, Sample((C((4,)), [0, 3])), Sample((single(N((4,))), np.array([0, 3]))), Sample((N((3, 2)), [2]))]


def outers() -> list[Sample]:
    shapes = (
        ((3,), (2,)),
        ((), (2,)),
        ((3,), ()),
        ((2, 2), (3,)),
        ((2,), (1, 3)),
        ((0,), (2,)),
        ((), ()),
        ((1,), (1,)),
    )
    found = [Sample((N(a), N(b))) for a, b in shapes] + [Sample((x, N((2,)))) for x in layouts(N((2, 3)))]
    found += [Sample((N((2,)), x)) for x in layouts(N((2, 3)))] + [
        Sample((C((2,)), C((3,)))),
        Sample((N((2,)), C((3,)))),
    ]
    return found + [Sample((single(N((2,))), single(N((3,))))), Sample((2.0, N((3,)))), Sample((np.arange(3), N((2,))))]


CASES: dict[Any, list[Sample]] = {
    (np.add, "reduce"): reductions(N, 1.5),
    (np.multiply, "reduce"): reductions(N, 1.5),
    (np.maximum, "reduce"): reductions(S, -0.1),
    (np.minimum, "reduce"): reductions(S, 0.1),
    (np.subtract, "reduce"): differences(),
    (np.hypot, "reduce"): [s for s in reductions(N, 1.5) if s.args[1:] != ((),)]
    + [Sample((np.zeros(3),), expected=(np.zeros(3), None))],
    (np.logaddexp, "reduce"): [s for s in reductions(N, 0.0) if "initial" not in s.kwargs and s.args[1:] != ((),)],
    (np.add, "accumulate"): scans(),
    (np.multiply, "accumulate"): scans(),
    (np.maximum, "accumulate"): running(),
    (np.minimum, "accumulate"): running(),
    (np.add, "reduceat"): slices(),
    (np.add, "outer"): outers(),
    (np.subtract, "outer"): outers(),
    (np.multiply, "outer"): outers(),
}


@pytest.mark.parametrize("function", CASES, ids=lambda f: f"{f[0].__name__}.{f[1]}")
def test_rule(function: Any) -> None:
    assert len(CASES[function]) >= 20
    check_rule(function, CASES[function])


def test_equal_running_extremes_share_evenly() -> None:
    x = np.array([1.0, 1.0, 0.0, 2.0, 2.0, 1.0, 2.0])
    _, pullback, _ = registry.run((np.maximum, "accumulate"), x)
    assert np.allclose(pullback(np.array([0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 6.0])), [0.5, 0.5, 0.0, 2.0, 2.0, 0.0, 2.0])
