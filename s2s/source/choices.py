"""Expressions that choose: `and`, `or` and conditional expressions, as data where the program allows it."""

from __future__ import annotations

import builtins
from typing import Any

import gast

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Expr, Let, Ref, Stmt, Var
from s2s.source.frames import Bottom
from s2s.source.names import Names
from s2s.source.values import Dyn, Func, Maybe, Method, Obj, Partial, Seq, Static, Undefined, Value, is_function


class Choices(Names):
    """Lowering of choices within expressions."""

    # ------------------------------------------------------------------------------------------------ truth

    def truth(self, value: Value) -> bool | Expr:
        """The truth of a value: known, or as an expression."""
        if isinstance(value, Seq) and value.cls is Maybe:
            truth = self.truth(value.items[1])
            if truth is True:
                return self.truth(value.items[0])
        value = self.deref(value)
        if isinstance(value, Static):
            return bool(value.obj)
        if isinstance(value, Seq):
            return bool(value.items)
        if isinstance(value, Obj):
            content = self.content(value)
            if content.shape == "records":
                return self.let("more", Apply("call", (self.builtin("bool"), self.expr(value))), K.BOOL).expr
            if content.shape in ("list", "dict"):
                return bool(content.items)
            for name in ("__bool__", "__len__"):
                if hasattr(content.cls, name):
                    return self.truth(self.call_value(Static(getattr(content.cls, name)), [value], [], self.node))
            return True
        if isinstance(value, (Func, Method, Partial)):
            return True
        if isinstance(value, Dyn) and value.kind.cat == "list":
            return self.let("more", Apply("call", (self.builtin("bool"), value.expr)), K.BOOL).expr
        return self.expr(value)

    def builtin(self, name: str) -> Ref:
        return self.shared.names.ref(getattr(builtins, name))

    # ------------------------------------------------------------------------------------------------ choices

    def _named_test(self, test: Expr) -> Expr:
        return test if isinstance(test, Var) else self.let("test", test, K.BOOL).expr

    def captured(self, node: Any) -> tuple[list[Stmt], Value]:
        """Lower a node into a list of its own."""
        outer, self.out = self.out, []
        try:
            value = self.value(node)
            return self.out, value
        finally:
            self.out = outer

    def inline(self, stmts: list[Stmt], value: Value) -> Expr | None:
        """One expression for a value whose statements are pure temporaries that are used once (None: impossible)."""
        if isinstance(value, (Obj, Func, Method, Partial, Undefined)):
            return None
        expr = self.expr(value) if not isinstance(value, Dyn) else value.expr
        refreshed: list[Stmt] = []
        for stmt in reversed(stmts):
            if isinstance(stmt, Let) and stmt.implicit and stmt.targets[0] in self.shared.same:
                refreshed.insert(0, stmt)  # an array that is read again: no statement of the running program
                continue
            if not isinstance(stmt, Let) or stmt.effect or stmt.implicit or len(stmt.targets) != 1:
                return None
            var = stmt.targets[0]
            if not var.temp or count(expr, var) > 1:
                return None
            expr = substitute(expr, {var: stmt.expr})
        self.forget_views_made_in(stmts)
        self.out.extend(refreshed)
        return expr

    def forget_views_made_in(self, stmts: list[Stmt]) -> None:
        """Statements that do not stay in the program: no later write is carried over to a view that they made."""
        gone = {target for stmt in stmts if isinstance(stmt, Let) and not stmt.implicit for target in stmt.targets}
        self.state.links = tuple(link for link in self.state.links if link[4] not in gone)

    def expr_BoolOp(self, node: Any) -> Value:
        name = "and" if isinstance(node.op, gast.And) else "or"
        return self.bool_chain(name, node.values, node)

    def bool_chain(self, name: str, nodes: list[Any], node: Any) -> Value:
        first = self.value(nodes[0])
        if len(nodes) == 1:
            return first
        truth = self.truth(first)
        if isinstance(truth, bool):
            return self.bool_chain(name, nodes[1:], node) if truth == (name == "and") else first

        def rest() -> Value:
            return self.bool_chain(name, nodes[1:], node)

        def keep() -> Value:
            return first

        arms = (rest, keep) if name == "and" else (keep, rest)
        return self.choose(
            truth,
            arms[0],
            arms[1],
            node,
            "chosen",
            lambda a, b: Apply(name, (self.expr(first), a if name == "and" else b)),
        )

    def expr_IfExp(self, node: Any) -> Value:
        truth = self.truth(self.value(node.test))
        if isinstance(truth, bool):
            return self.value(node.body if truth else node.orelse)
        return self.choose(
            truth,
            lambda: self.value(node.body),
            lambda: self.value(node.orelse),
            node,
            self.hint or "chosen",
            lambda a, b: Apply("ifexp", (truth, a, b)),
        )

    def choose(self, test: Expr, then: Any, orelse: Any, node: Any, name: str, code: Any) -> Value:
        """A value that depends on a test: one expression where nothing active flows, else an ``If``."""
        before = self.state
        outer = self.out
        results = []
        for arm in (then, orelse):
            self.state, self.out = before.copy(), []
            try:
                value = arm()
                with self.handing_on():
                    value = self.deref(value)
            except Bottom:
                continue
            results.append((self.out, value, self.state))
        self.out = outer
        if len(results) < 2:
            self.state = before
            if not results:
                raise Bottom
            self.out.extend(results[0][0])
            self.state = results[0][2]
            return results[0][1]
        (s1, v1, st1), (s2, v2, st2) = results
        self.state = st1
        kind1 = self.kind(v1)
        self.state = st2
        kind2 = self.kind(v2)
        if is_function(v1) and is_function(v2):
            self.state = before
            return self.joined_arms(self._named_test(test), (s1, v1, st1), (s2, v2, st2), node, name)
        if not (kind1.active or kind2.active) and isinstance(v1, (Dyn, Static)) and isinstance(v2, (Dyn, Static)):
            mark, links = len(self.out), (st1.links, st2.links)
            self.state = st1
            a = self.inline(s1, v1)
            self.state = st2
            b = self.inline(s2, v2)
            if a is not None and b is not None:
                self.state = before
                kind = K.join(kind1, kind2)
                if kind.cat in ("arr", "numeric", "list"):
                    made = self.let(name, code(a, b), kind)
                    self.become(made, v1, v2)
                    return made
                if kind.cat == "num" and any(map(_reads_memory, (a, b))):  # a later write must not change it
                    return self.let(name, code(a, b), kind)
                return Dyn(code(a, b), kind)
            del self.out[mark:]
            st1.links, st2.links = links
        self.state = before
        return self.joined_arms(test, (s1, v1, st1), (s2, v2, st2), node, name)

    def joined_arms(self, test: Expr, a: Any, b: Any, node: Any, name: str) -> Value:
        raise NotImplementedError


def _reads_memory(expr: Expr) -> bool:
    """True for an expression whose value depends on when it is evaluated."""
    if not isinstance(expr, Apply):
        return False
    inside = (*expr.args, *(value for _, value in expr.kwargs))
    return expr.op in ("getitem", "attr", "method", "call") or any(map(_reads_memory, inside))


def count(expr: Expr, var: Var) -> int:
    """How often ``var`` stands in ``expr``."""
    if isinstance(expr, Apply):
        return sum(count(a, var) for a in expr.args) + sum(count(v, var) for _, v in expr.kwargs)
    return int(expr == var)


def substitute(expr: Expr, table: dict[Var, Expr]) -> Expr:
    """``expr`` with variables replaced."""
    if isinstance(expr, Var):
        return table.get(expr, expr)
    if isinstance(expr, Apply):
        args = tuple(substitute(a, table) for a in expr.args)
        kwargs = tuple((k, substitute(v, table)) for k, v in expr.kwargs)
        return Apply(expr.op, args, kwargs)
    return expr
