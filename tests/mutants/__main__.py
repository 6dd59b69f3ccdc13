"""``python -m tests.mutants [--count N] [--seed S]``: seed faults, run the tests against each, list the survivors.

The tests that look at the changed file run first, then those of its package, then whole programs, then all others: a
fault is counted as killed at the first failure, and as a survivor only when the whole suite passes.
"""
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
from itertools import islice
from pathlib import Path

from tests.mutants.edits import Mutant, changes, mutant

ROOT = Path(__file__).parents[2]
SHARES = {
    "rules": 30, "runtime": 10, "source": 25, "analysis": 5, "transform": 25, "optimise": 10, "emit": 8, "ir": 2,
    ".": 10,
}  # fmt: skip
PROGRAMS = ["tests/test_golden.py", "tests/test_cases.py", "tests/test_shared_memory.py", "tests/api"]
LATER = ["tests/test_rejected.py", "tests/transform", "tests/source", "tests/cli", "tests/test_fuzz.py"]
SKIPPED = {"__init__.py", "__main__.py"}


# --- which tests, in which order -------------------------------------------------------------------------------------


def stages(path: Path) -> list[list[str]]:
    """The test files for a changed file, nearest first; together they are the whole suite."""
    package = path.parent.name if path.parent.name != "s2s" else "api"
    home = "rules" if package in ("rules", "runtime") else package
    wanted = [
        _named(home, path.stem),
        [f"tests/{home}", *(PROGRAMS[:1] if home != "rules" else [])],
        [*PROGRAMS, *LATER],
        ["tests"],
    ]
    seen: set[str] = set()
    found = []
    for places in wanted:
        files = [name for place in places for name in _files(place) if name not in seen]
        alike = f"tests/{home}/test_{path.stem}"
        found.append(sorted(dict.fromkeys(files), key=lambda name: -len(os.path.commonprefix([name, alike]))))
        seen.update(files)
    return [files for files in found if files]


def _named(home: str, stem: str) -> list[str]:
    """The test file with the name of a module, or the one with the longest common beginning."""
    candidates = [name for name in _files(f"tests/{home}") if stem.startswith(Path(name).stem.removeprefix("test_"))]
    return sorted(candidates, key=len)[-1:]


def _files(place: str) -> list[str]:
    where = ROOT / place
    if where.suffix == ".py":
        return [place] if where.exists() else []
    return [str(path.relative_to(ROOT)) for path in sorted(where.rglob("test_*.py")) if "golden" not in path.parts]


# --- which faults ----------------------------------------------------------------------------------------------------


def choose(count: int, seed: int) -> list[tuple[Path, Mutant]]:
    """Faults, spread over the packages by SHARES and over their files by length."""
    rng, total = random.Random(seed), sum(SHARES.values())
    chosen: list[tuple[Path, Mutant]] = []
    for folder, share in SHARES.items():
        files = [path for path in sorted((ROOT / "s2s" / folder).glob("*.py")) if path.name not in SKIPPED]
        lengths = [len(path.read_text(encoding="utf-8")) for path in files]
        picks = Counter(rng.choices(range(len(files)), lengths, k=round(count * share / total)))
        for number, wanted in sorted(picks.items()):
            source = files[number].read_text(encoding="utf-8")
            found = changes(source)
            made = (mutant(source, change) for change in rng.sample(found, len(found)))
            chosen += [(files[number], fault) for fault in islice((m for m in made if m is not None), wanted)]
    return chosen


def named(places: list[str]) -> list[tuple[Path, Mutant]]:
    """All faults of the lines ``FILE:LINE``."""
    chosen = []
    for place in places:
        name, _, line = place.partition(":")
        path = ROOT / name
        source = path.read_text(encoding="utf-8")
        found = [c for c in changes(source) if not line or c[0].lineno == int(line)]  # type: ignore[attr-defined]
        chosen += [(path, made) for made in (mutant(source, change) for change in found) if made is not None]
    return chosen


# --- running ---------------------------------------------------------------------------------------------------------


class Workshop:
    """A copy of the project in which one file at a time holds a fault."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sound: set[str] = set()  # tests that pass without a fault
        ignored = shutil.ignore_patterns(".*", "__pycache__", "*.pyc")
        shutil.copytree(ROOT, folder, ignore=ignored, dirs_exist_ok=True)

    def run(self, tests: list[str]) -> tuple[int, list[str]]:
        """The exit code of pytest and the names of the failing tests."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "--tb=no", "-rfE", "-p", "no:cacheprovider"]
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "PYTHONDONTWRITEBYTECODE": "1"}
        environment["OPENBLAS_NUM_THREADS"] = "1"
        done = subprocess.run(
            [*command, "-p", "tests.mutants.limit", *tests], cwd=self.folder, env=environment, capture_output=True,
            text=True,
        )  # fmt: skip
        return done.returncode, re.findall(r"^(?:FAILED|ERROR) (\S+::.+?)(?: - .*)?$", done.stdout, re.M)

    def verdict(self, path: Path, fault: Mutant) -> str | None:
        """What kills a fault; None for a survivor."""
        place = self.folder / path.relative_to(ROOT)
        right = place.read_text(encoding="utf-8")
        for tests in stages(path):
            while tests:
                place.write_text(fault.text, encoding="utf-8")
                code, failing = self.run(tests)
                place.write_text(right, encoding="utf-8")
                if code in (0, 5):
                    break
                if not failing:  # the tests do not even start, or one of them did not end
                    return f"exit code {code}"
                if failing[0] in self.sound or self.run(failing[:1])[0] == 0:
                    self.sound.add(failing[0])
                    return failing[0]
                tests = [*tests, "--deselect", failing[0]]
        return None


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", action="append", default=[], metavar="PACKAGE", help="a part of the faults")
    parser.add_argument("--at", action="append", default=[], metavar="FILE[:LINE]", help="all faults of a line")
    options = parser.parse_args()
    survivors: list[str] = []
    killed, seeded = Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory() as name:
        workshop = Workshop(Path(name))
        chosen = named(options.at) if options.at else choose(options.count, options.seed)
        for path, fault in chosen:
            if options.only and path.parent.name not in options.only:
                continue
            start, label = time.monotonic(), f"{path.relative_to(ROOT)}:{fault.line}: {fault.what}"
            by = workshop.verdict(path, fault)
            verdict = f"killed by {by}" if by else "SURVIVES"
            print(f"{time.monotonic() - start:6.0f} s  {label}  {verdict}", flush=True)
            seeded[path.parent.name] += 1
            killed[path.parent.name] += by is not None
            survivors += [] if by else [label]
    print("\n".join(["survivors:", *survivors]))
    print("\n".join(f"{package:10} {killed[package]} of {number}" for package, number in seeded.items()))
    print(f"{sum(killed.values())} of {sum(seeded.values())} killed")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
