"""Forward mode: the code that carries tangents through the program, from the same residuals as the pullback."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

import numpy as np

from s2s import runtime
from s2s.analysis import kinds as K
from s2s.analysis.memory import STRETCHING
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
    Kind,
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
from s2s.rules.registry import Rule
from s2s.source.values import fill, through
from s2s.transform.cells import Cell, is_fresh, key_of
from s2s.transform.inline import ZERO, Raised
from s2s.transform.reverse import RECORD, WHOLE, Context, refusal


class Pushforward:
    """Builds the pushforward of one function: a cell per value (or per written storage) holds its tangent."""

    def __init__(self, context: Context) -> None:
        self.ctx = context
        self.kinds, self.places = context.function.kinds, context.function.places
        self.cells: dict[Any, Cell] = {}
        self.code: list[Code] = []
        self.region: tuple[Any, ...] = ("root",)
        self.settled: dict[Any, frozenset[int]] = {}

    # ------------------------------------------------------------------------------------------------ cells

    def active(self, expr: Any) -> bool:
        return isinstance(expr, Var) and self.kinds.get(expr, K.OTHER).active

    def key(self, var: Var) -> Any:
        return key_of(var, self.places, self.ctx.written)

    def path(self, var: Var) -> tuple[Expr, ...]:
        place = self.places.get(var)
        return place.path if place is not None and place.storage in self.ctx.written else ()

    def filled(self, expr: Any) -> bool:
        return self.active(expr) and self.key(expr) in self.cells and self.cells[self.key(expr)].filled

    def dot(self, expr: Any) -> Expr | None:
        """The tangent of a value, or None for zero."""
        if isinstance(expr, Apply) and expr.op in ("tuple", "list"):
            parts = [self.dot(a) for a in expr.args]
            if all(p is None for p in parts):
                return None
            return Apply(
                "list", tuple(p if p is not None else self.zeros(a) for p, a in zip(parts, expr.args, strict=True))
            )
        if not self.filled(expr):
            return None
        return through(self.path(expr), self.cells[self.key(expr)].var)

    def zeros(self, expr: Any) -> Expr:
        """A tangent of zeros for a value."""
        if isinstance(expr, Apply) and expr.op in ("tuple", "list"):
            return Apply("list", tuple(map(self.zeros, expr.args)))
        if not isinstance(expr, Var):
            return Const(0.0)
        kind = self.kinds.get(expr, K.NUMERIC)
        if kind.cat == "num":
            return Const(0.0)
        if kind.cat == "list":
            return Apply("mul", (Apply("list", (Const(0.0),)), self.ctx.length(expr)))
        shape = self.ctx.shape(expr)
        if kind.dtype in (None, "f8") or kind.dtype[0] not in "fc":
            return Apply("call", (self.ctx.names.ref(np.zeros), shape))
        return Apply("call", (self.ctx.names.ref(np.zeros), shape, self.ctx.names.ref(np.dtype(kind.dtype).type)))

    def set(self, var: Var, value: Expr, owned: bool) -> None:
        """The tangent of ``var`` is ``value``."""
        if not self.active(var):
            return
        key = self.key(var)
        owned = owned or self.kinds[var].cat == "num" or is_fresh(value, self.kinds)
        if not owned and (isinstance(key, tuple) or self._in_buffer(value)):
            value, owned = self._copied(value, self.kinds[var]), True
        made = self.ctx.fresh(f"{var.name}_dot", temp=var.temp)
        self.kinds[made] = replace(self.kinds[var], active=False)
        self.code.append(Assign(made, value))
        self.cells[key] = Cell(made, True, owned)

    def _in_buffer(self, value: Expr) -> bool:
        """True when a value may be a part of a tangent that is changed in place later."""
        buffers = {cell.var for key, cell in self.cells.items() if isinstance(key, tuple)}
        return any(v in buffers for v in variables(value))

    def _copied(self, value: Expr, kind: Kind) -> Expr:
        if kind.cat == "num":
            return value
        if kind.cat == "list":
            return Apply("call", (self.ctx.names.ref(list), value))
        return Apply("call", (self.ctx.names.ref(np.array), value))

    def own(self, var: Var, like: Var | None = None) -> Cell:
        """The cell of a written storage, filled and in memory of its own."""
        key = self.key(var)
        cell = self.cells.get(key)
        if cell is None or not cell.filled:
            made = self.ctx.fresh(f"{var.name}_dot", temp=False)
            self.kinds[made] = replace(self.kinds[var], active=False)
            self.code.append(Assign(made, self.zeros(like or var)))
            cell = Cell(made, True, True)
        elif not cell.owned:
            self.code.append(Assign(cell.var, self._copied(cell.var, self.kinds[var])))
            cell = cell.with_value(True)
        self.cells[key] = cell
        return cell

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

    def let(self, let: Let) -> None:
        if let.derivative is None or not let.targets:
            return
        rule = let.derivative.rule
        if isinstance(rule, Rule):
            if len(let.targets) == 1 and self.path(let.targets[0]):
                return
            self._rule(let)
        else:
            getattr(self, "_let_" + rule)(let)

    def _rule(self, let: Let) -> None:
        assert let.derivative is not None
        dots = {name: self.dot(let.derivative.bindings[name]) for name in let.derivative.active}
        if all(d is None for d in dots.values()):
            return
        for name in list(dots):
            bound = let.derivative.bindings[name]
            if dots[name] is None and isinstance(bound, Apply) and bound.op in ("tuple", "list"):
                dots[name] = self.zeros(bound)
        instance = self.ctx.instance(let)
        try:
            stmts, result = instance.pushforward(dots)
        except Raised as problem:
            raise refusal(problem, let.origin) from None
        self.ctx.note_extras(let, instance)
        for target, value in stmts:
            self.code.append(Assign(target, self.ctx.reused(value, self.region)))
        if result is ZERO:
            return
        result = self.ctx.reused(result, self.region)
        self._results(let, result, dots)

    def _results(self, let: Let, result: Any, dots: dict[str, Any]) -> None:
        if len(let.targets) == 1:
            target = let.targets[0]
            value = self._stretched(let, result, dots)
            self.set(target, value, is_fresh(value, self.kinds))
            return
        if isinstance(result, Apply) and result.op in ("tuple", "list") and len(result.args) == len(let.targets):
            for target, part in zip(let.targets, result.args, strict=True):
                if part is not ZERO and self.active(target):
                    self.set(target, part, is_fresh(part, self.kinds))
            return
        parts = tuple(self.ctx.fresh(f"{t.name}_dot") for t in let.targets)
        self.code.append(Assign(Apply("tuple", parts), result))
        for target, part in zip(let.targets, parts, strict=True):
            if self.active(target):
                self.kinds[part] = replace(self.kinds[target], active=False)
                self.set(target, part, False)

    def _stretched(self, let: Let, value: Expr, dots: dict[str, Any]) -> Expr:
        """A tangent that comes from one operand only is stretched to the shape of the result."""
        assert let.derivative is not None
        target = let.targets[0]
        kind = self.kinds[target]
        if kind.cat == "num" or not self._broadcasts(let):
            return value
        shapes = []
        for name, dot in dots.items():
            if dot is not None:
                bound = let.derivative.bindings[name]
                shapes.append(
                    self.kinds[bound].shape if isinstance(bound, Var) and self.kinds[bound].cat != "num" else ()
                )
        if any(s is not None and s == kind.shape for s in shapes):
            return value
        operands = [b for b in let.derivative.bindings.values() if isinstance(b, Var)]
        if len(operands) == len([d for d in dots.values() if d is not None]) and len(operands) > 1:
            return value
        return Apply("call", (self.ctx.names.ref(np.broadcast_to), value, self.ctx.shape(target)))

    def _broadcasts(self, let: Let) -> bool:
        assert let.derivative is not None
        from s2s.rules import registry

        rule = let.derivative.rule
        functions = [f for f, r in registry.RULES.items() if r is rule]
        return any(isinstance(f, np.ufunc) or f in STRETCHING for f in functions if not isinstance(f, tuple))

    def _let_copy(self, let: Let) -> None:
        assert let.derivative is not None
        source, target = let.derivative.bindings["x"], let.targets[0]
        if isinstance(source, Var) and self.key(source) == self.key(target):
            return
        dot = self.dot(source)
        if dot is not None:
            self.set(target, dot, False)

    def _let_number(self, let: Let) -> None:
        assert let.derivative is not None
        source = let.derivative.bindings["x"]
        dot = self.dot(source)
        if dot is not None:
            if self.kinds[source].cat != "num":
                dot = Apply("call", (self.ctx.names.ref(np.sum), dot))
            self.set(let.targets[0], dot, True)

    def _let_structure(self, let: Let) -> None:
        assert isinstance(let.expr, Apply)
        if len(let.targets) > 1:
            moves = []
            for item, target in zip(let.expr.args, let.targets, strict=True):
                if isinstance(item, Var) and self.key(item) == self.key(target):
                    continue
                dot = self.dot(item)
                if dot is not None and self.active(target):
                    held = self.ctx.fresh(f"{target.name}_dot")
                    self.kinds[held] = replace(self.kinds[target], active=False)
                    moves.append((target, dot))
                elif self.active(target):
                    self.cells.pop(self.key(target), None)
            for target, dot in moves:
                self.set(target, dot, False)
            return
        dot = self.dot(let.expr)
        if dot is not None:
            self.set(let.targets[0], dot, True)

    def _let_repeat(self, let: Let) -> None:
        assert let.derivative is not None
        dot = self.dot(let.derivative.bindings["item"])
        if dot is not None:
            self.set(let.targets[0], Apply("mul", (Apply("list", (dot,)), self.ctx.length(let.targets[0]))), True)

    def _let_list_add(self, let: Let) -> None:
        assert let.derivative is not None
        a, b = let.derivative.bindings["a"], let.derivative.bindings["b"]
        parts = []
        for part in (a, b):
            dot = self.dot(part)
            parts.append(dot if dot is not None else self.zeros(part))
        self.set(let.targets[0], Apply("add", (parts[0], parts[1])), True)

    def _let_list_copy(self, let: Let) -> None:
        assert let.derivative is not None
        dot = self.dot(let.derivative.bindings["items"])
        if dot is not None:
            self.set(let.targets[0], Apply("call", (self.ctx.names.ref(list), dot)), True)

    def _let_getitem(self, let: Let) -> None:
        assert let.derivative is not None
        table = let.derivative.bindings
        target = let.targets[0]
        if self.path(target):
            return
        dot = self.dot(table["x"])
        if dot is None:
            return
        value = Apply("getitem", (dot, table["index"]))
        owned = self.kinds[target].cat == "num" or table["how"] in ("fancy", "mask")
        if not owned and isinstance(self.key(table["x"]), tuple):
            value, owned = self._copied(value, self.kinds[target]), True  # type: ignore[assignment]
        self.set(target, value, owned)

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
                value: Expr = Apply("method", (cell.var, Const("pop")))
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
            self.code.append(
                Do(Apply("method", (cell.var, Const("append"), dot if dot is not None else self.zeros(write.value))))
            )
            return
        if write.how == "list_item":
            assert write.index is not None
            self.code.append(
                Assign(Apply("getitem", (cell.var, write.index)), dot if dot is not None else self.zeros(write.value))
            )
            return
        self._write_array(write, cell, dot)

    def _write_array(self, write: Write, cell: Cell, dot: Expr | None) -> None:
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
            made = self.ctx.fresh(f"{result.name}_dot", temp=False)
            self.kinds[made] = replace(self.kinds[result], active=False)
            owned = True
            for block, code, cells, dot in ((stmt.then, code1, cells1, dots[0]), (stmt.orelse, code2, cells2, dots[1])):
                expr = block.results[i]
                if expr == Const("<unbound>"):
                    continue
                self.cells, self.code = cells, code
                if dot is None:
                    code.append(Assign(made, self.zeros(expr)))
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
        for _ in range(20):
            self.cells, self.code = dict(entry), []
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
            value = dot if dot is not None else self.zeros(init if isinstance(init, Var) else stmt.results[j])
            if dot is not None and not owned and (isinstance(key, tuple) or self._in_buffer(value)):
                value = self._copied(value, self.kinds[param])
            cache = self.__dict__.setdefault("_vars", {})
            if (id(stmt), j) not in cache:
                made = self.ctx.fresh(f"{param.name}_dot", temp=False)
                self.kinds[made] = replace(self.kinds[param], active=False)
                cache[id(stmt), j] = made
            made = cache[id(stmt), j]
            self.code.append(Assign(made, value))
            self.cells[key] = Cell(made, True, isinstance(key, tuple))

    def _hand_on(self, stmt: Loop, needed: AbstractSet[int], start: dict[Any, Cell], body: list[Code]) -> None:
        pairs = []
        for j in sorted(needed):
            nxt, param = stmt.body.results[j], stmt.params[j]
            target = start[self.key(param)].var
            dot = self.dot(nxt)
            value = dot if dot is not None else self.zeros(nxt if isinstance(nxt, Var) else stmt.params[j])
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
