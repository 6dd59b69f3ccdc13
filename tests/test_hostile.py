"""Hostile names, functions, cotangents, residuals, files and processes."""
import pytest

from tests.fuzz.oracle import INVALID, REFUSED, RIGHT, SKIPPED, judge
from tests.hostile import functions, names


@pytest.mark.parametrize("source", [s for _, s in names.PROGRAMS], ids=[ascii(label) for label, _ in names.PROGRAMS])
def test_names(source: str) -> None:
    kind, detail = judge(source)
    assert kind in (RIGHT, REFUSED, SKIPPED), f"{kind}: {detail}"


@pytest.mark.parametrize("label", functions.PROGRAMS)
def test_functions(label: str) -> None:
    kind, detail = judge(functions.PROGRAMS[label])
    assert kind in (RIGHT, REFUSED, SKIPPED), f"{kind}: {detail}"
