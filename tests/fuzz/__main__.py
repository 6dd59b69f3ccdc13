"""``python -m tests.fuzz --programs N --seed S [--jobs J]``: hunt, shrink what is found, keep it in tests/corpus/."""
from __future__ import annotations

import argparse
import collections
import hashlib
import multiprocessing
import re
import time
from pathlib import Path

from tests.fuzz.hunt import Found, hunt
from tests.fuzz.oracle import HARMLESS, INVALID, REFUSED, RIGHT, SKIPPED, judge
from tests.fuzz.shrink import shrink

CORPUS = Path(__file__).parents[1] / "corpus"


def keep(found: Found, folder: Path, seconds: float) -> Path:
    """The shrunk program as a file of the corpus."""
    source = found.source
    if not found.kind.startswith("rewrite"):
        source = shrink(source, lambda text: judge(text).kind, seconds)
    label = re.sub(r"\W+", "_", found.kind).strip("_").lower()
    digest = hashlib.sha256(source.encode()).hexdigest()[:8]
    path = folder / f"{label}_{digest}.py"
    if not path.exists():
        folder.mkdir(exist_ok=True)
        path.write_text(f"# ruff: noqa\n# seed {found.seed}: {found.kind}\n{source}", encoding="utf-8")
    return path


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("--programs", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--shrink", type=float, default=30.0, metavar="SECONDS", help="for each finding; 0: keep none")
    parser.add_argument("--each", type=int, default=2, metavar="N", help="findings of one kind that are kept")
    parser.add_argument("--corpus", type=Path, default=CORPUS)
    options = parser.parse_args()
    start, seeds = time.monotonic(), range(options.seed, options.seed + options.programs)
    if options.jobs > 1:
        with multiprocessing.get_context("spawn").Pool(options.jobs) as pool:
            results = pool.map(hunt, seeds, chunksize=10)
    else:
        results = [hunt(seed) for seed in seeds]
    report(results, time.monotonic() - start)
    findings = [found for found in results if found.kind not in HARMLESS]
    kept: collections.Counter[str] = collections.Counter()
    for found in findings:
        kept[found.kind] += 1
        if options.shrink > 0 and kept[found.kind] <= options.each:
            path = keep(found, options.corpus, options.shrink)
            print(f"\n--- seed {found.seed}: {found.kind}: {found.detail[:300]}")
            print(path.name, path.read_text(), sep="\n", flush=True)
    return 1 if findings else 0


def report(results: list[Found], seconds: float) -> None:
    counts = collections.Counter(found.kind for found in results)
    print(f"{len(results)} programs in {seconds:.0f} s: " + ", ".join(
        f"{counts[kind]} {kind}" for kind in (RIGHT, REFUSED, SKIPPED, INVALID)))
    agreed = collections.Counter(n for found in results if found.kind == RIGHT for n in found.detail.split(", ") if n)
    print("".join(f"  {count:4} {RIGHT}: {name} agrees\n" for name, count in agreed.most_common()), end="")
    for kind in (REFUSED, SKIPPED, INVALID):
        said = collections.Counter(
            re.sub(r"'[^']*'|\d+", "_", found.detail.split("\n")[0]) for found in results if found.kind == kind
        )
        for message, count in said.most_common(6):
            print(f"  {count:4} {kind}: {message}")
    for kind, count in counts.most_common():
        if kind not in HARMLESS:
            seeds = [found.seed for found in results if found.kind == kind][:6]
            print(f"  {count:4} WRONG: {kind} (seeds {', '.join(map(str, seeds))})")


if __name__ == "__main__":
    raise SystemExit(main())


