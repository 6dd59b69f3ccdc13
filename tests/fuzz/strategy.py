"""Random programs as a Hypothesis strategy: ``@given(programs())`` gives the source of a module with f and ARGS."""
from __future__ import annotations

from hypothesis import strategies as st

from tests.fuzz.generate import write


def programs() -> st.SearchStrategy[str]:
    """Every choice of the writer is drawn by Hypothesis, so failures shrink to a short program."""
    return st.builds(write, st.randoms(use_true_random=False))
