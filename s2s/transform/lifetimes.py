"""Which captured values need a copy: those whose memory a later statement may write.

In a loop every write of the body runs again after a capture.  It does no harm where the memory that it writes is always
allocated in the iteration in which it is written: what an earlier iteration has kept is other memory then.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from s2s.analysis import kinds as K
from s2s.analysis.home import package_of
from s2s.analysis.memory import NEW_ARRAYS
from s2s.ir.core import Apply, Block, Call, Const, Expr, ForEach, If, Kind, Let, Loop, Ref, Scope, Var, Write
from s2s.ir.walk import variables
from s2s.transform.context import Context
from s2s.transform.definitions import Definitions

COMPUTING = frozenset({"add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "neg", "compare"})
HOLDING = frozenset({"list", "dict", "other"})  # what refers to the objects that are put into it

Stack = tuple[int, ...]  # the loops around a statement


class Lifetimes:
    """The memory of the values of a function: where it is allocated, and what writes it."""

    def __init__(self, context: Context, found: Definitions) -> None:
        self.ctx, self.found = context, found
        self.born: dict[int, frozenset[int]] | None = None
        self.origins: dict[int, set[int]] = {}

    def is_overwritten(self, var: Var) -> bool:
        """True when the memory of ``var`` may be written after ``var`` is computed."""
        kind = self.ctx.function.kinds.get(var, K.OTHER)
        place = self.ctx.function.places.get(var)
        if place is None or kind.cat not in ("arr", "numeric", "list"):
            return False
        partners = partners_of(self.ctx, place.storage)
        kept = partners.isdisjoint(self.ctx.outside)  # the caller may write what it gets, whichever iteration made it
        for sid in sorted(partners):
            for position, stack in self.found.writes.get(sid, ()):
                if kind.cat != "list" and self.ctx.list_storage(sid):
                    continue
                again = set(stack).intersection(self.found.stack[var])
                if position > self.found.order[var] or again and not (kept and again <= self.allocated_in(sid)):
                    return True
        return False

    def allocated_in(self, sid: int) -> frozenset[int]:
        """The loops in each iteration of which the memory of a storage is allocated, wherever it may come from."""
        if self.born is None:
            self.born = {}
            self._visit(self.ctx.function.body, ())
            for a, b in self.ctx.flows:
                self.origins.setdefault(b, set()).add(a)
            for a, b in self.ctx.maybe:
                self.origins.setdefault(a, set()).add(b)
                self.origins.setdefault(b, set()).add(a)
        inside = self.born.get(sid, frozenset())
        seen, todo = {sid}, [sid]
        while todo and inside:
            for other in self.origins.get(todo.pop(), ()):
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
                    inside &= self.born.get(other, frozenset())
        return inside

    def _visit(self, block: Block, stack: Stack) -> None:
        for stmt in block.stmts:
            if isinstance(stmt, Let):
                for var in stmt.targets:
                    self._define(var, () if self._is_new(stmt.expr, var) else (stmt.expr,), stack)
            elif isinstance(stmt, Write):
                self._write(stmt, stack)
            elif isinstance(stmt, Call):
                for var in stmt.targets:
                    self._define(var, [e for _, e in stmt.args], stack)
            elif isinstance(stmt, If):
                self._visit(stmt.then, stack)
                self._visit(stmt.orelse, stack)
                if stmt.results:
                    for joined in zip(stmt.results, stmt.then.results, stmt.orelse.results, strict=True):
                        self._define(joined[0], joined[1:], stack)
            elif isinstance(stmt, Loop):
                self._loop(stmt, stack)
            elif isinstance(stmt, Scope):
                self._visit(stmt.body, stack)
                self._visit(stmt.final, stack)

    def _write(self, stmt: Write, stack: Stack) -> None:
        kinds, taken = self.ctx.function.kinds, (stmt.old,)
        self._define(stmt.new, (stmt.old,), stack)
        if stmt.value is not None and kinds.get(stmt.new, K.OTHER).cat in HOLDING:
            self._comes_from(stmt.new, (stmt.value,))
        if stmt.result is not None:
            self._define(stmt.result, taken, stack)

    def _loop(self, stmt: Loop, stack: Stack) -> None:
        """What a loop carries comes from before it or from an earlier iteration: it is not allocated in this one."""
        for carried in zip(stmt.params, stmt.inits, stmt.body.results, strict=True):
            self._define(carried[0], carried[1:], stack)
        inner = (*stack, id(stmt))
        if isinstance(stmt.source, ForEach):
            for var in variables(stmt.source.target):
                self._define(var, (stmt.source.iterable,), stack)
        self._visit(stmt.body, inner)
        for result, param in zip(stmt.results, stmt.params, strict=True):
            self._define(result, (param,), stack)

    def _is_new(self, expr: Expr, var: Var) -> bool:
        """True for new memory, as far as it is not noted that it may be shared."""
        if is_new(expr):
            return True
        whole = expr.args[0] if isinstance(expr, Apply) and expr.op in ("getitem", "method") else None
        if not isinstance(whole, Var) or self.ctx.function.kinds.get(whole, K.OTHER).cat != "arr":
            return False
        assert isinstance(expr, Apply)
        if expr.op == "method":
            plain = isinstance(expr.args[1], Const) and expr.args[1].value in NEW_ARRAYS
            return plain and len(expr.args) < 4 and not expr.kwargs
        places = self.ctx.function.places
        return var in places and whole in places and places[var].storage != places[whole].storage

    def _define(self, var: Var, sources: Iterable[Expr], stack: Stack) -> None:
        """A value with these parts; its memory is allocated here unless it is that of its storage before."""
        assert self.born is not None
        place = self.ctx.function.places.get(var)
        if place is not None and not self._comes_from(var, sources):
            around = stack if all(map(self._is_followed, sources)) else ()
            self.born[place.storage] = self.born.get(place.storage, frozenset(around)).intersection(around)

    def _is_followed(self, expr: Expr) -> bool:
        """True where the memory of an expression is that of the values in it: nothing unknown is looked into."""
        if isinstance(expr, Var):
            kind = self.ctx.function.kinds.get(expr, K.OTHER)
            numbers = kind.cat == "tuple" and isinstance(kind.elem, Kind) and kind.elem.cat == "num"
            return expr in self.ctx.function.places or kind.cat in ("num", "str", "slice") or numbers
        if not isinstance(expr, Apply):
            return isinstance(expr, Const) or isinstance(getattr(expr, "value", None), type) and _is_library(expr)
        args = expr.args[1:] if expr.op == "call" and _is_library(expr.args[0]) else expr.args
        return all(map(self._is_followed, (*args, *(value for _, value in expr.kwargs))))

    def _comes_from(self, var: Var, sources: Iterable[Expr]) -> bool:
        """Note where the memory of a value comes from; true when its storage is among that."""
        places = self.ctx.function.places
        found = {places[v].storage for source in sources for v in variables(source) if v in places}
        sid = places[var].storage
        self.origins.setdefault(sid, set()).update(found - {sid})
        return sid in found


def is_new(expr: Any) -> bool:
    """True when the value of an expression is a number, or an array that nothing else refers to."""
    if isinstance(expr, Const):
        return True
    if not isinstance(expr, Apply):
        return False
    if expr.op in COMPUTING:
        return True
    if expr.op == "ifexp":
        return all(map(is_new, expr.args[1:]))
    if expr.op != "call" or not isinstance(expr.args[0], Ref):
        return False
    if any(name in ("copy", "out") and (name, value) != ("copy", Const(True)) for name, value in expr.kwargs):
        return False
    function = expr.args[0].value
    if isinstance(function, np.ufunc):
        return function is not np.conjugate and len(expr.args) - 1 <= function.nin
    return _is_library(expr.args[0]) and getattr(function, "__name__", "") in NEW_ARRAYS


def _is_library(function: Expr) -> bool:
    """True for a function whose result has new memory or that of its arguments."""
    value = getattr(function, "value", None)
    module = package_of(value)
    makes = module == "builtins" and isinstance(value, type)
    return makes or isinstance(value, np.ufunc) or module in ("numpy", "scipy")


def partners_of(context: Context, sid: int) -> set[int]:
    """The storages that may share memory with one: through views, merges, carried values and lists."""
    seen, todo = {sid}, [sid]
    while todo:
        current = todo.pop()
        for pair in context.maybe | context.flows:
            if current in pair:
                todo.extend(other for other in pair if other not in seen)
                seen.update(pair)
    return seen


def reachable_outside(context: Context, external: Iterable[int]) -> frozenset[int]:
    """The storages with memory that the caller may reach: arguments, globals, outputs, and what may share theirs."""
    places = context.function.places
    found = set(external)
    for expr in _leaves(context.function.output):
        if isinstance(expr, Var) and expr in places:
            found.add(places[expr].storage)
    edges: dict[int, set[int]] = {}
    for a, b in context.maybe | context.flows:
        edges.setdefault(a, set()).add(b)
        edges.setdefault(b, set()).add(a)
    todo = list(found)
    while todo:
        for other in edges.get(todo.pop(), ()):
            if other not in found:
                found.add(other)
                todo.append(other)
    return frozenset(found)


def _leaves(output: Any) -> list[Expr]:
    if output[0] == "leaf":
        return [output[1]]
    if output[0] == "records":
        return [output[2][0], *(column for _, column, _ in output[2][1])]
    children = output[2] if output[0] in ("tuple", "list") else [c for _, c in output[2]]
    return [e for c in children for e in _leaves(c)]
