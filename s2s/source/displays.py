"""Displays: tuples, lists, dicts, sets, formatted strings, slices and lambdas."""

from __future__ import annotations

from typing import Any

import gast

from s2s.analysis import kinds as K
from s2s.ir.core import NONE, Apply, Const, Expr, Kind
from s2s.source.choices import Choices
from s2s.source.values import Dyn, HeapObject, Iter, Obj, Seq, Static, Value

FOLDED = (bool, int, float, str, type(None), tuple, bytes)


class Displays(Choices):
    """Lowering of displays."""

    def expr_Tuple(self, node: Any) -> Value:
        return Seq(self.items(node.elts))

    def expr_List(self, node: Any) -> Value:
        made: Value | None = None
        known: list[Value] = []
        for part in node.elts:
            if not isinstance(part, gast.Starred):
                known.append(self.value(part))
                continue
            value = self.deref(self.consumed(self.value(part.value), part))
            if self.sized(value) is not None or not self._countable(value):
                known.extend(self.known_items(value, part))
                continue
            made = self._joined_list(made, known, node)
            self.call_method(made, "extend", [value], [], node)
            known = []
        return self.new_list(tuple(known)) if made is None else self._joined_list(made, known, node)

    def _countable(self, value: Value) -> bool:
        """True for a sequence whose length is only known when the program runs."""
        if isinstance(value, Obj):
            return self.content(value).shape == "records"
        return isinstance(value, Iter) or isinstance(value, Dyn) and value.kind.cat in ("arr", "numeric", "list")

    def _joined_list(self, made: Value | None, items: list[Value], node: Any) -> Value:
        """The list with more items at its end."""
        if made is None:
            return self.new_list(tuple(items))
        for item in items:
            self.call_method(made, "append", [item], [], node)
        return made

    def items(self, nodes: list[Any]) -> tuple[Value, ...]:
        out: list[Value] = []
        for node in nodes:
            if isinstance(node, gast.Starred):
                out.extend(self.known_items(self.value(node.value), node))
            else:
                out.append(self.value(node))
        return tuple(out)

    def known_items(self, value: Value, node: Any) -> tuple[Value, ...]:
        """The items of a sequence of known length."""
        value = self.deref(self.consumed(value, node))
        if isinstance(value, Seq):
            return value.items
        if isinstance(value, Obj):
            content = self.content(value)
            if content.shape == "dict":
                return tuple(Static(k) for k, _ in content.items)
            if content.shape == "list":
                return content.values()
        if isinstance(value, Static) and isinstance(value.obj, (str, tuple)):
            return tuple(Static(v) for v in value.obj)
        if isinstance(value, Iter):
            listed = self.iter_items(value)
            if listed is not None:
                return listed
        if isinstance(value, Dyn) and value.kind.cat == "tuple" and value.kind.rank is not None:
            expr, elem = value.expr, value.kind.elem
            if isinstance(elem, Kind):  # a shape
                return tuple(Dyn(Apply("getitem", (expr, Const(i))), elem) for i in range(value.kind.rank))
        self.fail(
            "the number of items is not known here", node, "unpack a tuple or list whose length is written in the code"
        )

    def sized(self, value: Value) -> tuple[Value, ...] | None:
        raise NotImplementedError

    def call_method(
        self, receiver: Value, name: str, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> Value:
        raise NotImplementedError

    def consumed(self, value: Value, node: Any, whole: bool = True) -> Value:
        raise NotImplementedError

    def iter_items(self, value: Iter, pairs: bool = False) -> tuple[Value, ...] | None:
        raise NotImplementedError

    def expr_Dict(self, node: Any) -> Value:
        content = HeapObject("dict", (), dict)
        for key, item in zip(node.keys, node.values, strict=True):
            if key is None:
                merged = self.value(item)
                if not isinstance(merged, Obj) or self.content(merged).shape != "dict":
                    self.fail("only a dict with known keys can be merged here", item)
                for k, v in self.content(merged).items:
                    content = content.with_item(k, v)
                continue
            name = self.static_key(self.value(key))
            if name is None:
                self.fail(
                    "the keys of a dict display must be known while compiling",
                    key,
                    "use literal keys, or a list of values",
                )
            content = content.with_item(name[0], self.value(item))
        return self.allocate(content)

    def static_key(self, value: Value) -> tuple[Any] | None:
        if isinstance(value, Static) and isinstance(value.obj, FOLDED):
            return (value.obj,)
        if isinstance(value, Seq):
            parts = [self.static_key(v) for v in value.items]
            if all(p is not None for p in parts):
                return (tuple(p[0] for p in parts if p is not None),)
        return None

    def expr_Set(self, node: Any) -> Value:
        values = [self.value(n) for n in node.elts]
        if any(map(self.is_active, values)):
            self.fail("a set of differentiated values", node, "use a list or a tuple")
        return Dyn(Apply("set", tuple(map(self.expr, values))), K.OTHER)

    def expr_JoinedStr(self, node: Any) -> Value:
        parts: list[Expr] = []
        for piece in node.values:
            if isinstance(piece, gast.Constant):
                parts.append(Const(piece.value))
            else:
                parts.append(self._formatted(piece))
        return Dyn(Apply("fstring", tuple(parts)), Kind("str"))

    def _formatted(self, piece: Any) -> Expr:
        spec: Expr = NONE
        if piece.format_spec is not None:
            inner = self.value(piece.format_spec)
            spec = self.expr(inner)
        return Apply("formatted", (self.expr(self.value(piece.value)), Const(piece.conversion), spec))

    def expr_FormattedValue(self, node: Any) -> Value:
        return Dyn(Apply("fstring", (self._formatted(node),)), Kind("str"))

    def expr_Slice(self, node: Any) -> Value:
        bounds = [None if p is None else self.value(p) for p in (node.lower, node.upper, node.step)]
        return Dyn(Apply("slice", tuple(NONE if b is None else self.bound(b, node) for b in bounds)), Kind("slice"))

    def bound(self, value: Value, node: Any) -> Expr:
        """A bound of a slice."""
        kind = self.kind(value)
        if kind.active and K.is_float(kind):
            self.fail("a bound of a slice depends on the differentiated arguments", node, "convert it with int()")
        return self.expr(value)

    def expr_Starred(self, node: Any) -> Value:
        self.fail("a starred expression cannot stand here", node)

    def expr_Lambda(self, node: Any) -> Value:
        return self.closure(node, "<lambda>")

    def expr_NamedExpr(self, node: Any) -> Value:
        value, inner = self.value(node.value), self.frame
        while self.frame.comprehension and self.frame.parent is not None:  # the name is the function's
            self.frame = self.frame.parent
        try:
            self.assign(node.target, value, node)
        finally:
            self.frame = inner
        return self.value(gast.Name(node.target.id, gast.Load(), None, None))

    def assign(self, target: Any, value: Value, node: Any) -> None:
        raise NotImplementedError
