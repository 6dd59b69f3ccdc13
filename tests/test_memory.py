"""Programs that write in place, share memory or hand arrays around: right, or refused."""
import copy
import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from s2s import UnsupportedError, check_gradients
from tests.memory import case

for file in sorted((Path(__file__).parent / "memory").glob("*.py")):
    importlib.import_module(f"tests.memory.{file.stem}")


@pytest.mark.parametrize(
    ("expected", "function", "args"), case.CASES, ids=[f"{f.__module__[13:]}.{f.__name__}" for _, f, _ in case.CASES]
)
def test_program(expected: str, function: Callable[..., Any], args: tuple[Any, ...]) -> None:
    if expected == "right":
        check_gradients(function, *copy.deepcopy(args))
        return
    with pytest.raises(UnsupportedError):
        check_gradients(function, *copy.deepcopy(args))
