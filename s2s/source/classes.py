"""Instances of the user's classes: construction, and the expressions that rebuild them."""

from __future__ import annotations

import dataclasses
import enum
import inspect
import types
from typing import Any

import numpy as np

from s2s.ir.core import Apply, Const, Expr
from s2s.source.functions import Functions
from s2s.source.hooks import written_in_python
from s2s.source.values import HeapObject, Seq, Static, Value


class Classes(Functions):
    """Lowering of the construction of objects."""

    def construct(self, cls: type, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value:
        self.follow_class(cls, node)
        if issubclass(cls, tuple) and hasattr(cls, "_fields"):
            fields = list(cls._fields)
            values = dict(zip(fields, args, strict=False)) | dict(kwargs)
            for name, default in getattr(cls, "_field_defaults", {}).items():
                if name not in values:
                    values[name] = self.outside(default, Const(default), name)
            if set(values) != set(fields):
                self.fail(f"{cls.__name__}() takes the fields {', '.join(fields)}", node)
            return Seq(tuple(values[f] for f in fields), cls)
        if cls is types.SimpleNamespace and not args:
            return self.allocate(HeapObject("instance", tuple(kwargs), cls))
        everything = [*args, *(v for _, v in kwargs)]
        if cls.__module__ == "builtins" or issubclass(cls, (BaseException, np.generic, np.dtype)):
            if any(map(self.is_active, everything)):
                self.fail(f"{cls.__name__}() of a differentiated value is not supported", node)
            return self.passive_call(self.shared.names.ref(cls), args, kwargs, node)
        if written_in_python(type(cls), "__call__") and not issubclass(cls, enum.Enum):
            self.fail(f"the metaclass of {cls.__name__} defines how it is called", node, "use a plain class")
        if dataclasses.is_dataclass(cls):
            return self._dataclass(cls, args, kwargs, node)
        init = inspect.getattr_static(cls, "__init__", object.__init__)
        if cls.__module__.split(".")[0] == "numpy":
            init = None  # its methods are called as they are
        if isinstance(init, types.FunctionType) and cls.__new__ is object.__new__:
            made = self.allocate(HeapObject("instance", (), cls))
            self.call_user(init, [made, *args], kwargs, node)
            return made
        if init is object.__init__ and cls.__new__ is object.__new__:
            return self.allocate(HeapObject("instance", (), cls))
        if any(map(self.is_active, everything)):
            self.fail(
                f"instances of {cls.__name__} cannot be followed", node, "use a dataclass or a plain Python class"
            )
        return self.passive_call(self.shared.names.ref(cls), args, kwargs, node)

    def _dataclass(self, cls: Any, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value:
        fields = dataclasses.fields(cls)
        names = [f.name for f in fields if f.init and not f.kw_only]
        values = dict(zip(names, args, strict=False)) | dict(kwargs)
        items: list[tuple[Any, Value]] = []
        for f in fields:
            if f.name in values:
                items.append((f.name, values.pop(f.name)))
            elif f.default is not dataclasses.MISSING:
                items.append((f.name, self.outside(f.default, Const(f.default), f.name)))
            elif f.default_factory is not dataclasses.MISSING:
                items.append((f.name, self.call_value(Static(f.default_factory), [], [], node)))
            elif f.init:
                self.fail(f"{cls.__name__}() misses the field '{f.name}'", node)
        if values:
            self.fail(f"{cls.__name__}() got an unexpected argument '{next(iter(values))}'", node)
        made = self.allocate(HeapObject("instance", tuple(items), cls))
        post = inspect.getattr_static(cls, "__post_init__", None)
        if post is not None:
            self.call_user(post, [made], [], node)
        return made

    def instance_expr(self, content: HeapObject, items: tuple[Expr, ...]) -> Expr:
        cls = content.cls
        names = [k for k, _ in content.items]
        ref = self.shared.names.ref(cls)
        if (
            dataclasses.is_dataclass(cls)
            and not hasattr(cls, "__post_init__")
            and all(f.init for f in dataclasses.fields(cls))
            and {f.name for f in dataclasses.fields(cls)} == set(names)
        ):
            return Apply("call", (ref,), tuple(zip(names, items, strict=True)))
        from s2s import runtime

        pairs = tuple(x for k, v in zip(names, items, strict=True) for x in (Const(k), v))
        return Apply("call", (self.shared.names.ref(runtime.rebuild), ref, Apply("dict", pairs)))
