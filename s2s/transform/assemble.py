"""The generated functions of one program: forward, pullback and pushforward over one residual tuple."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from s2s.analysis import kinds as K
from s2s.ir.core import (
    NONE,
    UNUSED,
    Apply,
    Assign,
    Augment,
    Code,
    Comment,
    Const,
    Expr,
    Function,
    Jump,
    Kind,
    Param,
    Ref,
    Var,
)
from s2s.ir.walk import all_reads, uses, variables
from s2s.optimise.copies import local_copies, propagate_copies, without_repeats
from s2s.optimise.dce import drop_dead, mutated_by
from s2s.optimise.fold import delay_zeros, fold
from s2s.optimise.peephole import simplify
from s2s.source.lower import Lowered
from s2s.transform.cells import is_fresh
from s2s.transform.forward import Forward, Records
from s2s.transform.pushforward import Pushforward
from s2s.transform.residuals import Definitions, definitions, partners_of, select, unpack
from s2s.transform.reverse import Context, Reverse, computed_calls, written_storages

PULLBACK_LIMIT = 14
FORWARD_LIMIT = 400


@dataclass(frozen=True)
class GeneratedFunction:
    """One function to print: its parameters, its code, and the residual slots that it reads or makes."""

    name: str
    params: tuple[tuple[str, Var | None, str, Expr | None], ...]
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


class Assembler:
    """Builds all generated functions of one lowered function."""

    def __init__(self, lowered: Lowered, wrt: tuple[str, ...]) -> None:
        self.lowered, self.function = lowered, lowered.function
        function = self.function
        written = written_storages(function.body, function.places)
        self.ctx = Context(
            function, lowered.names, [lowered.counter + 1], written, maybe=lowered.maybe, flows=lowered.flows
        )
        computed_calls(function.body, "root", self.ctx.computed, self.ctx.twins)
        found = definitions(self.ctx)
        for var in sorted(found.order, key=lambda v: found.order[v]):
            place = function.places.get(var)
            if place is not None and not place.path:
                self.ctx.roots.setdefault(place.storage, var)
        self.wrt = wrt
        self.written = tuple(name for name in function.written)
        self.residuals = self.ctx.fresh("residuals", temp=False)

    # ------------------------------------------------------------------------------------------ the derivative codes

    def pullback_code(
        self, wrt: tuple[str, ...]
    ) -> tuple[tuple[Code, ...], list[tuple[str, Var | None, str, Expr | None]]]:
        reverse = Reverse(self.ctx)
        bar = self.ctx.fresh(self._bar_name(), temp=False)
        params: list[tuple[str, Var | None, str, Expr | None]] = [
            ("residuals", self.residuals, "", None),
            (bar.name, bar, "", None),
        ]
        for name in self.written:
            final = self.function.written[name]
            given = self.ctx.fresh(f"{name}_bar", temp=False)
            if isinstance(final, Var):
                self.ctx.function.kinds[given] = replace(self.ctx.function.kinds[final], active=False)
            params.append((given.name, given, "", None))
            self._seed_final(reverse, final, given)
        self._seed(reverse, self.function.output, bar)
        reverse.block(self.function.body)
        results = []
        for name in wrt:
            results.append(self._gradient(reverse, self.function.leaves.get(name)))
        reverse.code.append(Jump("return", (Apply("tuple", tuple(results)),)))
        return tuple(reverse.code), params

    def _seed_final(self, reverse: Reverse, final: Any, given: Expr) -> None:
        """Add the cotangent of an argument's value on return to the variables that hold it then."""
        if isinstance(final, Var):
            reverse.add(final, given)
        elif isinstance(final, tuple):
            for access, key, child in _children(final):
                self._seed_final(reverse, child, Apply(access, (given, Const(key))))

    def _bar_name(self) -> str:
        output = self.function.output
        if output[0] == "leaf" and isinstance(output[1], Var) and not output[1].temp:
            name = output[1].name
            return f"{name}_bar" if f"{name}_bar" not in [f"{w}_bar" for w in self.written] else "value_bar"
        return "value_bar"

    def _seed(self, reverse: Reverse, output: Any, bar: Expr) -> None:
        """Add the cotangent of the output, part by part, to the values that it consists of."""
        if output[0] == "leaf":
            _, expr, kind = output
            if isinstance(expr, Var) and kind.active:
                if isinstance(bar, Var):
                    self.ctx.function.kinds[bar] = replace(self.ctx.function.kinds.get(expr, kind), active=False)
                reverse.add(expr, bar)
            return
        shape, cls, children = output
        if shape in ("tuple", "list"):
            fields = getattr(cls, "_fields", None)
            live = [_any_active(c) for c in children]
            if not any(live):
                return
            if fields is None and all(c[0] == "leaf" for c in children) and len(children) > 1:
                parts = tuple(self._part(c) for c in children)
                reverse.code.append(Assign(Apply("tuple", parts), bar))
                for part, child in zip(parts, children, strict=True):
                    self._seed(reverse, child, part)
                return
            for i, child in enumerate(children):
                if live[i]:
                    self._seed(
                        reverse,
                        child,
                        Apply("attr", (bar, Const(fields[i]))) if fields else Apply("getitem", (bar, Const(i))),
                    )
            return
        for key, child in children:
            if _any_active(child):
                access = "getitem" if shape == "dict" else "attr"
                self._seed(reverse, child, Apply(access, (bar, Const(key))))

    def _part(self, child: Any) -> Var:
        _, expr, kind = child
        if not kind.active:
            return self.ctx.fresh(UNUSED, temp=False)
        name = expr.name if isinstance(expr, Var) else "part"
        return self.ctx.fresh(f"{name}_bar", temp=False)

    def _gradient(self, reverse: Reverse, tree: Any) -> Expr:
        """The cotangent of one argument, in its structure; arrays that belong to nobody else."""
        if tree is None:
            return NONE
        if isinstance(tree, Var):
            return self._leaf_gradient(reverse, tree)
        if tree[0] == "leaves":
            var = tree[1]
            if not reverse.is_filled(var):
                return Apply("mul", (Apply("list", (Const(0.0),)), self.ctx.length(var)))
            return reverse.bar(var)
        shape, cls, children = tree
        if shape in ("tuple", "list"):
            parts = tuple(self._gradient(reverse, c) for c in children)
            if cls in (tuple, list):
                return Apply(shape, parts)
            return Apply("call", (self.ctx.names.ref(cls), *parts))
        pairs = [(k, self._gradient(reverse, c)) for k, c in children]
        if shape == "dict":
            return Apply("dict", tuple(x for k, g in pairs for x in (Const(k), g)))
        return self._instance(cls, pairs)

    def _instance(self, cls: Any, pairs: list[tuple[Any, Expr]]) -> Expr:
        import dataclasses

        from s2s import runtime

        ref = self.ctx.names.ref(cls)
        if (
            dataclasses.is_dataclass(cls)
            and not hasattr(cls, "__post_init__")
            and all(f.init for f in dataclasses.fields(cls))
        ):
            return Apply("call", (ref,), tuple(pairs))
        items = tuple(x for k, g in pairs for x in (Const(k), g))
        return Apply("call", (self.ctx.names.ref(runtime.rebuild), ref, Apply("dict", items)))

    def _leaf_gradient(self, reverse: Reverse, var: Var) -> Expr:
        kind = self.ctx.function.kinds[var]
        if not reverse.is_filled(var):
            return reverse.zeros(var)
        _, cell = reverse.cell(var)
        g = reverse.bar(var)
        if cell.owned or kind.cat == "num":
            return g
        return reverse.copied(g, kind)

    def pushforward_code(
        self, wrt: tuple[str, ...]
    ) -> tuple[tuple[Code, ...], list[tuple[str, Var | None, str, Expr | None]]]:
        push = Pushforward(self.ctx)
        params: list[tuple[str, Var | None, str, Expr | None]] = [("residuals", self.residuals, "", None)]
        for name in wrt:
            dot = self.ctx.fresh(f"{name}_dot", temp=False)
            params.append((dot.name, dot, "", None))
            self._enter_tangent(push, self.function.leaves.get(name), dot)
        push.block(self.function.body)
        result = self._tangent(push, self.function.output)
        if self.written:
            pairs: list[Expr] = []
            for name in self.written:
                final = self.function.written[name]
                pairs += [Const(name), self._final_tangent(push, final)]
            result = Apply("tuple", (result, Apply("dict", tuple(pairs))))
        push.code.append(Jump("return", (result,)))
        return tuple(push.code), params

    def _final_tangent(self, push: Pushforward, final: Any) -> Expr:
        """The tangent of an argument's value on return, in its structure."""
        if isinstance(final, Var):
            return self._own_tangent(push, final, push.dot(final))
        if not isinstance(final, tuple):
            return NONE
        shape, cls, _ = final
        pairs = [(key, self._final_tangent(push, child)) for _, key, child in _children(final)]
        if shape in ("tuple", "list"):
            parts = tuple(g for _, g in pairs)
            return Apply(shape, parts) if cls in (tuple, list) else Apply("call", (self.ctx.names.ref(cls), *parts))
        if shape == "dict":
            return Apply("dict", tuple(x for k, g in pairs for x in (Const(k), g)))
        return self._instance(cls, pairs)

    def _own_tangent(self, push: Pushforward, var: Var, dot: Expr | None) -> Expr:
        return dot if dot is not None else push.zeros(var)

    def _enter_tangent(self, push: Pushforward, tree: Any, dot: Expr) -> None:
        if tree is None:
            return
        if isinstance(tree, Var):
            if isinstance(dot, Var):
                self.ctx.function.kinds[dot] = replace(self.ctx.function.kinds[tree], active=False)
            push.set(tree, dot, False)
            return
        if tree[0] == "leaves":
            push.set(tree[1], dot, False)
            return
        shape, cls, children = tree
        if shape in ("tuple", "list"):
            fields = getattr(cls, "_fields", None)
            for i, child in enumerate(children):
                self._enter_tangent(
                    push, child, Apply("attr", (dot, Const(fields[i]))) if fields else Apply("getitem", (dot, Const(i)))
                )
            return
        for key, child in children:
            self._enter_tangent(push, child, Apply("getitem" if shape == "dict" else "attr", (dot, Const(key))))

    def _tangent(self, push: Pushforward, output: Any) -> Expr:
        if output[0] == "leaf":
            _, expr, kind = output
            if not kind.active:
                return NONE if not K.is_float(kind) else self._float_zero(push, expr, kind)
            dot = push.dot(expr)
            return dot if dot is not None else push.zeros(expr)
        shape, cls, children = output
        if shape in ("tuple", "list"):
            parts = tuple(self._tangent(push, c) for c in children)
            return Apply(shape, parts) if cls in (tuple, list) else Apply("call", (self.ctx.names.ref(cls), *parts))
        pairs = [(k, self._tangent(push, c)) for k, c in children]
        if shape == "dict":
            return Apply("dict", tuple(x for k, g in pairs for x in (Const(k), g)))
        return self._instance(cls, pairs)

    def _float_zero(self, push: Pushforward, expr: Expr, kind: Kind) -> Expr:
        if kind.cat == "num" or not isinstance(expr, Var):
            return Const(0.0)
        return push.zeros(expr)

    # ------------------------------------------------------------------------------------------------ everything

    def assemble(self) -> Assembled:
        pull, pull_params = self.pullback_code(self.wrt)
        push, push_params = self.pushforward_code(self.wrt)
        pull = self.optimised(pull, False)
        push = self.optimised(push, False)
        records, redone, found = select(self.ctx, self.lowered.same, (pull, push))
        self.records, self.redone, self.found = records, redone, found
        forward, slots = self._forward(records, found)
        name = self.function.name
        doc_slots = tuple(slots)
        pull = self.finished(pull, False)
        push = self.finished(push, True)
        kinds = self.ctx.function.kinds
        return Assembled(
            GeneratedFunction(f"{name}_forward", self._forward_params(), forward, "", kinds),
            GeneratedFunction(f"{name}_pullback", tuple(pull_params), pull, "", kinds),
            GeneratedFunction(f"{name}_pushforward", tuple(push_params), push, "", kinds),
            doc_slots,
            self.written,
            self.guarded(),
        )

    def guarded(self) -> tuple[int, ...]:
        """The residual slots with memory that the caller may reach: arguments, globals, outputs, and views of them."""
        places = self.function.places
        outside = set(self.lowered.external)
        for expr in _leaf_exprs(self.function.output):
            if isinstance(expr, Var) and expr in places:
                outside.add(places[expr].storage)
        edges: dict[int, set[int]] = {}
        for a, b in self.ctx.maybe | self.ctx.flows:
            edges.setdefault(a, set()).add(b)
            edges.setdefault(b, set()).add(a)
        todo = list(outside)
        while todo:
            for other in edges.get(todo.pop(), ()):
                if other not in outside:
                    outside.add(other)
                    todo.append(other)
        slots = self.records.slots.get("root", [])
        return tuple(i for i, var in enumerate(slots) if self._is_guarded(var, outside))

    def _is_guarded(self, var: Var, outside: set[int]) -> bool:
        inner = [("loop", k) for k, v in self.records.loops.items() if v == var]
        inner += [("arm", k) for k, v in self.records.arms.items() if v == var]
        for what, number in inner:
            regions = [number] if what == "loop" else [(number, 0), (number, 1)]
            return any(self._is_guarded(v, outside) for r in regions for v in self.records.slots.get(r, []))
        if var in self.records.captured:
            return False
        kind = self.ctx.function.kinds.get(var, K.OTHER)
        if kind.cat in ("num", "tuple", "str", "slice"):
            return False
        place = self.function.places.get(var)
        return place is None or place.storage in outside

    def partial_pullback(self, wrt: tuple[str, ...]) -> GeneratedFunction:
        """The pullback for a part of wrt, from the same residuals."""
        known = {k: list(v) for k, v in self.ctx.extras.items()}
        pull, params = self.pullback_code(wrt)
        self.ctx.extras = known
        pull = self.finished(self.optimised(pull, False), False)
        name = f"{self.function.name}_pullback_{'_'.join(wrt)}"
        return GeneratedFunction(name, tuple(params), pull, "", self.ctx.function.kinds)

    def optimised(self, code: tuple[Code, ...], forward: bool) -> tuple[Code, ...]:
        for _ in range(3):
            before = code
            code = drop_dead(code, frozenset(), False)
            code = local_copies(propagate_copies(without_repeats(code)))
            code = simplify(code, self.ctx)
            code = fold(delay_zeros(code), self._clobbers, PULLBACK_LIMIT)
            if code == before:
                break
        return drop_dead(code, frozenset(), False)

    def _clobbers(self, stmt: Code, expr: Expr) -> bool:
        changed = mutated_by(stmt)
        return changed is not None and any(v == changed for v in variables(expr))

    def finished(self, code: tuple[Code, ...], forwards: bool) -> tuple[Code, ...]:
        """Unpack the records, recompute what is cheap, fold again."""
        code = unpack(self.ctx, self.records, self.redone, self.found, code, forwards)
        code = simplify(code, self.ctx)
        code = fold(code, self._clobbers, PULLBACK_LIMIT)
        code = simplify(code, self.ctx)
        code = drop_dead(code, frozenset(), False)
        slots = self.records.slots.get("root", [])
        if not slots:
            return code
        reads = set(all_reads(code))
        targets = []
        for var in slots:
            slot = self.records.captured.get(var, var)
            targets.append(slot if slot in reads else self.ctx.fresh(UNUSED, temp=False))
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
        code = drop_dead(code, frozenset(), True)
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
            lines[var] = found.branches[arm][0].origin.line
        return lines

    def records_loops(self) -> list[tuple[int, Var]]:
        return list(self.records.loops.items())

    def records_arms(self) -> list[tuple[int, Var]]:
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

    def _forward_params(self) -> tuple[tuple[str, Var | None, str, Expr | None], ...]:
        return tuple((p.name, p.var, p.star, p.default) for p in self.function.params)


def _leaf_exprs(output: Any) -> list[Expr]:
    if output[0] == "leaf":
        return [output[1]]
    children = output[2] if output[0] in ("tuple", "list") else [c for _, c in output[2]]
    return [e for c in children for e in _leaf_exprs(c)]


def _children(tree: Any) -> list[tuple[str, Any, Any]]:
    """How each part of a tree is reached: (operation, key, part)."""
    shape, cls, children = tree
    if shape in ("tuple", "list"):
        fields = getattr(cls, "_fields", None)
        return [("attr", fields[i], c) if fields else ("getitem", i, c) for i, c in enumerate(children)]
    return [("getitem" if shape == "dict" else "attr", k, c) for k, c in children]


def _any_active(output: Any) -> bool:
    if output[0] == "leaf":
        return bool(output[2].active)
    children = output[2]
    if output[0] in ("tuple", "list"):
        return any(map(_any_active, children))
    return any(_any_active(c) for _, c in children)


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


__all__ = [
    "Assembled",
    "Assembler",
    "Comment",
    "Function",
    "GeneratedFunction",
    "Param",
    "Ref",
    "SlotInfo",
    "is_fresh",
    "np",
    "uses",
]
