"""Methods and attributes of arrays."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from importlib.util import find_spec
from typing import Any

import numpy as np
import pytest

import s2s.rules
from s2s.errors import UnsupportedError
from s2s.rules import registry
from s2s.rules.methods import ATTRIBUTES, METHODS
from s2s.testing import Sample, check_rule
from tests.rules.samples import complex_normal, fortran, layouts, normal, single

for module in pkgutil.iter_modules(s2s.rules.__path__, "s2s.rules."):
    if find_spec("scipy") is not None or ".scipy_" not in module.name:
        importlib.import_module(module.name)

draw, cdraw = normal(21), complex_normal(22)
EXTRA: dict[str, tuple[Any, ...]] = {
    "astype": ("complex128",),
    "choose": ([1.5, 2.5],),
    "clip": (-0.5, 0.5),
    "compress": ([True, False], 0),
    "dot": (np.ones(2),),
    "item": (2,),
    "repeat": (2,),
    "reshape": (4,),
    "searchsorted": (0.5,),
    "swapaxes": (0, 1),
    "take": ([0, 1],),
    "argpartition": (1,),
}
MATRICES = [draw((2, 2)), fortran(draw((2, 2))), cdraw((2, 2)), single(draw((2, 2)))]


def each(*args: Any, **kwargs: Any) -> list[Sample]:
    x = draw((2, 3))
    values = [x, single(x), cdraw((2, 3)), *layouts(x), draw((0,)), draw((1,)), np.asarray(draw(()))]
    return [Sample((value, *args), kwargs) for value in values]


CASES: dict[Any, list[Sample]] = {
    np.ndarray.copy: each() + each("F") + each(order="K"),
    np.ndarray.view: each() + each() + each(),
}


@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__qualname__)
def test_rule(function: Any) -> None:
    check_rule(function, CASES[function])
    assert len(CASES[function]) >= 20


@pytest.mark.parametrize("name", METHODS)
def test_a_method_is_its_function(name: str) -> None:
    """The method's value is that of the function in the table, which has a rule or carries no derivative."""
    function, args = METHODS[name], EXTRA.get(name, ())
    assert registry.lookup(function) is not None or registry.is_zero_derivative(function)
    if name == "searchsorted":
        values: list[Any] = [np.array([0.0, 1.0])]
    else:
        values = [np.array([[0, 1], [1, 0]])] if name == "choose" else MATRICES
    for x in values:
        if name in ("clip", "max", "min") and np.iscomplexobj(x):
            continue
        own = getattr(x, name)(*args)
        other = function(x, *args)
        assert np.array_equal(own, other) and type(own) is type(other)


@pytest.mark.parametrize("name", METHODS)
def test_the_rule_binds_what_the_method_takes(name: str) -> None:
    """Every keyword of the method is a parameter of the rule (the compiler takes away ``out``)."""
    entry = registry.lookup(METHODS[name])
    try:
        own = inspect.signature(getattr(np.ndarray, name))
    except ValueError:
        return
    if entry is not None:
        named = {n for n, p in own.parameters.items() if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY)}
        missing = named - set(inspect.signature(entry.source).parameters) - {"self", "out"}
        assert not missing - ({"copy"} if name == "reshape" else set())


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_an_attribute_is_its_function(name: str) -> None:
    function = ATTRIBUTES[name]
    for x in MATRICES:
        own = getattr(x, name)
        if function is not None:
            assert registry.lookup(function) is not None
            assert np.array_equal(own, function(x))


def test_a_view_of_another_type_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="bytes"):
        registry.run(np.ndarray.view, draw((2,)), np.int64)
