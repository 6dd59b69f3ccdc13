"""Generated code as gast nodes."""

from __future__ import annotations

from math import isfinite
from typing import Any

import gast

from s2s.errors import UnsupportedError
from s2s.ir.core import (
    Apply,
    Assign,
    Augment,
    Branch,
    Code,
    Comment,
    Const,
    Do,
    Expr,
    For,
    Guarded,
    Jump,
    Kind,
    Ref,
    Repeat,
    Var,
)
from s2s.source import operators as O
from s2s.words import is_name

BINARY = {name: kind for kind, name in O.BINARY.items()}
UNARY = {name: kind for kind, name in O.UNARY.items()}
COMPARE = {name: kind for kind, name in O.COMPARE.items()}


class ToGast:
    """Builds the nodes of one function; ``comments`` collects the texts that the printer puts in place of markers."""

    def __init__(self, names: dict[Var, str], comments: list[str], users: dict[Var, Kind] | None = None) -> None:
        """``users``: the kinds of the user's variables, whose arrays are written where the user writes them."""
        self.names, self.comments, self.users = names, comments, users or {}

    # ------------------------------------------------------------------------------------------------ expressions

    def expr(self, expr: Expr, ctx: Any = None) -> Any:
        if isinstance(expr, Var):
            return name_node(self.names[expr], ctx or gast.Load())
        if isinstance(expr, Const):
            return literal(expr.value)
        if isinstance(expr, Ref):
            return dotted(expr.text)
        return self._apply(expr, ctx or gast.Load())

    def _apply(self, expr: Apply, ctx: Any) -> Any:
        op, args = expr.op, expr.args
        if op in BINARY and len(args) == 2:
            return gast.BinOp(self.expr(args[0]), BINARY[op](), self.expr(args[1]))
        if op in UNARY:
            return gast.UnaryOp(UNARY[op](), self.expr(args[0]))
        if op in COMPARE:
            return gast.Compare(self.expr(args[0]), [COMPARE[op]()], [self.expr(args[1])])
        method = getattr(self, "_" + op, None)
        if method is None:
            raise AssertionError(f"no printer for {op}")
        return method(expr, ctx)

    def _call(self, expr: Apply, ctx: Any) -> Any:
        return gast.Call(self.expr(expr.args[0]), [self.argument(a) for a in expr.args[1:]], self._keywords(expr))

    def argument(self, expr: Expr) -> Any:
        """An argument of a call: slices stand as calls of slice()."""
        if isinstance(expr, Apply) and expr.op == "slice":
            parts = list(expr.args)
            while len(parts) > 2 and parts[-1] == Const(None):
                parts.pop()
            if len(parts) == 2 and parts[0] == Const(None):
                parts.pop(0)
            return gast.Call(gast.Name("slice", gast.Load(), None, None), [self.expr(p) for p in parts], [])
        if isinstance(expr, Apply) and expr.op in ("tuple", "list"):
            items = [self.argument(a) for a in expr.args]
            return gast.Tuple(items, gast.Load()) if expr.op == "tuple" else gast.List(items, gast.Load())
        return self.expr(expr)

    def _method(self, expr: Apply, ctx: Any) -> Any:
        owner, name, *args = expr.args
        assert isinstance(name, Const)
        function = gast.Attribute(self._owner(owner), identifier(name.value), gast.Load())
        return gast.Call(function, [self.argument(a) for a in args], self._keywords(expr))

    def _owner(self, expr: Expr) -> Any:
        return self.expr(expr)

    def _keywords(self, expr: Apply) -> list[Any]:
        return [gast.keyword(k if k is None else identifier(k), self.argument(v)) for k, v in expr.kwargs]

    def _attr(self, expr: Apply, ctx: Any) -> Any:
        name = expr.args[1]
        assert isinstance(name, Const)
        return gast.Attribute(self._owner(expr.args[0]), identifier(name.value), ctx)

    def _getitem(self, expr: Apply, ctx: Any) -> Any:
        return gast.Subscript(self.expr(expr.args[0]), self.expr(_index(expr.args[1])), ctx)

    def _slice(self, expr: Apply, ctx: Any) -> Any:
        parts = [None if p == Const(None) else self.expr(p) for p in expr.args]
        return gast.Slice(*parts)

    def _tuple(self, expr: Apply, ctx: Any) -> Any:
        return gast.Tuple([self.expr(a, ctx) for a in expr.args], ctx)

    def _list(self, expr: Apply, ctx: Any) -> Any:
        return gast.List([self.expr(a, ctx) for a in expr.args], ctx)

    def _set(self, expr: Apply, ctx: Any) -> Any:
        return gast.Set([self.expr(a) for a in expr.args])

    def _dict(self, expr: Apply, ctx: Any) -> Any:
        return gast.Dict([self.expr(a) for a in expr.args[::2]], [self.expr(a) for a in expr.args[1::2]])

    def _star(self, expr: Apply, ctx: Any) -> Any:
        return gast.Starred(self.expr(expr.args[0]), ctx)

    def _ifexp(self, expr: Apply, ctx: Any) -> Any:
        test, then, orelse = expr.args
        return gast.IfExp(self.expr(test), self.expr(then), self.expr(orelse))

    def _and(self, expr: Apply, ctx: Any) -> Any:
        return gast.BoolOp(gast.And(), [self.expr(a) for a in expr.args])

    def _or(self, expr: Apply, ctx: Any) -> Any:
        return gast.BoolOp(gast.Or(), [self.expr(a) for a in expr.args])

    def _compare(self, expr: Apply, ctx: Any) -> Any:
        count = len(expr.args) // 2
        ops = [COMPARE[a.value]() for a in expr.args[:count] if isinstance(a, Const)]
        values = [self.expr(a) for a in expr.args[count:]]
        return gast.Compare(values[0], ops, values[1:])

    def _fstring(self, expr: Apply, ctx: Any) -> Any:
        return gast.JoinedStr(
            [gast.Constant(a.value, None) if isinstance(a, Const) else self.expr(a) for a in expr.args]
        )

    def _formatted(self, expr: Apply, ctx: Any) -> Any:
        value, conversion, spec = expr.args
        assert isinstance(conversion, Const)
        format_spec = None if spec == Const(None) else self.expr(spec)
        if format_spec is not None and not isinstance(format_spec, gast.JoinedStr):
            format_spec = gast.JoinedStr([gast.FormattedValue(format_spec, -1, None)])
        return gast.FormattedValue(self.expr(value), conversion.value, format_spec)

    # ------------------------------------------------------------------------------------------------ statements

    def block(self, body: tuple[Code, ...]) -> list[Any]:
        out: list[Any] = []
        last = None
        for stmt in self._apart(body):
            if isinstance(stmt, Comment):
                if stmt.text != last:
                    out.append(self._comment(stmt.text))
                last = stmt.text
                continue
            made = self.stmt(stmt)
            if made is not None:
                out.append(made)
        while out and _is_comment(out[-1]):
            self.comments[int(out[-1].value.id.split("_")[3])] = ""
            out.pop()
        return out or [gast.Pass()]

    def _apart(self, body: tuple[Code, ...]) -> list[Code]:
        """``x_2 = x`` and then ``x_2 += e`` is ``x_2 = x + e``."""
        out: list[Code] = []
        for stmt in body:
            before = out[-1] if out else None
            if (
                isinstance(stmt, Augment)
                and isinstance(before, Assign)
                and isinstance(stmt.target, Var)
                and isinstance(before.value, Var)
                and before.target == stmt.target
                and before.value.name == stmt.target.name
                and self.names[before.value] != self.names[stmt.target]
                and (stmt.target not in self.users or self.users[stmt.target].cat == "num")
            ):
                out[-1] = Assign(stmt.target, Apply(stmt.op, (before.value, stmt.value)))
            else:
                out.append(stmt)
        return out

    def _comment(self, text: str) -> Any:
        self.comments.append(text)
        return gast.Expr(gast.Name(f"__comment_{len(self.comments) - 1}__", gast.Load(), None, None))

    def stmt(self, stmt: Code) -> Any:
        if isinstance(stmt, Assign):
            return self._assign(stmt)
        if isinstance(stmt, Augment):
            return gast.AugAssign(self.expr(stmt.target, gast.Store()), BINARY[stmt.op](), self.expr(stmt.value))
        if isinstance(stmt, Do):
            return gast.Expr(self.expr(stmt.value))
        if isinstance(stmt, Branch):
            return self._branch(stmt)
        if isinstance(stmt, For):
            return gast.For(
                self.expr(stmt.target, gast.Store()), self.expr(stmt.iterable), self.block(stmt.body), [], None
            )
        if isinstance(stmt, Repeat):
            return gast.While(self.expr(stmt.test), self.block(stmt.body), [])
        if isinstance(stmt, Guarded):
            return self._guarded(stmt)
        assert isinstance(stmt, Jump)
        if stmt.kind == "break":
            return gast.Break()
        if stmt.kind == "return":
            return gast.Return(self.expr(stmt.args[0]))
        args = [self.expr(a) for a in stmt.args]
        if stmt.kind == "assert":
            return gast.Assert(args[0], args[1] if len(args) > 1 else None)
        return gast.Raise(args[0] if args else None, args[1] if len(args) > 1 else None)

    def _assign(self, stmt: Assign) -> Any:
        if (
            isinstance(stmt.target, Var)
            and isinstance(stmt.value, Var)
            and self.names[stmt.target] == self.names[stmt.value]
        ):
            return None
        value = stmt.value
        if (
            stmt.augmented
            and isinstance(stmt.target, Var)
            and isinstance(value, Apply)
            and value.op in BINARY
            and isinstance(value.args[0], Var)
            and self.names[value.args[0]] == self.names[stmt.target]
        ):
            return gast.AugAssign(self.expr(stmt.target, gast.Store()), BINARY[value.op](), self.expr(value.args[1]))
        return gast.Assign([self.expr(stmt.target, gast.Store())], self.argument(value), None)

    def _branch(self, stmt: Branch) -> Any:
        then, orelse = self.block(stmt.then), self.block(stmt.orelse)
        if _empty(orelse):
            orelse = []
        if _empty(then) and orelse:
            test = self.expr(stmt.test)
            return gast.If(gast.UnaryOp(gast.Not(), test), orelse, [])
        if _empty(then) and not orelse:
            return None
        return gast.If(self.expr(stmt.test), then, orelse)

    def _guarded(self, stmt: Guarded) -> Any:
        if stmt.header[0] == "with":
            items = [
                gast.withitem(self.expr(e), None if t is None else self.expr(t, gast.Store()))
                for e, t in stmt.header[1]
            ]
            return gast.With(items, self.block(stmt.body), None)
        handlers = [
            gast.ExceptHandler(
                None if k is None else self.expr(k), None if n is None else self.expr(n, gast.Store()), self.block(b)
            )
            for k, n, b in stmt.header[1]
        ]
        final = self.block(stmt.header[2]) if stmt.header[2] else ([] if handlers else [gast.Pass()])
        return gast.Try(self.block(stmt.body), handlers, [], final)


def _empty(block: list[Any]) -> bool:
    return all(isinstance(s, gast.Pass) for s in block)


def _is_comment(node: Any) -> bool:
    return isinstance(node, gast.Expr) and isinstance(node.value, gast.Name) and node.value.id.startswith("__comment_")


def dotted(text: str) -> Any:
    """A dotted name."""
    parts = text.split(".")
    node: Any = name_node(parts[0], gast.Load())
    for part in parts[1:]:
        node = gast.Attribute(node, identifier(part), gast.Load())
    return node


def name_node(name: str, ctx: Any) -> Any:
    """A name that is checked."""
    return gast.Name(identifier(name), ctx, None, None)


def identifier(text: Any) -> str:
    """``text``, which must be a name: nothing else can be written without quotes."""
    if not is_name(text):
        raise UnsupportedError(f"{text!r} is no name that Python code can hold", hint="use an identifier")
    return str(text)


def literal(value: Any) -> Any:
    """A literal; signs, infinities and imaginary parts are operators and calls, as Python's grammar has them."""
    if isinstance(value, tuple):
        return gast.Tuple([literal(v) for v in value], gast.Load())
    if isinstance(value, complex):
        real, imag = value.real, value.imag
        if real == 0 and _negative(real) == _negative(imag) and isfinite(imag):
            size = gast.Constant(complex(0.0, abs(imag)), None)
            return gast.UnaryOp(gast.USub(), size) if _negative(imag) else size
        if real == 0 or imag == 0 and _negative(imag) or not isfinite(imag):
            return gast.Call(gast.Name("complex", gast.Load(), None, None), [literal(real), literal(imag)], [])
        sign = gast.Sub() if _negative(imag) else gast.Add()
        return gast.BinOp(literal(real), sign, gast.Constant(complex(0.0, abs(imag)), None))
    if isinstance(value, float) and not isinstance(value, bool):
        if value != value or value in (float("inf"), float("-inf")):
            return gast.Call(gast.Name("float", gast.Load(), None, None), [gast.Constant(repr(value), None)], [])
        if _negative(value):
            return gast.UnaryOp(gast.USub(), gast.Constant(-value, None))
    if isinstance(value, int) and not isinstance(value, bool) and value < 0:
        return gast.UnaryOp(gast.USub(), gast.Constant(-value, None))
    return gast.Constant(value, None)


def _negative(value: float) -> bool:
    return value < 0 or (value == 0 and str(value).startswith("-"))


def _index(expr: Expr) -> Expr:
    """An index, in which ``slice(a, b)`` is written ``a:b``."""
    if isinstance(expr, Apply) and expr.op == "tuple":
        return Apply("tuple", tuple(map(_index, expr.args)))
    if isinstance(expr, Apply) and expr.op == "call" and getattr(expr.args[0], "value", None) is slice:
        bounds = expr.args[1:] if len(expr.args) > 2 else (Const(None), *expr.args[1:])
        return Apply("slice", (*bounds, *[Const(None)] * (3 - len(bounds))))
    return expr
