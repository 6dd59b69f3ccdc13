"""Calls of NumPy functions and operators: the rule, the kinds of the results, the statement."""

from __future__ import annotations

import inspect
import math
from dataclasses import replace
from typing import Any

import numpy as np

from s2s.analysis import kinds as K
from s2s.analysis.memory import LAYOUT_VIEWS, SEQUENCE_NAMES
from s2s.ir.core import Apply, Const, Derivative, Expr, Kind, Place, Var
from s2s.rules import registry
from s2s.rules.template import structured, template
from s2s.source.results import Results, foreign, title
from s2s.source.values import Dyn, Iter, Obj, Seq, Static, Value

BUILTIN_NAMES = {
    "sum": "total",
    "max": "largest",
    "min": "smallest",
    "abs": "magnitude",
    "absolute": "magnitude",
    "round": "rounded",
    "any": "any_of",
    "all": "all_of",
    "array": "values",
    "asarray": "values",
    "copy": "copied",
    "divmod": "parts",
    "float": "number",
    "int": "whole",
    "list": "items",
    "tuple": "items",
    "zip": "pairs",
    "pow": "power",
}
UFUNC_KEYWORDS = ("casting", "order", "subok", "dtype", "signature")


class Numeric(Results):
    """Lowering of operations on numbers and arrays."""

    def numeric(
        self,
        function: Any,
        args: tuple[Value, ...],
        kwargs: tuple[tuple[str, Value], ...],
        code: Any,
        node: Any,
        name: str,
        place: Place | None = None,
        tree: Any = None,
    ) -> Value:
        """``function(*args, **kwargs)``; ``code`` makes the expression from the argument expressions."""
        if any(isinstance(a, Obj) and self.content(a).shape == "records" and self.is_active(a) for a in args):
            made = self.records_array(function, args, kwargs, node)
            if made is not None:
                return made
            args = tuple(self.table(a, node) for a in args)
        args = tuple(self._plain(a, node) for a in args)
        kwargs = tuple((k, self._plain(v, node)) for k, v in kwargs)
        whole = registry.lookup(function)
        if whole is not None and (not _takes_sequences(function) or _takes_many(whole)):
            nested = structured(whole)
            names = [*inspect.signature(whole.source).parameters, *("" for _ in args)] if nested else ()
            counted = function in (np.sum, np.mean)  # of lists they read the length alone
            args = tuple(
                a if names and names[i] in nested or counted and isinstance(a, Dyn) else self._arrayed(a, node)
                for i, a in enumerate(args)
            )
            kwargs = tuple((k, v if k in nested or counted else self._arrayed(v, node)) for k, v in kwargs)
        if any(_is_object_dtype(v) for v in args) or any(k == "dtype" and _is_object_dtype(v, "O") for k, v in kwargs):
            self.fail("an array of dtype object", node, "use a float dtype, or a list")
        active = any(self.is_active(v) for v in args) or any(self.is_active(v) for _, v in kwargs)
        kinds = [self.kind(a) for a in args]
        real = not any(K.maybe_complex(k) and k.cat in ("num", "arr", "numeric") and k.active for k in kinds)
        rule = registry.lookup(function, real=real)
        known = rule is not None or registry.is_zero_derivative(function)
        own = foreign(function)
        if active and not known:
            self.fail(
                f"{title(function)} has no derivative rule",
                node,
                "write a rule with s2s.custom_rule, or build the value from functions that have one",
            )
        if tree is None:
            tree = self.infer(function, args, kwargs) if (known or isinstance(function, np.ufunc)) and not own else None
        if tree is None and rule is not None and own and not rule.slopes:
            count = len(template(rule).outputs)
            tree = None if count == 1 else (Kind("numeric"),) * count
        exprs = tuple(self.expr(a) for a in args)
        named = tuple((k, self.expr(v)) for k, v in kwargs)
        expr = code(exprs)
        if named and isinstance(expr, Apply):
            expr = Apply(expr.op, expr.args, expr.kwargs + named)
        derivative = self._derivative(function, rule, args, kwargs, node) if active and rule is not None else None
        return self._result(function, tree, expr, derivative, args, kwargs, name, place, active)

    def records_array(self, function: Any, args: tuple[Value, ...], kwargs: Any, node: Any) -> Value | None:
        raise NotImplementedError

    def table(self, value: Value, node: Any) -> Value:
        raise NotImplementedError

    def _arrayed(self, value: Value, node: Any) -> Value:
        """A list of differentiated values, given where an array is expected."""
        held = self.deref(value)
        plain = not isinstance(held, Obj) or self.content(held).shape == "list"
        listed = plain if isinstance(held, (Seq, Obj)) else isinstance(held, Dyn) and held.kind.cat == "list"
        if listed and self.is_active(held):
            return self.call_value(Static(np.array, self.shared.names.ref(np.array)), [value], [], node)
        return value

    def _plain(self, value: Value, node: Any) -> Value:
        value = self.consumed(value, node, whole=False) if self.is_once(value) else value
        if isinstance(value, Iter):
            listed = self.iter_items(value)
            if listed is not None:
                return self.new_list(listed)
        return self.deref(value)

    def is_once(self, value: Value) -> bool:
        raise NotImplementedError

    def consumed(self, value: Value, node: Any, whole: bool = True) -> Value:
        raise NotImplementedError

    # ------------------------------------------------------------------------------------------------ rules

    def _derivative(
        self,
        function: Any,
        rule: registry.Rule,
        args: tuple[Value, ...],
        kwargs: tuple[tuple[str, Value], ...],
        node: Any,
    ) -> Derivative:
        bound = self._bind(function, rule, args, kwargs, node)
        bindings: dict[str, Any] = {}
        for name, value in bound.items():
            if isinstance(value, _Default):
                bindings[name] = Const(value.obj) if _literal(value.obj) else self._default_expr(value.obj)
            elif isinstance(value, tuple):
                bindings[name] = Apply("tuple", tuple(self.parts(v) for v in value))
            else:
                bindings[name] = self.parts(value)
        active = []
        for name in rule.active:
            value = bound.get(name)
            if name in rule.unknown and any(
                v is not None and not isinstance(v, _Default) and self.is_active(v)
                for v in (value if isinstance(value, tuple) else (value,))
            ):
                self.fail(
                    f"{title(function)}: the derivative with respect to '{name}' is not known",
                    node,
                    "pass a value that does not depend on the differentiated arguments",
                )
            values = value if isinstance(value, tuple) else (value,)
            if any(v is not None and not isinstance(v, _Default) and self.is_active(v) for v in values):
                active.append(name)
        for name, value in bound.items():
            values = value if isinstance(value, tuple) else (value,)
            if name not in rule.active and any(not isinstance(v, _Default) and self.is_active(v) for v in values):
                self.fail(
                    f"{title(function)}: no derivative with respect to '{name}'",
                    node,
                    "pass a value that does not depend on the differentiated arguments",
                )
        return Derivative(rule, bindings, tuple(active))

    def parts(self, value: Value) -> Expr:
        """The value as an expression in which the items of a structure are visible, so that each gets its cotangent."""
        value = self.deref(value)
        if isinstance(value, Seq) and self.is_active(value):
            return Apply("tuple", tuple(self.parts(v) for v in value.items))
        if isinstance(value, Obj) and self.is_active(value) and self.content(value).shape == "list":
            return Apply("list", tuple(self.parts(v) for v in self.content(value).values()))
        return self.expr(value)

    def _default_expr(self, obj: Any) -> Expr:
        return self.shared.names.ref(obj) if callable(obj) or isinstance(obj, type) else Const(obj)

    def _bind(
        self,
        function: Any,
        rule: registry.Rule,
        args: tuple[Value, ...],
        kwargs: tuple[tuple[str, Value], ...],
        node: Any,
    ) -> dict[str, Any]:
        signature = inspect.signature(rule.source)
        parameters = list(signature.parameters.values())
        if rule.slopes:
            parameters = parameters[:-1]
        named = dict(kwargs)
        if isinstance(function, np.ufunc):
            named = {k: v for k, v in named.items() if k not in UFUNC_KEYWORDS}
        plain = [
            p.replace(kind=inspect.Parameter.POSITIONAL_OR_KEYWORD) if p.kind is p.POSITIONAL_ONLY else p
            for p in parameters
        ]
        try:
            bound = signature.replace(parameters=plain).bind(*args, **named)
        except TypeError as problem:
            self.fail(
                f"{title(function)}: {problem}", node, "use the arguments that the documentation of the rule lists"
            )
        out: dict[str, Any] = {}
        for parameter in parameters:
            if parameter.name in bound.arguments:
                out[parameter.name] = bound.arguments[parameter.name]
            elif parameter.kind is parameter.VAR_POSITIONAL:
                out[parameter.name] = ()
            elif parameter.default is not parameter.empty:
                out[parameter.name] = _Default(parameter.default)
        return out

    # ------------------------------------------------------------------------------------------------ kinds

    def infer(self, function: Any, args: tuple[Value, ...], kwargs: tuple[tuple[str, Value], ...]) -> Any:
        given = tuple(self._tree(a) for a in args)
        named = tuple((k, self._tree(v)) for k, v in kwargs)
        if function is np.gradient:  # one result per axis, whichever axes these are
            named = tuple((k, _any_axes(v) if k == "axis" else v) for k, v in named)
        if function in LAYOUT_VIEWS and function is not np.ravel or function is np.broadcast_to:
            return self._reshaped(function, args, kwargs)
        if function in (np.ndarray.astype, getattr(np, "astype", None)) and isinstance(args[0], Dyn):
            target = self._tree(args[1]) if len(args) > 1 else None
            base = args[0].kind
            if isinstance(target, K.Given):
                return replace(base, dtype=K.dtype_code(target.value), active=False, python=False)
        if any(g is None for g in given) or any(v is None for _, v in named):
            return None
        tree = K.infer(function, given, named)
        if tree is None and isinstance(function, np.ufunc):
            return self._ufunc_kind(function, given)
        return tree

    def _ufunc_kind(self, function: Any, given: tuple[Any, ...]) -> Any:
        """Elementwise with an unknown rank: the dtype from scalars, the rank unknown."""
        flat = [g for g in given if isinstance(g, Kind)]
        scalars = tuple(replace(g, cat="num", rank=0, python=g.python) if isinstance(g, Kind) else g for g in given)
        tree = K.infer(function, scalars, ())
        if flat and all(k.rank == 0 for k in flat):
            return tree  # a number, even of arrays without axes
        cat = "arr" if any(k.cat == "arr" for k in flat) else "numeric"
        if isinstance(tree, Kind):
            return Kind(cat, tree.dtype)
        if isinstance(tree, tuple):
            return tuple(Kind(cat, t.dtype) for t in tree)
        return None

    def _reshaped(self, function: Any, args: tuple[Value, ...], kwargs: tuple[tuple[str, Value], ...]) -> Any:
        base = self.kind(args[0])
        shape = args[1:] if function is np.ndarray.reshape else args[1:2]
        named = dict(kwargs)
        if "shape" in named:
            shape = (named["shape"],)
        if len(shape) == 1:
            only = shape[0]
            if isinstance(only, Seq):
                rank: int | None = len(only.items)
            elif isinstance(only, Static):
                rank = len(only.obj) if isinstance(only.obj, tuple) else 1
            elif isinstance(only, Dyn) and only.kind.cat == "num":
                rank = 1
            elif isinstance(only, Dyn) and only.kind.cat == "tuple":
                rank = only.kind.rank
            else:
                rank = None
        else:
            rank = len(shape)
        return Kind("arr", base.dtype, rank)

    def _tree(self, value: Value) -> Any:
        """The kind tree of an argument for inference."""
        if isinstance(value, Static):
            return K.Given.of(value.obj)
        if isinstance(value, Seq):
            items = tuple(self._tree(v) for v in value.items)
            return None if any(i is None for i in items) else items
        if isinstance(value, Obj):
            content = self.content(value)
            if content.shape == "list":
                items = tuple(self._tree(v) for v in content.values())
                return None if any(i is None for i in items) else items
            return None
        if isinstance(value, Dyn):
            kind = value.kind
            if kind.cat == "slice":
                return K.Given.of(slice(None))
            if kind.cat == "tuple" and isinstance(kind.elem, Kind) and kind.rank is not None:
                return (replace(kind.elem, active=False, shape=None),) * kind.rank
            if kind.cat in ("num", "arr", "numeric"):
                return Kind(kind.cat, kind.dtype, kind.rank, kind.active and kind.dtype is None, None, kind.python)
            if kind.cat == "list" and isinstance(kind.elem, Kind):
                return Kind("list", elem=replace(kind.elem, active=False, shape=None))
            if isinstance(value.expr, Apply) or kind.cat == "other":
                return None
        return None


def _takes_many(rule: Any) -> bool:
    """True for a function like np.meshgrid(*arrays)."""
    return any(p.kind is p.VAR_POSITIONAL for p in inspect.signature(rule.source).parameters.values())


def _takes_sequences(function: Any) -> bool:
    """Functions of which an argument is a sequence of arrays (or of a structure that their rule knows)."""
    name = getattr(function, "__name__", "")
    return (
        function in (sum, math.fsum)
        or name in SEQUENCE_NAMES
        or not isinstance(function, np.ufunc)
        and not callable(function)
        and not isinstance(function, tuple)
    )


def _is_object_dtype(value: Value, *texts: str) -> bool:
    return isinstance(value, Static) and (
        value.obj is object or value.obj is np.object_ or (isinstance(value.obj, str) and value.obj in texts)
    )


class _Default:
    """A parameter that the call leaves to its default."""

    def __init__(self, obj: Any) -> None:
        self.obj = obj


def _any_axes(tree: Any) -> Any:
    if isinstance(tree, tuple) and all(isinstance(t, (Kind, K.Given)) for t in tree):
        return K.Given(tuple(range(len(tree))))
    return tree


def _literal(obj: Any) -> bool:
    if isinstance(obj, tuple):
        return all(map(_literal, obj))
    return isinstance(obj, (int, float, complex, str, bool, type(None)))


def call_name(function: Any, args: tuple[Value, ...]) -> str:
    """The name of a temporary: ``sin_x`` for ``np.sin(x)``."""
    base = getattr(function, "__name__", "value")
    base = BUILTIN_NAMES.get(base, base)
    if args and isinstance(args[0], Dyn) and isinstance(args[0].expr, Var) and not args[0].expr.temp:
        return f"{base}_{args[0].expr.name}"
    return base
