"""Rules of the elementary functions and their twins in ``math``."""
import math
import warnings
from typing import Any

import numpy as np
import pytest

import s2s.rules.arithmetic
import s2s.rules.choice
import s2s.rules.elementary  # noqa: F401
from s2s.rules import registry
from s2s.runtime import digamma, sinc_slope
from s2s.testing import Sample, check_rule
from tests.rules.samples import (
    PAIRS,
    binary,
    complex_normal,
    layouts,
    normal,
    numbers,
    single,
    spread,
    title,
    unary,
    uniform,
)

N, C, P, U, A = normal(), complex_normal(), uniform(0.3, 3.0), uniform(-0.9, 0.9), uniform(1.2, 3.0)
S = spread()
ENTIRE = (np.exp, np.exp2, np.expm1, np.sin, np.cos, np.tan, np.sinh, np.cosh, np.tanh, np.arcsinh, np.arctan, np.sinc)
CASES: dict[Any, list[Sample]] = {f: unary(N, complex_draw=C) for f in ENTIRE}
CASES |= {f: unary(P, complex_draw=C) for f in (np.log, np.log2, np.log10, np.log1p, np.sqrt)}
CASES |= {f: unary(U, complex_draw=C) for f in (np.arcsin, np.arccos, np.arctanh)}
CASES |= {f: unary(S) for f in (np.deg2rad, np.rad2deg, np.degrees, np.radians, np.cbrt, np.modf, np.frexp)}
CASES |= {
    np.arccosh: unary(A, complex_draw=C),
    np.i0: unary(lambda shape: 5 * N(shape)) + [Sample((x,)) for x in (0.0, 30.0, -300.0)],
    np.hypot: binary(N) + [Sample((np.zeros(2), np.zeros(2)), expected=(np.zeros(2), np.zeros(2)))],
    np.arctan2: binary(N) + [Sample((np.zeros(2), np.zeros(2)), expected=(np.zeros(2), np.zeros(2)))],
    np.logaddexp: binary(lambda shape: 3 * N(shape)),
    np.logaddexp2: binary(lambda shape: 3 * N(shape)),
    np.ldexp: [Sample((N(a), np.full(b, 3))) for a, b in PAIRS]
    + [Sample((x, np.arange(3))) for x in layouts(N((2, 3)))]
    + [Sample((x, 3)) for x in (N(()), N((3,)), single(N((3,))), 2.0)],
    np.nextafter: [s for s in binary(N) if s.args[0] is not None][:20],
    math.log: numbers(P) + numbers(A, 5, arity=2) + [Sample((2.5, 10)), Sample((3, 2.5))],
    math.hypot: numbers(N, arity=2) + numbers(N, arity=3) + [Sample((0.0, 0.0), expected=([0.0, 0.0],))],
    math.dist: [Sample((N((n,)), N((n,)))) for n in (1, 2, 3, 5) for _ in range(5)]
    + [Sample((np.ones(2), np.ones(2)), expected=(np.zeros(2), np.zeros(2)))],
    math.atan2: numbers(N, arity=2),
    math.ldexp: [Sample((float(N(())), i)) for i in range(-10, 10)],
}
CASES |= {f: numbers(N) for f in (math.exp, math.exp2, math.expm1, math.sin, math.cos, math.tan, math.sinh, math.cosh)}
CASES |= {f: numbers(N) for f in (math.tanh, math.asinh, math.atan, math.degrees, math.radians, math.erf, math.erfc)}
CASES |= {f: numbers(P) for f in (math.log2, math.log10, math.log1p, math.sqrt, math.cbrt)}
CASES |= {f: numbers(U) for f in (math.asin, math.acos, math.atanh)}
BETWEEN = [Sample((i + 0.3,)) for i in range(-5, 12)]
CASES |= {f: numbers(P) + BETWEEN for f in (math.gamma, math.lgamma)}
CASES |= {math.acosh: numbers(A), math.modf: numbers(S), math.frexp: numbers(N)}
INFINITE = {np.sqrt: 0.0, np.cbrt: 0.0, np.log: 0.0, np.log1p: -1.0, np.log2: 0.0, np.log10: 0.0, np.arcsin: 1.0}
INFINITE |= {np.arccos: -1.0, np.arccosh: 1.0, np.arctanh: 1.0, np.exp: 1e3, np.exp2: 2e3, np.expm1: 1e3}


@pytest.mark.parametrize("function", CASES, ids=title)
def test_rule(function: Any) -> None:
    assert len(CASES[function]) >= 20
    check_rule(function, CASES[function])


@pytest.mark.parametrize("function", INFINITE, ids=lambda f: f.__name__)
@pytest.mark.parametrize("convert", [np.float64, np.float32, lambda x: np.array([x, x])])
def test_a_zero_cotangent_is_absorbed(function: Any, convert: Any) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        x = convert(INFINITE[function])
        y, pullback, pushforward = registry.run(function, x)
    assert np.all(pullback(np.zeros_like(y)) == 0)
    assert np.all(pushforward(np.zeros_like(x)) == 0)
    assert np.all(np.isinf(pullback(np.ones_like(y))))


def test_logaddexp_of_nothing() -> None:
    x = np.array([-np.inf, -np.inf, np.inf, 1.0])
    y = np.array([-np.inf, 2.0, 0.0, -np.inf])
    _, pullback, _ = registry.run(np.logaddexp, x, y)
    x_bar, y_bar = pullback(np.ones(4))
    np.testing.assert_array_equal(x_bar, [0.0, 0.0, 1.0, 1.0])
    np.testing.assert_array_equal(y_bar, [0.0, 1.0, 0.0, 0.0])


def test_sinc_near_zero() -> None:
    x = np.array([0.0, 1e-9, 1e-3, 0.0299, 0.0301, 1.0])
    exact = [0.0, -np.pi**2 / 3 * 1e-9]
    (x_bar) = registry.run(np.sinc, x)[1](np.ones(6))
    np.testing.assert_allclose(x_bar[:2], exact, rtol=1e-12)
    reference = (np.cos(np.pi * x[2:]) - np.sinc(x[2:])) / x[2:]
    np.testing.assert_allclose(x_bar[2:], reference, rtol=1e-9)


@pytest.mark.skipif(np.finfo(np.longdouble).eps > 1e-18, reason="no wider float")
def test_the_series_of_sinc_is_good_to_its_end() -> None:
    x = np.linspace(0.02, 0.0299, 7)
    wide, pi = x.astype(np.longdouble), np.longdouble("3.14159265358979323846264338327950288")
    reference = (np.cos(pi * wide) - np.sin(pi * wide) / (pi * wide)) / wide
    np.testing.assert_allclose(sinc_slope(x, np.sinc(x)), reference.astype(float), rtol=5e-14)


EXTREMES = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 5e-324, 0.5])
SINGULAR = [np.power, np.float_power, np.divide, np.remainder, np.fmod, np.divmod, np.hypot, np.arctan2]
SINGULAR += [*INFINITE, np.reciprocal, np.i0, np.maximum, np.minimum, np.fmax, np.fmin]


@pytest.mark.parametrize("function", SINGULAR, ids=lambda f: f.__name__)
@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_a_zero_cotangent_is_absorbed_everywhere(function: Any, kind: Any) -> None:
    args = [g.ravel().astype(kind) for g in np.meshgrid(EXTREMES, EXTREMES)][: getattr(function, "nin", 1)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        z, pullback, pushforward = registry.run(function, *args)
        several = isinstance(z, tuple)
        bars = pullback(*map(np.zeros_like, z)) if several else pullback(np.zeros_like(z))
        dots = pushforward(*map(np.zeros_like, args))
    for value in (*(bars if isinstance(bars, tuple) else (bars,)), *(dots if several else (dots,))):
        np.testing.assert_array_equal(value, 0.0)


def test_digamma_is_that_of_scipy() -> None:
    special = pytest.importorskip("scipy.special")
    x = np.concatenate([np.linspace(-30.37, 30.41, 1501), 10.0 ** np.arange(-8, 20)])
    np.testing.assert_allclose([digamma(value) for value in x], special.digamma(x), rtol=2e-12, atol=1e-14)
    assert digamma(math.inf) == math.inf
    assert all(math.isnan(digamma(value)) for value in (0.0, -3.0, math.nan, -math.inf))
