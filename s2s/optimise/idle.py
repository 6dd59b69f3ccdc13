"""Copies that nothing tells from their original are views of it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from s2s import runtime
from s2s.ir.core import Apply, Assign, Augment, Branch, Code, Comment, Const, Do, Expr, For, Kind, Ref, Repeat, Var
from s2s.ir.walk import all_reads, blocks_of, bound_by, read_by, read_counts, replace_vars, variables, with_blocks
from s2s.optimise.dce import changed_by, root_of

FRESH = frozenset({"add", "sub", "mul", "truediv", "pow", "matmul", "neg", "mod", "floordiv"})
FRESH_CALLS = frozenset({np.sum, np.outer, np.dot, runtime.ratio, runtime.scale, runtime.add_at, np.shape})


def without_idle_copies(code: tuple[Code, ...], kinds: dict[Var, Kind]) -> tuple[Code, ...]:
    """For ``a = b.copy()`` b itself serves where a is only computed with, and b's memory does not change meanwhile.

    >>> a, b, c, y = Var("a", 0), Var("b", 0), Var("c", 0), Var("y", 0)
    >>> copy = Assign(a, Apply("method", (b, Const("copy"))))
    >>> before = (copy, Augment(y, "add", Apply("mul", (a, c))))
    >>> without_idle_copies(before, {}) == (Augment(y, "add", Apply("mul", (b, c))),)
    True
    """
    return _Idle(code, kinds).block(code)


class _Idle:
    def __init__(self, code: tuple[Code, ...], kinds: dict[Var, Kind]) -> None:
        self.kinds = kinds
        self.bound: dict[Var, int] = {}
        self.changed: set[Var] = set()
        self.reads = read_counts(code)
        self.groups: dict[Var, Var] = {}
        self._note(code)

    def _note(self, code: tuple[Code, ...]) -> None:
        for stmt in code:
            self.changed |= changed_by(stmt)
            if isinstance(stmt, (Assign, For)):
                value = stmt.value if isinstance(stmt, Assign) else stmt.iterable
                for var in bound_by(stmt.target):
                    self.bound[var] = self.bound.get(var, 0) + 1
                    for other in shared(value):
                        self._join(var, other)
            for inner in blocks_of(stmt):
                self._note(inner)

    def _group(self, var: Var) -> Var:
        while var in self.groups:
            var = self.groups[var]
        return var

    def _join(self, a: Var, b: Var) -> None:
        a, b = self._group(a), self._group(b)
        if a != b:
            self.groups[a] = b

    def block(self, code: tuple[Code, ...]) -> tuple[Code, ...]:
        out = [with_blocks(s, tuple(self.block(b) for b in blocks_of(s))) for s in code]
        for k in range(len(out) - 1, -1, -1):
            stmt, rest = out[k], out[k + 1 :]
            source = self._copied(stmt)
            if source is None or not isinstance(stmt, Assign) or not self._idle(stmt.target, source, rest):
                continue
            assert isinstance(stmt.target, Var)
            if isinstance(source, Var) and not any(source in _bound_in(s) for s in rest):
                out[k:] = replace_vars(tuple(rest), {stmt.target: source})
                self.reads[source] = self.reads.get(source, 0) + self.reads.get(stmt.target, 0) - 1
                continue
            out[k] = Assign(stmt.target, source)
            for other in shared(source):
                self._join(stmt.target, other)
        return tuple(out)

    def _copied(self, stmt: Code) -> Expr | None:
        """What a statement makes a copy of: an array, or a part of one."""
        if not isinstance(stmt, Assign) or not isinstance(stmt.target, Var):
            return None
        value = stmt.value
        if not isinstance(value, Apply) or value.op != "method" or value.args[1:] != (Const("copy"),):
            return None
        source = value.args[0]
        root = root_of(source)
        plain = isinstance(source, Var) or (isinstance(source, Apply) and source.op == "getitem")
        kind = self.kinds.get(stmt.target)
        number = kind is not None and kind.cat != "arr"
        return source if plain and root is not None and root != stmt.target and not number else None

    def _idle(self, var: Expr, source: Expr, rest: list[Code]) -> bool:
        assert isinstance(var, Var)
        if self.bound.get(var, 0) != 1 or var in self.changed:
            return False
        mine = {self._group(v) for v in shared(source)}
        left = self.reads.get(var, 0)
        for stmt in rest:
            if not left:
                return True
            count = sum(v == var for v in all_reads((stmt,)))
            left -= count
            if count and not self._only_computes(stmt, var):
                return False
            if any(self._group(v) in mine for v in _changed_in(stmt)):
                last = isinstance(stmt, (Assign, Augment)) and var not in shared(stmt.value)
                if left or not last:  # what is computed of it is computed before the change
                    return False
        return not left

    def _only_computes(self, stmt: Code, var: Var) -> bool:
        """True when ``var`` goes into computed values only, so that nothing keeps it."""
        if isinstance(stmt, Comment):
            return True
        if isinstance(stmt, Assign):
            root = root_of(stmt.target) if isinstance(stmt.target, Apply) and stmt.target.op == "getitem" else None
            into_memory = root is not None and not self._is_list(root)
            return var not in set(variables(stmt.target)) and (into_memory or var not in shared(stmt.value))
        if isinstance(stmt, Augment):
            return var not in set(variables(stmt.target))
        if isinstance(stmt, Do):
            return var not in shared(stmt.value)
        if isinstance(stmt, (Branch, For, Repeat)):
            own = set(read_by(stmt))
            return var not in own and all(self._only_computes(s, var) for b in blocks_of(stmt) for s in b)
        return False

    def _is_list(self, var: Var) -> bool:
        """True for a list: it keeps what is assigned to an item."""
        kind = self.kinds.get(var)
        return kind is not None and kind.cat == "list"


def shared(expr: Expr) -> set[Var]:
    """The variables whose memory a value may share."""
    if isinstance(expr, Var):
        return {expr}
    if not isinstance(expr, Apply) or expr.op in FRESH:
        return set()
    if expr.op == "method" and expr.args[1] == Const("copy"):
        return set()
    if expr.op == "call" and isinstance(expr.args[0], Ref):
        function = expr.args[0].value
        if isinstance(function, np.ufunc) or (_hashable(function) and function in FRESH_CALLS):
            return set()
    return {v for a in expr.args for v in shared(a)} | {v for _, a in expr.kwargs for v in shared(a)}


def _hashable(value: object) -> bool:
    return type(value).__hash__ is not None


def _bound_in(stmt: Code) -> Iterator[Var]:
    if isinstance(stmt, (Assign, For)):
        yield from bound_by(stmt.target)
    for block in blocks_of(stmt):
        for inner in block:
            yield from _bound_in(inner)


def _changed_in(stmt: Code) -> Iterator[Var]:
    yield from changed_by(stmt)
    for block in blocks_of(stmt):
        for inner in block:
            yield from _changed_in(inner)
