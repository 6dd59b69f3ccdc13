"""One program: written, judged and, now and then, rewritten and judged again."""
from __future__ import annotations

from typing import NamedTuple

from tests.fuzz.generate import program
from tests.fuzz.oracle import RIGHT, judge
from tests.fuzz.rewrite import compare


class Found(NamedTuple):
    """The verdict on the program of a seed."""

    seed: int
    kind: str
    detail: str
    source: str


def hunt(seed: int) -> Found:
    source = program(seed)
    kind, detail = judge(source)
    if kind == RIGHT and seed % 8 == 0:
        kind, detail = compare(source, seed)
    return Found(seed, kind, detail, source)
