"""The cells of the pullback: where the cotangent of a value stands, and how one is added to it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from s2s import runtime
from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Assign, Augment, Code, Const, Expr, Kind, Ref, Var
from s2s.ir.walk import variables
from s2s.source.values import through
from s2s.transform.cells import Cell, is_fresh, key_of, lists_before
from s2s.transform.context import WHOLE, Context
from s2s.transform.reals import Reals

ARRAY_MAKERS = (np.reshape, np.ravel, np.swapaxes, np.transpose, np.where)  # arrays even of numbers


class ReverseCells(Reals):
    """The cotangents of the values."""

    def __init__(self, context: Context) -> None:
        self.ctx = context
        super().__init__(context.function.kinds)
        self.places = context.function.places
        self.cells: dict[Any, Cell] = {}
        self.code: list[Code] = []
        self.touched: set[Any] = set()
        self.last: dict[Any, Var] = {}
        self.before = lists_before(context.function.body, self.kinds, self.places)
        self.region: tuple[Any, ...] = ("root",)
        self.settled: dict[Any, Any] = {}
        self.carried: dict[tuple[int, int], Var] = {}
        self.defined: dict[int, set[Any]] = {}
        self.inside: dict[Any, Var] = {}

    # ------------------------------------------------------------------------------------------------ cells

    def cell(self, var: Var) -> tuple[Any, Cell]:
        key = key_of(var, self.places, self.ctx.written)
        if key not in self.cells:
            name = self._root_name(var, key)
            made = self.ctx.fresh(f"{name}_bar", temp=var.temp and key is var)
            whole = self.ctx.roots.get(key[1], var) if isinstance(key, tuple) else var  # var may be a real part
            self.kinds[made] = replace(self.kinds.get(whole, self.kinds.get(var, K.NUMERIC)), active=False)
            self.cells[key] = Cell(made)
        return key, self.cells[key]

    def _root_name(self, var: Var, key: Any) -> str:
        if isinstance(key, tuple) and key[1] in self.ctx.roots:
            return self.ctx.storage_names.get(key[1], self.ctx.roots[key[1]].name)
        return var.name

    def is_filled(self, var: Var) -> bool:
        return self.cell(var)[1].filled

    def path(self, var: Var) -> tuple[Expr, ...]:
        place = self.places.get(var)
        return place.path if place is not None and place.storage in self.ctx.written else ()

    def bar(self, var: Var) -> Expr:
        """The cotangent of ``var`` as an expression (a view of the buffer for a view of a written array)."""
        return through(self.path(var), self.cell(var)[1].var)

    def active(self, expr: Any) -> bool:
        return isinstance(expr, Var) and self.kinds.get(expr, K.OTHER).active

    def zeros(self, var: Var) -> Expr:
        """Zeros like a primal value."""
        kind = self.kinds.get(var, K.NUMERIC)
        if kind.cat == "num":
            return Const(0.0)
        if kind.cat == "list":
            return self.ctx.zero_list(var)
        return self.ctx.zeros(var, kind)

    def fill_zero(self, var: Var) -> None:
        """Make the cell of ``var`` hold zeros if it holds nothing."""
        key, cell = self.cell(var)
        self.touched.add(key)
        self.last[key] = var
        if not cell.filled:
            root = self._definition_root(var) if isinstance(key, tuple) and self.kinds[var].cat != "list" else var
            self.code.append(Assign(cell.var, self.zeros(root)))
            self.cells[key] = cell.with_value(True)

    def _definition_root(self, var: Var) -> Var:
        """The first variable of the storage: its shape is known from there on."""
        return self.ctx.roots.get(self.places[var].storage, var)

    def own(self, var: Var) -> Cell:
        """The cell with memory of its own, so that it may be changed in place."""
        self.fill_zero(var)
        key, cell = self.cell(var)
        if cell.real:
            self.code.append(Assign(cell.var, Apply("add", (cell.var, Const(0j)))))
            cell = cell.with_value(True)
            self._fill(key, cell)
        if not cell.owned and self.kinds.get(var, K.NUMERIC).cat not in ("num",):
            self.code.append(Assign(cell.var, self.copied(cell.var, self.kinds.get(var, K.NUMERIC))))
            cell = cell.with_value(True)
            self.cells[key] = cell
        return cell

    def copied(self, expr: Expr, kind: Kind) -> Expr:
        if kind.cat == "num":
            return expr
        if kind.cat == "list":
            return Apply("call", (self.ctx.names.ref(list), expr))
        if kind.cat == "arr" and kind.rank != 0:
            return Apply("method", (expr, Const("copy")))
        return Apply("call", (self.ctx.names.ref(np.copy), expr))

    def add(self, target: Any, g: Expr, moved: bool = False) -> None:
        """Add ``g`` to the cotangent of ``target``; ``moved``: the memory of ``g`` is ours and not used again."""
        if not self.active(target):
            return
        kind = self.kinds[target]
        g = self._real(kind, g)
        key, cell = self.cell(target)
        self.touched.add(key)
        path = self.path(target)
        if path:
            cell = self.own(target)
            g = self.make_room(target, cell.var, g, "part_bar")
            view = through(path, cell.var)
            self._add_into(view, g)
            return
        number = kind.cat == "num"
        if number:
            g = self._as_number(g)
        real = not number and K.is_complex(kind) and self._is_real(g)
        if real and not cell.filled and isinstance(key, tuple):
            g, real = Apply("add", (g, Const(0j))), False
        fresh = moved or number or is_fresh(g, self.kinds)
        if not cell.filled:
            if not fresh and (isinstance(key, tuple) or self._in_buffer(g)):
                g, fresh = self.copied(g, kind), True
            elif isinstance(key, tuple) and kind.cat == "arr" and kind.rank == 0:
                g = self.copied(g, kind)  # arithmetic makes a number of an array without axes
            self.code.append(Assign(cell.var, g))
            self._fill(key, cell.with_value(fresh, real))
            return
        if kind.cat == "list":
            self.code.append(Assign(cell.var, Apply("call", (self.ctx.names.ref(runtime.add_lists), cell.var, g))))
        elif (cell.owned and not cell.real and not (kind.dtype is None and self._may_be_complex(g))) or number:
            self.code.append(self._augment(cell.var, g))
        else:
            self.code.append(Assign(cell.var, _sum(cell.var, g)))
        self._fill(key, cell.with_value(True, cell.real and real))

    def _fill(self, key: Any, cell: Cell) -> None:
        self.cells[key] = cell
        (self.reals.add if cell.real else self.reals.discard)(cell.var)

    def _as_number(self, g: Expr) -> Expr:
        """``g``, which may be an array of no axes, as a number: that can be added to."""
        if not isinstance(g, Apply) or g.op != "call" or not isinstance(g.args[0], Ref):
            return g
        function = g.args[0].value
        if function in (np.broadcast_to, runtime.expand):
            g = g.args[1]
            if isinstance(g, Var) and self.kinds.get(g, K.OTHER).cat == "num":
                return g
        elif function not in ARRAY_MAKERS:
            return g
        return Apply("call", (self.ctx.names.ref(np.sum), g))

    def _augment(self, target: Expr, g: Expr) -> Code:
        if isinstance(g, Apply) and g.op == "neg":
            return Augment(target, "sub", g.args[0])
        return Augment(target, "add", g)

    def _add_into(self, view: Expr, g: Expr) -> None:
        if isinstance(view, Apply) and view.op != "getitem":
            view = Apply("getitem", (view, WHOLE))
        self.code.append(self._augment(view, g))

    def _buffers(self) -> frozenset[Var]:
        """The variables that stand for memory which is written in place."""
        cells = (self.cells.get(("storage", sid)) for sid in self.ctx.written)
        return frozenset(cell.var for cell in cells if cell is not None)

    def _in_buffer(self, g: Expr) -> bool:
        """True when a value that is not fresh may be a view of a buffer that is changed in place later."""
        buffers = self._buffers()
        return any(v in buffers for v in variables(g))

    def _real(self, kind: Kind, g: Expr) -> Expr:
        if kind.dtype is None or K.is_complex(kind) or kind.cat == "list":
            return g
        if not self._may_be_complex(g):
            return g
        return Apply("call", (self.ctx.names.ref(np.real), g))


def _sum(a: Expr, b: Expr) -> Expr:
    if isinstance(b, Apply) and b.op == "neg":
        return Apply("sub", (a, b.args[0]))
    return Apply("add", (a, b))
