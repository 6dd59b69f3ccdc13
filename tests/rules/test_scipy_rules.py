"""When the rules of SciPy are registered."""
from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("scipy")

PROGRAM = """
import sys
import numpy as np
import s2s.rules
from s2s.rules.registry import lookup
assert not any(name.split(".")[0] == "scipy" for name in sys.modules)
from scipy import special
assert lookup(special.expit) is not None
assert "scipy.stats" not in sys.modules
"""


def test_scipy_is_imported_by_the_program_not_by_the_rules() -> None:
    subprocess.run([sys.executable, "-c", PROGRAM], check=True, timeout=60)
