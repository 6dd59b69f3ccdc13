"""Copies of variables are gone where both names always mean the same value."""
from __future__ import annotations

from s2s.ir.core import Assign, Augment, Code, For, Var
from s2s.ir.walk import blocks_of, bound_by, replace_vars, with_blocks
from s2s.optimise.dce import mutated_by


def propagate_copies(code: tuple[Code, ...]) -> tuple[Code, ...]:
    """Use ``b`` for ``a`` after ``a = b``, where both are assigned once and neither is changed in place."""
    writes: dict[Var, int] = {}
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


def _end(var: Var, table: dict[Var, Var]) -> Var:
    while var in table:
        var = table[var]
    return var


def _without(code: tuple[Code, ...], table: dict[Var, Var]) -> tuple[Code, ...]:
    kept = (s for s in code if not (isinstance(s, Assign) and isinstance(s.target, Var) and s.target in table and isinstance(s.value, Var)))
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
