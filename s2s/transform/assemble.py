"""The generated functions of one program: forward, pullback and pushforward over one residual tuple."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from s2s.analysis import kinds as K
from s2s.ir.core import UNUSED, Apply, Assign, Augment, Code, Expr, Jump, Kind, Var
from s2s.ir.walk import all_reads, assigned, replace_vars, variables
from s2s.optimise.copies import local_copies, propagate_copies, without_repeats
from s2s.optimise.dce import changed_by, drop_dead, mutated_by
from s2s.optimise.fold import delay_zeros, fold
from s2s.optimise.idle import without_idle_copies
from s2s.optimise.parts import copied_parts
from s2s.optimise.peephole import simplify
from s2s.optimise.slots import refilled
from s2s.transform.definitions import Definitions
from s2s.transform.forward import Forward, Records
from s2s.transform.lifetimes import partners_of
from s2s.transform.names import second_names
from s2s.transform.negations import negations
from s2s.transform.powers import guard_powers
from s2s.transform.residuals import select, without_unread
from s2s.transform.signature import Signature
from s2s.transform.unpack import unpack

PULLBACK_LIMIT = 14
FORWARD_LIMIT = 400


Parameter: TypeAlias = tuple[str, Var | None, str, Expr | None]


@dataclass(frozen=True)
class GeneratedFunction:
    """One function to print: its parameters, its code, and the residual slots that it reads or makes."""

    name: str
    params: tuple[Parameter, ...]
    body: tuple[Code, ...]
    doc: str
    kinds: dict[Var, Kind]


@dataclass(frozen=True)
class SlotInfo:
    name: Var
    line: int
    why: str


@dataclass(frozen=True)
class Assembled:
    forward: GeneratedFunction
    pullback: GeneratedFunction
    pushforward: GeneratedFunction
    slots: tuple[SlotInfo, ...]
    written: tuple[str, ...]
    guarded: tuple[int, ...] = ()


class Assembler(Signature):
    """Builds all generated functions of one lowered program."""

    def assemble(self, apart: bool = False) -> Assembled:
        pull, pull_params = self.pullback_code(self.wrt)
        push, push_params = self.pushforward_code(self.wrt)
        raw = pull, push
        pull, push = self.optimised(pull, pull_params), self.optimised(push, push_params)
        twice = second_names(self.ctx, {*all_reads(pull), *all_reads(push)})
        if twice:  # a residual is held once, and terms of it are one term
            pull = self.optimised(replace_vars(raw[0], twice), pull_params)
            push = self.optimised(replace_vars(raw[1], twice), push_params)
        records, redone, found = select(self.ctx, self.lowered.same, (pull, push), apart)
        self.records, self.redone, self.found = records, redone, found
        self.pull, pushed = self.finished(pull, False), self.finished(push, True)
        while (kept := without_unread(self.records, (*self.pull, *pushed))) != self.records:
            self.records = kept
            self.pull, pushed = self.finished(pull, False), self.finished(push, True)
        self.pull_params, push = tuple(pull_params), pushed
        forward, slots = self._forward(self.records, found)
        name = self.function.name
        doc_slots = tuple(slots)
        kinds = self.ctx.function.kinds
        return Assembled(
            GeneratedFunction(f"{name}_forward", self._forward_params(), forward, "", kinds),
            GeneratedFunction(f"{name}_pullback", self.pull_params, self.pull, "", kinds),
            GeneratedFunction(f"{name}_pushforward", tuple(push_params), push, "", kinds),
            doc_slots,
            self.written,
            self.guarded(),
        )

    def guarded(self) -> tuple[int, ...]:
        """The residual slots with memory that the caller may reach: arguments, globals, outputs, and views of them."""
        slots = self.records.slots.get("root", [])
        return tuple(i for i, var in enumerate(slots) if self._is_guarded(var, self.ctx.outside))

    def _is_guarded(self, var: Var, outside: frozenset[int]) -> bool:
        inner: list[tuple[str, Any]] = [("loop", k) for k, v in self.records.loops.items() if v == var]
        inner += [("arm", k) for k, v in self.records.arms.items() if v == var]
        for what, number in inner:
            regions = [number] if what == "loop" or isinstance(number, tuple) else [(number, 0), (number, 1)]
            return any(self._is_guarded(v, outside) for r in regions for v in self.records.slots.get(r, []))
        if var in self.records.captured:
            return False
        kind = self.ctx.function.kinds.get(var, K.OTHER)
        if kind.cat in ("num", "tuple", "str", "slice"):
            return False
        place = self.function.places.get(var)
        return place is None or place.storage in outside

    def partial_pullback(self, wrt: tuple[str, ...]) -> GeneratedFunction:
        """The pullback for a part of wrt, from the same residuals: the lines of the whole one that the part needs."""
        takes_apart = isinstance(self.pull[0], Assign) and self.pull[0].value == self.residuals
        *body, end = self.pull[1:] if takes_apart else self.pull
        assert isinstance(end, Jump) and isinstance(end.args[0], Apply)
        results = tuple(end.args[0].args[self.wrt.index(name)] for name in wrt)
        code = drop_dead((*body, Jump("return", (Apply("tuple", results),))), frozenset(), False)
        code = fold(local_copies(without_repeats(code)), self._clobbers, PULLBACK_LIMIT, self._numbers())
        name = f"{self.function.name}_pullback_{'_'.join(wrt)}"
        return GeneratedFunction(name, self.pull_params, self._unpacked(code), "", self.ctx.function.kinds)

    def optimised(self, code: tuple[Code, ...], params: Sequence[Parameter]) -> tuple[Code, ...]:
        """The derivative code, tidy; what it assigns are cotangents and tangents."""
        self.ctx.derived |= {var for _, var, _, _ in params if var is not None} | assigned(code)
        code = replace_vars(code, negations(self.function.body, self.ctx))
        for _ in range(3):
            before = code
            code = drop_dead(code, frozenset(), False)
            code = local_copies(propagate_copies(without_repeats(code)))
            code = simplify(code, self.ctx)
            code = fold(delay_zeros(code), self._clobbers, PULLBACK_LIMIT, self._numbers())
            if code == before:
                break
        return drop_dead(code, frozenset(), False)

    def _clobbers(self, stmt: Code, expr: Expr) -> bool:
        changed = changed_by(stmt)
        return bool(changed) and any(v in changed for v in variables(expr))

    def _numbers(self) -> frozenset[Var]:
        return frozenset(v for v, kind in self.ctx.function.kinds.items() if kind.cat == "num")

    def finished(self, code: tuple[Code, ...], forwards: bool) -> tuple[Code, ...]:
        """Unpack the records, recompute what is cheap, fold again."""
        code = unpack(self.ctx, self.records, self.redone, self.found, code, forwards)
        code = simplify(code, self.ctx)
        code = fold(code, self._clobbers, PULLBACK_LIMIT, self._numbers())
        code = simplify(code, self.ctx)
        code = drop_dead(code, frozenset(), False)
        if not forwards:
            code = refilled(code, self.ctx.function.kinds)
            code = without_idle_copies(code, self.ctx.function.kinds)
            code = fold(code, self._clobbers, PULLBACK_LIMIT, self._numbers())
        return self._unpacked(code)

    def _slots(self) -> list[Var]:
        return self.records.slots.get("root", [])

    def _unpacked(self, code: tuple[Code, ...]) -> tuple[Code, ...]:
        """The code after a line that names the residuals which it reads, if it reads any."""
        reads = set(all_reads(code))
        slots = [self.records.captured.get(var, var) for var in self._slots()]
        if reads.isdisjoint(slots):
            return code
        targets = [slot if slot in reads else self.ctx.fresh(UNUSED, temp=False) for slot in slots]
        return (Assign(Apply("tuple", tuple(targets)), self.residuals), *code)

    def _forward(self, records: Records, found: Definitions) -> tuple[tuple[Code, ...], list[SlotInfo]]:
        printer = Forward(self.ctx, self.lowered.same, records)
        for param in self.function.params:
            printer.defined(param.var)
        printer.block(self.function.body)
        if not self.function.body.raises:
            output = printer.expr(self.function.body.results[0])
            printer.code.append(Jump("return", (Apply("tuple", (output, printer.record("root"))),)))
        code = tuple(printer.code)
        code = drop_dead(code, frozenset(), True)
        for _ in range(2):
            code = fold(code, self._forward_clobbers, FORWARD_LIMIT)
        code = copied_parts(code, self.ctx.function.kinds)
        code = guard_powers(drop_dead(code, frozenset(), True), self.ctx.function.kinds, self.ctx.names)
        lines = self._lines(found)
        slots = [SlotInfo(printer.slot(v), lines.get(v, 0), self._why(v)) for v in records.slots.get("root", [])]
        return code, slots

    def _lines(self, found: Definitions) -> dict[Var, int]:
        lines: dict[Var, int] = {}
        for param in self.function.params:
            lines[param.var] = self.function.origin.line
        _definition_lines(self.function.body, lines)
        for owner, pairs in self.ctx.extras.items():
            for target, _ in pairs:
                for v in variables(target):
                    lines[v] = lines.get(owner, 0)
        for loop, var in self.records_loops():
            lines[var] = found.loops[loop][0].origin.line
        for arm, var in self.records_arms():
            lines[var] = found.branches[arm[0] if isinstance(arm, tuple) else arm][0].origin.line
        return lines

    def records_loops(self) -> list[tuple[int, Var]]:
        return list(self.records.loops.items())

    def records_arms(self) -> list[tuple[Any, Var]]:
        return list(self.records.arms.items())

    def _why(self, var: Var) -> str:
        kind = self.ctx.function.kinds.get(var)
        if var in self.records.loops.values():
            return "records of the iterations"
        if var in self.records.arms.values():
            return "record of the branch taken"
        if var in self.records.captured:
            return "read by a derivative; copied, because it is overwritten later"
        if var in {p.var for p in self.function.params}:
            return "argument, read by a derivative"
        if kind is not None and kind.cat == "tuple":
            return "shape, read by a derivative"
        return "read by a derivative"

    def _forward_clobbers(self, stmt: Code, expr: Expr) -> bool:
        """A statement that writes memory may change any expression that reads a written array."""
        if not self._writes_memory(stmt):
            return False
        return any(self._in_written(v) for v in variables(expr))

    def _writes_memory(self, stmt: Code) -> bool:
        from s2s.ir.core import Do

        if isinstance(stmt, Assign):
            return (
                not isinstance(stmt.target, Var)
                and getattr(stmt.target, "op", "") not in ("tuple",)
                or stmt.effect
                or mutated_by(stmt) is not None
            )
        return isinstance(stmt, (Augment, Do))

    def _in_written(self, var: Var) -> bool:
        place = self.ctx.function.places.get(var)
        if place is None:
            kind = self.ctx.function.kinds.get(var, K.OTHER)
            return kind.cat == "other"
        if place.storage in self.ctx.written:
            return True
        return not partners_of(self.ctx, place.storage).isdisjoint(self.ctx.written)

    def _forward_params(self) -> tuple[Parameter, ...]:
        return tuple((p.name, p.var, p.star, p.default) for p in self.function.params)


def _definition_lines(block: Any, lines: dict[Var, int]) -> None:
    from s2s.ir.core import Call, If, Let, Loop, Scope, Write

    for stmt in block.stmts:
        line = stmt.origin.line
        if isinstance(stmt, Let):
            lines.update(dict.fromkeys(stmt.targets, line))
        elif isinstance(stmt, Write):
            lines[stmt.new] = line
            if stmt.result is not None:
                lines[stmt.result] = line
        elif isinstance(stmt, Call):
            lines.update(dict.fromkeys((*stmt.targets, stmt.record), line))
        elif isinstance(stmt, If):
            _definition_lines(stmt.then, lines)
            _definition_lines(stmt.orelse, lines)
            lines.update(dict.fromkeys(stmt.results, line))
        elif isinstance(stmt, Loop):
            lines.update(dict.fromkeys(stmt.params, line))
            _definition_lines(stmt.body, lines)
            lines.update(dict.fromkeys(stmt.results, line))
        elif isinstance(stmt, Scope):
            _definition_lines(stmt.body, lines)
            _definition_lines(stmt.final, lines)
