"""Dead code is gone: every statement that is left contributes to a live variable or has an effect."""

from __future__ import annotations

from collections.abc import Iterator

from s2s.ir.core import Apply, Assign, Augment, Branch, Code, Comment, Const, Do, Expr, For, Guarded, Jump, Repeat, Var
from s2s.ir.walk import bound_by, header_exprs, read_by, variables

EMPTY = Apply("list", ())  # as little as a name or a number does it do anything
MUTATING = frozenset({"pop", "append", "insert"})


def drop_dead(code: tuple[Code, ...], live: frozenset[Var], keep_effects: bool) -> tuple[Code, ...]:
    """Drop statements whose results are never read.

    ``keep_effects``: the forward, in which every statement of the user stays; else the pullback, in which a change of a
    buffer counts only if the buffer is read afterwards.

    >>> t, y = Var("t", 0, temp=True), Var("y", 0)
    >>> before = (Assign(t, Const(1.0)), Assign(y, Const(2.0)))
    >>> drop_dead(before, frozenset({y}), False) == (Assign(y, Const(2.0)),)
    True
    """
    return _Dce(keep_effects).block(code, live)[0]


def inputs_of(code: tuple[Code, ...]) -> frozenset[Var]:
    """The variables that the code reads before it assigns them: its parameters."""
    return _Dce(True).block(code, frozenset())[1]


def root_of(expr: Expr) -> Var | None:
    """The variable whose memory a target or an argument is a part of."""
    while isinstance(expr, Apply):
        if expr.op == "call":
            if len(expr.args) < 2:
                return None
            expr = expr.args[1]
        else:
            expr = expr.args[0]
    return expr if isinstance(expr, Var) else None


def changes_in(expr: Expr) -> Iterator[Apply]:
    """The parts of an expression that change a list."""
    if not isinstance(expr, Apply):
        return
    if expr.op == "method" and getattr(expr.args[1], "value", None) in MUTATING:
        yield expr
        return
    for part in (*expr.args, *(value for _, value in expr.kwargs)):
        yield from changes_in(part)


def popped_from(expr: Expr) -> Var | None:
    """The list that an expression changes somewhere inside."""
    first = next(changes_in(expr), None)
    return None if first is None else root_of(first.args[0])


def popped_by(stmt: Code) -> frozenset[Var]:
    """The lists that the value of a statement takes from or adds to."""
    parts = changes_in(stmt.value) if isinstance(stmt, (Assign, Augment, Do)) else ()
    return frozenset(root for root in (root_of(part.args[0]) for part in parts) if root is not None)


def changed_by(stmt: Code) -> frozenset[Var]:
    """The variables whose memory a statement changes in place."""
    root = mutated_by(stmt)
    return popped_by(stmt) if root is None else popped_by(stmt) | {root}


def mutated_by(stmt: Code) -> Var | None:
    """The variable whose memory a statement changes in place."""
    if isinstance(stmt, Assign):
        if isinstance(stmt.target, Apply) and stmt.target.op not in ("tuple", "list"):
            return root_of(stmt.target)
        value = stmt.value
    elif isinstance(stmt, Augment):
        return root_of(stmt.target)
    elif isinstance(stmt, Do):
        value = stmt.value
        if isinstance(value, Apply) and value.op == "call" and len(value.args) > 1:
            return root_of(value.args[1])  # add_at(x_bar, i, l_bar.pop())
    else:
        return None
    return popped_from(value)


class _Dce:
    def __init__(self, keep_effects: bool) -> None:
        self.keep = keep_effects

    def block(self, code: tuple[Code, ...], live: frozenset[Var]) -> tuple[tuple[Code, ...], frozenset[Var]]:
        out: list[Code] = []
        for stmt in reversed(code):
            kept, live = self.stmt(stmt, live)
            if isinstance(kept, Comment) and (not out or isinstance(out[-1], Comment)):
                continue
            if kept is not None:
                out.append(kept)
        out.reverse()
        return tuple(out), live

    def stmt(self, stmt: Code, live: frozenset[Var]) -> tuple[Code | None, frozenset[Var]]:
        if isinstance(stmt, Comment):
            return stmt, live
        if isinstance(stmt, (Assign, Augment, Do)):
            return self._simple(stmt, live)
        if isinstance(stmt, Branch):
            then, live1 = self.block(stmt.then, live)
            orelse, live2 = self.block(stmt.orelse, live)
            if not then and not orelse:
                return None, live
            return Branch(stmt.test, then, orelse), live1 | live2 | frozenset(variables(stmt.test))
        if isinstance(stmt, (For, Repeat)):
            return self._loop(stmt, live)
        if isinstance(stmt, Guarded):
            reads = frozenset(v for e in header_exprs(stmt.header) for v in variables(e))
            header = stmt.header
            if header[0] == "try":
                handlers = []
                for kind, name, block in header[1]:
                    cleaned, more = self.block(block, live)
                    handlers.append((kind, name, cleaned))
                    reads |= more
                final, more = self.block(header[2], live)
                reads |= more
                header = ("try", tuple(handlers), final)
            body, inner = self.block(stmt.body, live | reads)
            return Guarded(header, body), inner | reads | live
        assert isinstance(stmt, Jump)
        return stmt, live | frozenset(v for a in stmt.args for v in variables(a))

    def _simple(
        self, stmt: Assign | Augment | Do, live: frozenset[Var]
    ) -> tuple[Code | None, frozenset[Var]]:
        changed = mutated_by(stmt)
        bound = frozenset(bound_by(stmt.target)) if isinstance(stmt, Assign) else frozenset()
        if self.keep:
            needed = self._stays(stmt, bound, live)
        else:
            needed = bool(bound & live) or (changed is not None and changed in live) or (changed is None and not bound)
        if not needed:
            left = [part for part in changes_in(stmt.value) if root_of(part.args[0]) in live]
            if not left:
                return None, live
            if len(left) == 1:  # the target is not read, but the list is
                stmt = Do(left[0])
        elif isinstance(stmt, Assign) and stmt.effect and _is_unnamed_call(stmt) and bound.isdisjoint(live):
            stmt = Do(stmt.value)
        if isinstance(stmt, Assign):
            live = live - bound
        return stmt, live | frozenset(read_by(stmt))

    def _stays(self, stmt: Code, bound: frozenset[Var], live: frozenset[Var]) -> bool:
        if not isinstance(stmt, Assign) or not bound or stmt.effect:
            return True
        if any(not v.temp for v in bound) and not isinstance(stmt.value, (Var, Const)) and stmt.value != EMPTY:
            return True
        if mutated_by(stmt) is not None:
            return True
        return bool(bound & live)

    def _loop(self, stmt: For | Repeat, live: frozenset[Var]) -> tuple[Code | None, frozenset[Var]]:
        test = frozenset(variables(stmt.test if isinstance(stmt, Repeat) else stmt.iterable))
        bound = frozenset(bound_by(stmt.target)) if isinstance(stmt, For) else frozenset()
        around = live
        while True:
            out = around | test if isinstance(stmt, Repeat) else around
            body, inside = self.block(stmt.body, out)
            grown = around | (inside - bound)
            if grown == around:
                break
            around = grown
        if not body and not self.keep:
            return None, live
        new: Code = Repeat(stmt.test, body) if isinstance(stmt, Repeat) else For(stmt.target, stmt.iterable, body)
        return new, around | test


def _is_unnamed_call(stmt: Assign) -> bool:
    """True for a call whose result the user gave no name: ``print(x)``."""
    is_call = isinstance(stmt.value, Apply) and stmt.value.op in ("call", "method")
    return is_call and isinstance(stmt.target, Var) and stmt.target.temp
