"""Every rule is tested, documented, and takes what its function takes."""
from __future__ import annotations

import importlib
import inspect
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from s2s.rules import registry
from s2s.testing import Sample

for part in ("special", "linalg", "stats", "signal", "integrate"):
    pytest.importorskip(f"scipy.{part}")
scipy = pytest.importorskip("scipy")
registry.lookup(print)  # registers what waited for the imports

# Tested through functions of their results (a sign, a phase or the order is free), with at least 20 samples there.
INDIRECT = {
    "s2s.rules.decompositions.cholesky", "s2s.rules.decompositions.eig", "s2s.rules.decompositions.eigh",
    "s2s.rules.decompositions.eigvals", "s2s.rules.decompositions.eigvalsh", "s2s.rules.decompositions.qr",
    "s2s.rules.decompositions.svd", "s2s.rules.decompositions.svdvals", "s2s.rules.scipy_decompositions.eigh",
    "s2s.rules.scipy_decompositions.eigvalsh", "s2s.rules.scipy_linalg.cho_factor", "s2s.rules.scipy_linalg.cholesky",
}
# Signatures of functions that end in **kwargs, or whose parameters may only be given by position.
OWN_NAMES = {np.clip, np.einsum, np.pad, pow, np.ndarray.view}
NOT_NAMES = {"out", "like", "subok", "kwargs", "self"}
# Keywords that only older or only newer releases have: refused.
OTHERS = {np.reshape: {"newshape"}, np.corrcoef: {"bias", "ddof"}, np.sort: {"descending"}}
OLD = {"interpolation"}


def rules() -> dict[Callable[..., Any], list[Any]]:
    """The source of each rule and the functions that it is registered for."""
    found: dict[Callable[..., Any], list[Any]] = {}
    for table in (registry.RULES, registry.COMPLEX_RULES):
        for function, entry in table.items():
            if entry.source.__module__.startswith("s2s.rules."):  # not what a test registers
                found.setdefault(entry.source, []).append(function)
    return found


RULES = rules()


def title(source: Callable[..., Any]) -> str:
    return f"{source.__module__}.{source.__name__}"


def tables() -> Iterator[tuple[Any, list[Sample]]]:
    """The entries of every table of samples."""
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        table = getattr(importlib.import_module(f"tests.rules.{path.stem}"), "CASES", None)
        if isinstance(table, dict):
            for function, samples in table.items():
                yield samples if isinstance(samples, tuple) else (function, samples)


@pytest.fixture(scope="module")
def counts() -> Counter[str]:
    """How many samples there are for the rule of each title."""
    found: Counter[str] = Counter()
    for function, samples in tables():
        try:
            entry = registry.lookup(function, real=False) or registry.lookup(getattr(function, "__wrapped__", None))
        except AttributeError:
            continue
        if entry is not None:
            found[title(entry.source)] += len(samples)
    return found


@pytest.mark.parametrize("source", RULES, ids=title)
def test_twenty_samples(source: Callable[..., Any], counts: Counter[str]) -> None:
    if title(source).endswith(".logm") and not hasattr(scipy, "differentiate"):
        pytest.skip("logm of SciPy before 1.15 writes into its argument")
    if title(source) in INDIRECT:
        assert counts[title(source)] < 20, "no exception any more: take it out of INDIRECT"
    else:
        assert counts[title(source)] >= 20


@pytest.mark.parametrize("source", RULES, ids=title)
def test_docstring(source: Callable[..., Any]) -> None:
    """The first line is a sentence that fits on a line."""
    line = (source.__doc__ or "").split("\n")[0]
    assert line.endswith((".", ":", ")")), line
    assert len(line) >= 4


@pytest.mark.parametrize("source", RULES, ids=title)
def test_pushforward(source: Callable[..., Any]) -> None:
    """Both directions are there, for parameters that exist; slopes need none."""
    entry = registry.lookup(RULES[source][0], real=False)
    assert entry is not None
    assert entry.active and set(entry.active) <= set(inspect.signature(source).parameters)
    if not entry.slopes:
        nested = {code.co_name for code in source.__code__.co_consts if inspect.iscode(code)}
        assert {"pullback", "pushforward"} <= nested


SIGNATURES = [
    (function, source)
    for source, functions in RULES.items()
    for function in functions
    if not isinstance(function, (tuple, np.ufunc, type)) and function not in OWN_NAMES
    and (getattr(function, "__module__", None) or "").startswith("numpy")
]


@pytest.mark.parametrize(
    ("function", "source"), SIGNATURES, ids=[f"{f.__module__}.{f.__name__}" for f, _ in SIGNATURES]
)
def test_keywords_bind_as_in_numpy(function: Callable[..., Any], source: Callable[..., Any]) -> None:
    """The names that a caller may use, in NumPy's order and with its defaults."""
    try:
        given = inspect.signature(function).parameters.values()
    except ValueError:
        pytest.skip("a function in C that does not say its signature")
    left_out = NOT_NAMES | OLD | OTHERS.get(function, set())
    named = [p for p in given if p.kind in (p.POSITIONAL_OR_KEYWORD, p.KEYWORD_ONLY) and p.name not in left_out]
    mine = inspect.signature(source).parameters
    assert [p.name for p in named] == [name for name in mine if name in {p.name for p in named}]
    for p in named:
        if p.default is not p.empty and p.default is not getattr(np, "_NoValue", None):
            assert repr(mine[p.name].default) == repr(p.default), p.name


def test_exceptions_exist() -> None:
    assert INDIRECT <= {title(source) for source in RULES}
