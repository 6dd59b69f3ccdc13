"""A pytest plugin: a test that runs for too long ends the process, as a failure."""
import faulthandler
import os
from collections.abc import Iterator

import pytest

SECONDS = float(os.environ.get("S2S_MUTANT_SECONDS", "150"))
NOWHERE = os.open(os.devnull, os.O_WRONLY)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    faulthandler.dump_traceback_later(SECONDS, exit=True, file=NOWHERE)
    try:
        return (yield)
    finally:
        faulthandler.cancel_dump_traceback_later()
