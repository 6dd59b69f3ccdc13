"""docs/coverage.md says what is so, and what it says is tested through the whole compiler."""
import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.rules.expressions import GROUPS, STATEMENTS

ROOT = Path(__file__).parent.parent
TEXT = " ".join([*(text for texts in GROUPS.values() for text in texts), *STATEMENTS.values()])
NOT_IN_A_PROGRAM = {  # what needs no program of its own: constructors, tests and types
    "isnan", "isfinite", "isinf", "isscalar", "any", "logical_and", "logical_or", "logical_not", "ones", ".dtype",
    ".nonzero", ".searchsorted", "__iter__", "__len__",
}


@pytest.fixture(scope="module")
def coverage() -> Any:
    pytest.importorskip("scipy")
    if not hasattr(np, "matvec"):
        pytest.skip("an older NumPy has fewer functions")
    spec = importlib.util.spec_from_file_location("make_coverage", ROOT / "docs" / "make_coverage.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_current(coverage: Any) -> None:
    text = (ROOT / "docs" / "coverage.md").read_text(encoding="utf-8")
    assert text == coverage.page(), "run: python docs/make_coverage.py"


def test_nothing_that_is_used_often_is_refused(coverage: Any) -> None:
    assert [names for frequency, _, columns in coverage.rows() if frequency <= 2 for names in columns["refused"]] == []


def test_what_is_used_often_is_in_a_program(coverage: Any) -> None:
    missing = []
    for frequency, _, columns in coverage.rows():
        for name in sum(columns.values(), []):
            prefix = "" if name.startswith(".") or name.split(".")[0] in coverage.PREFIXES else "np."
            if frequency <= 2 and name not in NOT_IN_A_PROGRAM and prefix + name not in TEXT:
                missing.append(name)
    assert missing == []
