"""Every case of tests/cases is right: the project's hunt for silent errors."""
import importlib

import pytest

from tests.cases.case import Case
from tests.cases.check import PROPERTIES, verdict

MODULES = [
    "broadcasting",
    "complex_numbers",
    "control_flow",
    "functions_calls",
    "identity",
    "indexing",
    "keywords",
    "linalg",
    "mutation",
    "numerics",
    "ownership",
    "programs",
    "reductions",
    "residuals",
    "structures",
    "views",
]
CASES = [(name, case) for name in MODULES for case in importlib.import_module(f"tests.cases.{name}").CASES]


@pytest.mark.parametrize("case", [case for _, case in CASES], ids=[f"{name}.{case.name}" for name, case in CASES])
def test_case(case: Case) -> None:
    found, why = verdict(case)
    assert found == "right", f"{found}: {why}"


def test_names_are_unique_and_properties_known() -> None:
    labels = [f"{name}.{case.name}" for name, case in CASES]
    assert len(set(labels)) == len(labels) >= 140
    used = {check.partition(":")[0] for _, case in CASES for check in case.checks if isinstance(check, str)}
    assert used <= set(PROPERTIES)
