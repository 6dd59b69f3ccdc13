"""The examples run, say what they promise, and print the same each time."""
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def run(name: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, "-W", "error", f"examples/{name}", *arguments],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_retain_graph() -> None:
    printed = run("retain_graph.py")
    assert "the forward was entered 1 time, its pullback 2 times" in printed
    assert "gradient one = [-0.41614684 -0.41614684 -0.41614684 -0.41614684 -0.41614684]" in printed
    assert "gradient two = [-0.83229367 -0.83229367 -0.83229367 -0.83229367 -0.83229367]" in printed


def test_truncated_backpropagation() -> None:
    printed = run("tbptt.py")
    assert "in one go agree to 1e-12: True" in printed
    assert "an update in place is caught: MutationError" in printed
    assert "forward steps: 2988 (not 35064)" in printed
    error, naive = (float(part.split()[0].rstrip(")")) for part in printed.splitlines()[-1].split(": ")[1:])
    assert error < 0.8 * naive
    assert run("tbptt.py") == printed


def test_plot(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    run_plot = subprocess.run(
        [sys.executable, "examples/tbptt.py", "--plot", str(tmp_path / "sunspots.png")],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert run_plot.returncode == 0, run_plot.stderr
    assert (tmp_path / "sunspots.png").read_bytes().startswith(b"\x89PNG")
