"""Copies of variables are gone where both names always mean the same value."""

from __future__ import annotations

from s2s.ir.core import Assign, Augment, Code, Comment, For, Var
from s2s.ir.walk import all_reads, blocks_of, bound_by, replace_vars, with_blocks
from s2s.optimise.dce import inputs_of, mutated_by


def propagate_copies(code: tuple[Code, ...]) -> tuple[Code, ...]:
    """Use ``b`` for ``a`` after ``a = b``, where both are assigned once and neither is changed in place.

    >>> a, b, y = Var("a", 0), Var("b", 0), Var("y", 0)
    >>> propagate_copies((Assign(a, b), Augment(y, "add", a))) == (Augment(y, "add", b),)
    True
    """
    writes: dict[Var, int] = dict.fromkeys(inputs_of(code), 1)
    changed: set[Var] = set()
    _count(code, writes, changed)
    table: dict[Var, Var] = {}

    def walk(block: tuple[Code, ...]) -> None:
        for stmt in block:
            if isinstance(stmt, Assign) and isinstance(stmt.target, Var) and isinstance(stmt.value, Var):
                a, b = stmt.target, stmt.value
                while b in table:
                    b = table[b]
                if a != b and writes.get(a) == 1 and writes.get(b, 0) <= 1 and a not in changed and b not in changed:
                    table[a] = b
            for inner in blocks_of(stmt):
                walk(inner)

    walk(code)
    if not table:
        return code
    full = {a: _end(b, table) for a, b in table.items()}
    return replace_vars(_without(code, table), full)


def local_copies(code: tuple[Code, ...]) -> tuple[Code, ...]:
    """Use ``b`` for ``a`` after ``a = b`` where b is not changed any more in the block, and a only there read."""
    writes: dict[Var, int] = dict.fromkeys(inputs_of(code), 1)
    changed: set[Var] = set()
    _count(code, writes, changed)
    return _local(code, writes, changed, _reads_by_block(code))


def _reads_by_block(code: tuple[Code, ...]) -> dict[Var, int]:
    counts: dict[Var, int] = {}
    for var in all_reads(code):
        counts[var] = counts.get(var, 0) + 1
    return counts


def _local(
    code: tuple[Code, ...], writes: dict[Var, int], changed: set[Var], reads: dict[Var, int]
) -> tuple[Code, ...]:
    out = [with_blocks(s, tuple(_local(b, writes, changed, reads) for b in blocks_of(s))) for s in code]
    k = 0
    while k < len(out):
        stmt = out[k]
        if isinstance(stmt, Assign) and isinstance(stmt.target, Var) and isinstance(stmt.value, Var):
            a, b = stmt.target, stmt.value
            rest = tuple(out[k + 1 :])
            later: dict[Var, int] = {}
            touched: set[Var] = set()
            _count(rest, later, touched)
            inside = sum(1 for v in all_reads(rest) if v == a)
            if (
                writes.get(a) == 1
                and a not in changed
                and b not in later
                and b not in touched
                and inside == reads.get(a, 0)
            ):
                out[k:] = replace_vars(rest, {a: b})
                continue
        k += 1
    return tuple(out)


def without_repeats(code: tuple[Code, ...]) -> tuple[Code, ...]:
    """A comment that says the same as the one before it in the block is gone."""
    out: list[Code] = []
    last: str | None = None
    for stmt in code:
        if isinstance(stmt, Comment):
            if stmt.text == last:
                continue
            last = stmt.text
        elif blocks_of(stmt):
            last = None
        out.append(with_blocks(stmt, tuple(without_repeats(b) for b in blocks_of(stmt))))
    return tuple(out)


def _end(var: Var, table: dict[Var, Var]) -> Var:
    while var in table:
        var = table[var]
    return var


def _without(code: tuple[Code, ...], table: dict[Var, Var]) -> tuple[Code, ...]:
    kept = (
        s
        for s in code
        if not (isinstance(s, Assign) and isinstance(s.target, Var) and s.target in table and isinstance(s.value, Var))
    )
    return tuple(with_blocks(s, tuple(_without(b, table) for b in blocks_of(s))) for s in kept)


def _count(code: tuple[Code, ...], writes: dict[Var, int], changed: set[Var]) -> None:
    for stmt in code:
        if isinstance(stmt, (Assign, For)):
            for var in bound_by(stmt.target):
                writes[var] = writes.get(var, 0) + 1
        elif isinstance(stmt, Augment) and isinstance(stmt.target, Var):
            writes[stmt.target] = writes.get(stmt.target, 0) + 2
        root = mutated_by(stmt)
        if root is not None:
            changed.add(root)
        for inner in blocks_of(stmt):
            _count(inner, writes, changed)
