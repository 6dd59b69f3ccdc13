"""Residual selection: which primal values the derivative code reads, and where each is recorded."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Branch, Code, Const, Expr, For, ForEach, Loop, Ref, Var
from s2s.ir.walk import all_reads, blocks_of, variables
from s2s.transform.context import RECORD, Context
from s2s.transform.definitions import Definitions, definitions
from s2s.transform.forward import Records
from s2s.transform.lifetimes import Lifetimes


def select(
    context: Context, same: dict[Var, Var], codes: tuple[tuple[Code, ...], ...], apart: bool = False
) -> tuple[Records, dict[Var, Expr], Definitions]:
    """The records that the code needs, and the expressions that it recomputes instead.

    With ``apart`` each arm of a branch has a record of its own, which is None where the arm is not taken.
    """
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
        if apart:
            for region_of_arm in ((arm, 0), (arm, 1)):
                if entries.get(region_of_arm):
                    records.arms[region_of_arm] = context.fresh("branch", temp=False)
                    entries.setdefault(region, []).append((order, records.arms[region_of_arm]))
        elif entries.get((arm, 0)) or entries.get((arm, 1)):
            records.arms[arm] = context.fresh("branch", temp=False)
            entries.setdefault(region, []).append((order, records.arms[arm]))
    records.slots = {
        region: [v for _, v in sorted(pairs, key=lambda p: (p[0], p[1].number))] for region, pairs in entries.items()
    }
    memory = Lifetimes(context, found)
    for var in sorted(needed, key=lambda v: found.order[v]):
        if memory.is_overwritten(var):
            copy = context.fresh(var.name, temp=False)
            context.function.kinds[copy] = context.function.kinds.get(var, K.NUMERIC)
            records.captured[var] = copy
    return records, redone, found


def without_unread(records: Records, code: tuple[Code, ...]) -> Records:
    """The records without what the finished derivative code does not read: residuals are what it reads, nothing else.

    ``n`` of ``for i in range(n)`` was kept so that the pullback could run over the range; it runs over records instead
    where an iteration has some.

    >>> n, x = Var("n", 0), Var("x", 0)
    >>> without_unread(Records({"root": [n, x]}), (For(Var("i", 0), x, ()),)).slots
    {'root': [Var(name='x', number=0, temp=False)]}
    """
    reads = set(all_reads(code))

    def is_read(region: Any, var: Var) -> bool:
        arm = region[0] if isinstance(region, tuple) else None
        held = records.arms.get(region, records.arms.get(arm))
        alone = held in reads and len(records.slots[region]) == 1  # then the record has the name of the branch
        return alone or records.captured.get(var, var) in reads

    slots = {region: [v for v in held if is_read(region, v)] for region, held in records.slots.items()}
    kept = {v for held in slots.values() for v in held}
    arms = {arm: var for arm, var in records.arms.items() if var in kept}
    captured = {v: copy for v, copy in records.captured.items() if v in kept}
    return replace(records, slots=slots, arms=arms, captured=captured)


def _share_shapes(context: Context, found: Definitions, needed: set[Var]) -> None:
    """A shape is taken from any value of that shape which is kept anyway, else kept once."""
    kinds = context.function.kinds
    wanted = [v for v in sorted(needed, key=lambda v: found.order[v]) if _shape_of(found, v) is not None]
    kept: dict[Any, list[Var]] = {}
    for var in sorted(needed, key=lambda v: found.order[v]):
        kind = kinds.get(var)
        if kind is not None and kind.cat == "arr" and isinstance(kind.shape, tuple) and var not in wanted:
            if var in found.unbound:
                continue
            kept.setdefault(kind.shape, []).append(var)
    shapes: dict[Any, list[Var]] = {}
    for var in wanted:
        owner = _shape_of(found, var)
        assert owner is not None
        kind = kinds.get(owner)
        if kind is None or not isinstance(kind.shape, tuple) or owner in needed or owner in found.unbound:
            continue
        around = found.around(found.region[var])
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
