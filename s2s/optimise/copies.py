"""Copies of variables are gone where both names always mean the same value."""

from __future__ import annotations

from s2s.ir.core import Assign, Augment, Code, Comment, For, Var
from s2s.ir.walk import all_reads, blocks_of, bound_by, read_counts, replace_vars, with_blocks
from s2s.optimise.dce import changed_by, inputs_of


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
    return _local(code, writes, changed, read_counts(code))


def _local(
    code: tuple[Code, ...], writes: dict[Var, int], changed: set[Var], reads: dict[Var, int]
) -> tuple[Code, ...]:
    out = [with_blocks(s, tuple(_local(b, writes, changed, reads) for b in blocks_of(s))) for s in code]
    copies = [k for k, s in enumerate(out) if isinstance(s, Assign) and isinstance(s.target, Var) and _is_var(s.value)]
    if not copies:
        return tuple(out)
    last: dict[Var, int] = {}  # the last statement that writes a variable, or into its memory
    seen: dict[Var, list[int]] = {}  # the statements that read it
    for k, stmt in enumerate(out):
        written: dict[Var, int] = {}
        touched: set[Var] = set()
        _count((stmt,), written, touched)
        last.update(dict.fromkeys((*written, *touched), k))
        for var in all_reads((stmt,)):
            seen.setdefault(var, []).append(k)
    table: dict[Var, Var] = {}
    dropped: set[int] = set()
    for k in copies:
        stmt = out[k]
        assert isinstance(stmt, Assign) and isinstance(stmt.target, Var) and isinstance(stmt.value, Var)
        a, b = stmt.target, _end(stmt.value, table)
        uses = seen.get(a, [])
        alone = writes.get(a) == 1 and a not in changed and len(uses) == reads.get(a, 0) and all(u > k for u in uses)
        if alone and a != b and last.get(b, -1) <= k:
            table[a] = b
            dropped.add(k)
    kept = tuple(s for k, s in enumerate(out) if k not in dropped)
    return replace_vars(kept, {a: _end(b, table) for a, b in table.items()}) if table else kept


def _is_var(value: object) -> bool:
    return isinstance(value, Var)


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
        changed |= changed_by(stmt)
        for inner in blocks_of(stmt):
            _count(inner, writes, changed)
