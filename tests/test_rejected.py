"""What is refused, and what the user is told: the whole message of each case of rejected/."""
import copy
import sys
from pathlib import Path

import pytest

import s2s
from tests.golden_cases import folders, label, load

FOLDERS = folders("rejected")


@pytest.mark.parametrize("folder", FOLDERS, ids=label)
def test_message(folder: Path, golden) -> None:
    if label(folder) == "calls/thread_pool" and sys.version_info >= (3, 12):
        pytest.skip("the standard library's own source decides how far it is followed")
    case = load(folder)
    with pytest.raises(s2s.S2SError) as caught:
        s2s.differentiate(case.function, wrt=case.wrt).forward(*copy.deepcopy(case.args))
    message = str(caught.value).replace(str(folder / "input.py"), "input.py")
    golden(folder / "expected.txt", f"{type(caught.value).__name__}: {message}\n")
    if isinstance(caught.value, s2s.UnsupportedError) and folder.parent.name != "arguments":
        has_source = hasattr(case.function, "__code__") and case.function.__code__.co_filename.endswith("input.py")
        assert caught.value.line is not None or not has_source, "the message does not say where"
        assert caught.value.hint, "the message does not say what to write instead"


def test_cases_are_short_and_differ() -> None:
    texts = [(folder / "input.py").read_text(encoding="utf-8") for folder in FOLDERS]
    assert len(set(texts)) == len(texts) >= 50
    assert [label(f) for f, text in zip(FOLDERS, texts, strict=True) if len(text.splitlines()) > 20] == []
