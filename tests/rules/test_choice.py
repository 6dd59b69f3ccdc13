"""Rules of functions that choose between values or change signs."""
import math
import operator
from typing import Any

import numpy as np
import pytest

import s2s.rules.choice  # noqa: F401
from s2s.errors import UnsupportedError
from s2s.rules import registry
from s2s.testing import Sample, check_rule
from tests.rules.samples import PAIRS, binary, complex_normal, layouts, normal, numbers, single, spread, title, unary

N, C, S = normal(), complex_normal(), spread()
M = np.array([True, False, True])
TIES = [
    Sample((np.array([1.0, 2.0, 3.0]), np.array([1.0, 1.0, 4.0])), expected=([0.5, 1.0, 0.0], [0.5, 0.0, 1.0])),
    Sample((np.array([0.0, -1.0, 2.0]), 0.0), expected=([0.5, 0.0, 1.0], 1.5)),
    Sample((single(np.zeros(2)), single(np.zeros(2))), expected=([0.5, 0.5], [0.5, 0.5])),
    Sample((np.full(2, np.inf), np.array([np.inf, 0.0])), expected=([0.5, 1.0], [0.5, 0.0])),
]
LOW = [Sample((s.args[1], s.args[0]), expected=s.expected) for s in TIES[:1]]
MISSING = [Sample((np.array([np.nan, 1.0, 2.0]), np.array([1.0, np.nan, 1.5])))]


def wheres() -> list[Sample]:
    found = [Sample((np.array(N(a) > 0), N(a), N(b))) for a, b in PAIRS]
    found += [Sample((M, x, 0.0)) for x in (N((2, 3)), 1.5)]
    found += [Sample((M, x, N((2, 1)))) for x in layouts(N((2, 3)))]
    found += [Sample((True, N(()), N(()))), Sample((M, C((3,)), N((3,))))]
    found += [Sample((M, single(N((3,))), single(N((2, 1)))))]
    found += [Sample((M, single(N((3,))), 0.0)), Sample((N((2, 3)) > 0, 1, N((3,)))), Sample((M, C((3,)), 1.0))]
    return found


def clips() -> list[Sample]:
    x = np.array([[-2.0, -1.0, 0.2], [1.0, 3.0, 0.7]])
    on_bounds = ([[0.0, 1.0, 1.0], [1.0, 0.0, 1.0]], 1.0, 1.0)
    y = S((2, 3)) + 0.01
    found = [Sample((x, -1.0, 1.0), expected=(*on_bounds, None, None))]
    found += [Sample((x,), {"min": -1.0, "max": 1.0}, (on_bounds[0], None, None, 1.0, 1.0))]
    found += [Sample((y, -0.5, 0.6)), Sample((y, None, 0.6)), Sample((y, -0.6, None)), Sample((y, N((3,)), 0.9))]
    found += [Sample((y, N((2, 1)), N((3,)) + 2)), *[Sample((v, 0.0, 1.0)) for v in (0.3, 1.3, -1.3)]]
    found += [Sample((z, -0.5, 0.6)) for z in layouts(y)] + [Sample((single(y), -0.5, 0.6))]
    found += [Sample((single(y), single(N((3,))), 1)), Sample((np.zeros((0, 2)), -1, 1.0)), Sample((y, -1, 1))]
    found += [Sample((y,), {"a_min": -0.5, "a_max": N((3,))}), Sample((y, np.full(3, -0.5), np.inf))]
    found += [Sample((y, 2.0, -3.0)), Sample((y, 0.21, -0.13)), Sample((N(()), N((3,)) - 3, N((2, 1)) + 3))]
    if np.lib.NumpyVersion(np.__version__) < "2.1.0":  # no min= and max=
        found = [s for s in found if "min" not in s.kwargs]
    return found


def selects() -> list[Sample]:
    a, b = N((2, 3)) > 0, N((2, 3)) > 0.3
    found = [Sample(([a, b], [N(p), N(q)], 0.5)) for p in ((2, 3), (3,), ()) for q in ((2, 1), (2, 3), (1,))]
    found += [Sample(([a, b, ~a], [N((2, 3)), N((3,)), C((3,))])), Sample(([b], [N((2, 3))], N((2, 3))))]
    found += [Sample(([a, b], [x, N((3,))])) for x in layouts(N((2, 3)))]
    found += [Sample(([M, ~M], [single(N((3,))), single(N((3,)))], 1.0)), Sample(([M], [N((3,))], 2))]
    found += [Sample(([M, M], (N((3,)), N((3,))), N((3,)))), Sample(([a], [N((2, 3))]), {"default": N((3,))})]
    return found


def repairs() -> list[Sample]:
    bad = np.array([1.0, np.nan, np.inf, -np.inf, -2.0])
    mixed = bad.astype(complex)
    mixed.imag = bad[::-1]
    found = unary(N, complex_draw=C, numbers=False) + [Sample((bad,)), Sample((bad, True, 2.0, 3.0, -3.0))]
    found += [Sample((mixed, True, 2.0, 3.0, -3.0))]
    return found + [Sample((mixed,)), Sample((single(bad),)), Sample((bad,), {"nan": 1.5})]


ZERO = [Sample((np.array([0.0, -2.0]),), expected=([0.0, -1.0],)), Sample((0.0,), expected=(0.0,))]
CASES: dict[Any, list[Sample]] = {
    np.maximum: binary(S, N) + TIES,
    np.minimum: binary(S, N) + LOW,
    np.fmax: binary(S, N) + TIES + MISSING,
    np.fmin: binary(S, N) + LOW + MISSING,
    np.where: wheres(),
    np.clip: clips(),
    np.absolute: unary(S, complex_draw=C) + ZERO + [Sample((np.array([0j, 3 + 4j]),), expected=([0, 0.6 + 0.8j],))],
    abs: unary(S, complex_draw=C) + ZERO,
    operator.abs: unary(S, complex_draw=C) + ZERO,
    np.fabs: unary(S) + ZERO,
    math.fabs: numbers(S),
    np.copysign: binary(S, N),
    math.copysign: numbers(N, arity=2),
    np.heaviside: binary(S, N)
    + [Sample((np.arange(3) - 1.0, N((2, 3))), expected=(np.zeros(3), [[0, 1, 0], [0, 1, 0]]))],
    np.nan_to_num: repairs(),
    np.select: selects(),
    np.real_if_close: unary(N, complex_draw=C)[:-4] + [Sample((N((3,)) + 1e-15j * N((3,)),), expected=(np.ones(3),))],
}


@pytest.mark.parametrize("function", CASES, ids=title)
def test_rule(function: Any) -> None:
    assert len(CASES[function]) >= 20
    check_rule(function, CASES[function])


def test_an_unselected_branch_gets_an_exact_zero() -> None:
    _, pullback, _ = registry.run(np.where, M, np.zeros(3), np.zeros(3))
    x_bar, y_bar = pullback(np.array([np.inf, np.nan, 2.0]))
    np.testing.assert_array_equal(x_bar, [np.inf, 0.0, 2.0])
    np.testing.assert_array_equal(y_bar, [0.0, np.nan, 0.0])


def test_nan_to_num_in_place_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="copy"):
        registry.run(np.nan_to_num, np.ones(2), copy=False)
