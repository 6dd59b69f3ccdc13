"""Deep expressions on threads with a small stack: right or refused, and never the end of the interpreter."""
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from s2s import room

SCRIPT = """
import sys, threading
sys.path.insert(0, {folder!r})
sys.setrecursionlimit(100_000)
import deep
sys.setrecursionlimit(1_000)
import s2s

def work():
    df = s2s.differentiate(deep.f)
    try:
        y, residuals = df.forward(1.0)
        print(df.pullback(residuals, 1.0), df.pushforward(residuals, 1.0))
        print(df.pullback(residuals, 1.0, wrt="x"), sys.getrecursionlimit())
    except s2s.UnsupportedError as error:
        print(str(error).splitlines()[0])

threading.stack_size({stack})
thread = threading.Thread(target=work)
thread.start()
thread.join()
print(threading.stack_size())
"""
FIXED_DEPTH = sys.version_info[:2] == (3, 12)  # its compiler counts its calls, whatever room there is
SHAPES = {
    "sum": ("x", " + x", lambda n: n + 1.0),
    "parts": ("x", ".real", lambda n: 1.0),
    "powers": ("x", " ** x", lambda n: 1.0),
    "conditions": ("x", " if x > 0.0 else x", lambda n: 1.0),
}


@pytest.mark.parametrize(
    ("shape", "depth", "stack"),
    [("sum", 2900, 1 << 20), ("parts", 4500, 1 << 20), ("powers", 1500, 256 << 10), ("conditions", 1500, 256 << 10)],
)
def test_a_thread_with_a_small_stack(tmp_path: Path, shape: str, depth: int, stack: int) -> None:
    first, more, slope = SHAPES[shape]
    (tmp_path / "deep.py").write_text(f"def f(x):\n    return {first}{more * depth}\n", encoding="utf-8")
    made = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(folder=str(tmp_path), stack=stack)], capture_output=True, text=True,
        timeout=300, check=False,
    )  # fmt: skip
    if "MemoryError" in made.stderr and depth > 3000 or FIXED_DEPTH and "RecursionError" in made.stderr:
        return  # this Python does not read the function itself
    assert made.returncode == 0, made.stderr[-500:]
    *lines, size = made.stdout.splitlines()
    assert size == str(stack)
    bar = slope(depth)
    right = [f"({bar},) {bar}", f"({bar},) 1000"]
    may_be_refused = depth > 3000 or FIXED_DEPTH
    assert lines in ((right, ["f is nested too deeply"]) if may_be_refused else (right,))


def test_a_thread_is_made_where_there_is_no_room() -> None:
    found = []
    before = sys.getrecursionlimit()

    def work() -> None:
        found.append(room.with_room(lambda: (threading.current_thread().name, sys.getrecursionlimit())))
        with pytest.raises(KeyError, match="why"):
            room.with_room(lambda: {}["why"])

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [("s2s", room.CALLS)]
    assert sys.getrecursionlimit() == before


def test_work_is_done_where_no_thread_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(room, "_is_large", lambda: False)
    monkeypatch.setattr(threading.Thread, "start", none)
    assert room.with_room(lambda: 1) == 1
