"""Rules of conversions to another number type."""
from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import s2s.rules.casts  # noqa: F401
from s2s.rules import registry
from s2s.testing import Sample, check_rule
from tests.rules.samples import complex_normal, layouts, normal, single, unary

draw, cdraw = normal(23), complex_normal(24)


def each(*args: Any, **kwargs: Any) -> list[Sample]:
    """Real, single and complex arrays in several memory layouts, with the same further arguments."""
    values = [draw((2, 3)), single(draw((3,))), cdraw((2,)), draw((0,)), *layouts(draw((2, 3)))]
    return [Sample((value, *args), kwargs) for value in values]


CASES: dict[Any, list[Sample]] = {
    np.ndarray.astype: each(float) + each("float32") + each("complex128") + each("complex64", order="F", copy=False),
    np.float64: unary(draw),
    np.float32: unary(draw),
    np.complex128: unary(draw, complex_draw=cdraw),
    np.complex64: unary(draw, complex_draw=cdraw),
}
if hasattr(np, "astype"):
    CASES[np.astype] = each("float64") + each("complex128") + each("float32", copy=False)


@pytest.mark.parametrize("function", CASES, ids=lambda f: getattr(f, "__qualname__", str(f)))
def test_rule(function: Any) -> None:
    check_rule(function, CASES[function])
    assert len(CASES[function]) >= 20


def test_the_gradient_has_the_type_of_the_argument() -> None:
    x = single(draw((3,)))
    for dtype in (float, "complex128", np.dtype("f8")):
        z, pullback, _ = registry.run(np.ndarray.astype, x, dtype)
        assert pullback(z).dtype == np.float32
