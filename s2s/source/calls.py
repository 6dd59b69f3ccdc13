"""Calls: what is called, with which arguments; methods of modules, objects and arrays."""

from __future__ import annotations

import functools
import inspect
import operator
import types
from typing import Any

import gast
import numpy as np

from s2s.analysis import kinds as K
from s2s.analysis.home import package_of
from s2s.ir.core import Apply, Const, Kind
from s2s.rules import registry
from s2s.rules.methods import METHODS
from s2s.source import operators as O
from s2s.source.attributes import base_name
from s2s.source.classes import Classes
from s2s.source.modules import public_module
from s2s.source.numeric import call_name
from s2s.source.values import Dyn, Func, HeapObject, Method, Obj, Partial, Seq, Static, Value, is_either

# What to write instead of functions without a rule, where that is more than a rule of one's own.
INSTEAD = {
    "scipy.linalg.eig": "np.linalg.eig(a)",
    "scipy.linalg.eigvals": "np.linalg.eigvals(a)",
    "scipy.linalg.lstsq": "np.linalg.lstsq(a, b)",
    "scipy.linalg.matmul_toeplitz": "scipy.linalg.toeplitz(c, r) @ x",
    "scipy.linalg.pinvh": "np.linalg.pinv(a, hermitian=True)",
    "scipy.linalg.qr": "np.linalg.qr(a)",
    "scipy.linalg.schur": "what the factors are for: expm, sqrtm, logm, solve_sylvester, np.linalg.eig or eigh",
    "scipy.linalg.solve_toeplitz": "scipy.linalg.solve(scipy.linalg.toeplitz(c, r), b)",
}


class Calls(Classes):
    """Lowering of calls."""

    # ------------------------------------------------------------------------------------------------ calls

    def expr_Call(self, node: Any) -> Value:
        function = self._callee(node.func)
        if isinstance(function, Static) and function.obj is super and not node.args:
            return self._super(node)
        unzipped = self._unzip(function, node)
        if unzipped is not None:
            return unzipped
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

    def _unzip(self, function: Value, node: Any) -> Value | None:
        """``zip(*items)`` of a list of tuples of unknown length."""
        if not isinstance(function, Static) or function.obj is not zip or len(node.args) != 1:
            return None
        if not isinstance(node.args[0], gast.Starred):
            return None
        value = self.deref(self.value(node.args[0].value))
        if isinstance(value, Obj) and self.content(value).shape == "records":
            return self.unzipped(self.content(value), node)
        return self.builtin_zip(list(self.known_items(value, node.args[0])), {}, node)

    def call_chosen(self, function: Seq, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value:
        raise NotImplementedError

    def unzipped(self, content: HeapObject, node: Any) -> Value:
        raise NotImplementedError

    def items_of_call(self, nodes: list[Any]) -> tuple[Value, ...]:
        return self.items(nodes)

    def _callee(self, node: Any) -> Value:
        if isinstance(node, gast.Attribute):
            held = self.value(node.value)
            owner = self.deref(held)
            if isinstance(held, Obj) and isinstance(owner, Dyn):
                return Method(held, node.attr)  # a list of unknown length
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
        if isinstance(function, Seq) and is_either(function):
            return self.call_chosen(function, args, kwargs, node)
        if isinstance(function, Func):
            return self.inline_closure(function, args, kwargs, node)
        if isinstance(function, Method):
            if isinstance(function.function, str):
                return self.call_method(function.receiver, function.function, args, kwargs, node)
            return self.call_value(function.function, [function.receiver, *args], kwargs, node)
        own = self.own_method(function, "__call__")
        if own is not None:
            return self.call_value(Static(own), [function, *args], kwargs, node)
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
            if obj.__name__ == "_make" and hasattr(obj.__self__, "_fields") and len(args) == 1:
                items = self.sized(self.consumed(args[0], node))
                if items is not None:
                    return self.call_value(Static(obj.__self__), list(items), kwargs, node)
            receiver = self.outside(obj.__self__, self.shared.names.ref(obj.__self__), "owner")
            return self._call_static(obj.__func__, [receiver, *args], kwargs, node)
        if isinstance(obj, operator.itemgetter) and len(args) == 1 and not kwargs:
            found = tuple(self.item(args[0], Static(place), node) for place in obj.__reduce__()[1])
            return found[0] if len(found) == 1 else Seq(found)
        if isinstance(obj, np.vectorize):
            return self.call_vectorized(obj, args, kwargs, node)
        if isinstance(obj, types.BuiltinFunctionType):
            self._refuse_scope_functions(obj, node)
        if getattr(obj, "__objclass__", None) in (list, dict) and args and isinstance(args[0], Obj):
            return self.call_method(args[0], obj.__name__, args[1:], kwargs, node)
        if isinstance(obj, types.BuiltinFunctionType) and obj in O.CALLED and len(args) in (1, 2) and not kwargs:
            return self.operation(O.CALLED[obj], args, node)
        special = self.builtin_call(obj, args, kwargs, node)
        if special is not None:
            return special
        reduced = _ufunc_method(obj)
        if reduced is not None and reduced[1] == "at":
            return self.ufunc_at(reduced[0], args, node)
        key = reduced if reduced is not None and registry.lookup(reduced) is not None else obj
        if reduced is not None and key is obj and reduced[1] == "outer" and reduced[0].nin == 2 and not kwargs:
            return self.outer_call(reduced[0], args, node)
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
            decorated: Any = getattr(obj, "__wrapped__", None)
            if registry.lookup(decorated) is not None or registry.is_zero_derivative(decorated):
                return self._call_static(decorated, args, kwargs, node)
            name = getattr(obj, "__qualname__", getattr(obj, "__name__", repr(obj)))
            hint = "write a rule with s2s.custom_rule, or build the value from functions that have one"
            if reduced is not None:
                name = f"np.{reduced[0].__name__}.{reduced[1]}"
                if reduced[1] == "reduce":
                    hint = f"functools.reduce(np.{reduced[0].__name__}, array), over the first axis"
            module = public_module(obj)
            called = f"{module + '.' if module and module != 'builtins' else ''}{name}"
            self.fail(f"{called} has no derivative rule", node, INSTEAD.get(called, hint))
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

    def outer_call(self, ufunc: Any, args: list[Value], node: Any) -> Value:
        """``ufunc.outer(a, b)``: the ufunc of a with an axis of length one for each axis of b."""
        rank = self.kind(self.deref(args[1])).rank
        if len(args) != 2 or rank is None:
            self.fail(f"np.{ufunc.__name__}.outer of an array whose rank is not known", node, "insert the axes by hand")
        first = args[0]
        if rank and self.kind(self.deref(first)).cat != "num":
            first = self.item(first, Seq((Static(Ellipsis), *[Static(None)] * rank)), node)
        return self.call_value(Static(ufunc, self.shared.names.ref(ufunc)), [first, args[1]], [], node)

    def call_vectorized(
        self, obj: Any, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> Value:
        raise NotImplementedError

    def item(self, value: Value, index: Value, node: Any) -> Value:
        raise NotImplementedError

    def call_out(self, key: Any, obj: Any, args: list[Value], named: dict[str, Value], out: Value, node: Any) -> Value:
        raise NotImplementedError

    def writing_call(self, obj: Any, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value | None:
        raise NotImplementedError

    def ufunc_at(self, ufunc: Any, args: list[Value], node: Any) -> Value:
        raise NotImplementedError

    # ------------------------------------------------------------------------------------------------ methods

    def call_method(
        self, receiver: Value, name: str, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> Value:
        held, receiver = receiver, self.deref(receiver)
        listed = isinstance(receiver, Dyn) and receiver.kind.cat in ("list", "dict")
        if listed or isinstance(held, Obj) or isinstance(receiver, Seq):
            return self.container_method(held, name, args, kwargs, node)
        if isinstance(receiver, Static):
            return self._static_method(receiver, name, args, kwargs, node)
        if isinstance(receiver, Dyn):
            if receiver.kind.cat in ("num", "arr", "numeric"):
                return self._array_method(receiver, name, args, kwargs, node)
            if not self.is_active(receiver) and not any(map(self.is_active, [*args, *(v for _, v in kwargs)])):
                if receiver.kind.cat != "str":
                    self.expose([*args, *(v for _, v in kwargs)], node)
                expr = Apply(
                    "method",
                    (receiver.expr, Const(name), *(self.expr(a) for a in args)),
                    tuple((k, self.expr(v)) for k, v in kwargs),
                )
                made = self.let(name if name.isidentifier() else "value", expr, K.OTHER, effect=True)
                self.give_opaque(name, [receiver, *args])
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
        label = f"{base_name(receiver)}_{name}" if name in ("copy", "astype") else call_name(_Named(name), (receiver,))
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


class _Named:
    def __init__(self, name: str) -> None:
        self.__name__ = name


def _ufunc_method(obj: Any) -> tuple[Any, str] | None:
    owner = getattr(obj, "__self__", None)
    if isinstance(owner, np.ufunc):
        return owner, obj.__name__
    return None


def _library(function: types.FunctionType) -> bool:
    """Functions of NumPy and SciPy are never read as source."""
    return package_of(function) in ("numpy", "scipy")
