"""Calls: user functions, methods, classes, NumPy functions; each found by object identity."""

from __future__ import annotations

import dataclasses
import functools
import inspect
import sys
import types
from dataclasses import replace
from typing import Any

import gast
import numpy as np

from s2s.analysis import kinds as K
from s2s.errors import UnsupportedError
from s2s.ir.core import NONE, Apply, Const, Derivative, Expr, Kind, Let, Var
from s2s.rules import registry
from s2s.rules.methods import ATTRIBUTES, METHODS
from s2s.source.base import Frame, names_assigned
from s2s.source.builtin_calls import Builtins
from s2s.source.exits import remove_exits
from s2s.source.numeric import call_name
from s2s.source.parse import parse_function
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
    Undefined,
    Value,
)

MAX_DEPTH = 60


class Calls(Builtins):
    """Lowering of calls and attributes."""

    # ------------------------------------------------------------------------------------------------ attributes

    def expr_Attribute(self, node: Any) -> Value:
        return self.attribute(self.value(node.value), node.attr, node)

    def attribute(self, owner: Value, name: str, node: Any) -> Value:
        owner = self.deref(owner)
        if isinstance(owner, Static):
            return self._static_attribute(owner, name, node)
        if isinstance(owner, Obj):
            return self._object_attribute(owner, name, node)
        if isinstance(owner, Seq):
            fields = getattr(owner.cls, "_fields", ())
            if name in fields:
                return owner.items[fields.index(name)]
            return Method(owner, name)
        if isinstance(owner, Method) and isinstance(owner.function, tuple) and owner.function[0] == "super":
            return self._super_attribute(owner, name, node)
        if isinstance(owner, Dyn):
            return self._array_attribute(owner, name, node)
        self.fail(f"attribute '{name}' of this value is not supported", node)

    def _static_attribute(self, owner: Static, name: str, node: Any) -> Value:
        if (
            isinstance(owner.obj, (float, int, complex))
            and not isinstance(owner.obj, bool)
            and name in ("real", "imag")
        ):
            return Static(getattr(owner.obj, name))
        try:
            obj = inspect.getattr_static(owner.obj, name) if isinstance(owner.obj, type) else getattr(owner.obj, name)
            obj = getattr(owner.obj, name)
        except AttributeError:
            self.fail(f"{getattr(owner.obj, '__name__', owner.obj)!r} has no attribute '{name}'", node)
        if isinstance(owner.obj, (str, bytes)):
            return Method(owner, name)
        if isinstance(owner.obj, types.ModuleType):
            if callable(obj) or inspect.ismodule(obj):
                return Static(obj, self.shared.names.ref(obj))
            if isinstance(obj, (float, int, complex)) or obj is None:
                if owner.obj.__name__.split(".")[0] in ("numpy", "math", "scipy", "cmath"):
                    if obj is None:
                        return Static(None)
                    return Dyn(_dotted(self.shared.names.module(owner.obj), name), K.kind_of(obj))
            return self.live(vars(owner.obj), name, name, node)
        if isinstance(
            obj, (types.FunctionType, types.BuiltinFunctionType, types.MethodType, type, np.ufunc)
        ) or callable(obj):
            return Static(obj, self.shared.names.ref(obj))
        base = owner.ref if owner.ref is not None else Const(owner.obj)
        self.shared.dependencies.append((_AttributeOf(owner.obj), name, obj))
        return self.outside(obj, Apply("attr", (base, Const(name))), name)

    def _object_attribute(self, owner: Obj, name: str, node: Any) -> Value:
        content = self.content(owner)
        if content.shape in ("list", "dict"):
            return Method(owner, name)
        found = content.get(name)
        if found is not None:
            if isinstance(found, Undefined):
                return self.undefined(found, node)
            return found
        member = inspect.getattr_static(content.cls, name, None)
        if isinstance(member, property):
            if member.fget is None:
                self.fail(f"property '{name}' cannot be read", node)
            return self.call_value(Static(member.fget), [owner], [], node)
        if isinstance(member, functools.cached_property):
            return self.call_value(Static(member.func), [owner], [], node)
        if isinstance(member, staticmethod):
            return Static(member.__func__, self.shared.names.ref(member.__func__))
        if isinstance(member, classmethod):
            return Method(Static(content.cls, self.shared.names.ref(content.cls)), Static(member.__func__))
        if name == "__class__":
            return Static(content.cls, self.shared.names.ref(content.cls))
        if member is None:
            self.fail(
                f"'{content.cls.__name__}' object has no attribute '{name}' here",
                node,
                "set it in __init__ on every path",
            )
        if isinstance(member, types.FunctionType) or callable(member) or hasattr(member, "forward"):
            return Method(owner, Static(member))
        self.shared.dependencies.append((_AttributeOf(content.cls), name, member))
        return self.outside(member, Apply("attr", (self.shared.names.ref(content.cls), Const(name))), name)

    def _super_attribute(self, owner: Method, name: str, node: Any) -> Value:
        receiver = owner.receiver
        assert isinstance(receiver, Obj)
        mro = self.content(receiver).cls.__mro__
        start = mro.index(owner.function[1]) + 1
        for cls in mro[start:]:
            if name in vars(cls):
                member = vars(cls)[name]
                return Method(receiver, Static(member))
        self.fail(f"super() has no attribute '{name}'", node)

    def _array_attribute(self, owner: Dyn, name: str, node: Any) -> Value:
        kind = owner.kind
        if kind.cat in ("num", "arr", "numeric"):
            if name == "shape":
                return Dyn(Apply("attr", (owner.expr, Const("shape"))), Kind("tuple", rank=kind.rank, elem=K.INT))
            if name in ("ndim", "size", "itemsize", "nbytes"):
                if name == "ndim" and kind.rank is not None:
                    return Static(kind.rank)
                return Dyn(Apply("attr", (owner.expr, Const(name))), K.INT)
            if name == "dtype":
                if kind.dtype is not None and kind.dtype[0] in "fciub" and self.shared.known:
                    return Static(np.dtype(kind.dtype.replace("b1", "?")), Apply("attr", (owner.expr, Const("dtype"))))
                return Dyn(Apply("attr", (owner.expr, Const("dtype"))), K.OTHER)
            if name in ATTRIBUTES:
                function = ATTRIBUTES[name]
                return self.numeric(
                    function,
                    (owner,),
                    (),
                    lambda a: Apply("attr", (*a, Const(name))),
                    node,
                    f"{_base_name(owner)}_{name}",
                )
            if name == "flat":
                return self.call_method(owner, "ravel", [], [], node)
            return Method(owner, name)
        if kind.cat in ("list", "str", "tuple", "dict"):
            return Method(owner, name)
        if kind.active:
            self.fail(f"attribute '{name}' of a value of unknown kind", node)
        return Method(owner, name) if False else Dyn(Apply("attr", (owner.expr, Const(name))), K.OTHER)

    # ------------------------------------------------------------------------------------------------ calls

    def expr_Call(self, node: Any) -> Value:
        function = self._callee(node.func)
        if isinstance(function, Static) and function.obj is super and not node.args:
            return self._super(node)
        args = list(self.items_of_call(node.args))
        kwargs: list[tuple[str, Value]] = []
        for keyword in node.keywords:
            value = self.value(keyword.value)
            if keyword.arg is not None:
                kwargs.append((keyword.arg, value))
                continue
            if not isinstance(value, Obj) or self.content(value).shape != "dict":
                self.fail("only a dict with known keys can be passed with **", keyword.value)
            kwargs.extend((str(k), v) for k, v in self.content(value).items)
        return self.call_value(function, args, kwargs, node)

    def items_of_call(self, nodes: list[Any]) -> tuple[Value, ...]:
        return self.items(nodes)

    def _callee(self, node: Any) -> Value:
        if isinstance(node, gast.Attribute):
            owner = self.deref(self.value(node.value))
            if isinstance(owner, Dyn) and owner.kind.cat in (
                "num",
                "arr",
                "numeric",
                "list",
                "str",
                "other",
                "dict",
                "tuple",
            ):
                if node.attr not in ("shape", "T", "real", "imag"):
                    return Method(owner, node.attr)
            return self.attribute(owner, node.attr, node)
        return self.value(node)

    def _super(self, node: Any) -> Value:
        cell = self.frame.cells.get("__class__")
        names = self.state.frames[self.frame.fid]
        if cell is None or not names:
            self.fail("super() outside of a method", node)
        receiver = next(iter(names.values()))
        return Method(receiver, ("super", cell.cell_contents))

    def call_value(self, function: Value, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value:
        """Call whatever ``function`` is."""
        if isinstance(function, Partial):
            merged = dict(function.kwargs) | dict(kwargs)
            return self.call_value(function.function, [*function.args, *args], list(merged.items()), node)
        if isinstance(function, Func):
            return self.inline_closure(function, args, kwargs, node)
        if isinstance(function, Method):
            if isinstance(function.function, str):
                return self.call_method(function.receiver, function.function, args, kwargs, node)
            return self.call_value(function.function, [function.receiver, *args], kwargs, node)
        if isinstance(function, Obj) and self.content(function).shape == "instance":
            method = inspect.getattr_static(self.content(function).cls, "__call__", None)
            if method is not None:
                return self.call_value(Static(method), [function, *args], kwargs, node)
        if isinstance(function, Static):
            return self._call_static(function.obj, args, kwargs, node)
        if isinstance(function, Dyn) and not any(map(self.is_active, [*args, *(v for _, v in kwargs)])):
            return self.passive_call(function.expr, args, kwargs, node)
        self.fail(
            "the function that is called here is not known while compiling",
            node,
            "pass the function itself, or call it by its name",
        )

    def _refuse_scope_functions(self, obj: Any, node: Any) -> None:
        if obj in (eval, exec, locals, globals, vars, dir, compile, open, input, __import__):
            self.fail(
                f"{obj.__name__}() inside a differentiated function",
                node,
                "write the expression itself, or pass the value as an argument",
            )

    def _call_static(self, obj: Any, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value:
        unwrapped = getattr(obj, "__wrapped__", None) if hasattr(obj, "pullback") else None
        if unwrapped is not None:
            obj = unwrapped
        if isinstance(obj, functools.partial):
            inner = [
                self.outside(a, self.shared.names.ref(a) if callable(a) else Const(a), "argument") for a in obj.args
            ]
            named = {
                k: self.outside(v, self.shared.names.ref(v) if callable(v) else Const(v), k)
                for k, v in obj.keywords.items()
            }
            return self._call_static(obj.func, [*inner, *args], list((named | dict(kwargs)).items()), node)
        if isinstance(obj, types.MethodType) and registry.lookup(obj) is None:
            receiver = self.outside(obj.__self__, self.shared.names.ref(obj.__self__), "owner")
            return self._call_static(obj.__func__, [receiver, *args], kwargs, node)
        if isinstance(obj, types.BuiltinFunctionType):
            self._refuse_scope_functions(obj, node)
        special = self.builtin_call(obj, args, kwargs, node)
        if special is not None:
            return special
        reduced = _ufunc_method(obj)
        if reduced is not None and reduced[1] == "at":
            return self.ufunc_at(reduced[0], args, node)
        key = reduced if reduced is not None and registry.lookup(reduced) is not None else obj
        if registry.lookup(key) is not None or registry.is_zero_derivative(key) or isinstance(obj, np.ufunc):
            return self.numpy_call(key, obj, args, kwargs, node)
        written = self.writing_call(obj, args, kwargs, node)
        if written is not None:
            return written
        if (
            obj is np.ndarray
            and not any(k not in ("shape", "dtype") for k, _ in kwargs)
            and len(args) + len(kwargs) <= 2
        ):
            ref = self.shared.names.ref(obj)
            return self.numeric(
                np.empty, tuple(args), tuple(kwargs), lambda a: Apply("call", (ref, *a)), node, "values"
            )
        if isinstance(obj, type):
            return self.construct(obj, args, kwargs, node)
        if isinstance(obj, types.FunctionType) and not _library(obj):
            return self.call_user(obj, args, kwargs, node)
        call = inspect.getattr_static(type(obj), "__call__", None)
        if isinstance(call, types.FunctionType) and hasattr(obj, "__dict__"):
            receiver = self.outside_object(obj)
            return self.call_user(call, [receiver, *args], kwargs, node)
        if any(map(self.is_active, [*args, *(v for _, v in kwargs)])):
            if isinstance(obj, types.FunctionType) and hasattr(obj, "__wrapped__"):
                return self._call_static(obj.__wrapped__, args, kwargs, node)
            name = getattr(obj, "__qualname__", getattr(obj, "__name__", repr(obj)))
            module = getattr(obj, "__module__", None)
            self.fail(
                f"{module + '.' if module and module != 'builtins' else ''}{name} has no derivative rule",
                node,
                "write a rule with s2s.custom_rule, or build the value from functions that have one",
            )
        return self.passive_call(self.shared.names.ref(obj), args, kwargs, node)

    def outside_object(self, obj: Any) -> Value:
        return self.structured(obj, self.shared.names.ref(obj), type(obj).__name__.lower())

    def numpy_call(self, key: Any, obj: Any, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value:
        """A function with a rule (or a zero derivative); ``out=`` becomes a write."""
        named = dict(kwargs)
        out = named.pop("out", None)
        if isinstance(obj, np.ufunc) and out is None and len(args) > obj.nin:
            out, args = args[obj.nin], args[: obj.nin]
        if isinstance(out, Seq) and len(out.items) == 1:
            out = out.items[0]
        if out is not None and not (isinstance(out, Static) and out.obj is None):
            return self.call_out(key, obj, args, named, out, node)
        if isinstance(obj, np.ufunc) and "where" in named:
            if not (isinstance(named["where"], Static) and named["where"].obj is True):
                self.fail(
                    f"np.{obj.__name__}(where=) without out= leaves values undefined",
                    node,
                    "give out=, or use np.where",
                )
            del named["where"]
        ref = self.shared.names.ref(obj)
        plain = tuple(args)
        return self.numeric(
            key, plain, tuple(named.items()), lambda a: Apply("call", (ref, *a)), node, call_name(obj, plain)
        )

    def call_out(self, key: Any, obj: Any, args: list[Value], named: dict[str, Value], out: Value, node: Any) -> Value:
        raise NotImplementedError

    def writing_call(self, obj: Any, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value | None:
        raise NotImplementedError

    def ufunc_at(self, ufunc: Any, args: list[Value], node: Any) -> Value:
        raise NotImplementedError

    def passive_call(self, function: Expr, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value:
        """A call that no derivative passes through; it may change the arrays that it is given."""
        expr = Apply("call", (function, *(self.expr(a) for a in args)), tuple((k, self.expr(v)) for k, v in kwargs))
        made = self.let("value", expr, K.OTHER, effect=True)
        self.clobber([*args, *(v for _, v in kwargs)], node)
        return made

    def clobber(self, values: list[Value], node: Any) -> None:
        """An unknown function may have written into these arrays."""
        for value in values:
            value = self.deref(value)
            if isinstance(value, Dyn) and value.place is not None and value.kind.cat in ("arr", "numeric"):
                store = self.state.storages[value.place.storage]
                if not store.external:
                    self.write(value, "clobber", None, None, None, None, node, False)

    # ------------------------------------------------------------------------------------------------ methods

    def call_method(
        self, receiver: Value, name: str, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> Value:
        receiver = self.deref(receiver)
        if isinstance(receiver, (Obj, Seq)) or (isinstance(receiver, Dyn) and receiver.kind.cat in ("list", "dict")):
            return self.container_method(receiver, name, args, kwargs, node)
        if isinstance(receiver, Static):
            return self._static_method(receiver, name, args, kwargs, node)
        if isinstance(receiver, Dyn):
            if receiver.kind.cat in ("num", "arr", "numeric"):
                return self._array_method(receiver, name, args, kwargs, node)
            if not self.is_active(receiver) and not any(map(self.is_active, [*args, *(v for _, v in kwargs)])):
                expr = Apply(
                    "method",
                    (receiver.expr, Const(name), *(self.expr(a) for a in args)),
                    tuple((k, self.expr(v)) for k, v in kwargs),
                )
                made = self.let(name if name.isidentifier() else "value", expr, K.OTHER, effect=True)
                self.clobber(args, node)
                return made
            if receiver.kind.cat == "str":
                return Dyn(
                    Apply(
                        "method",
                        (receiver.expr, Const(name), *(self.expr(a) for a in args)),
                        tuple((k, self.expr(v)) for k, v in kwargs),
                    ),
                    Kind("str"),
                )
        self.fail(f"method '{name}' of this value is not supported", node)

    def _static_method(
        self, receiver: Static, name: str, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> Value:
        if isinstance(receiver.obj, str):
            if all(isinstance(a, Static) for a in args) and not kwargs:
                try:
                    result = getattr(receiver.obj, name)(*(a.obj for a in args if isinstance(a, Static)))
                except Exception:
                    result = None
                if isinstance(result, (str, bool, int)):
                    return Static(result)
            return Dyn(
                Apply(
                    "method",
                    (Const(receiver.obj), Const(name), *(self.expr(a) for a in args)),
                    tuple((k, self.expr(v)) for k, v in kwargs),
                ),
                Kind("str"),
            )
        if isinstance(receiver.obj, (float, int, complex)):
            return self._array_method(Dyn(Const(receiver.obj), K.kind_of(receiver.obj)), name, args, kwargs, node)
        self.fail(f"method '{name}' of this value is not supported", node)

    def _array_method(
        self, receiver: Dyn, name: str, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> Value:
        written = self.writing_method(receiver, name, args, kwargs, node)
        if written is not None:
            return written
        function = METHODS.get(name)
        if receiver.kind.active and (name == "tobytes" or (name == "view" and (args or kwargs))):
            self.fail(
                f"ndarray.{name} hands out the bytes of a differentiated array",
                node,
                "use the array itself, or .astype()",
            )
        if function is None:
            if receiver.kind.active or any(map(self.is_active, [*args, *(v for _, v in kwargs)])):
                self.fail(f"method '{name}' of an array has no derivative rule", node)
            expr = Apply(
                "method",
                (receiver.expr, Const(name), *(self.expr(a) for a in args)),
                tuple((k, self.expr(v)) for k, v in kwargs),
            )
            return self.let(name, expr, K.OTHER, effect=True)
        named = dict(kwargs)
        out = named.pop("out", None)
        if out is not None and not (isinstance(out, Static) and out.obj is None):
            return self.call_out(function, function, [receiver, *args], named, out, node)
        label = f"{_base_name(receiver)}_{name}" if name in ("copy", "astype") else call_name(_Named(name), (receiver,))
        return self.numeric(
            function,
            (receiver, *args),
            tuple(named.items()),
            lambda a: Apply("method", (a[0], Const(name), *a[1:])),
            node,
            label,
        )

    def writing_method(
        self, receiver: Dyn, name: str, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> Value | None:
        raise NotImplementedError

    def container_method(
        self, receiver: Value, name: str, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> Value:
        raise NotImplementedError

    # ------------------------------------------------------------------------------------------------ user functions

    def call_user(
        self, function: types.FunctionType, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> Value:
        if _is_installed(function):
            return self._call_installed(function, args, kwargs, node)
        return self._call_source(function, args, kwargs, node)

    def _call_installed(
        self, function: types.FunctionType, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> Value:
        """A function of the standard library or of an installed package: a refusal points at the user's call."""
        try:
            return self._call_source(function, args, kwargs, node)
        except UnsupportedError as problem:
            reason = problem.reason
        self.fail(f"{function.__module__}.{function.__qualname__}() cannot be differentiated: {reason}", node)

    def _call_source(
        self, function: types.FunctionType, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> Value:
        parsed = parse_function(function)
        self.shared.dependencies.append((_AttributeOf(function), "__code__", function.__code__))
        cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
        frame = Frame(
            self.new_id(),
            function.__qualname__,
            function.__globals__,
            cells,
            None,
            parsed.filename,
            parsed.text,
            function,
        )
        defaults = self._real_defaults(function)
        return self._inline(parsed.node, frame, defaults, args, kwargs, node, function)

    def _real_defaults(self, function: types.FunctionType) -> dict[str, Value]:
        out: dict[str, Value] = {}
        for parameter in inspect.signature(function, follow_wrapped=False).parameters.values():
            if parameter.default is parameter.empty:
                continue
            out[parameter.name] = self.default_value(function, parameter)
        return out

    def default_value(self, function: types.FunctionType, parameter: inspect.Parameter) -> Value:
        default = parameter.default
        if isinstance(default, (bool, int, float, complex, str, type(None))) and not isinstance(default, np.generic):
            return Static(default)
        if callable(default) or inspect.ismodule(default):
            return Static(default, self.shared.names.ref(default))
        holder = self.shared.names.ref(function)
        if function.__defaults__ and any(d is default for d in function.__defaults__):
            at = next(i for i, d in enumerate(function.__defaults__) if d is default)
            ref: Expr = Apply("getitem", (Apply("attr", (holder, Const("__defaults__"))), Const(at)))
        else:
            ref = Apply("getitem", (Apply("attr", (holder, Const("__kwdefaults__"))), Const(parameter.name)))
        return self.outside(default, ref, parameter.name)

    def inline_closure(self, function: Func, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value:
        owner: Frame = function.owner
        frame = Frame(
            self.new_id(), function.name, owner.globals, owner.cells, owner, owner.filename, owner.lines, owner.function
        )
        return self._inline(function.node, frame, dict(function.defaults), args, kwargs, node, function.node)

    def _inline(
        self,
        definition: Any,
        frame: Frame,
        defaults: dict[str, Value],
        args: list[Value],
        kwargs: list[tuple[str, Value]],
        node: Any,
        identity: Any,
    ) -> Value:
        """Lower the body of a function at the call, in a frame of its own."""
        signature = (
            identity if isinstance(identity, types.FunctionType) else id(identity),
            tuple(self.signature(v) for v in args),
            tuple((k, self.signature(v)) for k, v in kwargs),
        )
        if signature in self.shared.stack:
            return self.recursive_call(definition, frame, defaults, args, kwargs, node, identity)
        if len(self.shared.stack) > MAX_DEPTH:
            self.fail("calls are nested too deeply (an unbounded recursion?)", node, "write the recursion as a loop")
        bound = self.bind_arguments(definition, frame, defaults, args, kwargs, node)
        self.shared.stack.append(signature)
        saved = (self.frame, self.origin, self.node, self.hint)
        try:
            self.frame = frame
            self.state.frames[frame.fid] = bound
            return self.run_body(definition, frame)
        finally:
            self.shared.stack.pop()
            self.frame, self.origin, self.node, self.hint = saved
            if not self._closed_over(frame.fid):
                self.state.frames.pop(frame.fid, None)

    def _closed_over(self, fid: int) -> bool:
        found = [False]

        def visit(value: Value) -> None:
            if isinstance(value, Func):
                if value.frame == fid or (value.owner.fid == fid):
                    found[0] = True
            elif isinstance(value, (Seq,)):
                for item in value.items:
                    visit(item)
            elif isinstance(value, Partial):
                visit(value.function)

        if any(isinstance(v, Func) for v in self.state.frames.get(fid, {}).values()):
            return True
        for names in self.state.frames.values():
            for value in names.values():
                visit(value)
        for content in self.state.heap.values():
            for value in content.values():
                visit(value)
        return found[0]

    def signature(self, value: Value) -> Any:
        """What a recursion must change to come to an end while compiling: literals and structure, not numbers."""
        value = self.deref(value)
        if isinstance(value, Static):
            return (
                "static",
                type(value.obj).__name__,
                repr(value.obj) if isinstance(value.obj, (int, float, str, bool, type(None))) else id(value.obj),
            )
        if isinstance(value, Dyn):
            return (value.kind.cat, value.kind.dtype, value.kind.rank, value.kind.active)
        if isinstance(value, Seq):
            return tuple(self.signature(v) for v in value.items)
        if isinstance(value, Obj):
            content = self.content(value)
            return (
                content.shape,
                tuple((k if isinstance(k, (str, int)) else None, self.signature(v)) for k, v in content.items),
            )
        return id(value)

    def recursive_call(
        self,
        definition: Any,
        frame: Frame,
        defaults: dict[str, Value],
        args: list[Value],
        kwargs: list[tuple[str, Value]],
        node: Any,
        identity: Any,
    ) -> Value:
        raise NotImplementedError

    def run_body(self, definition: Any, frame: Frame) -> Value:
        """The value of the function body in ``frame``; the arguments are bound already."""
        if isinstance(definition, gast.Lambda):
            return self.deref(self.value(definition.body))
        taken = set(names_assigned(definition.body)) | {n.id for n in gast.walk(definition) if isinstance(n, gast.Name)}

        def fresh(name: str) -> str:
            candidate, n = name, 2
            while candidate in taken:
                candidate, n = f"{name}_{n}", n + 1
            taken.add(candidate)
            return candidate

        body = definition.body
        if _is_generator(definition) and any(
            isinstance(getattr(n, "ctx", None), gast.Store)
            and isinstance(n, (gast.Subscript, gast.Attribute))
            or isinstance(n, gast.Raise)
            for n in gast.walk(definition)
        ):
            self.fail("a generator that writes or raises runs in another order here", definition, "return a list")
        if _is_generator(definition):
            frame.yields = self.allocate(HeapObject("list", (), types.GeneratorType))
        frame.definition = definition
        frame.globals_declared = frozenset(
            n for s in _own_nodes(definition) if isinstance(s, gast.Global) for n in s.names
        )
        frame.nonlocals = frozenset(n for s in _own_nodes(definition) if isinstance(s, gast.Nonlocal) for n in s.names)
        frame.assigned = frozenset(names_assigned(body)) - frame.globals_declared - frame.nonlocals
        if (
            body
            and isinstance(body[0], gast.Expr)
            and isinstance(body[0].value, gast.Constant)
            and isinstance(body[0].value.value, str)
        ):
            body = body[1:] or [gast.copy_location(gast.Pass(), body[0])]
        plain, value_name = remove_exits(body, fresh)
        frame.value_name = value_name
        self.statements(plain)
        if frame.yields is not None:
            return frame.yields  # type: ignore[no-any-return]
        if value_name is None:
            return Static(None)
        result = self.state.frames[frame.fid].get(value_name)
        if result is None or isinstance(result, Undefined):
            if self.dead:
                return Static(None)
            self.fail(
                "the function returns values of different kinds on different paths",
                definition,
                "return the same structure on every path",
            )
        return self.deref(result) if isinstance(result, Dyn) else result

    def statements(self, nodes: list[Any]) -> None:
        raise NotImplementedError

    def bind_arguments(
        self,
        definition: Any,
        frame: Frame,
        defaults: dict[str, Value],
        args: list[Value],
        kwargs: list[tuple[str, Value]],
        node: Any,
    ) -> dict[str, Value]:
        """Python's binding of arguments to parameters."""
        arguments = definition.args
        positional = [a.id for a in arguments.posonlyargs + arguments.args]
        bound: dict[str, Value] = dict(zip(positional, args, strict=False))
        extra = args[len(positional) :]
        if arguments.vararg is not None:
            bound[arguments.vararg.id] = Seq(tuple(extra))
        elif extra:
            self.fail(f"{frame.name}() takes {len(positional)} positional arguments but {len(args)} were given", node)
        names = positional[len(arguments.posonlyargs) :] + [a.id for a in arguments.kwonlyargs]
        rest: list[tuple[str, Value]] = []
        for name, value in kwargs:
            if name in names:
                if name in bound:
                    self.fail(f"{frame.name}() got multiple values for argument '{name}'", node)
                bound[name] = value
            else:
                rest.append((name, value))
        if arguments.kwarg is not None:
            bound[arguments.kwarg.id] = self.allocate(HeapObject("dict", tuple(rest), dict))
        elif rest:
            self.fail(f"{frame.name}() got an unexpected keyword argument '{rest[0][0]}'", node)
        for name in positional + [a.id for a in arguments.kwonlyargs]:
            if name not in bound:
                if name not in defaults:
                    self.fail(f"{frame.name}() misses the argument '{name}'", node)
                bound[name] = defaults[name]
        return bound

    # ------------------------------------------------------------------------------------------------ classes

    def construct(self, cls: type, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value:
        if issubclass(cls, tuple) and hasattr(cls, "_fields"):
            fields = list(cls._fields)
            values = dict(zip(fields, args, strict=False)) | dict(kwargs)
            for name, default in getattr(cls, "_field_defaults", {}).items():
                if name not in values:
                    values[name] = self.outside(default, Const(default), name)
            if set(values) != set(fields):
                self.fail(f"{cls.__name__}() takes the fields {', '.join(fields)}", node)
            return Seq(tuple(values[f] for f in fields), cls)
        everything = [*args, *(v for _, v in kwargs)]
        if cls.__module__ == "builtins" or issubclass(cls, (BaseException, np.generic, np.dtype)):
            if any(map(self.is_active, everything)):
                self.fail(f"{cls.__name__}() of a differentiated value is not supported", node)
            return self.passive_call(self.shared.names.ref(cls), args, kwargs, node)
        if dataclasses.is_dataclass(cls):
            return self._dataclass(cls, args, kwargs, node)
        init = inspect.getattr_static(cls, "__init__", object.__init__)
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


class _AttributeOf:
    """A dependency on an attribute: ``namespace[key]`` by getattr."""

    def __init__(self, owner: Any) -> None:
        self.owner = owner

    def __getitem__(self, key: str) -> Any:
        return inspect.getattr_static(self.owner, key) if isinstance(self.owner, type) else getattr(self.owner, key)


class _Named:
    def __init__(self, name: str) -> None:
        self.__name__ = name


def _dotted(module: str, name: str) -> Expr:
    from s2s.ir.core import Ref

    return Ref(f"{module}.{name}")


def _base_name(value: Dyn) -> str:
    return value.expr.name if isinstance(value.expr, Var) else "value"


def _ufunc_method(obj: Any) -> tuple[Any, str] | None:
    owner = getattr(obj, "__self__", None)
    if isinstance(owner, np.ufunc):
        return owner, obj.__name__
    return None


def _is_installed(function: types.FunctionType) -> bool:
    root = (function.__module__ or "").split(".")[0]
    return root in sys.stdlib_module_names and root != "__main__" or "site-packages" in function.__code__.co_filename


def _library(function: types.FunctionType) -> bool:
    """Functions of NumPy and SciPy are never read as source."""
    root = (function.__module__ or "").split(".")[0]
    return root in ("numpy", "scipy")


def _own_nodes(definition: Any) -> list[Any]:
    """The nodes of a function body, without those of nested functions."""
    out: list[Any] = []
    todo = list(definition.body)
    while todo:
        node = todo.pop()
        out.append(node)
        if not isinstance(node, (gast.FunctionDef, gast.Lambda, gast.ClassDef)):
            todo.extend(gast.iter_child_nodes(node))
    return out


def _is_generator(definition: Any) -> bool:
    def visit(node: Any) -> bool:
        if isinstance(node, (gast.Yield, gast.YieldFrom)):
            return True
        if isinstance(node, (gast.FunctionDef, gast.Lambda)):
            return False
        return any(visit(child) for child in gast.iter_child_nodes(node))

    return any(visit(s) for s in definition.body)


__all__ = ["Calls", "Derivative", "Iter", "Let", "NONE", "UnsupportedError", "replace"]
