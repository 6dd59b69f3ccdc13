"""Attributes: of modules, of objects of the program, of arrays."""

from __future__ import annotations

import inspect
import types
from typing import Any

import numpy as np

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Const, Expr, Kind, Var
from s2s.rules.methods import ATTRIBUTES
from s2s.source.hooks import Hooks
from s2s.source.values import Dyn, Method, Obj, Seq, Static, Value

OF_CLASSES = (staticmethod, classmethod, int, float, complex, str, tuple, np.ndarray)


class Attributes(Hooks):
    """Lowering of attributes."""

    def expr_Attribute(self, node: Any) -> Value:
        return self.attribute(self.value(node.value), node.attr, node)

    def attribute(self, owner: Value, name: str, node: Any) -> Value:
        owner = self.deref(owner)
        if isinstance(owner, Static):
            return self._static_attribute(owner, name, node)
        if isinstance(owner, Obj):
            return self.object_attribute(owner, name, node)
        if isinstance(owner, Seq):
            fields = getattr(owner.cls, "_fields", ())
            if name in fields:
                return owner.items[fields.index(name)]
            return self._tuple_attribute(owner, name, node)
        if isinstance(owner, Method) and isinstance(owner.function, tuple) and owner.function[0] == "super":
            return self._super_attribute(owner, name, node)
        if isinstance(owner, Dyn):
            return self._array_attribute(owner, name, node)
        self.fail(f"attribute '{name}' of this value is not supported", node)

    def _tuple_attribute(self, owner: Seq, name: str, node: Any) -> Value:
        """A method, property or constant of a named tuple."""
        cls: Any = owner.cls
        member = inspect.getattr_static(cls, name, None)
        if isinstance(member, property):
            return self.call_value(Static(member.fget), [owner], [], node)
        if hasattr(tuple, name) or name.startswith("_") or not isinstance(member, OF_CLASSES):
            return Method(owner, name)
        return self.attribute(Static(cls, self.shared.names.ref(cls)), name, node)

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
        if isinstance(owner.obj, (str, bytes, int, float, complex)) and callable(obj):
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
        self.depends(owner.obj, name, obj)
        return self.outside(obj, Apply("attr", (base, Const(name))), name)

    def depends(self, owner: Any, name: str, value: Any) -> None:
        """The generated module holds for as long as this attribute is this object."""
        self.shared.dependencies.append((AttributeOf(owner), name, value))

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
                    f"{base_name(owner)}_{name}",
                )
            if name == "flat":
                flat = self.call_method(owner, "ravel", [], [], node)
                if isinstance(flat, Dyn) and flat.place is not None:
                    self.shared.flats.add(flat.place.storage)
                return flat
            return Method(owner, name)
        if kind.cat in ("list", "str", "tuple", "dict"):
            return Method(owner, name)
        if kind.active:
            self.fail(f"attribute '{name}' of a value of unknown kind", node)
        return Dyn(Apply("attr", (owner.expr, Const(name))), K.OTHER)

    # ------------------------------------------------------------------------------------------------ above

    def call_method(
        self, receiver: Value, name: str, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> Value:
        raise NotImplementedError


class AttributeOf:
    """A dependency on an attribute: ``namespace[key]`` by getattr."""

    def __init__(self, owner: Any) -> None:
        self.owner = owner

    def __getitem__(self, key: str) -> Any:
        return inspect.getattr_static(self.owner, key) if isinstance(self.owner, type) else getattr(self.owner, key)


def _dotted(module: str, name: str) -> Expr:
    from s2s.ir.core import Ref

    return Ref(f"{module}.{name}")


def base_name(value: Dyn) -> str:
    return value.expr.name if isinstance(value.expr, Var) else "value"
