"""Built-in functions of single values: conversions to numbers, and questions about types and attributes."""

from __future__ import annotations

import dataclasses
import operator
from dataclasses import replace
from typing import Any

import numpy as np

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Derivative, Kind, Var
from s2s.source.builtin_sequences import BuiltinSequences
from s2s.source.values import Dyn, Func, HeapObject, Maybe, Method, Obj, Partial, Seq, Static, Value, is_either

NUMBERS = (bool, int, float, complex, np.bool_, np.int64, np.float32, np.float64, np.complex128)


class BuiltinValues(BuiltinSequences):
    """Lowering of conversions and inspection."""

    # ------------------------------------------------------------------------------------------------ numbers

    def builtin_float(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        return self._converted(float, args, node)

    def builtin_complex(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        if kwargs:
            args = [*args, *(kwargs[name] for name in ("real", "imag")[len(args) :] if name in kwargs)]
            args = [Static(0.0), *args] if "real" not in kwargs and len(args) == 1 else args
        if len(args) == 2 and any(map(self.is_active, args)):
            parts = tuple(self.deref(a) for a in args)
            if any(K.is_complex(self.kind(p)) for p in parts):
                self.fail("complex() of a part that is complex", node, "add the numbers")
            code = self.builtin("complex")
            return self.numeric(complex, parts, (), lambda a: Apply("call", (code, *a)), node, "number")
        if len(args) == 2:
            return self.let("number", self._call("complex", args), Kind("num", "c16", 0, python=True))
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
        own = self.own_unary("__abs__", value, node)
        if own is not None:
            return own
        return self.numeric(
            np.absolute, (value,), (), lambda a: Apply("call", (self.builtin("abs"), *a)), node, "magnitude"
        )

    def builtin_round(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        value, (digits,) = self.deref(args[0]), (*args[1:], *kwargs.values()) or (Static(None),)
        if isinstance(value, Obj):
            method = self.own_method(value, "__round__")
            if method is None:
                self.fail("round() of this object", node, "round what it holds")
            return self.call_value(Static(method), [value, *args[1:]], list(kwargs.items()), node)
        kind = self.kind(value)
        whole = kind.cat == "num" and isinstance(digits, Static) and digits.obj is None
        made = K.INT if whole else Kind(kind.cat, kind.dtype, kind.rank, python=kind.python)
        return self.let("rounded", self._call("round", args, kwargs), made)

    def builtin_pow(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        if len(args) != 2:
            self.fail("pow() with a modulus is not supported", node)
        return self.binary("pow", args[0], args[1], node)

    def builtin_divmod(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        a, b = map(self.deref, args)
        if self.own_class(a) is not None or self.own_class(b) is not None:
            self.fail("divmod() of objects of a class", node, "call the method")
        return Seq((self.binary("floordiv", a, b, node), self.binary("mod", a, b, node)))

    # ------------------------------------------------------------------------------------------------ inspection

    def builtin_isinstance(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        if isinstance(args[0], Seq) and args[0].cls is Maybe:
            present, inner = args[0].items
            found = self.builtin_isinstance([inner, args[1]], {}, node)
            return present if isinstance(found, Static) and found.obj else found
        value, classes = self.deref(args[0]), args[1]
        wanted: tuple[Any, ...] | None = None
        if isinstance(classes, Static):
            wanted = classes.obj if isinstance(classes.obj, tuple) else (classes.obj,)
        elif isinstance(classes, Seq) and all(isinstance(c, Static) for c in classes.items):
            wanted = tuple(c.obj for c in classes.items if isinstance(c, Static))
        known = self._class_of(value)
        if wanted is not None and known is not None:
            return Static(issubclass(known, wanted))
        if wanted is not None and isinstance(value, Dyn) and value.kind.cat == "num":
            answers = {issubclass(number, wanted) for number in NUMBERS}
            if len(answers) == 1:
                return Static(answers.pop())
        return Dyn(self._call("isinstance", args), K.BOOL)

    def _class_of(self, value: Value) -> type | None:
        if isinstance(value, Static):
            return type(value.obj)
        if isinstance(value, Seq):
            return None if is_either(value) else value.cls
        if isinstance(value, Obj):
            cls = self.content(value).cls
            return cls if isinstance(cls, type) else None
        if isinstance(value, (Func, Method)):
            return type(lambda: None)
        if isinstance(value, Dyn) and not value.kind.optional:
            kind = value.kind
            if kind.cat == "arr":
                return np.ndarray
            if kind.cat == "list":
                return tuple if kind.dtype == K.TUPLE else list
            if kind.cat == "str":
                return str
            if kind.cat == "num" and kind.dtype is not None and not kind.mixed:
                if kind.python:
                    return {"f": float, "i": int, "b": bool, "c": complex}.get(kind.dtype[0])
                return np.dtype(kind.dtype.replace("b1", "?")).type
        return None

    def builtin_callable(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        value = args[0]
        if isinstance(value, Static):
            return Static(callable(value.obj))
        return Static(isinstance(value, (Func, Method, Partial)) or is_either(value))

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

    def builtin_object_setattr(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        owner = self.deref(args[0])
        if not isinstance(owner, Obj) or not isinstance(args[1], Static):
            self.fail("object.__setattr__() of this value", node, "assign the attribute")
        if not self.set_described(owner, args[1].obj, args[2], node):
            self.set_plain(owner, args[1].obj, args[2], node)
        return Static(None)

    def set_plain(self, owner: Obj, name: str, value: Value, node: Any) -> None:
        raise NotImplementedError

    def set_described(self, owner: Obj, name: str, value: Value, node: Any) -> bool:
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
        if hasattr(content.cls, "__post_init__"):  # it runs again
            known = dict(content.items) | kwargs
            given = [(f.name, known[f.name]) for f in dataclasses.fields(content.cls) if f.init and f.name in known]
            return self.call_value(Static(content.cls), [], given, node)
        items = tuple((k, kwargs.get(k, v)) for k, v in content.items)
        return self.allocate(HeapObject("instance", items, content.cls))

    def builtin_partial(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        return Partial(args[0], tuple(args[1:]), tuple(kwargs.items()))

    def builtin_itemgetter(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        if not args or not all(isinstance(a, Static) for a in args):
            self.fail("operator.itemgetter of keys that are not known while compiling", node, "write the subscript")
        return Static(operator.itemgetter(*(a.obj for a in args if isinstance(a, Static))))

    def builtin_update_wrapper(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        """functools.wraps: the wrapper, whose name and docstring are of no interest here."""
        return args[0]

    def builtin_finfo(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        return self._limits(np.finfo, [*args, *kwargs.values()], node)

    def builtin_iinfo(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        return self._limits(np.iinfo, [*args, *kwargs.values()], node)

    def _limits(self, cls: Any, args: list[Value], node: Any) -> Value:
        """np.finfo(dtype): the object is not needed, only the numbers that it holds."""
        call = Apply("call", (self.shared.names.ref(cls), *map(self.expr, args)))
        dtype = self.deref(args[0]) if len(args) == 1 else None
        if not isinstance(dtype, Static):
            return Dyn(call, K.OTHER)
        try:
            return Static(cls(dtype.obj), call)
        except ValueError as problem:
            self.fail(f"np.{cls.__name__}: {problem}", node, "give it another dtype")

    def builtin_stop(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        """stop_gradient: the same value, without a derivative."""
        value = self.deref(args[0])
        if isinstance(value, Dyn) and value.kind.active:
            name = value.expr.name if isinstance(value.expr, Var) else "value"
            made = self.let(name, value.expr, replace(value.kind, active=False))
            self.share(made, value)
            return made
        if isinstance(value, Seq):
            return Seq(tuple(self.builtin_stop([v], {}, node) for v in value.items), value.cls)
        if isinstance(value, Obj) and self.is_active(value):
            self.fail("stop_gradient of a container", node, "apply it to the arrays")
        return value
