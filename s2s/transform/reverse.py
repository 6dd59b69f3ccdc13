"""Reverse mode: from a Function to the code of its pullback.

The pullback walks the program backwards.  Each primal value has a cell for its cotangent; an array that is written in
place has one buffer for all of its versions, and a view of it is the same view of the buffer.  The primal variables
that the resulting code still reads are the residuals; they are chosen afterwards (see residuals.py).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from s2s.analysis import kinds as K
from s2s.analysis.shapes import is_known
from s2s.ir.core import (
    Apply,
    Assign,
    Block,
    Branch,
    Call,
    Code,
    Comment,
    Const,
    Expr,
    For,
    If,
    Let,
    Loop,
    Raise,
    Scope,
    Stmt,
    Var,
    Write,
)
from s2s.transform.cells import Cell, key_of
from s2s.transform.context import RECORD, defined_keys
from s2s.transform.reverse_writes import ReverseWrites


class Reverse(ReverseWrites):
    """Builds the pullback of one function."""

    # ------------------------------------------------------------------------------------------------ statements

    def block(self, block: Block) -> None:
        for stmt in reversed(block.stmts):
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
            self.block(stmt.final)
            self.block(stmt.body)
            return
        elif isinstance(stmt, Raise):
            return
        elif isinstance(stmt, Call):
            self.call(stmt)
        else:
            raise AssertionError(type(stmt).__name__)
        if len(self.code) > mark and stmt.origin.text and not isinstance(stmt, (If, Loop)):
            self.code.insert(mark, Comment(stmt.origin.text))

    # ------------------------------------------------------------------------------------------------ branches

    def branch(self, stmt: If) -> None:
        before = dict(self.cells)
        arms: list[tuple[list[Code], dict[Any, Cell]]] = []
        outer = self.code
        for block in (stmt.then, stmt.orelse):
            self.cells, self.code = dict(before), []
            if not block.raises:
                self._hand_down(stmt, block)
                self._within((id(stmt), len(arms)), block)
            arms.append((self.code, self.cells))
        self.code = outer
        (code1, cells1), (code2, cells2) = arms
        if stmt.then.raises or stmt.orelse.raises:
            live = cells2 if stmt.then.raises else cells1
            self.cells = live
            self._emit_branch(stmt, code1, code2)
            return
        self.cells = self._merge(before, (code1, cells1), (code2, cells2), stmt)
        self._emit_branch(stmt, code1, code2)

    def _within(self, region: Any, block: Block) -> None:
        outer, self.region = self.region, (*self.region, region)
        self.block(block)
        self.region = outer

    def _emit_branch(self, stmt: If, code1: list[Code], code2: list[Code]) -> None:
        if code1 or code2:
            self.code.append(Branch(Apply("arm", (Const(id(stmt)), stmt.test)), tuple(code1), tuple(code2)))

    def _hand_down(self, stmt: If, block: Block) -> None:
        """Give the cotangents of the results to the values that the arm handed over."""
        for result, expr in zip(stmt.results, block.results, strict=True):
            if not self.active(result) or not self.is_filled(result):
                continue
            key = key_of(result, self.places, self.ctx.written)
            if isinstance(expr, Var) and key == key_of(expr, self.places, self.ctx.written):
                continue
            _, cell = self.cell(result)
            self.add(expr, self.bar(result), moved=cell.owned and not self.path(result))

    def _merge(self, before: dict[Any, Cell], a: Any, b: Any, stmt: If) -> dict[Any, Cell]:
        """Both arms leave the same cells filled."""
        (code1, cells1), (code2, cells2) = a, b
        results = {key_of(r, self.places, self.ctx.written) for r in stmt.results}
        merged: dict[Any, Cell] = {}
        for key in dict.fromkeys((*cells1, *cells2)):
            one, two = cells1.get(key), cells2.get(key)
            old = before.get(key)
            if one is None or two is None:
                known = one or two
                assert known is not None
                one = one or Cell(known.var)
                two = two or Cell(known.var)
            if old is not None and old.filled and not isinstance(key, tuple) and key in results:
                continue
            var = one.var
            if one.filled != two.filled and not self._local(key, stmt):
                code, cells, cell = (code2, cells2, two) if one.filled else (code1, cells1, one)
                known_before = self.before.get((id(stmt), key[1])) if isinstance(key, tuple) else None
                code.append(Assign(cell.var, self.zeros(self._var_at(key, stmt.results, known_before))))
                cells[key] = cell = cell.with_value(True)
                one, two = cells1.get(key, one), cells2.get(key, two)
            if one.var != two.var:
                var = self.ctx.fresh(one.var.name, temp=False)
                self.kinds[var] = self.kinds[one.var]
                if one.filled:
                    code1.append(Assign(var, one.var))
                    code2.append(Assign(var, two.var))
            merged[key] = Cell(var, one.filled or two.filled, one.owned and two.owned, one.real or two.real)
        return merged

    def _local(self, key: Any, stmt: If) -> bool:
        """True for a value that is defined inside one of the arms: its cotangent is used up there."""
        return key in self.ctx_defs(stmt.then) or key in self.ctx_defs(stmt.orelse)

    def ctx_defs(self, block: Block) -> set[Any]:
        if id(block) not in self.defined:
            self.defined[id(block)] = defined_keys(block, self.places, self.ctx.written)
        return self.defined[id(block)]

    def _var_at(self, key: Any, results: tuple[Var, ...], inside: Var | None = None) -> Var:
        """A variable of a cell whose shape is the one at the end of a region (a list changes its length)."""
        if isinstance(key, tuple) and self.kinds.get(self._var_of(key), K.NUMERIC).cat == "list":
            for result in results:
                if key_of(result, self.places, self.ctx.written) == key:
                    return result
            if inside is not None or key in self.last:
                return inside or self.last[key]
        return self._var_of(key)

    def _var_of(self, key: Any) -> Var:
        if isinstance(key, tuple):
            root: Var = self.ctx.roots[key[1]]
            return root
        assert isinstance(key, Var)
        return key

    # ------------------------------------------------------------------------------------------------ loops

    def loop(self, stmt: Loop) -> None:
        entry = dict(self.cells)
        carried = self._carried(stmt, entry)
        if carried is None:
            self.cells = entry
            return
        bars, outer_keys = carried
        self.cells = entry
        for key in outer_keys:
            known = self.before.get((id(stmt), key[1])) if isinstance(key, tuple) else None
            var = self._var_at(key, stmt.results, known or self.inside.get((id(stmt), key)))
            if not self.cells.get(key, Cell(var)).filled:
                self.fill_zero(var)
            self.own(var) if self.kinds[var].cat != "num" else None
        self._enter_bars(stmt, bars)
        start = dict(self.cells)
        outer, self.code = self.code, []
        self._iteration(stmt, bars)
        body, self.code = self.code, outer
        self._leave_cells(stmt, start, body, bars)
        if body:
            self.code.append(For(Const((RECORD, id(stmt))), Const(None), tuple(body)))
        for j, bar in bars.items():
            self.add(stmt.inits[j], bar, moved=True)

    def _carried(self, stmt: Loop, entry: dict[Any, Cell]) -> tuple[dict[int, Var], list[Any]] | None:
        """Trial runs: which carried values have a cotangent, and which outer cells an iteration adds to."""
        needed = [
            j for j, r in enumerate(stmt.results) if self.active(r) and self._own_cell(stmt, j) and self.is_filled(r)
        ]
        mark = (id(stmt), tuple(needed), frozenset(k for k, c in entry.items() if c.filled and isinstance(k, tuple)))
        known = self.settled.get(mark)
        if known is not None:
            final, outer_keys, touched_keys, nothing = known
            self.touched |= touched_keys
            return None if nothing else ({j: self._bar_var(stmt, j) for j in final}, list(outer_keys))
        local = self.ctx_defs(stmt.body) | {
            key_of(p, self.places, self.ctx.written) for j, p in enumerate(stmt.params) if self._own_cell(stmt, j)
        }
        code, touched = self.code, self.touched
        outer: list[Any] = []
        for _ in range(20):
            self.cells, self.code, self.touched = dict(entry), [], set()
            for key in outer:
                cell = self.cells.get(key)
                if cell is None:
                    _, cell = self.cell(self._var_of(key))
                self.cells[key] = cell.with_value(True)
            bars = {j: self._bar_var(stmt, j) for j in needed}
            self._iteration(stmt, bars)
            grown = [
                j
                for j, p in enumerate(stmt.params)
                if j not in needed and self.active(p) and self._own_cell(stmt, j) and self.is_filled(p)
            ]
            found = [k for k in self.touched if k not in local and k not in outer and self._outside(k, stmt)]
            made = bool(self.code) or any(c.filled and not self.cells.get(k, c).filled for k, c in entry.items())
            inside = frozenset(self.touched)
            self.code, self.touched = code, touched | self.touched
            if not grown and not found:
                self.cells = entry
                self.settled[mark] = (tuple(needed), tuple(outer), inside, not made and not needed)
                if not made and not needed:
                    return None
                return bars, outer
            needed = sorted({*needed, *grown})
            outer = [*outer, *sorted(found, key=self._order)]
            for key in found:
                if key in self.last:
                    self.inside[id(stmt), key] = self.last[key]
        raise AssertionError("the cells of a loop do not settle")

    def _order(self, key: Any) -> int:
        return self._var_of(key).number

    def _outside(self, key: Any, stmt: Loop) -> bool:
        if isinstance(key, tuple):
            return any(p.storage == key[1] and self.kinds.get(v, K.OTHER).active for v, p in self.places.items())
        return isinstance(key, Var) and self.kinds.get(key, K.OTHER).active

    def _own_cell(self, stmt: Loop, j: int) -> bool:
        """False for a storage that is carried in place: its buffer simply goes on."""
        first = key_of(stmt.params[j], self.places, self.ctx.written)
        last = key_of(stmt.results[j], self.places, self.ctx.written)
        return bool(first != last)

    def _bar_var(self, stmt: Loop, j: int) -> Var:
        if (id(stmt), j) not in self.carried:
            made = self.ctx.fresh(f"{stmt.params[j].name}_bar", temp=False)
            self.kinds[made] = replace(self.kinds[stmt.params[j]], active=False)
            self.carried[id(stmt), j] = made
        return self.carried[id(stmt), j]

    def _enter_bars(self, stmt: Loop, bars: dict[int, Var]) -> None:
        for j, bar in bars.items():
            result = stmt.results[j]
            if self.is_filled(result):
                _, cell = self.cell(result)
                value: Expr = self.bar(result)
                if cell.real:
                    value = Apply("add", (value, Const(0j)))
                elif not cell.owned and self.kinds[result].cat != "num":
                    value = self.copied(value, self.kinds[result])
            else:
                value = self.zeros(result)
            self.code.append(Assign(bar, value))

    def _iteration(self, stmt: Loop, bars: dict[int, Var]) -> None:
        """One iteration backwards: from the cotangents of what it handed on to those of what it was given."""
        for j in range(len(stmt.params)):
            if self._own_cell(stmt, j):
                key = key_of(stmt.params[j], self.places, self.ctx.written)
                self.cells.pop(key, None)
        handed = [(stmt.body.results[j], bar) for j, bar in bars.items()]
        counts: dict[Any, int] = {}
        for expr, _ in handed:
            counts[expr] = counts.get(expr, 0) + 1
        for expr, bar in handed:
            self.add(expr, bar, moved=True)
        self._within(id(stmt), stmt.body)
        finals = []
        for j, bar in bars.items():
            param = stmt.params[j]
            if self.is_filled(param):
                _, cell = self.cell(param)
                value: Expr = cell.var
                if not cell.owned and self.kinds[param].cat != "num":
                    value = self.copied(value, self.kinds[param])
            else:
                value = self.zeros(self._of_that_shape(param, stmt.results[j]))
            finals.append(Assign(bar, value))
        self.code.extend(finals)

    def _of_that_shape(self, param: Var, result: Var) -> Var:
        """What has the shape of a carried value: it itself, where an iteration may change its shape."""
        shape = self.kinds[param].shape
        fixed = self.kinds[param].cat == "num" or is_known(shape) and shape == self.kinds[result].shape
        return result if fixed else param

    def _leave_cells(self, stmt: Loop, start: dict[Any, Cell], body: list[Code], bars: dict[int, Var]) -> None:
        """At the end of an iteration every outer cell is in the variable that it started in."""
        for key, cell in start.items():
            now = self.cells.get(key, cell)
            if not cell.filled:
                continue
            if not now.filled:
                body.append(Assign(cell.var, self.zeros(self._var_at(key, ()))))
            elif now.var != cell.var:
                body.append(Assign(cell.var, now.var))
            self.cells[key] = cell
        local = self.ctx_defs(stmt.body)
        for key in list(self.cells):
            if key not in start and key in local:
                del self.cells[key]
            elif key not in start:
                self.cells[key] = Cell(self.cells[key].var)
