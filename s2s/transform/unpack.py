"""Unpacking of the residuals: each region of the derivative code binds what was recorded for it."""

from __future__ import annotations

from typing import Any

from s2s.ir.core import UNUSED, Apply, Assign, Branch, Code, Const, Expr, For, ForEach, Var
from s2s.ir.walk import all_reads, blocks_of, replace_vars, substitute, variables, with_blocks
from s2s.transform.context import Context
from s2s.transform.definitions import Definitions
from s2s.transform.forward import Records


def unpack(
    context: Context,
    records: Records,
    redone: dict[Var, Expr],
    found: Definitions,
    code: tuple[Code, ...],
    forwards: bool,
) -> tuple[Code, ...]:
    """Insert the unpacking of records and the recomputed values into derivative code."""
    code = replace_vars(code, records.captured)
    redone = {v: _captured(e, records) for v, e in redone.items()}
    names = {v: _end(e, redone) for v, e in redone.items() if isinstance(e, Var)}  # what a kept value is already
    code = replace_vars(code, names)
    redone = {v: substitute(e, names) for v, e in redone.items() if v not in names}
    return _Unpack(context, records, redone, found, forwards).region("root", code)


def _end(expr: Expr, redone: dict[Var, Expr]) -> Expr:
    while isinstance(expr, Var) and isinstance(redone.get(expr), Var):
        expr = redone[expr]
    return expr


def _captured(expr: Expr, records: Records) -> Expr:
    made: Expr = substitute(expr, records.captured)
    return made


class _Unpack:
    def __init__(
        self, context: Context, records: Records, redone: dict[Var, Expr], found: Definitions, forwards: bool
    ) -> None:
        self.ctx, self.records, self.redone, self.found, self.forwards = context, records, redone, found, forwards

    def region(self, region: Any, code: tuple[Code, ...]) -> tuple[Code, ...]:
        inner = tuple(self.stmt(s) for s in code)
        reads = set(all_reads(inner))
        prefix: list[Code] = []
        mine = [v for v in self.redone if self.found.region[v] == region]
        changed = True
        while changed:
            changed = False
            for var in mine:
                if var in reads:
                    for v in variables(self.redone[var]):
                        if v not in reads:
                            reads.add(v)
                            changed = True
        for var in sorted(mine, key=lambda v: self.found.order[v]):
            if var in reads:
                prefix.append(Assign(Var(var.name, var.number, True), self.redone[var]))
        return (*prefix, *inner)

    def names(self, region: Any, code: tuple[Code, ...]) -> list[Expr]:
        """The targets that a record is unpacked into: ``_`` for what this direction does not read."""
        reads = set(all_reads(code))
        out: list[Expr] = []
        for var in self.records.slots.get(region, []):
            slot = self.records.captured.get(var, var)
            out.append(slot if slot in reads else self.ctx.fresh(UNUSED, temp=False))
        return out

    def stmt(self, stmt: Code) -> Code:
        if isinstance(stmt, For) and isinstance(stmt.target, Const):
            return self._loop(stmt)
        if isinstance(stmt, Branch) and isinstance(stmt.test, Apply) and stmt.test.op == "arm":
            return self._branch(stmt)
        return with_blocks(stmt, tuple(tuple(self.stmt(s) for s in b) for b in blocks_of(stmt)))

    def _loop(self, stmt: For) -> Code:
        assert isinstance(stmt.target, Const)
        loop = stmt.target.value[1]
        body = self.region(loop, stmt.body)
        names = self.ctx.names
        if loop in self.records.ranges:
            source = self.found.loops[loop][0].source
            assert isinstance(source, ForEach)
            iterable = _captured(self.records.ranges[loop], self.records)
            used = set(all_reads(body))
            target = source.target if source.target in used else self.ctx.fresh(UNUSED, temp=False)
            if not self.forwards and source.target in used:
                iterable = Apply("call", (names.ref(reversed), iterable))
            return For(target, iterable, body)
        slots = self.names(loop, body)
        record: Expr = slots[0] if len(slots) == 1 else Apply("tuple", tuple(slots))
        if not slots:
            record = self.ctx.fresh(UNUSED, temp=False)
        source_var: Expr = self.records.loops[loop]
        if not self.forwards:
            source_var = Apply("call", (names.ref(reversed), source_var))
        return For(record, source_var, body)

    def _branch(self, stmt: Branch) -> Code:
        assert isinstance(stmt.test, Apply) and isinstance(stmt.test.args[0], Const)
        arm = stmt.test.args[0].value
        blocks = []
        for which, block in ((0, stmt.then), (1, stmt.orelse)):
            inner = self.region((arm, which), block)
            slots = self.names((arm, which), inner)
            held = self.records.arms.get(arm, self.records.arms.get((arm, which)))
            if held is not None and any(isinstance(s, Var) and s.name != "_" for s in slots):
                target = slots[0] if len(slots) == 1 else Apply("tuple", tuple(slots))
                inner = (Assign(target, held), *inner)
            blocks.append(inner)
        return Branch(stmt.test.args[1], blocks[0], blocks[1])
