"""Options and settings that all tests share."""
import os
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
settings.load_profile("repeatable")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="rewrite the expected files of golden/ and rejected/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The names of tests are the same in every process: pytest-xdist compares them."""
    unstable = [item.nodeid for item in items if " at 0x" in item.nodeid]
    if unstable:
        raise pytest.UsageError(f"a test's name holds an address: {unstable[0]} (give the parameter an id)")


@pytest.fixture
def golden(request: pytest.FixtureRequest):
    """Compare a text with an expected file: a missing file fails, ``--update-golden`` (never in CI) rewrites it."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--update-golden"):
            if os.environ.get("CI"):
                pytest.fail("CI never updates expected files")
            path.write_text(text, encoding="utf-8")
            return
        if not path.exists():
            pytest.fail(f"{path} is missing: run `pytest --update-golden {request.node.fspath}` and review the file")
        assert text == path.read_text(encoding="utf-8")

    return compare
