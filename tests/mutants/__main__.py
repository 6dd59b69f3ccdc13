"""``python -m tests.mutants [--count N] [--seed S]``: seed faults, run a fast part of the tests, list the survivors."""
from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.mutants.edits import Mutant, mutant, sites

ROOT = Path(__file__).parents[2]
SHARES = {"rules": 35, "runtime": 10, "source": 20, "analysis": 5, "transform": 25, "optimise": 15, "emit": 10}
WHOLE = ["tests/test_golden.py", "tests/test_cases.py", "tests/test_rejected.py", "tests/test_fuzz.py"]
PICKED = ["-k", "not test_random_programs or 1000000"]


def selection(path: Path) -> list[str]:
    """The tests that look at a file."""
    tests = ROOT / "tests" / "rules" / f"test_{path.stem}.py"
    if path.parent.name in ("rules", "runtime") and tests.exists():
        return [str(tests.relative_to(ROOT))]
    return ["tests/rules", "tests/test_fuzz.py"] if path.parent.name in ("rules", "runtime") else WHOLE


def choose(count: int, seed: int) -> list[tuple[Path, Mutant]]:
    """Faults, spread over the packages by SHARES."""
    rng, total = random.Random(seed), sum(SHARES.values())
    chosen: list[tuple[Path, Mutant]] = []
    for folder, share in SHARES.items():
        files = [path for path in sorted((ROOT / "s2s" / folder).glob("*.py")) if path.name != "__init__.py"]
        lengths = [len(path.read_text(encoding="utf-8")) for path in files]
        picks = Counter(rng.choices(range(len(files)), lengths, k=round(count * share / total))) if files else Counter()
        for number, wanted in sorted(picks.items()):
            source = files[number].read_text(encoding="utf-8")
            found = sites(source)
            picked = rng.sample(found, min(wanted, len(found)))
            chosen += [(files[number], mutant(source, *site)) for site in picked]
    return chosen


def run(folder: Path, tests: list[str], seconds: float, deselected: list[str], most: int = 1) -> tuple[int, str]:
    """The exit code of pytest (124: out of time) and its output."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=no", "-rfE", f"--maxfail={most}"]
    command += [*PICKED, *tests, *(option for test in deselected for option in ("--deselect", test))]
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "OPENBLAS_NUM_THREADS": "1"}
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return 124, ""
    return done.returncode, done.stdout


def baseline(folder: Path, tests: list[str]) -> tuple[list[str], float]:
    """The tests that fail without any fault, and the time that the others take."""
    failing: list[str] = []
    while True:
        start = time.monotonic()
        code, output = run(folder, tests, 1200.0, failing, 1000)
        if code == 0:
            return failing, time.monotonic() - start
        found = re.findall(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", output, re.M)
        if not found:
            raise SystemExit(f"the tests do not run: {output[-2000:]}")
        failing += found


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    known: dict[tuple[str, ...], tuple[list[str], float]] = {}
    survivors, killed = [], Counter[str]()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for part in ("s2s", "tests", "examples", "generated"):
            shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
        for part in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / part, folder)
        chosen = choose(options.count, options.seed)
        for path, fault in chosen:
            tests = selection(path)
            if tuple(tests) not in known:
                known[tuple(tests)] = baseline(folder, tests)
            failing, seconds = known[tuple(tests)]
            place = folder / path.relative_to(ROOT)
            right = place.read_text(encoding="utf-8")
            place.write_text(fault.text, encoding="utf-8")
            code, _ = run(folder, tests, 30.0 + 4.0 * seconds, failing)
            place.write_text(right, encoding="utf-8")
            verdict = "killed" if code else "SURVIVES"
            print(f"{verdict:8} {path.relative_to(ROOT)}:{fault.line}: {fault.what}", flush=True)
            killed[path.parent.name] += bool(code)
            if not code:
                survivors.append((path, fault))
    print(f"{len(chosen) - len(survivors)} of {len(chosen)} killed; by package: {dict(killed)}")
    for path, fault in survivors:
        print(f"  {path.relative_to(ROOT)}:{fault.line}: {fault.what}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
