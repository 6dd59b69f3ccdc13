"""Forward mode: the code that carries tangents through the program, from the same residuals as the pullback."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

import numpy as np

from s2s import runtime
from s2s.analysis import kinds as K
from s2s.ir.core import (
    Apply,
    Assign,
    Augment,
    Block,
    Branch,
    Call,
    Code,
    Comment,
    Const,
    Do,
    Expr,
    For,
    If,
    Let,
    Loop,
    Raise,
    Ref,
    Scope,
    Stmt,
    Var,
    Write,
)
from s2s.ir.walk import variables
from s2s.source.values import fill, through
from s2s.transform.cells import Cell
from s2s.transform.context import RECORD, WHOLE
from s2s.transform.pushforward_rules import PushforwardRules


class Pushforward(PushforwardRules):
    """Builds the pushforward of one function: a cell per value (or per written storage) holds its tangent."""

    # ------------------------------------------------------------------------------------------------ statements

    def block(self, block: Block) -> None:
        for stmt in block.stmts:
            self.stmt(stmt)

    def stmt(self, stmt: Stmt) -> None:
        mark = len(self.code)
        if isinstance(stmt, Let):
            self.let(stmt)
        elif isinstance(stmt, Write):
            self.write(stmt)
        elif isinstance(stmt, If):
            self.branch(stmt)
        elif isinstance(stmt, Loop):
            self.loop(stmt)
        elif isinstance(stmt, Scope):
            self.block(stmt.body)
            self.block(stmt.final)
            return
        elif isinstance(stmt, Raise):
            return
        elif isinstance(stmt, Call):
            self.call(stmt)
        if len(self.code) > mark and stmt.origin.text and not isinstance(stmt, (If, Loop)):
            self.code.insert(mark, Comment(stmt.origin.text))

    def call(self, stmt: Call) -> None:
        """The callee's pushforward, from its own residuals."""
        table = dict(stmt.args)
        dots = [self.dot(table[name]) for name in stmt.callee.active]
        if all(d is None for d in dots):
            return
        given = tuple(
            d if d is not None else self.zeros(table[n]) for d, n in zip(dots, stmt.callee.active, strict=True)
        )
        value = Apply("call", (Ref(f"{stmt.callee.name}_pushforward"), stmt.record, *given))
        if stmt.single:
            self.set(stmt.targets[0], value, True)
            return
        parts = tuple(self.ctx.fresh(f"{t.name}_dot") for t in stmt.targets)
        self.code.append(Assign(Apply("tuple", parts), value))
        for target, part in zip(stmt.targets, parts, strict=True):
            self.kinds[part] = replace(self.kinds[target], active=False)
            self.set(target, part, True)

    # ------------------------------------------------------------------------------------------------ writes

    def write(self, write: Write) -> None:
        if write.how == "clobber" or not self.kinds.get(write.new, K.OTHER).active:
            return
        if write.how.startswith("sync"):
            self._sync(write)
            return
        dot = self.dot(write.value)
        if write.how == "pop":
            if self.filled(write.new) and write.result is not None:
                cell = self.own(write.new, write.old)
                at = () if write.index is None else (write.index,)
                value: Expr = Apply("method", (cell.var, Const("pop"), *at))
                if self.active(write.result):
                    if self.kinds[write.result].cat != "num":
                        value = Apply("call", (self.ctx.names.ref(runtime.dense), value, self.ctx.shape(write.result)))
                    self.set(write.result, value, True)
                else:
                    self.code.append(Do(value))
            return
        if dot is None and not self.filled(write.new):
            return
        cell = self.own(write.new, write.old)
        if write.how == "append":
            name, at = ("append", ()) if write.index is None else ("insert", (write.index,))
            item = dot if dot is not None else self.zeros(write.value)
            self.code.append(Do(Apply("method", (cell.var, Const(name), *at, item))))
            return
        if write.how == "list_item":
            assert write.index is not None
            self.code.append(
                Assign(Apply("getitem", (cell.var, write.index)), dot if dot is not None else self.zeros(write.value))
            )
            return
        self._write_array(write, cell, dot)

    def _write_array(self, write: Write, cell: Cell, dot: Expr | None) -> None:
        if dot is not None:
            dot = self.make_room(write.new, cell.var, dot, "part_dot")
        base = through(write.path, cell.var)
        index = write.index if write.index is not None else WHOLE
        value = dot if dot is not None else Const(0.0)
        if write.how == "item_where":
            self.code.append(Do(Apply("call", (self.ctx.names.ref(np.copyto), base, value), (("where", index),))))
        elif write.how == "item_put":
            self.code.append(Do(Apply("call", (self.ctx.names.ref(np.put), base, index, value))))
        elif write.how == "at":
            if dot is not None:
                signed = Apply("neg", (dot,)) if write.op == "sub" else dot
                self.code.append(Do(Apply("call", (self.ctx.names.ref(runtime.add_at), base, index, signed))))
        elif write.op in ("add", "sub"):
            if dot is not None:
                self.code.append(Augment(Apply("getitem", (base, index)), write.op, dot))
        else:
            self.code.append(Assign(Apply("getitem", (base, index)), value))

    def _sync(self, write: Write) -> None:
        assert write.index is not None and isinstance(write.value, Var) and isinstance(write.target, Var)
        source = write.value
        self.kinds[source] = replace(self.kinds[source], active=True)
        if not self.filled(source) and not self.filled(write.new):
            return
        from_cell = self.own(source)
        to = self.own(write.new, write.old)
        if write.how == "sync_base":
            part = through(write.path, to.var)
            order = [(k, v) for k, v in getattr(write.index, "kwargs", ()) if k == "order"]
            g: Expr = Apply(
                "call",
                (self.ctx.names.ref(np.reshape), from_cell.var, Apply("call", (self.ctx.names.ref(np.shape), part))),
                tuple(order),
            )
        else:
            part = to.var
            g = fill(write.index, through(write.path, from_cell.var))
        self.code.append(Branch(write.target, (Assign(Apply("getitem", (part, WHOLE)), g),)))

    # ------------------------------------------------------------------------------------------------ regions

    def _within(self, region: Any, block: Block) -> None:
        outer, self.region = self.region, (*self.region, region)
        self.block(block)
        self.region = outer

    def branch(self, stmt: If) -> None:
        before = dict(self.cells)
        outer = self.code
        arms: list[tuple[list[Code], dict[Any, Cell]]] = []
        for block in (stmt.then, stmt.orelse):
            self.cells, self.code = dict(before), []
            if not block.raises:
                self._within((id(stmt), len(arms)), block)
            arms.append((self.code, self.cells))
        (code1, cells1), (code2, cells2) = arms
        if stmt.then.raises or stmt.orelse.raises:
            self.code, self.cells = outer, cells2 if stmt.then.raises else cells1
            if code1 or code2:
                self.code.append(Branch(Apply("arm", (Const(id(stmt)), stmt.test)), tuple(code1), tuple(code2)))
            return
        merged = self._joined(stmt, before, (code1, cells1), (code2, cells2))
        self.code, self.cells = outer, merged
        if code1 or code2:
            self.code.append(Branch(Apply("arm", (Const(id(stmt)), stmt.test)), tuple(code1), tuple(code2)))

    def _joined(self, stmt: If, before: dict[Any, Cell], a: Any, b: Any) -> dict[Any, Cell]:
        (code1, cells1), (code2, cells2) = a, b
        merged = dict(before)
        for i, result in enumerate(stmt.results):
            if not self.active(result) or self.path(result):
                continue
            dots = []
            for block, code, cells in ((stmt.then, code1, cells1), (stmt.orelse, code2, cells2)):
                self.cells, self.code = cells, code
                dots.append(self.dot(block.results[i]))
            if dots == [None, None]:
                merged.pop(self.key(result), None)
                continue
            made = self.ctx.fresh(f"{self.ctx.storage_name(result)}_dot", temp=False)
            self.kinds[made] = replace(self.kinds[result], active=False)
            owned = True
            for block, code, cells, dot in ((stmt.then, code1, cells1, dots[0]), (stmt.orelse, code2, cells2, dots[1])):
                expr = block.results[i]
                if expr == Const("<unbound>") and result not in self._handed_on():
                    continue
                self.cells, self.code = cells, code
                if dot is None:
                    code.append(Assign(made, self.start(result, expr)))
                    continue
                key = self.key(expr) if isinstance(expr, Var) else None
                mine = (
                    key in cells
                    and cells[key].owned
                    and isinstance(expr, Var)
                    and not self.path(expr)
                    and key == self.key(result)
                )
                if not mine and (isinstance(self.key(result), tuple) or self._in_buffer(dot)):
                    dot = self._copied(dot, self.kinds[result])
                code.append(Assign(made, dot))
                owned = owned and (mine or isinstance(self.key(result), tuple))
            merged[self.key(result)] = Cell(made, True, owned)
        for key in before:
            if key in merged and merged[key] is before[key]:
                one, two = cells1.get(key, before[key]), cells2.get(key, before[key])
                merged[key] = (
                    replace(before[key], owned=one.owned and two.owned)
                    if one.var == two.var == before[key].var
                    else before[key]
                )
        return merged

    def _handed_on(self) -> AbstractSet[Var]:
        """The values that are handed on without a use: where one is unbound, its tangent is read all the same."""
        if self.handed is None:
            self.handed = frozenset(_passed(self.ctx.function.body))
        return self.handed

    def loop(self, stmt: Loop) -> None:
        entry = dict(self.cells)
        outer = self.code
        needed = {j for j, init in enumerate(stmt.inits) if self._carries(stmt, j) and self.dot(init) is not None}
        mark = (
            id(stmt),
            frozenset(needed),
            frozenset(k for k, c in entry.items() if c.filled and isinstance(k, tuple)),
        )
        needed |= self.settled.get(mark, frozenset())
        loose = self.loose
        for _ in range(20):
            self.cells, self.code, self.loose = dict(entry), [], loose
            self._enter(stmt, needed)
            head = self.code
            self.code = []
            start = dict(self.cells)
            self._within(id(stmt), stmt.body)
            grown = {
                j
                for j, nxt in enumerate(stmt.body.results)
                if self._carries(stmt, j) and self.dot(nxt) is not None
            }
            if grown <= needed:
                break
            needed |= grown
        self.settled[mark] = frozenset(needed)
        body = self.code
        self._hand_on(stmt, needed, start, body)
        self.code = outer
        if body or needed:
            self.code.extend(head)
            self.code.append(For(Const((RECORD, id(stmt))), Const(None), tuple(body)))
        self.cells = dict(entry)
        for j in sorted(needed):
            param, result = stmt.params[j], stmt.results[j]
            self.cells[self.key(result)] = replace(start[self.key(param)], owned=start[self.key(param)].owned)

    def _carries(self, stmt: Loop, j: int) -> bool:
        """True for a carried value with a tangent of its own: that of a view is a part of its storage's."""
        return self.active(stmt.params[j]) and not self.path(stmt.params[j])

    def _enter(self, stmt: Loop, needed: AbstractSet[int]) -> None:
        for j in sorted(needed):
            init, param = stmt.inits[j], stmt.params[j]
            dot = self.dot(init)
            key = self.key(param)
            cell = self.cells.get(key)
            owned = cell is not None and cell.owned and isinstance(init, Var) and self.key(init) == key
            value = dot if dot is not None else self.start(param, init if isinstance(init, Var) else stmt.results[j])
            if dot is not None and not owned and (isinstance(key, tuple) or self._in_buffer(value)):
                value = self._copied(value, self.kinds[param])
            if (id(stmt), j) not in self.carried:
                made = self.ctx.fresh(f"{self.ctx.storage_name(param)}_dot", temp=False)
                self.kinds[made] = replace(self.kinds[param], active=False)
                self.carried[id(stmt), j] = made
            made = self.carried[id(stmt), j]
            self.code.append(Assign(made, value))
            self.cells[key] = Cell(made, True, isinstance(key, tuple))

    def _hand_on(self, stmt: Loop, needed: AbstractSet[int], start: dict[Any, Cell], body: list[Code]) -> None:
        pairs = []
        for j in sorted(needed):
            nxt, param = stmt.body.results[j], stmt.params[j]
            target = start[self.key(param)].var
            dot = self.dot(nxt)
            value = dot if dot is not None else self.start(param, nxt if isinstance(nxt, Var) else stmt.params[j])
            if value == target:
                continue
            same = isinstance(nxt, Var) and self.key(nxt) == self.key(param)
            if dot is not None and not same and (isinstance(self.key(param), tuple) or self._in_buffer(value)):
                value = self._copied(value, self.kinds[param])
            pairs.append((target, value))
        if len(pairs) > 1:
            held = []
            for target, value in pairs:
                made = self.ctx.fresh(target.name)
                self.kinds[made] = self.kinds[target]
                body.append(Assign(made, value))
                held.append((target, made))
            body.extend(Assign(t, v) for t, v in held)
        else:
            body.extend(Assign(t, v) for t, v in pairs)


def _passed(block: Block) -> Iterator[Var]:
    for expr in block.results:
        yield from variables(expr)
    for stmt in block.stmts:
        if isinstance(stmt, Let) and (isinstance(stmt.expr, Var) or getattr(stmt.expr, "op", "") in ("tuple", "list")):
            yield from variables(stmt.expr)
        elif isinstance(stmt, If):
            yield from _passed(stmt.then)
            yield from _passed(stmt.orelse)
        elif isinstance(stmt, Loop):
            for init in stmt.inits:
                yield from variables(init)
            yield from _passed(stmt.body)
        elif isinstance(stmt, Scope):
            yield from _passed(stmt.body)
            yield from _passed(stmt.final)
