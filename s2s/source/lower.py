"""From a Python function and the kinds of its arguments to a Function of the IR."""

from __future__ import annotations

import dataclasses
import inspect
import types
from dataclasses import replace
from typing import Any

import gast
import numpy as np

from s2s.analysis import kinds as K
from s2s.errors import UnsupportedError
from s2s.ir.core import Apply, Block, Const, Expr, Function, Kind, Origin, Param, Place, Var
from s2s.source.base import Frame, Shared
from s2s.source.modules import ModuleNames
from s2s.source.parse import parse_function
from s2s.source.recursion import Bottom, Callee, Recursion
from s2s.source.values import (
    Dyn,
    HeapObject,
    Obj,
    Seq,
    State,
    Static,
    Undefined,
    Value,
)

MISSING = object()
RESERVED = ("reversed", "tuple", "range", "enumerate", "zip", "len", "residuals")


@dataclasses.dataclass(frozen=True)
class Lowered:
    """The function, the names of the generated module, and what the result depends on outside the function."""

    function: Function
    names: ModuleNames
    dependencies: tuple[Any, ...]
    same: dict[Var, Var]
    maybe: frozenset[tuple[int, int]]
    flows: frozenset[tuple[int, int]]
    counter: int
    writes_outside: bool
    external: frozenset[int] = frozenset()
    lengths: Any = None
    callees: tuple[Any, ...] = ()


class Lowerer(Recursion):
    """The whole lowering of one function."""

    special: frozenset[int] = frozenset()

    # ------------------------------------------------------------------------------------------------ parameters

    def argument(self, value: Any, expr: Expr, name: str, active: bool) -> tuple[Value, Any]:
        """A concrete argument as an abstract value, and the tree of its differentiable leaves."""
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


def lower(function: Any, wrt: tuple[str, ...] | None, arguments: dict[str, Any] | None) -> Lowered:
    """Lower ``function`` for the kinds of ``arguments`` (None: not known).

    Raises:
        UnsupportedError: where the function holds something that cannot be differentiated.
    """
    parsed = parse_function(function)
    signature = inspect.signature(function, follow_wrapped=False)
    taken = set(signature.parameters)
    names = ModuleNames(taken)
    for name in (f"{_plain(function.__name__)}_{part}" for part in ("forward", "pullback", "pushforward")):
        names.taken.add(name)
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    frame = Frame(0, function.__name__, function.__globals__, cells, None, parsed.filename, parsed.text, function)
    shared = Shared(names, known=arguments is not None)
    lowerer = Lowerer(shared, frame, State(frames={0: {}}))
    lowerer.special = literal_lengths(function)
    lowerer.node = parsed.node
    lowerer.origin = Origin(parsed.filename, parsed.node.lineno, parsed.node.col_offset, "")
    if isinstance(parsed.node, gast.FunctionDef) and _generates(parsed.node):
        lowerer.fail(f"{function.__name__} is a generator function", parsed.node, "return a list")
    params, leaves, starts = _parameters(lowerer, signature, wrt, arguments)
    order = [lowerer.state.frames[0][p.name] for p in params]
    shared.stack.append((function, tuple(lowerer.signature(v) for v in order), ()))
    try:
        value = lowerer.run_body(parsed.node, frame)
    except Bottom:
        lowerer.fail(f"{function.__name__}() calls itself on every path", parsed.node)
    return _finished(lowerer, function, parsed, params, leaves, starts, value, _plain(function.__name__), wrt)


def literal_lengths(function: Any) -> frozenset[int]:
    """The whole numbers that stand in a function's code: a length that equals one keeps its value."""
    found: set[int] = set()

    def visit(code: types.CodeType) -> None:
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                visit(constant)
            elif isinstance(constant, tuple):
                found.update(c for c in constant if type(c) is int)
            elif type(constant) is int:
                found.add(constant)

    visit(function.__code__)
    return frozenset(n for n in found if n > 1)


def _finished(
    lowerer: Lowerer,
    function: Any,
    parsed: Any,
    params: tuple[Param, ...],
    leaves: dict[str, Any],
    starts: dict[str, Value],
    value: Value,
    name: str,
    wrt: tuple[str, ...] | None,
) -> Lowered:
    """The lowered function, after its body has been run."""
    shared = lowerer.shared
    output = _output(lowerer, value)
    result_code = lowerer.expr(value)
    written = {}
    for parameter, start in starts.items():
        if _is_written(lowerer, start):
            written[parameter] = _final(lowerer, start)
    used = tuple(p for p in leaves if leaves[p] is not None) if wrt is None else wrt
    body = Block(tuple(lowerer.out), (result_code,), lowerer.dead)
    made = Function(
        name,
        params,
        leaves,
        body,
        output,
        shared.kinds,
        shared.places,
        written,
        Origin(parsed.filename, parsed.node.lineno, parsed.node.col_offset, ""),
        tuple(used),
    )
    return Lowered(
        made,
        shared.names,
        tuple(shared.dependencies),
        shared.same,
        frozenset(shared.maybe),
        frozenset(shared.flows),
        shared.counter,
        _writes_outside(lowerer),
        frozenset(sid for sid, store in lowerer.state.storages.items() if store.external),
        lowerer.length_name,
        tuple(shared.callees.values()),
    )


def lower_callee(callee: Callee, outer: Shared) -> Lowered:
    """Lower a function that is generated apart, for the kinds of its parameters."""
    function = callee.function
    parsed = parse_function(function)
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    frame = Frame(0, function.__name__, function.__globals__, cells, None, parsed.filename, parsed.text, function)
    shared = Shared(outer.names, known=outer.known, dependencies=outer.dependencies, callees=outer.callees)
    lowerer = Lowerer(shared, frame, State(frames={0: {}}))
    lowerer.node = parsed.node
    lowerer.origin = Origin(parsed.filename, parsed.node.lineno, parsed.node.col_offset, "")
    params: list[Param] = []
    leaves: dict[str, Any] = {}
    starts: dict[str, Value] = {}
    args: list[Value] = []
    for name, given in callee.params.items():
        var = lowerer.fresh(name, temp=False)
        params.append(Param(name, var))
        if isinstance(given, Kind):
            value, tree = lowerer._leaf_argument(given, var, name, given.active)
            starts[name] = value
        else:
            value, tree = given, None
        leaves[name] = tree
        args.append(value)
    lowerer.state.frames[0] = dict(zip(callee.params, args, strict=True))
    shared.stack.append((function, tuple(lowerer.signature(a) for a in args), ()))
    value = lowerer.run_body(parsed.node, frame)
    return _finished(lowerer, function, parsed, tuple(params), leaves, starts, value, callee.name, callee.active)


def _leaves_of(lowerer: Lowerer, value: Value) -> list[Dyn]:
    if isinstance(value, Dyn):
        return [value]
    if isinstance(value, Seq):
        return [leaf for v in value.items for leaf in _leaves_of(lowerer, v)]
    if isinstance(value, Obj):
        return [leaf for v in lowerer.content(value).values() for leaf in _leaves_of(lowerer, v)]
    return []


def _is_written(lowerer: Lowerer, value: Value) -> bool:
    """True when an array of the argument has been written."""
    for leaf in _leaves_of(lowerer, value):
        if leaf.place is not None and leaf.kind.cat != "list":
            store = lowerer.state.storages[leaf.place.storage]
            if store.version and store.var != leaf.expr:
                return True
    return False


def _final(lowerer: Lowerer, value: Value) -> Any:
    """The tree of the variables that hold an argument's arrays at the end (None: no derivative)."""
    if isinstance(value, Dyn):
        return lowerer.read(value).expr if K.is_float(value.kind) and value.kind.cat != "other" else None
    if isinstance(value, Seq):
        return ("tuple", value.cls, tuple(_final(lowerer, v) for v in value.items))
    if isinstance(value, Obj):
        content = lowerer.content(value)
        if content.shape in ("list", "dynamic"):
            return ("list", list, tuple(_final(lowerer, v) for v in content.values()))
        return (content.shape, content.cls, tuple((k, _final(lowerer, v)) for k, v in content.items))
    return None


def _writes_outside(lowerer: Lowerer) -> bool:
    """True when memory that the caller holds is written."""
    return any(store.external and store.version for store in lowerer.state.storages.values())


def _generates(node: Any) -> bool:
    from s2s.source.calls import _is_generator

    return _is_generator(node)


def _plain(name: str) -> str:
    return "function" if name == "<lambda>" else name


def _parameters(
    lowerer: Lowerer, signature: inspect.Signature, wrt: tuple[str, ...] | None, arguments: dict[str, Any] | None
) -> tuple[tuple[Param, ...], dict[str, Any], dict[str, Value]]:
    params: list[Param] = []
    leaves: dict[str, Any] = {}
    starts: dict[str, Value] = {}
    names = lowerer.state.frames[0]
    values: dict[str, tuple[Var, Any]] = {}
    for parameter in signature.parameters.values():
        var = lowerer.fresh(parameter.name, temp=False)
        star = ""
        if parameter.kind is parameter.VAR_POSITIONAL:
            star = "*"
        elif parameter.kind is parameter.VAR_KEYWORD:
            star = "**"
        elif parameter.kind is parameter.KEYWORD_ONLY:
            star = "kw"
        default = parameter.default
        literal = (
            Const(default)
            if isinstance(default, (bool, int, float, complex, str, type(None))) and not isinstance(default, np.generic)
            else None
        )
        params.append(Param(parameter.name, var, star, literal if default is not parameter.empty else None))
        values[parameter.name] = (var, parameter)
    for name, (var, parameter) in values.items():
        active = wrt is None or name in wrt
        if arguments is not None:
            value, tree = lowerer.argument(arguments[name], var, name, active)
        elif parameter.kind is parameter.VAR_POSITIONAL:
            value, tree = Seq((), tuple, var), None
        elif parameter.kind is parameter.VAR_KEYWORD:
            value, tree = lowerer.allocate(HeapObject("dict", (), dict, var)), None
        else:
            value, tree = lowerer.unknown_argument(parameter, var, active)
        names[name] = value
        leaves[name] = tree
        starts[name] = value if not isinstance(value, Obj) else _snapshot(lowerer, value)
    return tuple(params), leaves, starts


def _snapshot(lowerer: Lowerer, value: Value) -> Value:
    """The argument as it is at the call: its objects may change later, its arrays keep their places."""
    if isinstance(value, Seq):
        return Seq(tuple(_snapshot(lowerer, v) for v in value.items), value.cls)
    if isinstance(value, Obj):
        content = lowerer.content(value)
        if content.shape == "dynamic":
            return Undefined("list")
        return lowerer.allocate(replace(content, items=tuple((k, _snapshot(lowerer, v)) for k, v in content.items)))
    return value


def _output(lowerer: Lowerer, value: Value) -> Any:
    """The tree of the result: ``("leaf", expr, active)`` or ``(shape, cls, children)``."""
    if (
        isinstance(value, Obj)
        and lowerer.content(value).shape == "dynamic"
        and lowerer.content(value).cls is types.GeneratorType
    ):
        lowerer.fail("the function returns a generator", lowerer.node, "return a list")
    value = lowerer.deref(value)
    if isinstance(value, Dyn):
        return ("leaf", value.expr, value.kind)
    if isinstance(value, Seq):
        return ("tuple", value.cls, tuple(_output(lowerer, v) for v in value.items))
    if isinstance(value, Obj):
        content = lowerer.content(value)
        if content.cls is types.GeneratorType:
            lowerer.fail("the function returns a generator", lowerer.node, "return a list")
        if content.shape == "list":
            return ("list", list, tuple(_output(lowerer, v) for v in content.values()))
        return (content.shape, content.cls, tuple((k, _output(lowerer, v)) for k, v in content.items))
    if isinstance(value, Static):
        if callable(value.obj):
            lowerer.fail(
                "the function returns a function", lowerer.node, "return numbers, arrays, tuples, lists or dicts"
            )
        return ("leaf", lowerer.expr(value), K.kind_of(value.obj))
    if isinstance(value, Undefined):
        lowerer.undefined(value, lowerer.node)
    lowerer.fail(
        "the function returns a function or an iterator", lowerer.node, "return numbers, arrays, tuples, lists or dicts"
    )


__all__ = ["Lowered", "Place", "UnsupportedError", "lower"]
