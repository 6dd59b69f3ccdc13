"""The examples in the docstrings: a pass shows a program before and after it."""
import doctest
import importlib
import pkgutil

import pytest

import s2s

MODULES = sorted(
    module.name for module in pkgutil.walk_packages(s2s.__path__, "s2s.") if not module.name.endswith("__main__")
)


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] == "s2s":
            raise
        pytest.skip(f"needs {error.name}")
    failures, _ = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert failures == 0
