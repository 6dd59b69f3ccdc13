"""Which variables of the derivative code are names of one memory."""

from __future__ import annotations

from collections.abc import Callable, Container

from s2s.ir.core import Apply, Assign, Code, Expr, For, Kind, Var
from s2s.ir.walk import all_reads, blocks_of, bound_by, variables
from s2s.optimise.dce import changed_by, mutated_by, root_of
from s2s.optimise.idle import shared


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


class Memory:
    """Which variables of the derivative code may have memory in common, by whatever way."""

    def __init__(self, code: tuple[Code, ...], kinds: dict[Var, Kind], is_new: Callable[[Expr], bool]) -> None:
        self.kinds, self.is_new = kinds, is_new
        self.groups: dict[Var, Var] = {}
        self._walk(code)

    def meet(self, one: Expr, other: Expr) -> bool:
        """True when two expressions may read common memory."""
        return not {self._group(v) for v in variables(one)}.isdisjoint(map(self._group, variables(other)))

    def _walk(self, code: tuple[Code, ...]) -> None:
        for stmt in code:
            if isinstance(stmt, (Assign, For)):
                value = stmt.value if isinstance(stmt, Assign) else stmt.iterable
                held = set() if self.is_new(value) else shared(value)
                self._join({*bound_by(stmt.target), *held})
            changed = mutated_by(stmt)
            if changed is not None and self._cat(changed) != "arr":  # a list holds what is put into it
                self._join({changed, *all_reads((stmt,))})
            for inner in blocks_of(stmt):
                self._walk(inner)

    def _cat(self, var: Var) -> str:
        return self.kinds[var].cat if var in self.kinds else "other"

    def _join(self, together: set[Var]) -> None:
        arrays = [v for v in together if self._cat(v) != "num"]
        for a, b in zip(arrays, arrays[1:], strict=False):
            a, b = self._group(a), self._group(b)
            if a != b:
                self.groups[a] = b

    def _group(self, var: Var) -> Var:
        while var in self.groups:
            var = self.groups[var]
        return var
