"""Statements that guard: with, try, raise and assert."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any

import gast

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Const, Expr, If, Let, Loop, Raise, Ref, Scope, Stmt, Var, Write
from s2s.ir.walk import defined
from s2s.source.exits import exits_in
from s2s.source.frames import names_assigned
from s2s.source.managers import swallows
from s2s.source.patterns import Patterns
from s2s.source.values import Dyn, Obj, Static, Value


class Guarded(Patterns):
    """Lowering of with, try, raise and assert."""

    # ------------------------------------------------------------------------------------------------ raise and assert

    def stmt_Raise(self, node: Any) -> None:
        args = tuple(self._passive(n) for n in (node.exc, node.cause) if n is not None)
        self.emit(Raise("raise", args, self.origin))
        self.dead = True

    def _passive(self, node: Any) -> Expr:
        """An expression for its text only: what it computes carries no derivative."""
        if isinstance(node, gast.Call) and not node.keywords:
            function = self.value(node.func)
            if isinstance(function, Static):
                return Apply("call", (self.expr(function), *(self.expr(self.value(a)) for a in node.args)))
        return self.expr(self.value(node))

    def stmt_Assert(self, node: Any) -> None:
        stmts, value = self.captured(node.test)
        test = self.inline(stmts, value)
        if test is None:
            self.out.extend(stmts)
            truth = self.truth(value)
            test = Const(truth) if isinstance(truth, bool) else truth
        message: tuple[Expr, ...] = ()
        if node.msg is not None:
            stmts, value = self.captured(node.msg)
            inlined = self.inline(stmts, value)
            if inlined is None:
                self.forget_views_made_in(stmts)
            message = (inlined if inlined is not None else Const("assertion failed"),)
        self.emit(Raise("assert", (test, *message), self.origin))

    # ------------------------------------------------------------------------------------------------ with and try

    def stmt_With(self, node: Any) -> None:
        items = []
        for item in node.items:
            value = self.value(item.context_expr)
            if self.is_active(value):
                self.fail("a context manager holds a differentiated value", item.context_expr)
            self._check_manager(item.context_expr, value)
            expr = self._pull_last_call(value)
            target = None
            if item.optional_vars is not None:
                if not isinstance(item.optional_vars, gast.Name):
                    self.fail("only a name can follow 'as' here", item.optional_vars)
                target = self.fresh(item.optional_vars.id, temp=False)
                self.shared.kinds[target] = K.OTHER
                self.state.frames[self.frame.fid][item.optional_vars.id] = Dyn(target, K.OTHER)
            items.append((expr, target))
        self._scoped(("with", tuple(items)), lambda: self.statements(node.body))

    def _check_manager(self, node: Any, value: Value) -> None:
        """Refuse a context manager that may swallow an exception."""
        made: Any = self.content(value).cls if isinstance(value, Obj) else None
        if made is None and isinstance(node, gast.Call):
            before, (_, called) = self.state, self.captured(node.func)
            made, self.state = called.obj if isinstance(called, Static) else None, before
        if made is not None and swallows(made):
            self.fail(
                "this context manager may swallow an exception: which statements of its body took effect is not known",
                node,
                "test the condition with if before computing",
            )

    def _pull_last_call(self, value: Value) -> Expr:
        """The expression of a passive call that was just emitted, taken back into the with statement."""
        if (
            isinstance(value, Dyn)
            and self.out
            and isinstance(self.out[-1], Let)
            and self.out[-1].targets == (value.expr,)
        ):
            let = self.out.pop()
            assert isinstance(let, Let)
            return let.expr
        return self.expr(value)

    def _scoped(self, header: Any, body: Any) -> None:
        stmts = self._apart(body)
        self.emit(Scope(header, _block(stmts, self.dead), _block([], False), self.origin))

    def stmt_Try(self, node: Any) -> None:
        """Where no active value crosses an exceptional path: the handlers must raise, the final block goes on."""
        for leaving in exits_in(node.finalbody):
            self.fail(
                "a finally block that leaves swallows an exception: which statements took effect is not known",
                leaving,
                "leave after the try statement",
            )
        if not node.finalbody:
            self._guarded_body(node)
            return
        tried = self._apart(lambda: self._guarded_body(node))
        was_dead, self.dead = self.dead, False
        closing = self._apart(lambda: self.statements(node.finalbody))
        self.dead = was_dead
        if not _rebound(tried) & _mentioned(closing):
            self.emit(Scope(("try", (), ()), _block(tried, was_dead), _block(closing, False), self.origin))
            return
        if not _only_values(closing):
            self.fail(
                "a finally block reads what the try block assigns: whether that took effect is not known",
                node.finalbody[0],
                "give the value another name in the try block, or move the statement after the try statement",
            )
        self.out.extend([*tried, *([] if was_dead else closing)])  # nobody reads the values where an exception goes on

    def _guarded_body(self, node: Any) -> None:
        """The try block with its handlers, and the else block after it."""
        handlers = self._handlers(node)
        if not handlers:
            self.statements(node.body)
            return
        tried = self._apart(lambda: self.statements(node.body))
        self.emit(Scope(("try", handlers, ()), _block(tried, self.dead), _block([], False), self.origin))
        if not self.dead:
            self.statements(node.orelse)

    def _handlers(self, node: Any) -> tuple[Any, ...]:
        before, handlers = self.state.copy(), []
        changed = set(names_assigned(node.body))
        for handler in node.handlers:
            for child in (part for stmt in handler.body for part in gast.walk(stmt)):
                if isinstance(child, gast.Name) and isinstance(child.ctx, gast.Load) and child.id in changed:
                    self.fail(
                        f"an exception handler reads '{child.id}', which the try block assigns: "
                        "whether that took effect is not known",
                        child,
                        "give the value another name in the try block",
                    )
            self.state, self.dead = before.copy(), False
            kind = None if handler.type is None else self.expr(self.value(handler.type))
            name = None
            if handler.name is not None:
                label = handler.name.id if isinstance(handler.name, gast.Name) else handler.name
                name = self.fresh(label, temp=False)
                self.shared.kinds[name] = K.OTHER
                self.state.frames[self.frame.fid][label] = Dyn(name, K.OTHER)
            body = handler.body
            stmts = self._apart(lambda body=body: self.statements(body))  # type: ignore[misc]
            if not self.dead:
                self.fail(
                    "an exception handler that goes on: which statements of the try body took effect is not known",
                    handler,
                    "test the condition with if before computing, or raise in the handler",
                )
            handlers.append((kind, name, tuple(stmts)))
        self.state, self.dead = before, False
        return tuple(handlers)

    def _apart(self, lower: Callable[[], None]) -> list[Stmt]:
        """The statements that ``lower`` emits."""
        outer, self.out = self.out, []
        lower()
        stmts, self.out = self.out, outer
        return stmts


def _block(stmts: list[Stmt], dead: bool) -> Any:
    from s2s.ir.core import Block

    return Block(tuple(stmts), (), dead)


def _rebound(stmts: Iterable[Stmt]) -> set[Var]:
    """The variables that statements give a new value (not the arrays that they write into)."""
    found: set[Var] = set()
    for stmt in stmts:
        if isinstance(stmt, Scope):
            found |= _rebound(stmt.body.stmts) | _rebound(stmt.final.stmts)
        else:
            found |= defined([stmt]) - ({stmt.new} if isinstance(stmt, Write) else set())
    return found


def _mentioned(part: Any) -> set[Var]:
    """The variables anywhere in statements or expressions."""
    if isinstance(part, Var):
        return {part}
    if isinstance(part, dict):
        part = tuple(part.values())
    elif dataclasses.is_dataclass(part) and not isinstance(part, Const | Ref):
        part = tuple(getattr(part, field.name) for field in dataclasses.fields(part))
    return set().union(*map(_mentioned, part)) if isinstance(part, tuple | list) else set()


def _only_values(stmts: Iterable[Stmt]) -> bool:
    """True when statements have no effect but the values that they compute."""
    return all(
        (isinstance(stmt, Let) and not stmt.effect)
        or (isinstance(stmt, If) and _only_values(stmt.then.stmts) and _only_values(stmt.orelse.stmts))
        or (isinstance(stmt, Loop) and _only_values(stmt.body.stmts))
        for stmt in stmts
    )
