"""The compiler may be replaced by hand-written programs: ``S2S_FAKE=1 pytest tests/api``."""
import os

import pytest

from s2s import pipeline
from tests.api import fakes

FAKE = os.environ.get("S2S_FAKE") == "1" or not hasattr(pipeline, "compile_program")


@pytest.fixture(autouse=True)
def _programs(monkeypatch):
    if FAKE:
        monkeypatch.setattr(pipeline, "compile_program", fakes.compile_program, raising=False)
