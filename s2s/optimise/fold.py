"""A temporary that is used once stands where it is used."""

from __future__ import annotations

from collections.abc import Callable, Container

from s2s.ir.core import Apply, Assign, Augment, Branch, Code, Comment, Const, Do, Expr, For, Jump, Ref, Repeat, Var
from s2s.ir.walk import (
    blocks_of,
    bound_by,
    read_by,
    read_counts,
    size,
    substitute,
    variables,
    with_blocks,
    write_counts,
)
from s2s.optimise.aliases import aliases
from s2s.optimise.dce import changed_by, mutated_by, popped_by, popped_from
from s2s.runtime import take_written, unbroadcast

Clobbers = Callable[[Code, Expr], bool]
COPY_SAFE = frozenset({"add", "sub", "mul", "truediv", "pow", "matmul", "neg"})


def fold(
    code: tuple[Code, ...], clobbers: Clobbers, limit: int, numbers: Container[Var] = frozenset()
) -> tuple[Code, ...]:
    """Put each temporary that is defined and used once into the expression that uses it.

    ``clobbers(stmt, expr)`` says whether a statement may change the value of an expression; ``limit`` bounds the number
    of operations of the resulting expression. ``numbers`` have no memory that a second name could share.

    >>> t, x, y = Var("t", 0, temp=True), Var("x", 0), Var("y", 0)
    >>> before = (Assign(t, Apply("mul", (x, x))), Assign(y, Apply("add", (t, Const(1.0)))))
    >>> fold(before, lambda stmt, expr: False, 10) == (Assign(y, Apply("add", (Apply("mul", (x, x)), Const(1.0)))),)
    True
    """
    return _Fold(code, clobbers, limit, numbers).block(code)


class _Fold:
    def __init__(self, code: tuple[Code, ...], clobbers: Clobbers, limit: int, numbers: Container[Var]) -> None:
        self.clobbers, self.limit, self.numbers = clobbers, limit, numbers
        self.reads, self.writes = read_counts(code), write_counts(code)
        self.same = aliases(code, numbers)

    def block(self, code: tuple[Code, ...]) -> tuple[Code, ...]:
        stmts: list[Code | None] = [with_blocks(s, tuple(self.block(b) for b in blocks_of(s))) for s in code]
        for i, stmt in enumerate(stmts):
            if not isinstance(stmt, Assign) or not isinstance(stmt.target, Var):
                continue
            var = stmt.target
            if not var.temp or self.reads.get(var, 0) != 1 or self.writes.get(var, 0) != 1 or stmt.effect:
                continue
            changed = mutated_by(stmt)
            if changed is not None and (not self._adjacent(stmts, i, var) or self._pops_again(stmts, i, changed)):
                continue
            self._place(stmts, i, stmt, var)
        return tuple(s for s in stmts if s is not None)

    def _adjacent(self, stmts: list[Code | None], i: int, var: Var) -> bool:
        for later in stmts[i + 1 :]:
            if later is None or isinstance(later, Comment):
                continue
            return any(v == var for v in read_by(later)) and not isinstance(later, (For, Repeat, Branch))
        return False

    def _pops_again(self, stmts: list[Code | None], i: int, changed: Var | None) -> bool:
        """True when the statement that uses the value has an effect of its own, or reads what the value changes.

        The order of both would be lost: ``u[-1] += u.pop()`` reads the last item before it removes it.
        """
        for later in stmts[i + 1 :]:
            if later is None or isinstance(later, Comment):
                continue
            read = variables(later.value) if isinstance(later, Assign) else read_by(later)
            return any(v == changed for v in read) or any(_has_effect(e) for e in _parts(later))
        return False

    def _place(self, stmts: list[Code | None], i: int, stmt: Assign, var: Var) -> None:
        inputs = set(variables(stmt.value))
        for j in range(i + 1, len(stmts)):
            later = stmts[j]
            if later is None:
                continue
            if any(v == var for v in read_by(later)):
                if isinstance(later, Repeat) or not inputs.isdisjoint(popped_by(later)):
                    return
                new = self._into(later, var, stmt.value)
                if new is not None:
                    stmts[j], stmts[i] = new, None
                return
            if self._blocks(later, stmt.value, inputs):
                return

    def _blocks(self, later: Code, value: Expr, inputs: set[Var]) -> bool:
        if isinstance(later, Jump):
            return later.kind != "assert"
        if isinstance(later, (Assign, For)) and inputs & set(bound_by(later.target)):
            return True
        if isinstance(later, Augment) and isinstance(later.target, Var) and later.target in inputs:
            return True
        for changed in changed_by(later):
            if changed not in self.numbers and not inputs.isdisjoint(self.same.get(changed, {changed})):
                return True
        if self.clobbers(later, value):
            return True
        return any(self._blocks(s, value, inputs) for b in blocks_of(later) for s in b)

    def _into(self, stmt: Code, var: Var, value: Expr) -> Code | None:
        """The statement with ``var`` replaced, unless that makes it too long."""
        table = {var: value}
        new: Code
        if isinstance(stmt, Assign):
            target = stmt.target if isinstance(stmt.target, Var) else self._sub(stmt.target, table)
            result = self._sub(stmt.value, table)
            new, total = Assign(target, result, stmt.augmented, stmt.effect), size(result)
        elif isinstance(stmt, Augment):
            target = stmt.target if isinstance(stmt.target, Var) else self._sub(stmt.target, table)
            result = self._sub(stmt.value, table)
            new, total = Augment(target, stmt.op, result), size(result)
        elif isinstance(stmt, Do):
            result = self._sub(stmt.value, table)
            new, total = Do(result), size(result)
        elif isinstance(stmt, Branch):
            result = self._sub(stmt.test, table)
            new, total = Branch(result, stmt.then, stmt.orelse), size(result)
        elif isinstance(stmt, For):
            result = self._sub(stmt.iterable, table)
            new, total = For(stmt.target, result, stmt.body), size(result)
        elif isinstance(stmt, Jump):
            args = tuple(self._sub(a, table) for a in stmt.args)
            new, total = Jump(stmt.kind, args), sum(map(size, args))
        else:
            return None
        return new if total <= self.limit else None

    def _sub(self, expr: Expr, table: dict[Var, Expr]) -> Expr:
        """Substitute; a copy is not needed where an operator makes a new array of it anyway."""
        if isinstance(expr, Apply) and expr.op in COPY_SAFE:
            args = tuple(
                _uncopied(table[a]) if isinstance(a, Var) and a in table else self._sub(a, table) for a in expr.args
            )
            return Apply(expr.op, args, expr.kwargs)
        if isinstance(expr, Var):
            return table.get(expr, expr)
        if isinstance(expr, Apply):
            return Apply(
                expr.op,
                tuple(self._sub(a, table) for a in expr.args),
                tuple((k, self._sub(v, table)) for k, v in expr.kwargs),
            )
        return expr


def _uncopied(expr: Expr) -> Expr:
    if (
        isinstance(expr, Apply)
        and expr.op == "method"
        and expr.args[1:] == (Const("copy"),)
        and isinstance(expr.args[0], Apply)
    ):
        return expr.args[0]
    return expr


def _parts(stmt: Code) -> tuple[Expr, ...]:
    if isinstance(stmt, (Assign, Augment)):
        return (stmt.target, stmt.value)
    if isinstance(stmt, Do):
        return (stmt.value,)
    return stmt.args if isinstance(stmt, Jump) else ()


def _has_effect(expr: Expr) -> bool:
    return popped_from(expr) is not None


def delay_zeros(code: tuple[Code, ...]) -> tuple[Code, ...]:
    """``t = b[i].copy(); b[i] = 0; u = f(t)``: the zero is written last, so that t can be folded into f."""
    out = [with_blocks(s, tuple(delay_zeros(b) for b in blocks_of(s))) for s in code]
    for k in range(len(out) - 2):
        copy, zero, use = out[k], out[k + 1], out[k + 2]
        if not (
            isinstance(copy, Assign)
            and isinstance(copy.target, Var)
            and _is_copy(copy.value)
            and isinstance(zero, Assign)
            and zero.value == Const(0.0)
        ):
            continue
        root = mutated_by(zero)
        if root is None or not isinstance(use, (Assign, Augment)) or mutated_by(use) == root:
            continue
        reads = set(read_by(use)) | (
            set(bound_by(use.target)) if isinstance(use, Assign) else set(variables(use.target))
        )
        if copy.target in reads and root not in reads:
            out[k + 1], out[k + 2] = use, zero
    return tuple(out)


def _is_copy(expr: Expr) -> bool:
    if not isinstance(expr, Apply):
        return False
    if expr.op == "call" and isinstance(expr.args[0], Ref) and any(
        expr.args[0].value is f for f in (unbroadcast, take_written)
    ):
        return expr.args[0].value is take_written or _is_copy(expr.args[1])
    return expr.op == "getitem" or (expr.op == "method" and expr.args[1:] == (Const("copy"),))


__all__ = ["delay_zeros", "fold", "substitute"]
