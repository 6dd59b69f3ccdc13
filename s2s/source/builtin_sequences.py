"""Built-in functions that make or walk containers: range, zip, len, list, sorted and the like."""

from __future__ import annotations

import enum
import itertools
from dataclasses import replace
from typing import Any

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Const, Derivative, Expr, Kind, Raise
from s2s.source.iterators import Iterators
from s2s.source.values import Dyn, Func, HeapObject, Iter, Method, Obj, Partial, Seq, Static, Value


class BuiltinSequences(Iterators):
    """Lowering of calls that make or walk containers."""

    def _call(self, name: str, args: list[Value], kwargs: dict[str, Value] | None = None) -> Expr:
        named = tuple((k, self.expr(v)) for k, v in (kwargs or {}).items())
        return Apply("call", (self.builtin(name), *(self.expr(a) for a in args)), named)

    # ------------------------------------------------------------------------------------------------ iteration

    def builtin_range(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        return Iter("range", tuple(args), self._call("range", args))

    def builtin_zip(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        args = [self.deref(a) for a in args]
        strict = kwargs.pop("strict", Static(False))
        if not isinstance(strict, Static):
            self.fail("zip() with a strict= that is only known at run time", node, "write True or False")
        if strict.obj:
            self._same_lengths(args, node)
        return self.once(Iter("zip", tuple(args), self._code("zip", args)))

    def _same_lengths(self, args: list[Value], node: Any) -> None:
        """The check of zip(strict=True), before the first row."""
        lengths = [self._length(a, node) for a in args]
        message = Const("zip() arguments have different lengths")
        for one, two in itertools.pairwise(lengths):
            if one != two:
                self.emit(Raise("unpack", (Apply("ne", (self.expr(one), self.expr(two))), message), self.origin))

    def _length(self, value: Value, node: Any) -> Value:
        if isinstance(value, Iter):
            items = self.iter_items(value)
            if items is not None:
                return Static(len(items))
            if value.how in ("enumerate", "reversed"):
                return self._length(self.deref(value.args[0]), node)
            if value.how == "range":
                return Dyn(Apply("call", (self.builtin("len"), value.code)), K.INT)
            self.fail("zip(strict=True) of an iterator of unknown length", node, "compare the lengths before")
        return self.builtin_len([value], {}, node)

    def builtin_enumerate(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        args = [self.deref(a) for a in args]
        start = kwargs.get("start", args[1] if len(args) > 1 else Static(0))
        code = self._code("enumerate", args) if not kwargs else Const(None)
        return self.once(Iter("enumerate", (args[0], start), code))

    def builtin_reversed(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        args = [self.deref(a) for a in args]
        return self.once(Iter("reversed", tuple(args), self._code("reversed", args)))

    def _code(self, name: str, args: list[Value]) -> Expr:
        """The running program's iterator, where all parts exist as objects there."""
        exprs: list[Expr] = []
        for value in args:
            if isinstance(value, Iter) and value.code == Const(None):
                return Const(None)
            if isinstance(value, Iter):
                exprs.append(value.code)
            elif isinstance(value, (Func, Method, Partial)):
                return Const(None)
            elif isinstance(value, (Obj, Seq)) and self._has_functions(value):
                return Const(None)
            else:
                exprs.append(self.expr(value))
        return Apply("call", (self.builtin(name), *exprs))

    def _has_functions(self, value: Value) -> bool:
        if isinstance(value, (Func, Method, Partial)):
            return True
        if isinstance(value, Static):
            return callable(value.obj) and not isinstance(value.obj, type)
        if isinstance(value, Seq):
            return any(map(self._has_functions, value.items))
        if isinstance(value, Obj):
            return any(map(self._has_functions, self.content(value).values()))
        return False

    def _cut(self, args: list[Value], parts: list[tuple[Value, ...] | None]) -> list[tuple[Value, ...] | None]:
        """Arrays beside sequences of known length: as many rows, and a check that there are enough."""
        known = [len(p) for p in parts if p is not None]
        if not known or len(known) == len(parts):
            return parts
        count = min(known)
        out: list[tuple[Value, ...] | None] = []
        for arg, part in zip(args, parts, strict=True):
            arg = self.deref(arg)
            if part is None and isinstance(arg, Dyn) and arg.kind.cat in ("arr", "list"):
                length = Apply("call", (self.builtin("len"), arg.expr))
                message = Const(f"zip() with {count} values needs an array of {count} items or more here")
                self.emit(Raise("unpack", (Apply("lt", (length, Const(count))), message), self.origin))
                part = tuple(self.item(arg, Static(i), self.node) for i in range(count))
            out.append(part)
        return out

    def iter_items(self, value: Iter, pairs: bool = False) -> tuple[Value, ...] | None:
        """The items of an iterator whose length is known (None: not known)."""
        if value.how == "range":
            numbers = [a.obj for a in value.args if isinstance(a, Static)]
            if len(numbers) != len(value.args) or not all(isinstance(n, int) for n in numbers):
                return None
            span = range(*numbers)
            return tuple(Static(i) for i in span) if len(span) <= 256 else None
        if value.how in ("keys", "values", "items"):
            return self.view_items(value)
        parts = (
            [self.sized(a) for a in value.args[:1]] if value.how == "enumerate" else [self.sized(a) for a in value.args]
        )
        if value.how == "zip" and pairs:
            parts = self._cut(list(value.args), parts)
        if any(p is None for p in parts):
            return None
        known = [p for p in parts if p is not None]
        if value.how == "zip":
            return tuple(Seq(items) for items in zip(*known, strict=False))
        if value.how == "enumerate":
            start = value.args[1]
            if not isinstance(start, Static):
                return None
            return tuple(Seq((Static(i), item)) for i, item in enumerate(known[0], start.obj))
        if value.how == "reversed":
            return tuple(reversed(known[0]))
        return None

    def sized(self, value: Value) -> tuple[Value, ...] | None:
        """The items of a value of known length (None: not known)."""
        value = self.deref(value)
        if isinstance(value, Iter):
            return self.iter_items(value)
        if isinstance(value, Seq):
            return value.items
        if isinstance(value, Obj):
            content = self.content(value)
            if content.shape == "list":
                return content.values()
            if content.shape == "dict":
                return tuple(Static(k) for k, _ in content.items)
        if isinstance(value, Static) and isinstance(value.obj, (str, tuple, range)):
            return tuple(Static(v) for v in value.obj)
        if isinstance(value, Static) and isinstance(value.obj, enum.EnumType):
            return tuple(Static(v, Apply("attr", (self.expr(value), Const(v.name)))) for v in value.obj)  # type: ignore[var-annotated]
        return None

    # ------------------------------------------------------------------------------------------------ containers

    def builtin_len(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        value = self.deref(args[0])
        items = self.sized(value)
        if items is not None:
            return Static(len(items))
        if isinstance(value, Obj) and self.content(value).shape == "records":
            return self.let("length", self._call("len", [value]), K.INT)
        if isinstance(value, Obj):
            method = getattr(self.content(value).cls, "__len__", None)
            if method is not None:
                return self.call_value(Static(method), [value], [], node)
        expr = self._call("len", [value])
        if isinstance(value, Dyn) and value.kind.cat == "list":
            return self.let("length", expr, K.INT)
        return Dyn(expr, K.INT)

    def builtin_list(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        if not args:
            return self.new_list(())
        value = self.deref(args[0])
        items = self.sized(value)
        if items is not None:
            return self.new_list(items)
        return self.collected(value, node)

    def collected(self, value: Value, node: Any) -> Value:
        """A list of the items of something whose length is not known."""
        raise NotImplementedError

    def builtin_tuple(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        if not args:
            return Seq(())
        items = self.sized(args[0])
        if items is not None:
            return Seq(items)
        made = self.deref(self.collected(self.deref(args[0]), node))
        if isinstance(made, Obj):
            self.fail("a tuple of structures whose number is not known", node, "use a list")
        assert isinstance(made, Dyn)
        rule = Derivative("list_copy", {"items": made.expr}, ("items",)) if made.kind.active else None
        kind = replace(made.kind, dtype=K.TUPLE)
        copied = self.let("items", Apply("call", (self.builtin("tuple"), made.expr)), kind, rule)
        self.share_items(copied, made)
        return copied

    def builtin_dict(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        content = HeapObject("dict", (), dict)
        if args:
            source = self.deref(args[0])
            if isinstance(source, Obj) and self.content(source).shape == "dict":
                pairs = [(k, v) for k, v in self.content(source).items]
            else:
                items = self.sized(source)
                if items is None:
                    self.fail("dict() of pairs whose number is not known", node, "write the pairs out, or use a list")
                pairs = []
                for item in items:
                    key, value = self.known_items(item, node)
                    name = self.static_key(key)
                    if name is None:
                        hint = "use literal keys, or a list or an array with an index"
                        self.fail("the keys of a dict must be known while compiling", node, hint)
                    pairs.append((name[0], value))
            for key, value in pairs:
                content = content.with_item(key, value)
        for keyword, given in kwargs.items():
            content = content.with_item(keyword, given)
        return self.allocate(content)

    def builtin_slice(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        if all(isinstance(a, Static) for a in args):
            return Static(slice(*(a.obj for a in args if isinstance(a, Static))), self._call("slice", args))
        parts = [self.bound(a, node) for a in args]
        if len(parts) == 1:
            parts = [Const(None), parts[0]]
        return Dyn(Apply("slice", tuple(parts + [Const(None)] * (3 - len(parts)))), Kind("slice"))

    def builtin_sorted(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value | None:
        items = self.sized(args[0])
        ordered = None if items is None else self._sorted_by_key(items, kwargs, node)
        if ordered is not None:
            return self.new_list(ordered)
        if isinstance(args[0], Iter) and args[0].code == Const(None):
            self.fail("sorted() of these items is not supported", node, "sort the keys, and look the values up")
        reverse = kwargs.get("reverse", Static(False))
        plain = isinstance(reverse, Static) and not kwargs.keys() - {"reverse"}
        if items is not None and all(isinstance(i, Static) for i in items) and plain:
            backwards = bool(reverse.obj)  # type: ignore[union-attr]
            return self.new_list(tuple(sorted(items, key=lambda s: s.obj, reverse=backwards)))  # type: ignore[union-attr]
        if isinstance(kwargs.get("key"), Func) or any(map(self.is_active, args)):
            return self.picked_by_key("sorted", args, kwargs.get("key"), kwargs.get("reverse"), node)
        return self.let("ordered", self._call("sorted", args, kwargs), K.OTHER)

    def _sorted_by_key(
        self, items: tuple[Value, ...], kwargs: dict[str, Value], node: Any
    ) -> tuple[Value, ...] | None:
        """The items in order, where their keys (by default: the first entries of tuples) are known and differ."""
        reverse, function = kwargs.get("reverse", Static(False)), kwargs.get("key", Static(None))
        if isinstance(function, Static) and function.obj is None:
            if not all(isinstance(i, Static) or (isinstance(i, Seq) and i.items) for i in items):
                return None
            keys = [i.items[0] if isinstance(i, Seq) else i for i in items]
        else:
            mark = len(self.out)
            keys = [self.call_value(function, [item], [], node) for item in items]
            if len(self.out) > mark:  # known keys need no statements
                del self.out[mark:]
                return None
        known = [k.obj for k in keys if isinstance(k, Static)]
        if len(known) != len(items) or len(set(known)) != len(known) or not isinstance(reverse, Static):
            return None
        places = sorted(range(len(items)), key=lambda i: known[i], reverse=bool(reverse.obj))
        return tuple(items[i] for i in places)

    def builtin_map(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        function, *sources = args
        parts = [self.sized(s) for s in sources]
        if any(p is None for p in parts):
            return self.once(self.mapped(function, sources, node), lazy=True)
        rows = zip(*[p for p in parts if p is not None], strict=False)
        made = self.new_list(tuple(self.call_value(function, list(row), [], node) for row in rows))
        return self.once(made, lazy=True)

    def mapped(self, function: Value, sources: list[Value], node: Any) -> Value:
        raise NotImplementedError

    def builtin_next(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        if self.is_once(args[0]):
            assert isinstance(args[0], Obj)
            item = self.taken(args[0], args[1] if len(args) > 1 else None, node)
            if item is not None:
                return item
        if any(map(self.is_active, args)):
            self.fail("next() of an iterator of differentiated values is not supported", node, "use an index or a loop")
        return self.let("value", self._call("next", args), K.OTHER, effect=True)

    def builtin_iter(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        value = self.deref(args[0])
        if self.is_once(value) or len(args) != 1:
            return args[0]
        if isinstance(value, (Seq, Iter)) or self.sized(value) is not None or isinstance(value, Dyn) and (
            value.kind.cat in ("arr", "list", "numeric")
        ):
            return self.once(args[0])
        if isinstance(value, Obj):
            method = getattr(self.content(value).cls, "__iter__", None)
            if method is not None:
                return self.call_value(Static(method), [value], [], node)
        if self.is_active(value):
            self.fail("iter() of this object is not supported", node, "use an index or a loop")
        return self.let("iterator", self._call("iter", args), K.OTHER, effect=True)

    # ------------------------------------------------------------------------------------------------ above

    def picked_by_key(self, name: str, args: list[Value], key: Value | None, reverse: Value | None, node: Any) -> Value:
        raise NotImplementedError

