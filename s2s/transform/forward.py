"""The forward code: the user's program, with its residuals captured where they are computed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from s2s import runtime
from s2s.analysis import kinds as K
from s2s.ir.core import (
    Apply,
    Assign,
    Augment,
    Block,
    Branch,
    Call,
    Code,
    Const,
    Do,
    Expr,
    For,
    ForEach,
    Guarded,
    If,
    Jump,
    Kind,
    Let,
    Loop,
    Raise,
    Ref,
    Repeat,
    Scope,
    Stmt,
    Var,
    Write,
)
from s2s.ir.walk import substitute, variables
from s2s.transform.context import UNBOUND, Context


@dataclass
class Records:
    """The residual tree: which values each region of the program records."""

    slots: dict[Any, list[Var]] = field(default_factory=dict)  # region -> captured variables, in order
    loops: dict[int, Var] = field(default_factory=dict)  # loop -> the variable of its records
    arms: dict[Any, Var] = field(default_factory=dict)  # If, or (If, arm) -> the variable of its arm's record
    ranges: dict[int, Expr] = field(default_factory=dict)  # loop -> the range that replaces its records
    captured: dict[Var, Var] = field(default_factory=dict)  # value -> the copy that is captured


class Forward:
    """Prints the primal IR as code, with the captures that ``records`` asks for."""

    def __init__(self, context: Context, same: dict[Var, Var], records: Records) -> None:
        self.ctx, self.same, self.records = context, same, records
        self.kinds = context.function.kinds
        self.code: list[Code] = []
        self.needed = {v for slots in records.slots.values() for v in slots}
        self.fed: set[Var] | None = None

    def rep(self, var: Var) -> Var:
        """The code variable that holds a primal value."""
        seen = var
        while seen in self.same:
            seen = self.same[seen]
        return seen

    def expr(self, expr: Any) -> Any:
        if isinstance(expr, Var):
            return self.rep(expr)
        if isinstance(expr, Apply):
            return Apply(
                expr.op, tuple(self.expr(a) for a in expr.args), tuple((k, self.expr(v)) for k, v in expr.kwargs)
            )
        return expr

    # ------------------------------------------------------------------------------------------------ captures

    def defined(self, var: Var) -> None:
        """Right after ``var`` gets its value: the extra lines of its rule, and a copy where it is overwritten later."""
        copy = self.records.captured.get(var)
        if copy is not None:
            self.code.append(Assign(copy, self.copied(self.rep(var), self.kinds.get(var, K.NUMERIC))))
        for target, value in self.ctx.extras.get(var, ()):
            if any(v in self.needed or v in self.records.captured or self._feeds(v) for v in variables(target)):
                self.code.append(Assign(target, self.expr(value)))

    def _feeds(self, var: Var) -> bool:
        if self.fed is None:
            self.fed = self._all_fed()
        return var in self.fed

    def _all_fed(self) -> set[Var]:
        """Extra variables that needed extra variables are computed from."""
        made_from: dict[Var, set[Var]] = {}
        for pairs in self.ctx.extras.values():
            for target, value in pairs:
                for var in variables(target):
                    made_from.setdefault(var, set()).update(variables(value))
        fed: set[Var] = set()
        todo = [v for v in (*self.needed, *self.records.captured) if v in made_from]
        while todo:
            for var in made_from.get(todo.pop(), ()):
                if var not in fed:
                    fed.add(var)
                    todo.append(var)
        return fed

    def copied(self, expr: Expr, kind: Kind) -> Expr:
        if kind.cat == "arr" and not kind.optional:
            return Apply("method", (expr, Const("copy")))
        if kind.cat == "list" and isinstance(kind.elem, Kind) and kind.elem.cat == "num":
            return Apply("call", (self.ctx.names.ref(list), expr))
        return Apply("call", (self.ctx.names.ref(runtime.snapshot), expr))

    def record(self, region: Any) -> Expr:
        """The tuple of what a region records (bare for one value)."""
        slots = self.records.slots.get(region, [])
        exprs = tuple(self.slot(v) for v in slots)
        return exprs[0] if len(exprs) == 1 and region != "root" else Apply("tuple", exprs)

    def slot(self, var: Var) -> Var:
        return self.records.captured.get(var) or self.rep(var)

    # ------------------------------------------------------------------------------------------------ statements

    def block(self, block: Block) -> None:
        for stmt in block.stmts:
            self.stmt(stmt)

    def stmt(self, stmt: Stmt) -> None:
        if isinstance(stmt, Let):
            self._let(stmt)
        elif isinstance(stmt, Write):
            self._write(stmt)
        elif isinstance(stmt, If):
            self._branch(stmt)
        elif isinstance(stmt, Loop):
            self._loop(stmt)
        elif isinstance(stmt, Scope):
            self._scope(stmt)
        elif isinstance(stmt, Raise):
            self._raise(stmt)
        elif isinstance(stmt, Call):
            targets = tuple(self.rep(t) for t in stmt.targets)
            target = targets[0] if stmt.single else Apply("tuple", targets)
            value = Apply("call", (Ref(f"{stmt.callee.name}_forward"), *(self.expr(a) for _, a in stmt.args)))
            self.code.append(Assign(Apply("tuple", (target, stmt.record)), value, effect=True))
            for var in (*stmt.targets, stmt.record):
                self.defined(var)

    def _let(self, let: Let) -> None:
        if not let.implicit and not any(map(self.ctx.is_column, let.targets)):
            expr = self.expr(let.expr)
            if isinstance(expr, Apply) and expr.op == "store":
                target, op, value = expr.args
                self.code.append(Assign(target, value) if op == Const(None) else Augment(target, str(op.value), value))  # type: ignore[union-attr]
            elif not let.targets:
                self.code.append(Do(expr))
            else:
                targets = tuple(self.rep(t) for t in let.targets)
                target = targets[0] if len(targets) == 1 else Apply("tuple", targets)
                if let.augmented and isinstance(expr, Apply) and self._is_opaque(let.expr):
                    self.code += [Assign(target, expr.args[0], effect=True), Augment(target, expr.op, expr.args[1])]
                elif _is_snapshot(expr):
                    if any(v in self.needed or v in self.records.captured or self._feeds(v) for v in let.targets):
                        self.code.append(Assign(target, expr, effect=True))
                else:
                    self.code.append(Assign(target, expr, augmented=let.augmented, effect=let.effect))
        if let.implicit and self._in_write(let):
            self._before_write(let)
            return
        for var in let.targets:
            self.defined(var)

    def _is_opaque(self, expr: Expr) -> bool:
        """True for an operation on an object of unknown kind: ``a += b`` changes it in place if it is an array."""
        first = expr.args[0] if isinstance(expr, Apply) else None
        return isinstance(first, Var) and self.kinds.get(first, K.NUMERIC).cat == "other"

    def _before_write(self, let: Let) -> None:
        """The extra lines of a value that is computed straight into an array: they read its inputs first."""
        item = let.targets[0]
        for target, value in self.ctx.extras.get(item, ()):
            if item not in set(variables(value)) and any(v in self.needed or self._feeds(v) for v in variables(target)):
                self.code.append(Assign(target, self.expr(value)))

    def _in_write(self, let: Let) -> bool:
        """An implicit Let whose value exists only inside the array that is written next."""
        return (
            bool(let.targets)
            and let.targets[0] not in self.same
            and isinstance(let.expr, Apply)
            and let.expr.op != "getitem"
            and not (let.expr.op == "list")
        )

    def _write(self, write: Write) -> None:
        if write.code is not None:
            self.code.append(self._code(write.code))
        if write.item is not None:
            self._recover(write)
        if write.result is not None:
            self.defined(write.result)
        self.defined(write.new)

    def _recover(self, write: Write) -> None:
        """Read a value back that was computed straight into the written array, if it is needed."""
        item = write.item
        assert item is not None
        extras = [(t, v) for t, v in self.ctx.extras.get(item, ()) if item in set(variables(v))]
        wanted = item in self.needed or item in self.records.captured or any(self._feeds(v) for v in (item,))
        if not wanted and not extras:
            return
        assert write.target is not None
        base = self.expr(write.target)
        slot = (
            base
            if write.index is None or write.index == Const(Ellipsis) or write.how == "item_where"
            else Apply("getitem", (base, self.expr(write.index)))
        )
        if slot == base and self.kinds.get(item, K.NUMERIC).cat == "num":
            slot = Apply("getitem", (base, Apply("tuple", ())))  # the number in an array without axes
        if wanted:
            copy = self.records.captured.get(item, item)
            self.code.append(
                Assign(
                    copy,
                    self.copied(slot, self.kinds.get(item, K.NUMERIC))
                    if self.kinds.get(item, K.NUMERIC).cat != "num"
                    else slot,
                )
            )
        for target, value in extras:
            if any(v in self.needed or self._feeds(v) for v in variables(target)):
                self.code.append(Assign(target, substitute(self.expr(value), {item: slot if not wanted else item})))

    def _code(self, code: Code) -> Code:
        if isinstance(code, Assign):
            return Assign(self.expr(code.target), self.expr(code.value))
        if isinstance(code, Augment):
            return Augment(self.expr(code.target), code.op, self.expr(code.value))
        assert isinstance(code, Do)
        return Do(self.expr(code.value))

    def _nested(self, run: Any) -> tuple[Code, ...]:
        outer, self.code = self.code, []
        run()
        inner, self.code = self.code, outer
        return tuple(inner)

    def _branch(self, stmt: If) -> None:
        arm_var = self.records.arms.get(id(stmt))

        def arm(block: Block, which: int) -> None:
            self.block(block)
            if block.raises:
                return
            for result, expr in zip(stmt.results, block.results, strict=True):
                self._move(self.rep(result), expr)
            if arm_var is not None:
                slots = self.records.slots.get((id(stmt), which), [])
                self.code.append(Assign(arm_var, self.record((id(stmt), which)) if slots else Apply("tuple", ())))
            for region in ((id(stmt), 0), (id(stmt), 1)):
                own = self.records.arms.get(region)
                if own is not None:
                    self.code.append(Assign(own, self.record(region) if region[1] == which else Const(None)))

        then = self._nested(lambda: arm(stmt.then, 0))
        orelse = self._nested(lambda: arm(stmt.orelse, 1))
        self.code.append(Branch(self.expr(stmt.test), then, orelse))
        for result in stmt.results:
            self.defined(result)

    def _nothing(self, target: Var) -> Expr:
        """What a variable holds that the user's program has not bound yet."""
        return Apply("list", ()) if self.kinds.get(target, K.NUMERIC).cat == "list" else Const(None)

    def _move(self, target: Var, expr: Expr) -> None:
        if self.ctx.is_column(target):
            return
        value = self._nothing(target) if expr == UNBOUND else self.expr(expr)
        if value != target:
            self.code.append(Assign(target, value))

    def _loop(self, stmt: Loop) -> None:
        for param, init in zip(stmt.params, stmt.inits, strict=True):
            self._move(self.rep(param), init)
        loop_var = self.records.loops.get(id(stmt))
        recording = loop_var is not None and id(stmt) not in self.records.ranges
        if recording:
            assert loop_var is not None
            self.code.append(Assign(loop_var, Apply("list", ())))

        def body() -> None:
            for param in stmt.params:
                self.defined(param)
            if isinstance(stmt.source, ForEach):
                for var in variables(stmt.source.target):
                    self.defined(var)
            self.block(stmt.body)
            if recording:
                assert loop_var is not None
                self.code.append(Do(Apply("method", (loop_var, Const("append"), self.record(id(stmt))))))
            self._hand_on(stmt)
            if stmt.stop is not None:
                self.code.append(Branch(self.expr(stmt.stop), (Jump("break"),)))

        inner = self._nested(body)
        if isinstance(stmt.source, ForEach):
            self.code.append(self._for(stmt, stmt.source, inner))
        else:
            self.code.append(Repeat(self.expr(stmt.source.test), inner))
        for result, param in zip(stmt.results, stmt.params, strict=True):
            self.same.setdefault(result, param)
            self.defined(result)

    def _for(self, stmt: Loop, source: ForEach, body: tuple[Code, ...]) -> For:
        target, iterable = self.expr(source.target), self.expr(source.iterable)
        index = source.index
        bound = set(variables(source.target))
        if index not in bound and (index in self.needed or self._reads(body, index)):
            iterable = Apply("call", (self.ctx.names.ref(enumerate), iterable))
            target = Apply("tuple", (index, target))
        return For(target, iterable, body)

    def _reads(self, body: tuple[Code, ...], var: Var) -> bool:
        from s2s.ir.walk import all_reads

        return any(v == var for v in all_reads(body))

    def _hand_on(self, stmt: Loop) -> None:
        moves = []
        for param, nxt in zip(stmt.params, stmt.body.results, strict=True):
            if nxt == UNBOUND or self.ctx.is_column(param):
                continue
            target, value = self.rep(param), self.expr(nxt)
            if value != target:
                moves.append((target, value))
        targets = {t for t, _ in moves}
        clash = any(v in targets and v != t for t, value in moves for v in variables(value))
        if clash:
            self.code.append(
                Assign(Apply("tuple", tuple(t for t, _ in moves)), Apply("tuple", tuple(v for _, v in moves)))
            )
        else:
            self.code.extend(Assign(t, v) for t, v in moves)

    def _scope(self, stmt: Scope) -> None:
        body = self._nested(lambda: self.block(stmt.body))
        header = stmt.header
        if header[0] == "with":
            header = ("with", tuple((self.expr(e), t) for e, t in header[1]))
        else:
            handlers = tuple(
                (None if k is None else self.expr(k), n, self._nested(lambda b=b: self.block(Block(b))))
                for k, n, b in header[1]
            )
            header = ("try", handlers, self._nested(lambda: self.block(stmt.final)))
        self.code.append(Guarded(header, body))

    def _raise(self, stmt: Raise) -> None:
        if stmt.kind == "unpack":
            test, message = stmt.args
            error = Apply("call", (self.ctx.names.ref(ValueError), message))
            self.code.append(Branch(self.expr(test), (Jump("raise", (error,)),)))
            return
        self.code.append(Jump(stmt.kind, tuple(self.expr(a) for a in stmt.args)))


def _is_snapshot(expr: Expr) -> bool:
    """True for the copy of an object of unknown kind that only derivatives read."""
    return isinstance(expr, Apply) and expr.op == "call" and getattr(expr.args[0], "value", None) is runtime.snapshot


__all__ = ["Forward", "Records", "np"]
