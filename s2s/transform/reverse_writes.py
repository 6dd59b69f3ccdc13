"""The pullback of writes in place, and of calls of generated functions."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from s2s import runtime
from s2s.analysis import kinds as K
from s2s.ir.core import UNUSED, Apply, Assign, Augment, Branch, Call, Code, Const, Do, Expr, Ref, Var, Write
from s2s.source.values import fill, through
from s2s.transform.cells import Cell, is_fresh, key_of
from s2s.transform.context import WHOLE
from s2s.transform.reverse_rules import ReverseRules

ALL = Apply("slice", (Const(None), Const(None), Const(None)))


class ReverseWrites(ReverseRules):
    """Reversal of writes and calls."""

    # ------------------------------------------------------------------------------------------------ writes

    def write(self, write: Write) -> None:
        if write.how == "clobber":
            return
        if write.how.startswith("sync"):
            self._sync(write)
            return
        if not self.kinds.get(write.new, K.OTHER).active:
            return
        key, cell = self.cell(write.new)
        if write.how == "pop":
            self._pop(write)
            return
        if not cell.filled:
            return
        if write.how in ("append", "list_item"):
            self._list_write(write, cell)
            return
        cell = self.own(write.new)
        base = through(write.path, cell.var)
        handler = getattr(self, "_write_" + write.how)
        handler(write, key, cell, base)

    def _write_item(self, write: Write, key: Any, cell: Cell, base: Expr) -> None:
        whole = write.index in (None, WHOLE, ALL)
        slot = base if write.index is None or (whole and not write.path) else Apply("getitem", (base, write.index))
        value = write.value
        if write.op in ("add", "sub"):
            if self.active(value):
                g = self._to_value(write, slot, value)
                self.add(value, g if write.op == "add" else Apply("neg", (g,)))
            return
        own = isinstance(value, Var) and key_of(value, self.places, self.ctx.written) == key
        if whole and not write.path and not own:
            if self.active(value):
                g = self._to_value(write, cell.var, value)
                self.add(value, g, moved=True)
            self.cells[key] = Cell(cell.var)
            self._refresh(key, cell)
            return
        self._hand_over(write, key, slot, base)

    def _hand_over(self, write: Write, key: Any, taken: Expr, base: Expr, clear: Code | None = None) -> None:
        """The cotangent of the written part goes to the value, and the part becomes zero."""
        value = write.value
        slot = base if write.index is None else Apply("getitem", (base, write.index))
        if clear is None:
            clear = Assign(
                slot if isinstance(slot, Apply) and slot.op == "getitem" else Apply("getitem", (slot, WHOLE)),
                Const(0.0),
            )
        if not self.active(value):
            self.code.append(clear)
            return
        assert isinstance(value, Var)
        g = self._to_value(write, taken, value)
        if key_of(value, self.places, self.ctx.written) != key:
            self.add(value, g)
            self.code.append(clear)
            return
        held = self.ctx.fresh("part_bar")  # the value is a part of the written array: read, clear, then add
        self.kinds[held] = replace(self.kinds[value], active=False)
        g = self._real(self.kinds[value], g)
        self.code.append(Assign(held, g if is_fresh(g, self.kinds) else self.copied(g, self.kinds[value])))
        self.code.append(clear)
        self.add(value, held, moved=True)

    def _refresh(self, key: Any, cell: Cell) -> None:
        """After a whole write the buffer is gone: an earlier version starts with a variable of its own."""
        made = self.ctx.fresh(cell.var.name, temp=False)
        self.kinds[made] = self.kinds[cell.var]
        self.cells[key] = Cell(made)
        self.touched.add(key)

    def _to_value(self, write: Write, g: Expr, value: Any) -> Expr:
        """The cotangent of the written part, summed to the shape of the value."""
        kind = self.kinds[value]
        if kind.cat == "num":
            if write.slot is not None and write.slot.cat == "num":
                return g
            return Apply("call", (self.ctx.names.ref(np.sum), g))
        if write.slot is not None and write.slot.shape is not None and write.slot.shape == kind.shape:
            return g
        if write.item == value:
            return g
        return Apply("call", (self.ctx.names.ref(runtime.unbroadcast), g, self.ctx.shape(value)))

    def _write_item_fancy(self, write: Write, key: Any, cell: Cell, base: Expr) -> None:
        assert write.index is not None
        taken = Apply("call", (self.ctx.names.ref(runtime.take_written), base, write.index))
        self._hand_over(write, key, taken, base)

    _write_item_unknown = _write_item_fancy

    def _write_item_where(self, write: Write, key: Any, cell: Cell, base: Expr) -> None:
        assert write.index is not None
        taken = Apply("call", (self.ctx.names.ref(np.where), write.index, base, Const(0.0)))
        clear = Do(Apply("call", (self.ctx.names.ref(np.copyto), base, Const(0.0)), (("where", write.index),)))
        self._hand_over(write, key, taken, base, clear)

    def _write_item_put(self, write: Write, key: Any, cell: Cell, base: Expr) -> None:
        assert write.index is not None
        clear = Assign(Apply("getitem", (Apply("attr", (base, Const("flat"))), write.index)), Const(0.0))
        value = write.value
        shape: Expr = Const(())
        if isinstance(value, Var) and self.kinds[value].cat != "num":
            shape = self.ctx.shape(value)
        taken = Apply("call", (self.ctx.names.ref(runtime.take_put), base, write.index, shape))
        self._hand_over(write, key, taken, base, clear)

    def _write_at(self, write: Write, key: Any, cell: Cell, base: Expr) -> None:
        assert write.index is not None
        if self.active(write.value):
            g: Expr = Apply("getitem", (base, write.index))
            g = self._to_value(write, g, write.value)
            self.add(write.value, Apply("neg", (g,)) if write.op == "sub" else g)

    def _list_write(self, write: Write, cell: Cell) -> None:
        cell = self.own(write.new)
        if write.how == "append":
            popped = self.ctx.fresh("item_bar")
            self.code.append(Assign(popped, Apply("method", (cell.var, Const("pop"), *_front(write)))))
            if self.active(write.value):
                assert isinstance(write.value, Var)
                self.kinds[popped] = replace(self.kinds[write.value], active=False)
                self.add(write.value, self._dense(popped, write.value))
            return
        slot = Apply("getitem", (cell.var, write.index)) if write.index is not None else cell.var
        if self.active(write.value):
            self.add(write.value, self._dense(slot, write.value))
        self.code.append(Assign(slot, Const(0.0)))

    def _pop(self, write: Write) -> None:
        assert write.result is not None
        _, cell = self.cell(write.new)
        filled = self.active(write.result) and self.is_filled(write.result)
        if not cell.filled and not filled:
            return
        self.fill_zero(write.new)
        cell = self.own(write.new)
        g = self.bar(write.result) if filled else Const(0.0)
        name = "insert" if _front(write) else "append"
        self.code.append(Do(Apply("method", (cell.var, Const(name), *_front(write), g))))

    def _sync(self, write: Write) -> None:
        """A write seen by an array that is a view of the written one only for some layouts; ``target`` is the flag."""
        assert write.index is not None and isinstance(write.value, Var) and isinstance(write.target, Var)
        new_kind = self.kinds.get(write.new, K.OTHER)
        if not new_kind.active or not self.cell(write.new)[1].filled:
            return
        to, source = self.own(write.new), write.value
        if write.how == "sync_base":
            part = through(write.path, to.var)
            g: Expr = fill(write.index, part)
        else:
            part = to.var
            base_part = through(write.path, self.cell(source)[1].var)
            order = [(k, v) for k, v in getattr(write.index, "kwargs", ()) if k == "order"]
            g = Apply(
                "call",
                (self.ctx.names.ref(np.reshape), part, Apply("call", (self.ctx.names.ref(np.shape), base_part))),
                tuple(order),
            )
        self.kinds[source] = replace(self.kinds[source], active=True)
        self.fill_zero(source)
        into = self.own(source)
        if write.how == "sync_base":
            gain: Code = Augment(into.var, "add", g)
        else:
            view = through(write.path, into.var)
            plain = isinstance(view, Var) or (isinstance(view, Apply) and view.op == "getitem")
            gain = Augment(view if plain else Apply("getitem", (view, WHOLE)), "add", g)
        clear = Assign(Apply("getitem", (part, WHOLE)), Const(0.0))
        self.code.append(Branch(write.target, (gain, clear)))

    # ------------------------------------------------------------------------------------------------ calls

    def call(self, stmt: Call) -> None:
        """The callee's pullback, from its own residuals."""
        if not any(self.active(t) and self.is_filled(t) for t in stmt.targets):
            return
        bars: list[Expr] = []
        for target in stmt.targets:
            filled = self.active(target) and self.is_filled(target)
            bars.append(self.bar(target) if filled else self.zeros(target) if self.active(target) else Const(None))
        bar = bars[0] if stmt.single else Apply("tuple", tuple(bars))
        made = Apply("call", (Ref(f"{stmt.callee.name}_pullback"), stmt.record, bar))
        table = dict(stmt.args)
        parts: list[Expr] = []
        for name in stmt.callee.active:
            part_bar = self.ctx.fresh(f"{name}_bar" if self.active(table[name]) else UNUSED, temp=False)
            arg = table[name]
            if isinstance(arg, Var):
                self.kinds[part_bar] = replace(self.kinds[arg], active=False)
            parts.append(part_bar)
        self.code.append(Assign(Apply("tuple", tuple(parts)), made))
        for name, part in zip(stmt.callee.active, parts, strict=True):
            self.add(table[name], part, moved=True)


def _front(write: Write) -> tuple[Expr, ...]:
    """The place of an item at the front of a list; nothing for one at its end."""
    return () if write.index is None else (write.index,)
