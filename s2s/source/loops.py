"""Loops: for and while, unrolled or kept."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import gast

from s2s.errors import TooDeepError, UnsupportedError
from s2s.ir.core import NONE
from s2s.source.carried import Carried, NeedsStatements
from s2s.source.frames import names_assigned
from s2s.source.values import Func, Iter, Method, Obj, Partial, Seq, Static, Value

MAX_UNROLL = 64


class Loops(Carried):
    """Lowering of for and while."""

    # ------------------------------------------------------------------------------------------------ statements

    def stmt_For(self, node: Any) -> None:
        assert not node.orelse  # removed with the exits
        stop = getattr(node, "stop", [])
        iterable = self.deref(self.consumed(self.value(node.iter), node, whole=not stop))
        assigned = names_assigned(node.body)
        rebound = names_assigned([gast.Assign([node.target], gast.Constant(None, None), None)])
        items = self._unrolled(iterable, node)
        if items is not None:
            self._unroll_statement(iterable, items, stop, node)
            return
        self._for_or_unroll(iterable, node, [*assigned, *rebound], stop)

    def _for_or_unroll(self, iterable: Value, node: Any, assigned: list[str], stop: list[str]) -> None:
        """A loop; where its body has no form that fits every iteration, a short loop is unrolled."""
        items = self.sized(iterable)
        before, out = self.state.copy(), list(self.out)
        try:
            self._for(iterable, node.target, lambda: self.statements(node.body), assigned, stop, node)
        except TooDeepError:
            raise
        except UnsupportedError:
            if items is None or len(items) > 16:
                raise
            self.state, self.out, self.dead = before, out, False
            try:
                self._unroll_statement(iterable, items, stop, node)
                return
            except UnsupportedError:
                pass
            raise

    def stmt_While(self, node: Any) -> None:
        if isinstance(node.test, gast.Constant) and not node.test.value:
            return
        if not isinstance(node.test, gast.Constant) and self._needs_statements(node.test):
            self.statements(_tested_inside(node))
            return
        assigned = names_assigned([*node.body, gast.Expr(node.test)])
        before, out = self.state.copy(), list(self.out)
        try:
            self._loop(None, node, assigned, lambda: self.statements(node.body), getattr(node, "stop", []), node)
        except NeedsStatements:
            self.state, self.out, self.dead = before, out, False
            self.statements(_tested_inside(node))

    def _needs_statements(self, test: Any) -> bool:
        """True for a test that cannot stand as one expression after ``while``."""
        before, out, counter = self.state, self.out, self.shared.counter
        self.state, self.out = before.copy(), []
        try:
            value = self.value(test)
            stmts = self.out
            self.out = []
            truth = self.truth(value)
            if self.out:
                return True
            if isinstance(truth, bool):  # known before the loop; a number that the loop counts is not known in it
                return not isinstance(test, gast.Compare) or not truth
            return self.inline(stmts, value) is None
        finally:
            self.state, self.out = before, out
            assert self.shared.counter >= counter

    # ------------------------------------------------------------------------------------------------ unrolling

    def _unrolled(self, iterable: Value, node: Any) -> tuple[Value, ...] | None:
        """The items, where the loop must be unrolled: functions, objects, or values of different kinds."""
        items = self.sized(iterable)
        if items is None:
            return None
        if isinstance(iterable, Iter) and iterable.how == "range":
            makes = any(
                isinstance(n, (gast.Lambda, gast.FunctionDef)) for s in getattr(node, "body", ()) for n in gast.walk(s)
            )
            return items if makes and len(items) <= MAX_UNROLL else None
        if len(items) > MAX_UNROLL:
            return None
        if not items:
            return ()
        if isinstance(iterable, Iter) and iterable.how in ("items", "keys", "values"):
            return items
        if any(map(self._opaque, items)):
            return items
        if isinstance(iterable, Iter) and iterable.code == NONE:
            return items
        if all(isinstance(i, Static) for i in items):
            numbers = all(isinstance(i.obj, (int, float)) and not isinstance(i.obj, bool) for i in items)  # type: ignore[union-attr]
            return None if numbers else items
        if isinstance(iterable, Iter):
            sources = [self.deref(a) for a in iterable.args]
            known = [s for s in sources if isinstance(s, (Seq, Obj))]
            return items if known and len(items) <= 16 and any(map(self.is_active, known)) else None
        return items if self.is_active(iterable) and len(items) <= 16 else None

    def _opaque(self, value: Value) -> bool:
        if isinstance(value, (Func, Method, Partial)):
            return True
        if isinstance(value, Static):
            return callable(value.obj)
        if isinstance(value, Obj):
            return self.content(value).shape in ("instance", "dict", "list")
        if isinstance(value, Seq):
            return any(map(self._opaque, value.items)) or value.cls is not tuple
        return False

    def _unroll_statement(self, iterable: Value, items: tuple[Value, ...], stop: list[str], node: Any) -> None:
        def bind(item: Value) -> None:
            self.assign(node.target, item, node)

        self._unroll(iterable, items, bind, lambda: self.statements(node.body), stop, node)

    def _unroll(
        self,
        source: Value,
        items: tuple[Value, ...],
        bind: Callable[[Value], None],
        body: Callable[[], None],
        stop: list[str],
        node: Any,
        position: int = 0,
    ) -> None:
        """One copy of the body for each item; items that the body changes are read when it is their turn."""
        while position < len(items):
            bind(items[position])
            body()
            position += 1
            if self.dead:
                return
            items = self.refreshed(source, items, node)
            if position > MAX_UNROLL:
                self.fail("a list grows while a loop runs over it", node, "loop over a copy, e.g. list(items)")
            if stop:
                if position >= len(items):
                    return
                test = self._stopped(stop)
                if test is True:
                    return
                if test is not False:
                    rest = partial(self._unroll, source, items, bind, body, stop, node, position)
                    self.branch(self._named_test(test), lambda: None, rest, node)
                    return

    # ------------------------------------------------------------------------------------------------ for

    def _for(
        self, iterable: Value, target: Any, body: Callable[[], None], assigned: list[str], stop: list[str], node: Any
    ) -> None:
        iterable = self._iterable(iterable, node)
        self.shared.walked.append(set(self._memory_of(iterable)))
        try:
            self._loop((iterable, target), node, assigned, body, stop, node)
        finally:
            self.shared.walked.pop()


def _tested_inside(node: Any) -> list[Any]:
    """``while test: body`` as a loop that computes its test in the body and then stops."""

    def at(made: Any) -> Any:
        gast.copy_location(made, node)
        for child in gast.walk(made):
            if getattr(child, "lineno", None) is None and "lineno" in getattr(child, "_attributes", ()):
                gast.copy_location(child, node)
        return made

    flag = f"done {node.lineno}:{node.col_offset}"  # no name of the user's, nor of another loop

    def name(ctx: Any) -> Any:
        return gast.Name(flag, ctx, None, None)

    first = at(gast.Assign([name(gast.Store())], gast.Constant(False, None), None))
    first.flag = True
    test = at(gast.Assign([name(gast.Store())], gast.UnaryOp(gast.Not(), node.test), None))
    test.tests = True
    body = at(gast.If(gast.UnaryOp(gast.Not(), name(gast.Load())), node.body, []))
    loop = at(gast.While(gast.Constant(True, None), [test, body], []))
    loop.stop = [flag, *getattr(node, "stop", [])]
    return [first, loop]
