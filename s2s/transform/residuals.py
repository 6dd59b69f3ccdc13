"""Residual selection: which primal values the derivative code reads, and where each is recorded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from s2s.analysis import kinds as K
from s2s.ir.core import (
    UNUSED,
    Apply,
    Assign,
    Block,
    Branch,
    Call,
    Code,
    Const,
    Expr,
    For,
    ForEach,
    If,
    Let,
    Loop,
    Ref,
    Scope,
    Var,
    Write,
)
from s2s.ir.walk import all_reads, blocks_of, bound_by, replace_vars, variables, with_blocks
from s2s.transform.forward import Records
from s2s.transform.reverse import RECORD, Context

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


def definitions(context: Context) -> Definitions:
    """Walk the function once."""
    found = Definitions({}, {}, {}, {}, {}, {}, {})
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
                self.found.writes.setdefault(sid, []).append((self.position, stack))
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


def select(
    context: Context, same: dict[Var, Var], codes: tuple[tuple[Code, ...], ...]
) -> tuple[Records, dict[Var, Expr], Definitions]:
    """The records that the code needs, and the expressions that it recomputes instead."""
    found = definitions(context)
    needed = {v for code in codes for v in all_reads(code) if v in found.region}
    loops, arms = _regions_used(codes)
    records = Records()
    redone: dict[Var, Expr] = {}
    ranges = _ranges(context, found, needed, loops)
    for loop in ranges:
        needed |= set(variables(ranges[loop]))
    _share_shapes(context, found, needed)
    for var in sorted(needed, key=lambda v: -found.order[v]):
        expr = found.cheap.get(var)
        if expr is not None and all(v in needed for v in variables(expr)):
            redone[var] = expr
            needed.discard(var)
    for loop in loops:
        stmt, region, order = found.loops[loop]
        if (
            loop in ranges
            and all(found.region[v] != loop or v in _bound(stmt) for v in needed)
            and not _inside(found, loop, loops, arms, needed)
        ):
            records.ranges[loop] = ranges[loop]
            needed -= _bound(stmt)
    entries: dict[Any, list[tuple[int, Var]]] = {}
    for var in needed:
        entries.setdefault(found.region[var], []).append((found.order[var], var))
    depth = _depths(found)
    for loop in sorted(loops, key=lambda i: -found.loops[i][2]):
        _, region, order = found.loops[loop]
        name = "loop" if depth[loop] == 0 else "inner_loop"
        records.loops[loop] = context.fresh(name, temp=False)
        if loop not in records.ranges:
            entries.setdefault(region, []).append((order, records.loops[loop]))
    for arm in sorted(arms, key=lambda i: -found.branches[i][2]):
        _, region, order = found.branches[arm]
        if entries.get((arm, 0)) or entries.get((arm, 1)):
            records.arms[arm] = context.fresh("branch", temp=False)
            entries.setdefault(region, []).append((order, records.arms[arm]))
    records.slots = {
        region: [v for _, v in sorted(pairs, key=lambda p: (p[0], p[1].number))] for region, pairs in entries.items()
    }
    for var in sorted(needed, key=lambda v: found.order[v]):
        if _overwritten(context, found, var):
            copy = context.fresh(var.name, temp=False)
            context.function.kinds[copy] = context.function.kinds.get(var, K.NUMERIC)
            records.captured[var] = copy
    return records, redone, found


def _share_shapes(context: Context, found: Definitions, needed: set[Var]) -> None:
    """A shape is taken from any value of that shape which is kept anyway, else kept once."""
    kinds = context.function.kinds
    wanted = [v for v in sorted(needed, key=lambda v: found.order[v]) if _shape_of(found, v) is not None]
    kept: dict[Any, list[Var]] = {}
    for var in sorted(needed, key=lambda v: found.order[v]):
        kind = kinds.get(var)
        if kind is not None and kind.cat == "arr" and isinstance(kind.shape, tuple) and var not in wanted:
            kept.setdefault(kind.shape, []).append(var)
    shapes: dict[Any, list[Var]] = {}
    for var in wanted:
        owner = _shape_of(found, var)
        assert owner is not None
        kind = kinds.get(owner)
        if kind is None or not isinstance(kind.shape, tuple) or owner in needed:
            continue
        around = _ancestors(found, found.region[var])
        holder = next((v for v in kept.get(kind.shape, ()) if found.region[v] in around), None)
        if holder is not None:
            found.cheap[var] = Apply("call", (Ref("np.shape"), holder))
            continue
        twin = next((v for v in shapes.get(kind.shape, ()) if found.region[v] in around), None)
        if twin is not None:
            found.cheap[var] = twin
        else:
            shapes.setdefault(kind.shape, []).append(var)


def _shape_of(found: Definitions, var: Var) -> Var | None:
    """The array whose shape a variable holds."""
    expr = found.cheap.get(var)
    if (
        isinstance(expr, Apply)
        and expr.op == "call"
        and expr.args[0] == Ref("np.shape")
        and isinstance(expr.args[1], Var)
    ):
        return expr.args[1]
    return None


def _ancestors(found: Definitions, region: Any) -> list[Any]:
    out = [region]
    while region != "root":
        region = found.loops[region][1] if isinstance(region, int) else found.branches[region[0]][1]
        out.append(region)
    return out


def _bound(stmt: Loop) -> set[Var]:
    return set(variables(stmt.source.target)) if isinstance(stmt.source, ForEach) else set()


def _inside(found: Definitions, loop: int, loops: set[int], arms: set[int], needed: set[Var]) -> bool:
    """True when a nested region of the loop records something."""

    def within(region: Any) -> bool:
        while region != "root":
            if region == loop:
                return True
            region = found.loops[region][1] if isinstance(region, int) else found.branches[region[0]][1]
        return False

    if any(within(found.loops[i][1]) for i in loops if i != loop):
        return True
    return any(within(found.region[v]) and found.region[v] != loop for v in needed)


def _ranges(context: Context, found: Definitions, needed: set[Var], loops: set[int]) -> dict[int, Expr]:
    """Loops over a range whose only record would be the counter: the pullback runs over the range."""
    out: dict[int, Expr] = {}
    for loop in sorted(loops, key=lambda i: found.loops[i][2]):
        stmt, _, _ = found.loops[loop]
        source = stmt.source
        if stmt.stop is not None or not isinstance(source, ForEach) or not isinstance(source.target, Var):
            continue
        iterable = source.iterable
        if isinstance(iterable, Apply) and iterable.op == "call" and iterable.args[0] == Ref("range"):
            counters = {source.target}
            inner = {v for v in needed if found.region[v] == loop} - counters
            inner -= {v for v in inner if v in found.cheap}
            bounds = list(variables(iterable))
            if (
                not inner
                and all(
                    v in found.region and context.function.kinds.get(v, K.OTHER).cat in ("num", "arr", "tuple")
                    for v in bounds
                )
                and all(context.function.kinds.get(v, K.OTHER).cat != "arr" or v in needed for v in bounds)
            ):
                out[loop] = iterable
    return out


def _depths(found: Definitions) -> dict[int, int]:
    depth: dict[int, int] = {}
    for loop, (_, region, _) in found.loops.items():
        level = 0
        while region != "root":
            if isinstance(region, int):
                level += 1
                region = found.loops[region][1]
            else:
                region = found.branches[region[0]][1]
        depth[loop] = level
    return depth


def _overwritten(context: Context, found: Definitions, var: Var) -> bool:
    """True when the memory of ``var`` may be written after ``var`` is computed."""
    kind = context.function.kinds.get(var, K.OTHER)
    place = context.function.places.get(var)
    if place is None or kind.cat not in ("arr", "numeric", "list"):
        return False
    partners = partners_of(context, place.storage)
    created = set(found.stack[var]).intersection(*(_created(context, found, sid) for sid in partners))
    for sid in _flows_into(context, place.storage):
        for position, stack in found.writes.get(sid, ()):
            if kind.cat != "list" and context.list_storage(sid):
                continue
            if position > found.order[var] or set(stack) & set(found.stack[var]):
                return True
    for sid in sorted(partners):
        for position, stack in found.writes.get(sid, ()):
            if kind.cat != "list" and context.list_storage(sid):
                continue
            if position > found.order[var]:
                return True
            shared = [loop for loop in stack if loop in found.stack[var]]
            if any(loop not in created for loop in shared):
                return True
    return False


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


def _flows_into(context: Context, sid: int) -> list[int]:
    """The storages that the memory of a storage may become where control flow meets."""
    seen = {sid}
    todo = [sid]
    while todo:
        current = todo.pop()
        for a, b in sorted(context.flows):
            if a == current and b not in seen:
                seen.add(b)
                todo.append(b)
    return sorted(seen - {sid})


def _created(context: Context, found: Definitions, sid: int) -> tuple[int, ...]:
    """The loops in which a storage is created."""
    best: tuple[int, tuple[int, ...]] | None = None
    for var, place in context.function.places.items():
        if place.storage == sid and var in found.order and (best is None or found.order[var] < best[0]):
            best = (found.order[var], found.stack[var])
    return best[1] if best is not None else ()


def _regions_used(codes: tuple[tuple[Code, ...], ...]) -> tuple[set[int], set[int]]:
    loops: set[int] = set()
    arms: set[int] = set()

    def visit(code: tuple[Code, ...]) -> None:
        for stmt in code:
            if isinstance(stmt, For) and isinstance(stmt.target, Const) and stmt.target.value[0] == RECORD:
                loops.add(stmt.target.value[1])
            if isinstance(stmt, Branch) and isinstance(stmt.test, Apply) and stmt.test.op == "arm":
                number = stmt.test.args[0]
                assert isinstance(number, Const)
                arms.add(number.value)
            for inner in blocks_of(stmt):
                visit(inner)

    for code in codes:
        visit(code)
    return loops, arms


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
    return _Unpack(context, records, redone, found, forwards).region("root", code)


def _captured(expr: Expr, records: Records) -> Expr:
    from s2s.ir.walk import substitute

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
            if slots and any(isinstance(s, Var) and s.name != "_" for s in slots) and arm in self.records.arms:
                target = slots[0] if len(slots) == 1 else Apply("tuple", tuple(slots))
                inner = (Assign(target, self.records.arms[arm]), *inner)
            blocks.append(inner)
        return Branch(stmt.test.args[1], blocks[0], blocks[1])


__all__ = ["Definitions", "bound_by", "definitions", "select", "unpack"]
