"""Items of lists of cotangents: one that is cleared and then added to is simply given its value."""

from __future__ import annotations

from s2s import runtime
from s2s.ir.core import Apply, Assign, Code, Const, Expr, Kind, Ref, Var
from s2s.ir.walk import all_reads, blocks_of, bound_by, read_counts, variables, with_blocks, write_counts
from s2s.optimise.dce import mutated_by
from s2s.optimise.idle import shared


def refilled(code: tuple[Code, ...], kinds: dict[Var, Kind]) -> tuple[Code, ...]:
    """``q[i] = 0.0`` and then ``q[i] = q[i] + a * b`` is ``q[i] = a * b``, where nothing reads q in between.

    >>> q, a, b = Var("q", 0), Var("a", 0), Var("b", 0)
    >>> slot, product = Apply("getitem", (q, Const(0))), Apply("mul", (a, b))
    >>> before = (Assign(slot, Const(0.0)), Assign(slot, Apply("add", (slot, product))))
    >>> refilled(before, {q: Kind("list")}) == (Assign(slot, product),)
    True
    """
    return _Slots(code, kinds).block(code)


class _Slots:
    def __init__(self, code: tuple[Code, ...], kinds: dict[Var, Kind]) -> None:
        self.kinds = kinds
        self.reads, self.writes = read_counts(code), write_counts(code)

    def block(self, code: tuple[Code, ...]) -> tuple[Code, ...]:
        out = [with_blocks(s, tuple(self.block(b) for b in blocks_of(s))) for s in code]
        k = 0
        while k < len(out):
            found = self._filled_next(out, k)
            if found is None:
                k += 1
                continue
            at, value = found
            stmt = out[at]
            assert isinstance(stmt, Assign)
            out[at] = Assign(stmt.target, value)
            del out[k]
        return tuple(out)

    def _filled_next(self, out: list[Code], k: int) -> tuple[int, Expr] | None:
        """Where the slot that a statement clears is added to next, and what it holds then."""
        clear = out[k]
        if not isinstance(clear, Assign) or clear.value != Const(0.0) or not isinstance(clear.target, Apply):
            return None
        slot = clear.target
        root = slot.args[0]
        if slot.op != "getitem" or not isinstance(root, Var) or self.kinds.get(root, Kind("other")).cat != "list":
            return None
        for at in range(k + 1, len(out)):
            stmt = out[at]
            if isinstance(stmt, Assign) and stmt.target == slot:
                added = _added_to(slot, stmt.value)
                if added is None or root in variables(added):
                    return None
                value = self._own(added, out, at)
                return None if value is None else (at, value)
            bound = set(bound_by(stmt.target)) if isinstance(stmt, Assign) else set()
            touched = mutated_by(stmt) == root or root in all_reads((stmt,))
            if blocks_of(stmt) or touched or bound & set(variables(slot)):
                return None
        return None

    def _own(self, value: Expr, out: list[Code], at: int) -> Expr | None:
        """The value as an object that nothing else changes."""
        copied = value.args[0] if isinstance(value, Apply) and value.args[1:] == (Const("copy"),) else value
        if isinstance(copied, Var) and self._used_up(copied, out, at):
            return copied
        if not shared(value):
            return value
        cat = self.kinds.get(value, Kind("other")).cat if isinstance(value, Var) else "other"
        if cat == "arr":
            return Apply("method", (value, Const("copy")))
        return Apply("call", (Ref("list", list), value)) if cat == "list" else None

    def _used_up(self, var: Var, out: list[Code], at: int) -> bool:
        """True for an object made in this block that nothing shares memory with, and that is not used any more."""
        made = [s for s in out[:at] if isinstance(s, Assign) and s.target == var]
        if len(made) != 1 or self.writes.get(var, 0) != 1 or not self._is_new(made[0].value):
            return False
        here = sum(v == var for v in all_reads(tuple(out[: at + 1])))
        kept = any(var in shared(s.value) for s in out[:at] if isinstance(s, Assign))
        return here == self.reads.get(var, 0) and not kept and not any(blocks_of(s) for s in out[:at])

    def _is_new(self, value: Expr) -> bool:
        a_list = isinstance(value, Apply) and value.op == "call" and value.args[0] == Ref("list", list)
        return a_list or not shared(value)


def _added_to(slot: Expr, value: Expr) -> Expr | None:
    """``value`` in ``slot + value``."""
    if not isinstance(value, Apply):
        return None
    if value.op == "add" and value.args[0] == slot:
        return value.args[1]
    adds = value.op == "call" and isinstance(value.args[0], Ref) and value.args[0].value is runtime.add_items
    return value.args[2] if adds and value.args[1] == slot else None
