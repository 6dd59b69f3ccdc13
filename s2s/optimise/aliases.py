"""Which variables of the derivative code are names of one memory."""

from __future__ import annotations

from collections.abc import Container

from s2s.ir.core import Apply, Assign, Code, Var
from s2s.ir.walk import blocks_of
from s2s.optimise.dce import changed_by, root_of


def aliases(code: tuple[Code, ...], numbers: Container[Var]) -> dict[Var, set[Var]]:
    """The names of the same memory: after ``a = b`` or ``a = b[i:j]`` a write to a may change what b reads, and the
    other way. ``numbers`` have no memory that a second name could share."""
    same: dict[Var, set[Var]] = {}

    def walk(block: tuple[Code, ...]) -> None:
        for stmt in block:
            owner = _owner(stmt, numbers)
            if owner is not None and isinstance(stmt, Assign) and isinstance(stmt.target, Var):
                joined = same.get(stmt.target, {stmt.target}) | same.get(owner, {owner})
                same.update(dict.fromkeys(joined, joined))
            for inner in blocks_of(stmt):
                walk(inner)

    walk(code)
    return same


def _owner(stmt: Code, numbers: Container[Var]) -> Var | None:
    """The variable whose memory an assigned variable gets a name for."""
    if not isinstance(stmt, Assign) or not isinstance(stmt.target, Var) or stmt.target in numbers:
        return stmt.value if isinstance(stmt, Assign) and isinstance(stmt.value, Var) else None
    is_view = isinstance(stmt.value, Apply) and stmt.value.op in ("getitem", "attr")
    return root_of(stmt.value) if is_view or isinstance(stmt.value, Var) else None


def changed_in_place(code: tuple[Code, ...], numbers: Container[Var]) -> set[Var]:
    """The variables whose memory some statement changes, by this or by another name."""
    same = aliases(code, numbers)
    found: set[Var] = set()

    def walk(block: tuple[Code, ...]) -> None:
        for stmt in block:
            for var in changed_by(stmt):
                found.update(same.get(var, {var}))
            for inner in blocks_of(stmt):
                walk(inner)

    walk(code)
    return found
