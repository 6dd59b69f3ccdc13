"""The pullback of one operation: the lines of its rule, or what is built in for copies, structures and lists."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from s2s import runtime
from s2s.analysis import kinds as K
from s2s.ir.core import UNUSED, Apply, Assign, Augment, Const, Do, Expr, Kind, Let, Var
from s2s.ir.walk import bound_by
from s2s.rules.registry import Rule
from s2s.source.values import through
from s2s.transform.cells import is_fresh, key_of
from s2s.transform.context import refusal
from s2s.transform.inline_fold import Raised
from s2s.transform.reverse_cells import ReverseCells


class ReverseRules(ReverseCells):
    """Reversal of operations."""

    # ------------------------------------------------------------------------------------------------ operations

    def let(self, let: Let) -> None:
        if let.derivative is None or not let.targets:
            return
        filled = [v for v in let.targets if self.active(v) and self.is_filled(v)]
        if not filled:
            return
        rule = let.derivative.rule
        if isinstance(rule, Rule):
            if len(let.targets) == 1 and self.path(let.targets[0]):
                return  # a view of a buffer: its cotangent is there already
            self._rule(let)
        else:
            getattr(self, "_let_" + rule)(let)

    def _rule(self, let: Let) -> None:
        assert let.derivative is not None
        instance = self.ctx.instance(let)
        bars: list[Expr | None] = [self.bar(v) if self.active(v) and self.is_filled(v) else None for v in let.targets]
        for var in let.targets:
            bar = self.cell(var)[1].var
            self.kinds.setdefault(bar, self.kinds[var])
        try:
            stmts, results = instance.pullback(bars, let.derivative.active)
        except Raised as problem:
            raise refusal(problem, let.origin) from None
        self.ctx.note_extras(let, instance)
        for target, value in stmts:
            self.code.append(Assign(target, self.ctx.reused(value, self.region)))
            if self._may_be_complex(value):
                for part in bound_by(target):
                    self.kinds.setdefault(part, Kind("numeric"))
        results = self._doubled(let.derivative.bindings, results)
        for name, g in results.items():
            self._bound(let.derivative.bindings[name], self.ctx.reused(g, self.region), self._moves(let, results, name))

    def _doubled(self, bindings: dict[str, Any], results: dict[str, Any]) -> dict[str, Any]:
        """Equal contributions of one value that is used twice (``x * x``) are added once, with a factor of 2."""
        out: dict[str, Any] = {}
        for name, g in results.items():
            twin = next(
                (n for n in out if bindings[n] == bindings[name] and out[n] == g and isinstance(bindings[n], Var)), None
            )
            if twin is None:
                out[name] = g
            elif isinstance(g, Apply) and g.op == "mul":
                out[twin] = Apply("mul", (Apply("mul", (Const(2.0), g.args[0])), g.args[1]))
            else:
                out[twin] = Apply("mul", (Const(2.0), g))
        return out

    def _moves(self, let: Let, results: dict[str, Any], name: str) -> bool:
        """True when a cotangent is handed on as it is, and nobody else keeps it."""
        if len(let.targets) != 1:
            return False
        _, cell = self.cell(let.targets[0])
        others = [g for n, g in results.items() if n != name]
        return results[name] == cell.var and cell.owned and all(is_fresh(g, self.kinds) for g in others)

    def _bound(self, bound: Any, g: Expr, moved: bool = False) -> None:
        """Hand the cotangent of a parameter to the expression that it was bound to."""
        if g == Const(None):
            return
        if isinstance(bound, Apply) and bound.op in ("tuple", "list"):
            self._spread(bound, g)
            return
        self.add(bound, g, moved)

    def _spread(self, bound: Apply, g: Expr) -> None:
        items = bound.args
        if isinstance(g, Apply) and g.op in ("tuple", "list") and len(g.args) == len(items):
            for item, part in zip(items, g.args, strict=True):
                self._bound(item, part)
            return
        wanted = [i for i, item in enumerate(items) if self._wants(item)]
        if not wanted:
            return
        parts, may_be_complex = [], self._may_be_complex(g)
        for i, item in enumerate(items):
            name = (
                f"{item.name}_bar"
                if isinstance(item, Var) and i in wanted
                else UNUSED
                if i not in wanted
                else "part_bar"
            )
            part = self.ctx.fresh(name)
            if isinstance(item, Var):
                kind = self.kinds.get(item, K.NUMERIC)
                self.kinds[part] = replace(kind, active=False, dtype="c16" if may_be_complex else kind.dtype)
            parts.append(part)
        if len(wanted) == 1 and len(items) > 1:
            i = wanted[0]
            self._bound(items[i], Apply("getitem", (g, Const(i))))
            return
        self.code.append(Assign(Apply("tuple", tuple(parts)), g))
        for i in wanted:
            self._bound(items[i], parts[i])

    def _wants(self, item: Any) -> bool:
        if isinstance(item, Apply) and item.op in ("tuple", "list"):
            return any(map(self._wants, item.args))
        return self.active(item)

    # ------------------------------------------------------------------------------------------------ built-in rules

    def _let_copy(self, let: Let) -> None:
        assert let.derivative is not None
        source, target = let.derivative.bindings["x"], let.targets[0]
        if (
            key_of(target, self.places, self.ctx.written) == key_of(source, self.places, self.ctx.written)
            if isinstance(source, Var)
            else False
        ):
            return
        self.add(source, self.bar(target))

    def _let_number(self, let: Let) -> None:
        assert let.derivative is not None
        source = let.derivative.bindings["x"]
        g = self.bar(let.targets[0])
        if self.active(source) and self.kinds[source].cat != "num":
            g = Apply("call", (self.ctx.names.ref(np.full), self.ctx.shape(source), g))
        self.add(source, g)

    def _let_structure(self, let: Let) -> None:
        """``a, b = (x, y)`` or ``items = [x, y]``."""
        assert isinstance(let.expr, Apply)
        if len(let.targets) > 1:
            pairs = [
                (item, target)
                for item, target in zip(let.expr.args, let.targets, strict=True)
                if self.active(item) and self.is_filled(target)
            ]
            moves = []
            for item, target in pairs:
                if isinstance(item, Var) and key_of(item, self.places, self.ctx.written) == key_of(
                    target, self.places, self.ctx.written
                ):
                    continue
                moves.append((item, self.bar(target)))
            for item, g in moves:
                self.add(item, g)
            return
        bar = self.bar(let.targets[0])
        for i, item in enumerate(let.expr.args):
            if self.active(item):
                self.add(item, self._dense(Apply("getitem", (bar, Const(i))), item))

    def _dense(self, g: Expr, item: Any) -> Expr:
        """An entry of a list of cotangents: the number 0.0 there stands for an array of zeros."""
        kind = self.kinds.get(item, K.NUMERIC) if isinstance(item, Var) else K.OTHER
        if kind.cat == "num" or not isinstance(item, Var):
            return g
        if kind.cat == "list":
            return Apply("call", (self.ctx.names.ref(runtime.dense_list), g, self.ctx.length(item)))
        return Apply("call", (self.ctx.names.ref(runtime.dense), g, self.ctx.shape(item)))

    def _let_repeat(self, let: Let) -> None:
        assert let.derivative is not None
        item = let.derivative.bindings["item"]
        total = Apply("call", (self.ctx.names.ref(sum), self.bar(let.targets[0])))
        self.add(item, self._dense(total, item))

    def _count(self, part: Any) -> Expr:
        """The number of items of a list: of a display, or of a variable."""
        known = isinstance(part, Apply) and part.op in ("list", "tuple")
        return Const(len(part.args)) if known else self.ctx.length(part)

    def _let_list_add(self, let: Let) -> None:
        assert let.derivative is not None
        a, b = let.derivative.bindings["a"], let.derivative.bindings["b"]
        bar = self.bar(let.targets[0])
        for part, first in ((a, True), (b, False)):
            if first:
                piece = Apply("getitem", (bar, Apply("slice", (Const(None), self._count(part), Const(None)))))
            else:
                piece = Apply("getitem", (bar, Apply("slice", (self._count(a), Const(None), Const(None)))))
            if isinstance(part, Apply):
                for i, item in enumerate(part.args):
                    if self.active(item):
                        self.add(item, self._dense(Apply("getitem", (piece, Const(i))), item))
            else:
                self.add(part, piece, moved=True)

    def _let_list_copy(self, let: Let) -> None:
        assert let.derivative is not None
        self.add(
            let.derivative.bindings["items"],
            Apply("call", (self.ctx.names.ref(list), self.bar(let.targets[0]))),
            moved=True,
        )

    def _let_columns(self, let: Let) -> None:
        """``a, b = items[i]`` of a list of tuples."""
        assert let.derivative is not None
        table = let.derivative.bindings
        for column, target in zip(table["lists"], let.targets, strict=True):
            if self.active(column) and self.active(target) and self.is_filled(target):
                self._list_read(column, table["index"], "list", self.bar(target), target)

    def _let_unzip(self, let: Let) -> None:
        """``xs, ys = zip(*items)`` of a list of tuples."""
        assert let.derivative is not None
        for column, target in zip(let.derivative.bindings["lists"], let.targets, strict=True):
            if self.active(column) and self.active(target) and self.is_filled(target):
                self.add(column, Apply("call", (self.ctx.names.ref(list), self.bar(target))), moved=True)

    def _let_table(self, let: Let) -> None:
        """``np.array(items)`` of a list of tuples."""
        assert let.derivative is not None
        table = let.derivative.bindings
        for i, column in table["lists"]:
            if self.active(column):
                part = Apply("call", (self.ctx.names.ref(runtime.entries), self.bar(let.targets[0]), Const(i)))
                self.add(column, part, moved=True)

    def _let_getitem(self, let: Let) -> None:
        assert let.derivative is not None
        table = let.derivative.bindings
        source, index, how = table["x"], table["index"], table["how"]
        target = let.targets[0]
        if self.path(target) or not self.active(source):
            return
        g = self.bar(target)
        if how in ("list", "list_slice"):
            self._list_read(source, index, how, g, target)
            return
        if self.kinds[source].cat == "num" or self.kinds[source].rank == 0:  # new axes alone, x[None]
            self.add(source, Apply("call", (self.ctx.names.ref(np.sum), g)))
            return
        key, cell = self.cell(source)
        first = not cell.filled
        cell = self.own(source)
        g = self.make_room(source, cell.var, self._real(self.kinds[source], g), "part_bar")
        whole = through(self.path(source), cell.var)
        if how in ("fancy", "unknown"):
            self.code.append(Do(Apply("call", (self.ctx.names.ref(runtime.add_at), whole, index, g))))
            return
        slot = Apply("getitem", (whole, index))
        if first and not self.path(source):
            self.code.append(Assign(slot, g))
        else:
            self.code.append(self._augment(slot, g))

    def _list_read(self, source: Var, index: Expr, how: str, g: Expr, target: Var) -> None:
        key, cell = self.cell(source)
        self.fill_zero(source)
        cell = self.own(source)
        slot = Apply("getitem", (cell.var, index))
        if how == "list_slice":
            self.code.append(Assign(slot, Apply("call", (self.ctx.names.ref(runtime.add_lists), slot, g))))
            return
        if self.kinds[target].cat == "num":
            self.code.append(Augment(slot, "add", g))
        elif self.kinds[target].cat == "list":
            self.code.append(Assign(slot, Apply("call", (self.ctx.names.ref(runtime.add_items), slot, g))))
        else:
            if not is_fresh(g, self.kinds) and self._in_buffer(g):
                g = self.copied(g, self.kinds[target])
            self.code.append(Assign(slot, Apply("add", (slot, g))))
