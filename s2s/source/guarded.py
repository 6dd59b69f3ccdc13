"""Statements that guard: with, try, raise and assert."""

from __future__ import annotations

from typing import Any

import gast

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Const, Expr, Let, Raise, Scope, Stmt
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
        outer, self.out = self.out, []
        body()
        stmts, self.out = self.out, outer
        self.emit(Scope(header, _block(stmts, self.dead), _block([], False), self.origin))

    def stmt_Try(self, node: Any) -> None:
        """Where no active value crosses an exceptional path: the handlers must raise."""
        if not node.handlers:
            self.statements_in_try(node, [])
            return
        before = self.state.copy()
        changed = set(names_assigned(node.body))
        outer = self.out
        handlers = []
        for handler in node.handlers:
            self.state, self.out, self.dead = before.copy(), [], False
            kind = None if handler.type is None else self.expr(self.value(handler.type))
            name = None
            if handler.name is not None:
                label = handler.name.id if isinstance(handler.name, gast.Name) else handler.name
                name = self.fresh(label, temp=False)
                self.shared.kinds[name] = K.OTHER
                self.state.frames[self.frame.fid][label] = Dyn(name, K.OTHER)
            self.statements(handler.body)
            if not self.dead:
                self.fail(
                    "an exception handler that goes on: which statements of the try body took effect is not known",
                    handler,
                    "test the condition with if before computing, or raise in the handler",
                )
            handlers.append((kind, name, tuple(self.out)))
        self.state, self.out, self.dead = before, outer, False
        del changed
        self.statements_in_try(node, handlers)

    def statements_in_try(self, node: Any, handlers: list[Any]) -> None:
        outer = self.out
        closing: list[Stmt] = []
        self.out = []
        self.statements(node.body)
        self.statements(node.orelse)
        body, self.out = self.out, []
        was_dead = self.dead
        self.dead = False
        if node.finalbody:
            self.statements(node.finalbody)
            closing = self.out
        self.out = outer
        self.dead = was_dead
        self.emit(Scope(("try", tuple(handlers), ()), _block(body, self.dead), _block(closing, False), self.origin))


def _block(stmts: list[Stmt], dead: bool) -> Any:
    from s2s.ir.core import Block

    return Block(tuple(stmts), (), dead)
