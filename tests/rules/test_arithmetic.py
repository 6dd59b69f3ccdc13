"""Rules of the arithmetic operators and their ufuncs."""
import math
import operator
import warnings
from typing import Any

import numpy as np
import pytest

from s2s.rules import arithmetic, registry
from s2s.testing import Sample, check_rule
from tests.rules.samples import binary, complex_normal, layouts, normal, numbers, single, spread, title, unary, uniform
from tests.trees import same

N, C, P, S = normal(), complex_normal(), uniform(0.5, 2.0), spread()
WHOLE = [np.array([0.0, 1.0, 2.0]), np.array([-1.5, 2.0, -0.5])]


def sums() -> list[Sample]:
    return binary(N, complex_draw=C)


def powers(function: Any) -> list[Sample]:
    found = binary(P, N, complex_draw=C if function is not np.float_power else None)
    found += [Sample((x, n)) for n in (0, 1, 2, 3, -1, -2) for x in (P((2, 3)), -P((3,)), single(P((3,))), 1.5)]
    found += [Sample((N((3,)), np.array([0, 2, 3]))), Sample((2, N((3,)))), Sample((np.array([1, 2, 3]), N((2, 1))))]
    # base 0: slopes of the base for the exponents 0, 1, 2, 3 and of the exponent
    zero, ones = np.zeros(3), np.ones(3)
    found += [
        Sample((zero, np.array([1.0, 2.0, 3.0])), expected=([1.0, 0.0, 0.0], [0.0, 0.0, 0.0])),
        Sample((zero, 0 * ones), expected=([0.0, 0.0, 0.0], [0.0, 0.0, 0.0])),
        Sample((zero, 1), expected=(ones, None)),
        Sample((zero, 2), expected=(zero, None)),
        Sample((zero, 2.0), expected=(zero, 0.0)),
        Sample((zero, 0), expected=(zero, None)),
        Sample((0.0, 0), expected=(0.0, None)),
        Sample((0.0, 2.5), expected=(0.0, 0.0)),
        Sample((zero, 0.5), expected=(np.inf * ones, 0.0)),
        Sample((-2.0 * ones, 3.0 * ones), expected=(12 * ones, None)),
        Sample((np.array([-2.0, 0.0, 2.0]), 2), expected=([-4.0, 0.0, 4.0], None)),
    ]
    return found


def quotients() -> list[Sample]:
    away = lambda shape: S(shape) + 0.05  # noqa: E731
    return binary(N, away, complex_draw=C)


def remainders() -> list[Sample]:
    return binary(lambda shape: 3 * N(shape), lambda shape: 1.3 * np.sign(N(shape)) * P(shape))


def lists() -> list[Sample]:
    """Lists of numbers, and what the sum starts with."""
    numbers = [float(value) for value in S((9,))]
    found = [Sample((numbers[:count],)) for count in range(1, 10)]
    found += [Sample((numbers[:count], start)) for count in (1, 3, 7) for start in (0, 2.5, -1)]
    return found + [Sample(([np.float64(v) for v in numbers],)), Sample(((1, 2.5, 3),)), Sample((numbers, 1.5))]


CASES: dict[Any, list[Sample]] = {
    sum: lists(),
    math.fsum: [Sample(s.args[:1]) for s in lists()],
    np.add: sums(),
    operator.add: sums(),
    np.subtract: sums(),
    operator.sub: sums(),
    np.multiply: sums() + [Sample((np.array([0.0, 1.0]), np.array([0.0, 0.0])))],
    operator.mul: sums(),
    np.divide: quotients(),
    operator.truediv: quotients(),
    np.negative: unary(N, complex_draw=C),
    operator.neg: unary(N, complex_draw=C),
    np.positive: unary(N, complex_draw=C),
    operator.pos: unary(N, complex_draw=C),
    np.power: powers(np.power),
    np.float_power: powers(np.float_power),
    math.pow: numbers(P, arity=2),
    np.square: unary(N, complex_draw=C),
    np.reciprocal: unary(S, complex_draw=C),
    np.remainder: remainders(),
    operator.mod: remainders(),
    np.fmod: remainders(),
    math.fmod: numbers(lambda shape: 2 * P(shape), arity=2),
    np.divmod: remainders(),
    divmod: remainders(),
}
POWERS = [s for s in powers(np.power) if not (isinstance(s.args[0], float) and s.args[0] == 0.0)]


@pytest.mark.parametrize("function", CASES, ids=title)
def test_rule(function: Any) -> None:
    assert len(CASES[function]) >= 20
    check_rule(function, CASES[function])


@pytest.mark.parametrize("function", [operator.pow, pow])
def test_power_twins(function: Any) -> None:
    """Older NumPys round ``x ** -1`` of single precision in another way than ``np.power``, which the rule calls."""
    alike = [s for s in POWERS if same(np.asarray(operator.pow(*s.args)), np.asarray(np.power(*s.args)))]
    assert len(alike) >= len(POWERS) - 1
    check_rule(function, alike)


@pytest.mark.parametrize("function", [np.power, np.float_power, np.divide, np.reciprocal, np.multiply])
@pytest.mark.parametrize("x", layouts(np.array([[0.0, 1.0, 2.0], [-0.0, 3.0, 1e200]]))[:2])
def test_a_partly_zero_cotangent_stays_zero(function: Any, x: Any) -> None:
    args = (x,) if function is np.reciprocal else (x, np.array([0.0, 0.5, 0.5])) if function is np.power else (x, x)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        z, pullback, _ = registry.run(function, *args)
        z_bar = np.where(np.arange(6).reshape(2, 3) % 3 == 1, 1.0, 0.0)
        bars = pullback(z_bar)
    for bar in bars if isinstance(bars, tuple) else (bars,):
        assert bar.shape != x.shape or np.all(bar[z_bar == 0] == 0)
        assert np.all(np.isfinite(bar))


def test_zero_derivative() -> None:
    assert arithmetic is not None
    for function in (np.floor_divide, operator.floordiv):
        assert registry.is_zero_derivative(function)
