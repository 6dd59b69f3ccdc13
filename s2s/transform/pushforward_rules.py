"""The tangents of single operations: their cells, and the lines of the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from s2s import runtime
from s2s.analysis import kinds as K
from s2s.analysis.memory import STRETCHING
from s2s.ir.core import Apply, Assign, Code, Const, Expr, Kind, Let, Var
from s2s.ir.walk import variables
from s2s.optimise.dce import root_of
from s2s.rules.registry import Rule
from s2s.source.values import through
from s2s.transform.cells import Cell, is_fresh, key_of
from s2s.transform.context import Context, refusal
from s2s.transform.inline_fold import ZERO, Raised
from s2s.transform.reals import Reals


class PushforwardRules(Reals):
    """A cell per value (or per written storage) holds its tangent."""

    def __init__(self, context: Context) -> None:
        super().__init__(context.function.kinds)
        self.ctx, self.places = context, context.function.places
        self.cells: dict[Any, Cell] = {}
        self.code: list[Code] = []
        self.region: tuple[Any, ...] = ("root",)
        self.settled: dict[Any, frozenset[int]] = {}
        self.carried: dict[tuple[int, int], Var] = {}
        self.handed: frozenset[Var] | None = None
        self.loose = False  # True where an entry of a list of tangents can be 0.0 for an array of zeros

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
            numbers = kind.elem is None or isinstance(kind.elem, Kind) and kind.elem.cat == "num"  # None: no items yet
            if not numbers and not self.ctx.is_column(expr) and expr not in self.ctx.empty:
                return Apply("call", (self.ctx.names.ref(runtime.zero_items), self.ctx.item_shapes(expr)))
            self.loose = self.loose or expr not in self.ctx.empty
            return self.ctx.zero_list(expr)
        return self.ctx.zeros(expr, kind)

    def start(self, var: Var, expr: Any) -> Expr:
        """A tangent of zeros for ``expr``, in the cell of ``var``: an array where that is written in place."""
        value, kind = self.zeros(expr), self.kinds[var]
        number = value == Const(0.0) and isinstance(self.key(var), tuple) and kind.cat not in ("num", "list")
        return self.ctx.zeros(var, kind, Const(())) if number else value

    def set(self, var: Var, value: Expr, owned: bool) -> None:
        """The tangent of ``var`` is ``value``."""
        if not self.active(var):
            return
        key = self.key(var)
        fresh = is_fresh(value, self.kinds) and not self._may_be_number(var)
        owned = owned or self.kinds[var].cat == "num" or fresh
        real = K.is_complex(self.kinds[var]) and self.kinds[var].cat != "num" and self._is_real(value)
        if real and owned and isinstance(key, tuple):
            value, real = Apply("add", (value, Const(0j))), False
        if not owned and (isinstance(key, tuple) or self._in_buffer(value)):
            value, owned, real = self._copied(value, self.kinds[var]), True, False
        name = self.ctx.storage_name(var) if isinstance(key, tuple) else var.name
        made = self.ctx.fresh(f"{name}_dot", temp=var.temp)
        self.kinds[made] = replace(self.kinds[var], active=False)
        self.code.append(Assign(made, value))
        self.cells[key] = Cell(made, True, owned)
        if real:
            self.reals.add(made)

    def _may_be_number(self, var: Var) -> bool:
        """True for a written value that may be a number when the program runs: its tangent must be an array."""
        return self.kinds[var].cat == "numeric" and isinstance(self.key(var), tuple)

    def _buffers(self) -> frozenset[Var]:
        """The variables that stand for memory which is written in place."""
        cells = (self.cells.get(("storage", sid)) for sid in self.ctx.written)
        return frozenset(cell.var for cell in cells if cell is not None)

    def _in_buffer(self, value: Expr) -> bool:
        """True when a value may be a part of a tangent that is changed in place later."""
        buffers = self._buffers()
        return any(v in buffers for v in variables(value))

    def _copied(self, value: Expr, kind: Kind) -> Expr:
        if kind.cat == "num":
            return value
        if kind.cat == "list":
            return Apply("call", (self.ctx.names.ref(list), value))
        if K.is_complex(kind) and self._is_real(value):
            return Apply("add", (value, Const(0j)))
        if kind.cat == "arr" and not self._in_list(value):
            return Apply("method", (value, Const("copy")))
        return Apply("call", (self.ctx.names.ref(np.array), value))

    def _in_list(self, value: Expr) -> bool:
        """True for an item of a list of tangents, which may be a number."""
        root = root_of(value)
        return isinstance(value, Apply) and root is not None and self.kinds.get(root, K.OTHER).cat == "list"

    def own(self, var: Var, like: Var | None = None) -> Cell:
        """The cell of a written storage, filled and in memory of its own."""
        key = self.key(var)
        cell = self.cells.get(key)
        if cell is None or not cell.filled:
            made = self.ctx.fresh(f"{self.ctx.storage_name(var)}_dot", temp=False)
            self.kinds[made] = replace(self.kinds[var], active=False)
            self.code.append(Assign(made, self.zeros(like or var)))
            cell = Cell(made, True, True)
        elif not cell.owned:
            self.code.append(Assign(cell.var, self._copied(cell.var, self.kinds[var])))
            cell = cell.with_value(True)
        self.cells[key] = cell
        return cell

    # ------------------------------------------------------------------------------------------------ operations

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
            self.set(target, value, False)
            return
        if isinstance(result, Apply) and result.op in ("tuple", "list") and len(result.args) == len(let.targets):
            for target, part in zip(let.targets, result.args, strict=True):
                if part is not ZERO and self.active(target):
                    self.set(target, part, False)
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

    def _let_columns(self, let: Let) -> None:
        assert let.derivative is not None
        table = let.derivative.bindings
        for column, target in zip(table["lists"], let.targets, strict=True):
            dot = self.dot(column)
            if dot is not None and self.active(target):
                value = self._entry(Apply("getitem", (dot, table["index"])), target)
                self.set(target, self._copied_entry(value, target, "list"), True)

    def _let_unzip(self, let: Let) -> None:
        assert let.derivative is not None
        for column, target in zip(let.derivative.bindings["lists"], let.targets, strict=True):
            dot = self.dot(column)
            if dot is not None and self.active(target):
                self.set(target, Apply("call", (self.ctx.names.ref(list), dot)), True)

    def _entry(self, dot: Expr, target: Var) -> Expr:
        """An item of a list of tangents, where 0.0 stands for zeros."""
        kind = self.kinds[target]
        if kind.cat in ("arr", "numeric") and self.loose:
            return Apply("call", (self.ctx.names.ref(runtime.dense), dot, self.ctx.shape(target)))
        if kind.cat != "list":
            return dot
        return Apply("call", (self.ctx.names.ref(runtime.dense_list), dot, self.ctx.length(target)))

    def _let_table(self, let: Let) -> None:
        assert let.derivative is not None
        target = let.targets[0]
        parts = []
        for i, column in let.derivative.bindings["lists"]:
            dot = self.dot(column)
            if dot is not None:
                parts += [Const(i), dot]
        if parts:
            helper = self.ctx.names.ref(runtime.with_entries)
            self.set(target, Apply("call", (helper, self.zeros(target), *parts)), True)

    def _copied_entry(self, value: Expr, target: Var, how: str) -> Expr:
        """A copy of a part: the tangent of an entry that is None is 0.0, which has no ``copy()``."""
        kind = self.kinds[target]
        return self._copied(value, replace(kind, cat="numeric") if how == "list" and kind.optional else kind)

    def _let_getitem(self, let: Let) -> None:
        assert let.derivative is not None
        table = let.derivative.bindings
        target = let.targets[0]
        if self.path(target):
            return
        dot = self.dot(table["x"])
        if dot is None:
            return
        value: Expr = Apply("getitem", (dot, table["index"]))
        value = self._entry(value, target) if table["how"] == "list" else value
        owned = self.kinds[target].cat == "num" or table["how"] in ("fancy", "mask")
        if not owned and isinstance(self.key(table["x"]), tuple):
            value, owned = self._copied_entry(value, target, table["how"]), True
        self.set(target, value, owned)
