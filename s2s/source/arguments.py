"""Arguments: the value of a parameter, from the kind and the structure of what is passed."""

from __future__ import annotations

import dataclasses
import enum
import inspect
import types
from dataclasses import replace
from typing import Any

import numpy as np

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Const, Expr, Kind, Var
from s2s.source.recursion import Recursion
from s2s.source.values import Dyn, HeapObject, Seq, Static, Value


class Lowerer(Recursion):
    """The whole lowering of one function."""

    special: frozenset[int] = frozenset()

    def argument(self, value: Any, expr: Expr, name: str, active: bool) -> tuple[Value, Any]:
        """A concrete argument as an abstract value, and the tree of its differentiable leaves."""
        self.follow_class(type(value))
        if isinstance(value, enum.Enum) and not isinstance(value, str):
            return Dyn(expr, K.kind_of(value)), None  # which member it is, is not compiled in
        if isinstance(value, (bool, str, bytes, type(None), type(...), slice, np.dtype)) and not isinstance(
            value, np.generic
        ):
            return Static(value, expr if isinstance(value, (slice, np.dtype)) else None), None
        kind = K.kind_of(value)
        if kind.cat in ("num", "arr"):
            shape = tuple(self.dimension(n) for n in value.shape) if isinstance(value, np.ndarray) else None
            return self._leaf_argument(kind, expr, name, active, shape)
        if isinstance(value, tuple):
            return self._tuple_argument(value, expr, name, active)
        if type(value) is list:
            return self._list_argument(value, expr, name, active)
        if isinstance(value, dict):
            return self._dict_argument(value, expr, name, active)
        if dataclasses.is_dataclass(value) and not isinstance(value, type):
            return self._fields_argument(value, [f.name for f in dataclasses.fields(value)], expr, name, active)
        if callable(value) or inspect.ismodule(value):
            return self._callable_argument(value, expr, name)
        if hasattr(value, "__dict__") and isinstance(type(value).__init__, types.FunctionType):
            return self._fields_argument(value, list(vars(value)), expr, name, active)
        return Dyn(expr, K.OTHER), None

    def dimension(self, length: int) -> Any:
        """The symbol of a length: equal lengths of arguments have one symbol."""
        if length in (0, 1):
            return length
        if length in self.special:
            return ("int", length)
        return self.shared.dims.setdefault(length, f"n{len(self.shared.dims) + 1}")

    def length_name(self, length: int) -> str:
        """How the header of the generated module calls a length."""
        symbol = self.dimension(length)
        return symbol if isinstance(symbol, str) else str(length)

    def _leaf_argument(self, kind: Kind, expr: Expr, name: str, active: bool, shape: Any = None) -> tuple[Value, Any]:
        flows = active and K.is_float(kind)
        if kind.cat == "num":
            shape = ()
        elif shape is None:
            shape = self.fresh_shape(kind.rank)
        kind = replace(kind, active=flows, shape=shape)
        if isinstance(expr, Var):
            made = self.define(expr, kind)
        else:
            made = self.let(name, expr, kind)
        if made.place is not None:
            sid = made.place.storage
            self.state.storages[sid] = replace(self.state.storages[sid], external=True)
        assert isinstance(made.expr, Var)
        return made, made.expr if flows else None

    def _tuple_argument(self, value: Any, expr: Expr, name: str, active: bool) -> tuple[Value, Any]:
        fields = getattr(type(value), "_fields", None)
        pairs = [
            self.argument(
                v,
                Apply("attr", (expr, Const(fields[i]))) if fields else Apply("getitem", (expr, Const(i))),
                fields[i] if fields else f"{name}_{i}",
                active,
            )
            for i, v in enumerate(value)
        ]
        tree = ("tuple", type(value), tuple(t for _, t in pairs))
        return Seq(tuple(v for v, _ in pairs), type(value), expr), _pruned(tree)

    def _list_argument(self, value: list[Any], expr: Expr, name: str, active: bool) -> tuple[Value, Any]:
        kinds = [K.kind_of(v) for v in value]
        numbers = all(k.cat in ("num", "arr") for k in kinds)
        if numbers and len(value) > 8:
            elem = kinds[0]
            for kind in kinds[1:]:
                elem = K.join(elem, kind)
            flows = active and K.is_float(elem)
            assert isinstance(expr, Var)
            made = self.define(expr, Kind("list", active=flows, elem=replace(elem, active=flows)))
            assert made.place is not None
            sid = made.place.storage
            self.state.storages[sid] = replace(self.state.storages[sid], external=True)
            obj = self.allocate(HeapObject("dynamic", (("value", made),), list, expr, False))
            return obj, ("leaves", expr) if flows else None
        pairs = [
            self.argument(v, Apply("getitem", (expr, Const(i))), f"{name}_{i}", active) for i, v in enumerate(value)
        ]
        tree = ("list", list, tuple(t for _, t in pairs))
        return self.allocate(HeapObject("list", tuple(enumerate(v for v, _ in pairs)), list, expr)), _pruned(tree)

    def _dict_argument(self, value: dict[Any, Any], expr: Expr, name: str, active: bool) -> tuple[Value, Any]:
        if not all(isinstance(k, (str, int, tuple, bool, type(None))) for k in value):
            self.fail(f"the dict '{name}' has keys that are not strings or numbers")
        pairs = {
            k: self.argument(
                v,
                Apply("getitem", (expr, Const(k))),
                k if isinstance(k, str) and k.isidentifier() else f"{name}_{i}",
                active,
            )
            for i, (k, v) in enumerate(value.items())
        }
        tree = ("dict", type(value), tuple((k, t) for k, (_, t) in pairs.items()))
        keep = None if all(t is None for _, (_, t) in pairs.items()) else tree
        return self.allocate(HeapObject("dict", tuple((k, v) for k, (v, _) in pairs.items()), dict, expr)), keep

    def _fields_argument(self, value: Any, fields: list[str], expr: Expr, name: str, active: bool) -> tuple[Value, Any]:
        pairs = {k: self.argument(getattr(value, k), Apply("attr", (expr, Const(k))), k, active) for k in fields}
        tree = ("instance", type(value), tuple((k, t) for k, (_, t) in pairs.items()))
        keep = None if all(t is None for _, (_, t) in pairs.items()) else tree
        return self.allocate(
            HeapObject("instance", tuple((k, v) for k, (v, _) in pairs.items()), type(value), expr)
        ), keep

    def _callable_argument(self, value: Any, expr: Expr, name: str) -> tuple[Value, Any]:
        return Static(value, expr), None

    def unknown_argument(self, parameter: inspect.Parameter, expr: Var, active: bool) -> tuple[Value, Any]:
        """A parameter without an argument: its annotation or default, else a number or an array."""
        annotation = parameter.annotation
        if annotation in (int, "int"):
            return Dyn(expr, K.INT), None
        if annotation in (bool, "bool") and parameter.default is not parameter.empty:
            return Static(parameter.default), None
        if annotation in (float, "float"):
            return self._leaf_argument(K.FLOAT, expr, expr.name, active)
        if annotation in (np.ndarray, "np.ndarray"):
            return self._leaf_argument(Kind("arr", "f8"), expr, expr.name, active)
        default = parameter.default
        if default is not parameter.empty and not isinstance(default, float):
            value, tree = self.argument(default, expr, expr.name, active)
            return value, tree
        return self._leaf_argument(K.NUMERIC, expr, expr.name, active)


def _pruned(tree: Any) -> Any:
    return tree if any(t is not None for t in tree[2]) else None
