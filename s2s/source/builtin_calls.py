"""Python's built-in functions on values of known structure."""

from __future__ import annotations

import builtins
import dataclasses
import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Const, Derivative, Expr, Kind, Raise, Var
from s2s.source.numeric import Numeric
from s2s.source.values import (
    Dyn,
    Func,
    HeapObject,
    Iter,
    Method,
    Obj,
    Partial,
    Seq,
    Static,
    Value,
)

Handler = Callable[[list[Value], dict[str, Value], Any], Value | None]
TYPES: dict[Any, str] = {float: "f", int: "i", bool: "b", complex: "c"}


class Builtins(Numeric):
    """Lowering of calls of built-in functions; a handler returns None to leave the call to the general case."""

    def builtin_call(self, obj: Any, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value | None:
        try:
            name = BUILTINS.get(obj)
        except TypeError:
            return None
        if name is None:
            return None
        handler: Handler = getattr(self, "builtin_" + name)
        return handler(args, dict(kwargs), node)

    def _call(self, name: str, args: list[Value], kwargs: dict[str, Value] | None = None) -> Expr:
        named = tuple((k, self.expr(v)) for k, v in (kwargs or {}).items())
        return Apply("call", (self.builtin(name), *(self.expr(a) for a in args)), named)

    # ------------------------------------------------------------------------------------------------ iteration

    def builtin_range(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        return Iter("range", tuple(args), self._call("range", args))

    def builtin_zip(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        args = [self.deref(a) for a in args]
        kwargs.pop("strict", None)
        return Iter("zip", tuple(args), self._code("zip", args))

    def builtin_enumerate(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        args = [self.deref(a) for a in args]
        start = kwargs.get("start", args[1] if len(args) > 1 else Static(0))
        code = self._code("enumerate", args) if not kwargs else Const(None)
        return Iter("enumerate", (args[0], start), code)

    def builtin_reversed(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        args = [self.deref(a) for a in args]
        return Iter("reversed", tuple(args), self._code("reversed", args))

    def _code(self, name: str, args: list[Value]) -> Expr:
        """The running program's iterator, where all parts exist as objects there."""
        exprs: list[Expr] = []
        for value in args:
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
                self.emit(Raise("unpack", (Apply("lt", (length, Const(count))), length, Const(count)), self.origin))
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
            return value.args
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
        return None

    # ------------------------------------------------------------------------------------------------ containers

    def builtin_len(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        value = self.deref(args[0])
        items = self.sized(value)
        if items is not None:
            return Static(len(items))
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
        assert isinstance(made, Dyn)
        rule = Derivative("list_copy", {"items": made.expr}, ("items",)) if made.kind.active else None
        copied = self.let("items", Apply("call", (self.builtin("tuple"), made.expr)), made.kind, rule)
        self.inherit(copied, made)
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
                    self.fail("dict() of pairs whose number is not known", node)
                pairs = []
                for item in items:
                    key, value = self.known_items(item, node)
                    name = self.static_key(key)
                    if name is None:
                        self.fail("the keys of a dict must be known while compiling", node)
                    pairs.append((name[0], value))
            for key, value in pairs:
                content = content.with_item(key, value)
        for keyword, given in kwargs.items():
            content = content.with_item(keyword, given)
        return self.allocate(content)

    def builtin_slice(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        if all(isinstance(a, Static) for a in args):
            return Static(slice(*(a.obj for a in args if isinstance(a, Static))), self._call("slice", args))
        parts = [self.expr(a) for a in args]
        if len(parts) == 1:
            parts = [Const(None), parts[0]]
        return Dyn(Apply("slice", tuple(parts + [Const(None)] * (3 - len(parts)))), Kind("slice"))

    def builtin_sorted(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value | None:
        items = self.sized(args[0])
        if (
            items is not None
            and not kwargs
            and all(isinstance(i, Seq) and i.items and isinstance(i.items[0], Static) for i in items)
        ):
            keys = [i.items[0].obj for i in items]  # type: ignore[union-attr]
            if len(set(keys)) == len(keys):
                return self.new_list(tuple(sorted(items, key=lambda i: i.items[0].obj)))  # type: ignore[union-attr]
        if isinstance(args[0], Iter) and args[0].code == Const(None):
            self.fail("sorted() of these items is not supported", node, "sort the keys, and look the values up")
        if items is not None and all(isinstance(i, Static) for i in items) and not kwargs:
            return self.new_list(tuple(sorted(items, key=lambda s: s.obj)))  # type: ignore[union-attr]
        if any(map(self.is_active, args)):
            self.fail("sorted() of differentiated values is not supported", node, "use np.sort on an array")
        return self.let("ordered", self._call("sorted", args, kwargs), K.OTHER)

    def builtin_map(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        function, *sources = args
        parts = [self.sized(s) for s in sources]
        if any(p is None for p in parts):
            return self.mapped(function, sources, node)
        rows = zip(*[p for p in parts if p is not None], strict=False)
        return self.new_list(tuple(self.call_value(function, list(row), [], node) for row in rows))

    def mapped(self, function: Value, sources: list[Value], node: Any) -> Value:
        raise NotImplementedError

    def builtin_filter(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        self.fail("filter() is not supported", node, "use a comprehension with a condition")

    def builtin_next(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        items = self.sized(args[0])
        if items:
            return items[0]
        if any(map(self.is_active, args)):
            self.fail("next() of an iterator of differentiated values is not supported", node, "use an index or a loop")
        return self.let("value", self._call("next", args), K.OTHER, effect=True)

    def builtin_iter(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        return args[0]

    # ------------------------------------------------------------------------------------------------ reductions

    def builtin_sum(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        value = self.deref(args[0])
        start = kwargs.get("start", args[1] if len(args) > 1 else None)
        items = self.sized(value)
        if items is not None:
            total: Value = start if start is not None else Static(0)
            for item in items:
                total = self.binary("add", total, item, node)
            return total
        if isinstance(value, Iter):
            value = self.deref(self.collected(value, node))
        assert isinstance(value, Dyn)
        if value.kind.cat in ("arr", "numeric") and start is None and value.kind.rank == 1:
            kind = Kind("num", value.kind.dtype, 0)
            return self.numeric(
                np.sum, (value,), (), lambda a: Apply("call", (self.builtin("sum"), *a)), node, "total", tree=kind
            )
        if value.kind.cat == "list" or value.kind.active:
            return self.loop_sum(value, start if start is not None else Static(0), node)
        return self.let(
            "total",
            self._call("sum", args, kwargs),
            K.OTHER if value.kind.cat == "other" else Kind("numeric", value.kind.dtype),
        )

    def loop_sum(self, value: Value, start: Value, node: Any) -> Value:
        raise NotImplementedError

    def builtin_max(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        return self._extreme("max", "gt", np.argmax, args, kwargs, node)

    def builtin_min(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        return self._extreme("min", "lt", np.argmin, args, kwargs, node)

    def _extreme(
        self, name: str, op: str, position: Any, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        """The derivative follows the item that Python picks: the first of equal ones."""
        value = self.deref(args[0]) if len(args) == 1 else None
        items = tuple(args) if value is None else self.sized(value)
        if not any(map(self.is_active, args)):
            return self._passive_extreme(name, args, kwargs, items)
        if kwargs:
            self.fail(
                f"{name}() with keywords on differentiated values is not supported", node, "use np.max or np.argmax"
            )
        if items is not None:
            best = items[0]
            for item in items[1:]:
                best = self._pick(op, best, item, node)
            return best
        assert isinstance(value, Dyn)
        if value.kind.cat in ("arr", "list"):
            at = self.let(f"at_{name}", Apply("call", (self.shared.names.ref(position), value.expr)), K.INT)
            return self.item(value, at, node)
        self.fail(f"{name}() of this value is not supported", node, f"use np.{name}")

    def _passive_extreme(
        self, name: str, args: list[Value], kwargs: dict[str, Value], items: tuple[Value, ...] | None
    ) -> Value:
        kind = K.OTHER
        if items is not None and not kwargs and items:
            if all(isinstance(i, Static) for i in items):
                return Static(getattr(builtins, name)(i.obj for i in items if isinstance(i, Static)))
            kind = self.kind(items[0])
            for item in items[1:]:
                kind = K.join(kind, self.kind(item))
        elif isinstance(args[0], Dyn) and args[0].kind.cat == "arr" and args[0].kind.rank == 1:
            kind = Kind("num", args[0].kind.dtype, 0)
        return Dyn(self._call(name, args, kwargs), kind)

    def _pick(self, op: str, best: Value, item: Value, node: Any) -> Value:
        test = self.truth(self.compare(op, self.deref(item), self.deref(best), node))
        if isinstance(test, bool):
            return item if test else best
        return self.choose(test, lambda: item, lambda: best, node, "chosen", lambda a, b: Apply("ifexp", (test, a, b)))

    def item(self, value: Value, index: Value, node: Any) -> Value:
        raise NotImplementedError

    def builtin_any(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        return self._quantified("any", args)

    def builtin_all(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        return self._quantified("all", args)

    def _quantified(self, name: str, args: list[Value]) -> Value:
        items = self.sized(args[0])
        if items is not None:
            truths = [self.truth(i) for i in items]
            if all(isinstance(t, bool) for t in truths):
                return Static(getattr(builtins, name)(truths))
        return self.let(f"{name}_of", self._call(name, args), K.BOOL)

    # ------------------------------------------------------------------------------------------------ numbers

    def builtin_float(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        return self._converted(float, args, node)

    def builtin_complex(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        if len(args) == 2 and any(map(self.is_active, args)):
            imaginary = self.binary("mul", Static(1j), self._converted(float, args[1:], node), node)
            return self.binary("add", self._converted(float, args[:1], node), imaginary, node)
        return self._converted(complex, args, node)

    def _converted(self, target: type, args: list[Value], node: Any) -> Value:
        if not args:
            return Static(target())
        value = self.deref(args[0])
        kind = K.FLOAT if target is float else Kind("num", "c16", 0, python=True)
        if isinstance(value, Static):
            try:
                return Static(target(value.obj))
            except (TypeError, ValueError):
                return self.let("number", self._call(target.__name__, args), kind)
        if isinstance(value, Obj):
            method = getattr(self.content(value).cls, f"__{target.__name__}__", None)
            if method is not None:
                return self.call_value(Static(method), [value], [], node)
        expr = self._call(target.__name__, [value])
        if not self.is_active(value):
            return Dyn(expr, kind)
        if isinstance(value, Dyn) and K.is_complex(value.kind) and target is float:
            self.fail("float() of a complex value", node, "take np.real first")
        source = value.expr if isinstance(value, Dyn) else self.expr(value)
        name = source.name if isinstance(source, Var) else "number"
        from dataclasses import replace

        return self.let(name, expr, replace(kind, active=True, shape=()), Derivative("number", {"x": source}, ("x",)))

    def builtin_int(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        value = self.deref(args[0]) if args else Static(0)
        if isinstance(value, Static) and isinstance(value.obj, (int, float, bool)) and len(args) == 1:
            return Static(int(value.obj))
        return self.let("whole", self._call("int", [*([value] if args else []), *args[1:]], kwargs), K.INT)

    def builtin_bool(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        truth = self.truth(args[0])
        if isinstance(truth, bool):
            return Static(truth)
        return Dyn(Apply("call", (self.builtin("bool"), truth)), K.BOOL)

    def builtin_abs(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        value = self.deref(args[0])
        if isinstance(value, Static):
            return Static(abs(value.obj))
        if isinstance(value, Obj):
            return self.call_value(Static(self.content(value).cls.__abs__), [value], [], node)
        return self.numeric(
            np.absolute, (value,), (), lambda a: Apply("call", (self.builtin("abs"), *a)), node, "magnitude"
        )

    def builtin_round(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        kind = self.kind(args[0])
        whole = kind.python and len(args) == 1
        made = K.INT if whole else Kind(kind.cat, kind.dtype, kind.rank, python=kind.python)
        return self.let("rounded", self._call("round", args, kwargs), made)

    def builtin_pow(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        if len(args) != 2:
            self.fail("pow() with a modulus is not supported", node)
        return self.binary("pow", args[0], args[1], node)

    def builtin_divmod(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        a, b = args
        return Seq((self.binary("floordiv", a, b, node), self.binary("mod", a, b, node)))

    # ------------------------------------------------------------------------------------------------ inspection

    def builtin_isinstance(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        value, classes = self.deref(args[0]), args[1]
        wanted: tuple[Any, ...] | None = None
        if isinstance(classes, Static):
            wanted = classes.obj if isinstance(classes.obj, tuple) else (classes.obj,)
        elif isinstance(classes, Seq) and all(isinstance(c, Static) for c in classes.items):
            wanted = tuple(c.obj for c in classes.items if isinstance(c, Static))
        known = self._class_of(value)
        if wanted is not None and known is not None:
            return Static(issubclass(known, wanted))
        return Dyn(self._call("isinstance", args), K.BOOL)

    def _class_of(self, value: Value) -> type | None:
        if isinstance(value, Static):
            return type(value.obj)
        if isinstance(value, Seq):
            return value.cls
        if isinstance(value, Obj):
            cls = self.content(value).cls
            return cls if isinstance(cls, type) else None
        if isinstance(value, (Func, Method)):
            return type(lambda: None)
        if isinstance(value, Dyn):
            kind = value.kind
            if kind.cat == "arr":
                return np.ndarray
            if kind.cat == "list":
                return list
            if kind.cat == "str":
                return str
            if kind.cat == "num" and kind.dtype is not None:
                if kind.python:
                    return {"f": float, "i": int, "b": bool, "c": complex}.get(kind.dtype[0])
                return np.dtype(kind.dtype.replace("b1", "?")).type
        return None

    def builtin_callable(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        value = args[0]
        if isinstance(value, Static):
            return Static(callable(value.obj))
        return Static(isinstance(value, (Func, Method, Partial)))

    def builtin_type(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        known = self._class_of(self.deref(args[0]))
        if known is not None and len(args) == 1:
            return Static(known, self.shared.names.ref(known))
        return Dyn(self._call("type", args), K.OTHER)

    def builtin_hasattr(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        value, name = self.deref(args[0]), args[1]
        if isinstance(value, Obj) and isinstance(name, Static):
            content = self.content(value)
            return Static(content.get(name.obj) is not None or hasattr(content.cls, name.obj))
        known = self._class_of(value)
        if known is not None and isinstance(name, Static):
            return Static(hasattr(known, name.obj))
        return Dyn(self._call("hasattr", args), K.BOOL)

    def builtin_getattr(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        if not isinstance(args[1], Static) or not isinstance(args[1].obj, str):
            self.fail("getattr() with a name that is not known while compiling", node, "write the attribute")
        if len(args) == 3:
            has = self.builtin_hasattr(args[:2], {}, node)
            if isinstance(has, Static) and not has.obj:
                return args[2]
        return self.attribute(args[0], args[1].obj, node)

    def attribute(self, owner: Value, name: str, node: Any) -> Value:
        raise NotImplementedError

    def builtin_setattr(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        if not isinstance(args[1], Static):
            self.fail("setattr() with a name that is not known while compiling", node, "write the attribute")
        self.set_attribute(self.deref(args[0]), args[1].obj, args[2], node)
        return Static(None)

    def set_attribute(self, owner: Value, name: str, value: Value, node: Any) -> None:
        raise NotImplementedError

    def builtin_print(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        self.let("value", self._call("print", args, kwargs), K.OTHER, effect=True)
        return Static(None)

    def builtin_str(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        if args and isinstance(args[0], Static) and isinstance(args[0].obj, (str, int)):
            return Static(str(args[0].obj))
        return self.let("text", self._call("str", args), Kind("str"))

    def builtin_replace(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        value = self.deref(args[0])
        if not isinstance(value, Obj) or self.content(value).shape != "instance":
            self.fail("dataclasses.replace of this value is not supported", node)
        content = self.content(value)
        items = tuple((k, kwargs.get(k, v)) for k, v in content.items)
        return self.allocate(HeapObject("instance", items, content.cls))

    def builtin_partial(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        return Partial(args[0], tuple(args[1:]), tuple(kwargs.items()))

    def builtin_stop(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        """stop_gradient: the same value, without a derivative."""
        value = self.deref(args[0])
        if isinstance(value, Dyn) and value.kind.active:
            from dataclasses import replace

            name = value.expr.name if isinstance(value.expr, Var) else "value"
            made = self.let(name, value.expr, replace(value.kind, active=False))
            if value.place is not None and made.place is not None:
                self.may_alias(made.place.storage, value.place.storage)
            return made
        if isinstance(value, Seq):
            return Seq(tuple(self.builtin_stop([v], {}, node) for v in value.items), value.cls)
        if isinstance(value, Obj) and self.is_active(value):
            self.fail("stop_gradient of a container", node, "apply it to the arrays")
        return value


BUILTINS: dict[Any, str] = {
    range: "range",
    zip: "zip",
    enumerate: "enumerate",
    reversed: "reversed",
    len: "len",
    list: "list",
    tuple: "tuple",
    dict: "dict",
    slice: "slice",
    sorted: "sorted",
    map: "map",
    filter: "filter",
    next: "next",
    iter: "iter",
    sum: "sum",
    max: "max",
    min: "min",
    any: "any",
    all: "all",
    float: "float",
    complex: "complex",
    int: "int",
    bool: "bool",
    abs: "abs",
    round: "round",
    pow: "pow",
    divmod: "divmod",
    isinstance: "isinstance",
    callable: "callable",
    type: "type",
    hasattr: "hasattr",
    getattr: "getattr",
    setattr: "setattr",
    print: "print",
    str: "str",
    functools.partial: "partial",
    math.prod: "prod",
    dataclasses.replace: "replace",
}


def register_stop_gradient(function: Any) -> None:
    """Make ``function`` mean stop_gradient to the compiler."""
    BUILTINS[function] = "stop"


def _prod(self: Builtins, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
    items = self.sized(args[0])
    if items is None:
        self.fail("math.prod of a sequence of unknown length", node, "use np.prod")
    total: Value = kwargs.get("start", Static(1))
    for item in items:
        total = self.binary("mul", total, item, node)
    return total


Builtins.builtin_prod = _prod  # type: ignore[attr-defined]
