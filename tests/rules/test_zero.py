"""Functions whose result carries no derivative."""

from __future__ import annotations

import math
import operator
from typing import Any

import numpy as np
import pytest

import s2s.rules.zero  # noqa: F401
from s2s.rules import registry
from tests.rules.samples import NUMPY, spread

STEPS: list[Any] = [np.floor, np.ceil, np.trunc, np.rint, np.round, np.sign, np.signbit]
STEPS += [np.fix] if NUMPY < (2, 5) else []  # deprecated since
NUMBERS: list[Any] = [math.floor, math.ceil, math.trunc, round]
TESTS: list[Any] = [
    np.isnan,
    np.isfinite,
    np.isinf,
    np.isposinf,
    np.isneginf,
    np.isreal,
    np.iscomplexobj,
    np.logical_not,
    np.any,
    np.all,
    np.isscalar,
    np.shape,
    np.size,
    np.ndim,
    np.count_nonzero,
    np.array_equal,
]
NAMED: list[Any] = [
    np.allclose,
    np.isclose,
    np.finfo,
    np.iinfo,
    np.result_type,
    np.issubdtype,
    np.logical_and,
    np.logical_or,
    np.logical_xor,
    operator.lt,
    operator.eq,
    np.less,
    np.greater_equal,
    np.equal,
    np.not_equal,
    len,
    np.errstate,
    np.linalg.matrix_rank,
    print,
    isinstance,
    range,
    np.ndarray.tobytes,
]


@pytest.mark.parametrize("function", [*STEPS, *NUMBERS], ids=lambda f: f.__name__)
def test_constant_near_every_point(function: Any) -> None:
    assert registry.is_zero_derivative(function)
    for x in spread(0.37, 20)((25,)):
        value = float(x) if function in NUMBERS else x
        assert function(value + 1e-6) == function(value - 1e-6)


@pytest.mark.parametrize("function", [*TESTS, *NAMED], ids=lambda f: f.__name__)
def test_declared(function: Any) -> None:
    assert registry.is_zero_derivative(function)
    assert registry.lookup(function) is None


def test_no_function_has_a_rule_and_none() -> None:
    for function in registry.ZERO_DERIVATIVE:
        assert registry.lookup(function) is None, function
