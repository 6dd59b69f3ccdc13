"""Rules of the parts of complex numbers."""
import cmath
from typing import Any

import numpy as np
import pytest

import s2s.rules.complexes  # noqa: F401
from s2s.rules import registry
from s2s.testing import Sample, check_rule
from tests.rules.samples import complex_normal, layouts, normal, numbers, single, spread, unary, uniform

N, C, S, P = normal(), complex_normal(), spread(), uniform(0.3, 3.0)
COMPLEX = [Sample((x,)) for x in layouts(C((2, 3)))]
CASES: dict[Any, list[Sample]] = {
    np.real: unary(N, complex_draw=C) + COMPLEX,
    np.imag: unary(N, complex_draw=C) + COMPLEX,
    np.conj: unary(N, complex_draw=C) + COMPLEX,
    np.angle: unary(S, complex_draw=C)
    + COMPLEX
    + [Sample((x, True)) for x in (C((3,)), single(C((3,))), S((2,)), 2.0)]
    + [Sample((C((3,)),), {"deg": True}), Sample((np.zeros(2, complex),), expected=(np.zeros(2),))],
    cmath.phase: [Sample((complex(z),)) for z in C((20,))] + numbers(S, 3),
    cmath.asin: [Sample((complex(z),)) for z in C((20,))] + numbers(P) + [Sample((-2.5,))],
    cmath.acos: [Sample((complex(z),)) for z in C((20,))] + numbers(P) + [Sample((-2.5,))],
    cmath.acosh: [Sample((complex(z),)) for z in C((20,))] + numbers(P) + [Sample((-2.5,))],
    cmath.sqrt: [Sample((complex(z),)) for z in C((20,))] + numbers(N),
    cmath.log: [Sample((complex(z),)) for z in C((20,))] + numbers(N),
    np.sign: unary(S, complex_draw=C) + COMPLEX + [Sample((np.zeros(2, complex),), expected=(np.zeros(2),))],
    complex: numbers(N, arity=2) + [Sample((2.0,)), Sample((2, 1.5))],
    float: numbers(N),
}


@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
def test_rule(function: Any) -> None:
    assert len(CASES[function]) >= 20
    check_rule(function, CASES[function])


def test_the_sign_of_real_numbers_carries_no_derivative() -> None:
    assert registry.lookup(np.sign) is None and registry.is_zero_derivative(np.sign)
    assert registry.lookup(np.sign, real=False) is not None
    assert registry.lookup(np.sin, real=False) is registry.lookup(np.sin)
