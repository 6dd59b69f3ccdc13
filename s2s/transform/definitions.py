"""Where each primal value is defined: its region, its order, and whether it is cheap to compute again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Block, Call, Const, Expr, ForEach, If, Let, Loop, Ref, Scope, Var, Write
from s2s.ir.walk import variables
from s2s.transform.context import UNBOUND, Context

CHEAP = frozenset(
    {
        "add",
        "sub",
        "mul",
        "mod",
        "floordiv",
        "neg",
        "lt",
        "le",
        "gt",
        "ge",
        "eq",
        "ne",
        "not",
        "and",
        "or",
        "compare",
        "getitem",
        "slice",
        "tuple",
        "attr",
        "is",
        "is_not",
    }
)


@dataclass
class Definitions:
    """Where each primal value is defined: its region, its position, and its expression if it is cheap."""

    region: dict[Var, Any]
    order: dict[Var, int]
    cheap: dict[Var, Expr]
    loops: dict[int, tuple[Loop, Any, int]]
    branches: dict[int, tuple[If, Any, int]]
    stack: dict[Var, tuple[int, ...]]
    writes: dict[int, list[tuple[int, tuple[int, ...]]]]
    unbound: set[Var]  # values that some path leaves unbound: they have no shape there

    def around(self, region: Any) -> list[Any]:
        """A region and those that it lies in."""
        out = [region]
        while region != "root":
            region = self.loops[region][1] if isinstance(region, int) else self.branches[region[0]][1]
            out.append(region)
        return out


def definitions(context: Context) -> Definitions:
    """Walk the function once."""
    found = Definitions({}, {}, {}, {}, {}, {}, {}, unbound_values(context.function.body))
    walker = _Definitions(context, found)
    for param in context.function.params:
        walker.define(param.var, "root", ())
    walker.block(context.function.body, "root", ())
    return found


class _Definitions:
    def __init__(self, context: Context, found: Definitions) -> None:
        self.ctx, self.found, self.position = context, found, 0

    def define(self, var: Var, region: Any, stack: tuple[int, ...]) -> None:
        self.position += 1
        self.found.region[var], self.found.order[var], self.found.stack[var] = region, self.position, stack
        for target, value in self.ctx.extras.get(var, ()):
            for v in variables(target):
                self.position += 1
                self.found.region[v], self.found.order[v], self.found.stack[v] = region, self.position, stack
            if isinstance(target, Var) and self._is_cheap(value):
                self.found.cheap[target] = value

    def _is_cheap(self, expr: Expr) -> bool:
        if isinstance(expr, Apply):
            if expr.op == "call":
                return expr.args[0] in (Ref("np.shape"), Ref("len"), Ref("np.ndim")) and isinstance(expr.args[1], Var)
            if expr.op == "attr":
                return expr.args[1] in (Const("shape"), Const("ndim"), Const("size")) and isinstance(expr.args[0], Var)
            return expr.op in CHEAP and all(map(self._is_cheap, expr.args)) and not expr.kwargs
        if isinstance(expr, Var):
            kind = self.ctx.function.kinds.get(expr, K.OTHER)
            return kind.cat in ("num", "tuple", "slice") and not (
                kind.cat == "num" and kind.dtype is not None and kind.dtype[0] in "fc"
            )
        return isinstance(expr, Const)

    def block(self, block: Block, region: Any, stack: tuple[int, ...]) -> None:
        for stmt in block.stmts:
            if isinstance(stmt, Let):
                for var in stmt.targets:
                    self.define(var, region, stack)
                if (
                    len(stmt.targets) == 1
                    and stmt.derivative is None
                    and not stmt.effect
                    and not stmt.implicit
                    and self._is_cheap_let(stmt)
                ):
                    self.found.cheap[stmt.targets[0]] = stmt.expr
                elif len(stmt.targets) == 1 and not stmt.effect and self._is_cheap_number(stmt):
                    self.found.cheap[stmt.targets[0]] = stmt.expr
            elif isinstance(stmt, Write):
                if stmt.result is not None:
                    self.define(stmt.result, region, stack)
                self.define(stmt.new, region, stack)
                sid = self.ctx.function.places[stmt.new].storage
                self.found.writes.setdefault(sid, []).append((self.found.order[stmt.new], stack))
            elif isinstance(stmt, Call):
                for var in (*stmt.targets, stmt.record):
                    self.define(var, region, stack)
            elif isinstance(stmt, If):
                self.position += 1
                self.found.branches[id(stmt)] = (stmt, region, self.position)
                self.block(stmt.then, (id(stmt), 0), stack)
                self.block(stmt.orelse, (id(stmt), 1), stack)
                for var in stmt.results:
                    self.define(var, region, stack)
            elif isinstance(stmt, Loop):
                self._loop(stmt, region, stack)
            elif isinstance(stmt, Scope):
                if stmt.header[0] == "with":
                    for _, target in stmt.header[1]:
                        if target is not None:
                            self.define(target, region, stack)
                self.block(stmt.body, region, stack)
                self.block(stmt.final, region, stack)

    def _is_cheap_number(self, let: Let) -> bool:
        """One operation on numbers, or a change of sign: computed again where its operands are kept."""
        kinds = self.ctx.function.kinds
        expr = let.expr
        if not isinstance(expr, Apply) or expr.kwargs or let.implicit:
            return False
        if expr.op == "neg" and isinstance(expr.args[0], Var):
            return kinds.get(expr.args[0], K.OTHER).cat in ("num", "arr")
        if expr.op not in ("add", "sub", "mul"):
            return False
        return all(
            isinstance(a, Const) or (isinstance(a, Var) and kinds.get(a, K.OTHER).cat == "num") for a in expr.args
        )

    def _is_cheap_let(self, let: Let) -> bool:
        kind = self.ctx.function.kinds.get(let.targets[0], K.OTHER)
        return kind.cat in ("num", "tuple") and isinstance(let.expr, Apply) and self._is_cheap(let.expr)

    def _loop(self, stmt: Loop, region: Any, stack: tuple[int, ...]) -> None:
        self.position += 1
        self.found.loops[id(stmt)] = (stmt, region, self.position)
        inner = (*stack, id(stmt))
        for param in stmt.params:
            self.define(param, id(stmt), inner)
        if isinstance(stmt.source, ForEach):
            for var in (*variables(stmt.source.target), stmt.source.index):
                if var not in self.found.region:
                    self.define(var, id(stmt), inner)
        self.block(stmt.body, id(stmt), inner)
        for var in stmt.results:
            self.define(var, region, stack)


def unbound_values(block: Block) -> set[Var]:
    """The values that may be unbound: where control flow meets, what one of the paths has not bound."""
    found: set[Var] = set()

    def visit(block: Block) -> None:
        for stmt in block.stmts:
            if isinstance(stmt, If):
                visit(stmt.then)
                visit(stmt.orelse)
                note(zip(stmt.results, stmt.then.results, stmt.orelse.results, strict=True))
            elif isinstance(stmt, Loop):
                note(zip(stmt.params, stmt.inits, strict=True))
                visit(stmt.body)
                note(zip(stmt.results, stmt.params, stmt.body.results, strict=True))
                note(zip(stmt.params, stmt.body.results, strict=True))
            elif isinstance(stmt, Scope):
                visit(stmt.body)
                visit(stmt.final)

    def note(joins: Iterable[tuple[Any, ...]]) -> None:
        found.update(var for var, *given in joins if any(e == UNBOUND or e in found for e in given))

    count = -1
    while count < len(found):  # a loop hands a value on to its own head
        count = len(found)
        visit(block)
    return found
