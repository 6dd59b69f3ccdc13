"""Rules of reductions, with and without NaN."""

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import s2s.rules.nan_reductions
import s2s.rules.reductions  # noqa: F401
from s2s.rules import registry
from s2s.testing import Sample, check_rule
from tests.rules.samples import axes, complex_normal, layouts, normal, single, spread, strided

N, C, S = normal(), complex_normal(), spread()
MASK = np.array([[True, False, True], [True, True, False]])
LINEAR = (np.sum, np.nansum, np.mean, np.nanmean)
PRODUCTS = (np.prod, np.nanprod)
SPREADS = (np.var, np.std, np.nanvar, np.nanstd)
EXTREMES = (np.max, np.min, np.amax, np.amin, np.nanmax, np.nanmin)


def reductions(draw: Callable[..., Any]) -> list[Sample]:
    """Every axis with and without keepdims, layouts, 0-d, numbers, single precision."""
    found = [Sample((draw((2, 3)), a), {"keepdims": k}) for a in axes(2) for k in (False, True)]
    found += [Sample((draw((2, 1, 3)), a), {"keepdims": k}) for a in (None, 1, (0, -1)) for k in (False, True)]
    found += [Sample((x,), {"axis": a}) for x in layouts(draw((2, 3))) for a in (None, 1)]
    found += [Sample((single(draw((2, 3))), a)) for a in (None, 0, (0, 1))]
    return found + [Sample((draw(()),)), Sample((float(draw(())),)), Sample((draw((1,)),)), Sample((draw((0, 3)), 1))]


def masks(draw: Callable[..., Any], **keywords: Any) -> list[Sample]:
    wheres = (MASK, MASK[:, :1] | True, strided(MASK), MASK[0])
    found = [Sample((draw((2, 3)), a), {"where": w, **keywords}) for w in wheres for a in (None, 1)]
    found += [Sample((draw((2, 3)), (0,)), {"where": w, **keywords}) for w in wheres[:3]]
    return found + [Sample((single(draw((2, 3))), 1), {"where": MASK, "keepdims": True, **keywords})]


def missing(draw: Callable[..., Any]) -> list[Sample]:
    """NaN in the data, with axes and masks."""
    x = np.array(draw((2, 4)))
    x[0, 1] = x[1, 3] = np.nan
    keywords = [{"axis": a, "keepdims": k} for a in (None, 0, 1, (0, 1)) for k in (False, True)]
    found = [Sample((x,), k) for k in keywords] + [Sample((single(x), 1))]
    return found


def initials(draw: Callable[..., Any]) -> list[Sample]:
    return [
        Sample((draw((2, 3)), a), {"initial": i, "where": w})
        for a in (None, 1)
        for i in (1.5, -9.0)
        for w in (True, MASK)
    ]


def dtypes(draw: Callable[..., Any]) -> list[Sample]:
    return [Sample((single(draw((2, 3))), 1, np.float64)), Sample((draw((2, 3)),), {"dtype": np.float32})]


def complexes() -> list[Sample]:
    return [Sample((C((2, 3)), a)) for a in (None, 0, -1, (0, 1))] + [Sample((single(C((3,))),))]


def zeros() -> list[Sample]:
    x = N((3, 4))
    x[0, 1] = x[1, 1] = x[2, 2] = 0.0
    found = [Sample((x, a), {"keepdims": k}) for a in (None, 0, 1, (0, 1), -1) for k in (False, True)]
    found += [Sample((np.array([0.0, 2.0, 3.0]),), expected=([6.0, 0.0, 0.0], 0.0 * 1 or None))]
    return found + [Sample((np.array([0.0, 2.0, 0.0]),), expected=(np.zeros(3), None)), Sample((np.ones((2, 0)),))]


def variances(draw: Callable[..., Any]) -> list[Sample]:
    found = [Sample((draw((3, 2)),), {"axis": a, "ddof": d}) for a in (None, 0, (0, 1)) for d in (1, 0.5)]
    if np.lib.NumpyVersion(np.__version__) >= "2.0.0":
        found += [Sample((draw((3, 2)), 0), {"correction": 1})]
        found += [
            Sample((x, 0), {"mean": np.mean(x, axis=0, keepdims=True) + shift})
            for x in (draw((3, 2)),)
            for shift in (0, 0.3)
        ]
    return found


def ties() -> list[Sample]:
    x = np.array([[1.0, 2.0, 2.0], [2.0, 0.0, 0.0]])
    third, half = 1 / 3, 0.5
    return [
        Sample((x,), expected=([[0, third, third], [third, 0, 0]], None)),
        Sample((x, 1), expected=([[0, half, half], [1, 0, 0]], None)),
        Sample((x, 0), {"keepdims": True}, ([[0, 1, 1], [1, 0, 0]], None)),
        Sample((x, 1), {"initial": 2.0}, ([[0, third, third], [half, 0, 0]], third + half)),
        Sample((single(x), (0, 1)), {"initial": 5.0}, (np.zeros((2, 3)), 1.0)),
    ]


CASES: dict[Any, list[Sample]] = {f: reductions(N) + masks(N) + dtypes(N) + complexes() for f in LINEAR}
CASES |= {f: reductions(N) + masks(N) + dtypes(N) + complexes() + initials(N) + zeros() for f in PRODUCTS}
CASES |= {f: reductions(S)[:-2] + variances(S) + masks(S) + dtypes(S) + complexes() for f in SPREADS}
CASES |= {f: reductions(S) + initials(S) + masks(S, initial=-99.0 if "max" in f.__name__ else 99.0) for f in EXTREMES}
for function in (np.sum, np.nansum):
    CASES[function] = CASES[function] + initials(N)
for function in (np.max, np.amax, np.nanmax):
    CASES[function] = CASES[function] + ties()
for function in (np.nansum, np.nanmean, np.nanprod, np.nanvar, np.nanstd, np.nanmax, np.nanmin):
    CASES[function] = CASES[function] + missing(S)
for function in SPREADS + (np.mean, np.nanmean):  # these warn and return NaN for no entries
    CASES[function] = [s for s in CASES[function] if np.size(s.args[0])]
WEIGHTS = np.array([0.5, 1.5, 2.0])
# The mean of equal entries may be off by rounding: that is not a direction.
EQUAL = [np.full(13, 1 / 13), np.full(5, 0.3), np.full(7, 1e3 / 7), np.full(11, 1e-3 + 2e-3j), single(np.full(11, 0.1))]
for function in (np.std, np.nanstd):
    CASES[function] = CASES[function] + [Sample((x,), expected=(np.zeros(x.shape), None)) for x in EQUAL]
    CASES[function] += [Sample((np.stack([x, x]), 1), expected=(np.zeros((2, x.size)), None)) for x in EQUAL[:-1]]
CASES[np.ptp] = reductions(S) + [Sample((np.ones(4),), expected=(np.zeros(4),))]
CASES[np.average] = (
    [s for s in reductions(N) if s.args[1:] != ((),) and np.size(s.args[0])]
    + [
        Sample((N((2, 3)), a, w), {"keepdims": k})
        for a, w in ((1, WEIGHTS), (-1, WEIGHTS), (None, MASK + 0.5))
        for k in (False, True)
    ]
    + [
        Sample((N((4, 3, 2)), 1), {"weights": WEIGHTS}),
        Sample((C((2, 3)), 1, WEIGHTS)),
        Sample((N((3,)), 0, WEIGHTS + 0.1j)),
    ]
    + [
        Sample((single(N((2, 3))), 1, single(WEIGHTS))),
        Sample((N((2, 3)), 1, np.array([1, 2, 3]))),
        Sample((C((2, 3)), 0, C((2, 3)))),
    ]
    + [
        Sample((N((2, 3)), a, w, True), {"keepdims": k})
        for a in (1, None)
        for w in (None, MASK + 0.5)
        for k in (False, True)
    ]
    + [Sample((N((2, 3)), 1, WEIGHTS), {"returned": True}), Sample((C((2, 3)), 0, C((2, 3)), True))]
)


@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
def test_rule(function: Any) -> None:
    assert len(CASES[function]) >= 20
    check_rule(function, CASES[function])


@pytest.mark.parametrize("function", SPREADS)
def test_the_slope_of_a_constant_is_zero(function: Any) -> None:
    for axis in (None, 0):
        z, pullback, _ = registry.run(function, np.full((3, 2), 2.0), axis)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            np.testing.assert_array_equal(pullback(np.ones_like(z))[0], np.zeros((3, 2)))


def test_an_excluded_entry_absorbs_infinities() -> None:
    x = np.array([1.0, np.inf, 3.0])
    kept = np.array([True, False, True])
    for function in (np.sum, np.mean, np.prod, np.var):
        x_bar = registry.run(function, x, where=kept)[1](1.0)
        assert np.all(np.isfinite(x_bar[0] if isinstance(x_bar, tuple) else x_bar)), function
