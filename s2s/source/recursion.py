"""Recursion: a function that calls itself with arguments of the same kinds is generated once, and called."""

from __future__ import annotations

import inspect
import types
from dataclasses import dataclass, field, replace
from typing import Any

from s2s.analysis import kinds as K
from s2s.ir.core import Call, Expr, Kind, Ref, Var
from s2s.source.frames import Bottom, Frame
from s2s.source.statements import Statements
from s2s.source.values import Dyn, Seq, Static, Value
from s2s.words import name_or

MAX_ROUNDS = 6


@dataclass
class Callee:
    """A function generated apart: its parameters' kinds, and once known its result and its lowering."""

    name: str
    function: Any
    params: dict[str, Any]
    result: Any = None
    lowered: Any = None
    active: tuple[str, ...] = ()
    calls: list[Any] = field(default_factory=list)


class Recursion(Statements):
    """Lowering of recursive calls."""

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
        if not isinstance(identity, types.FunctionType):
            self.fail(
                f"{frame.name}() is a nested function that calls itself with arguments known only at run time",
                node,
                "define the function at module level, or write the recursion as a loop",
            )
        bound = self.bind_arguments(definition, frame, defaults, args, kwargs, node)
        params: dict[str, Any] = {}
        exprs: list[tuple[str, Expr]] = []
        for name, value in bound.items():
            value = self.deref(value)
            if isinstance(value, Static) and type(value.obj) in (int, float):
                value = Dyn(self.expr(value), K.kind_of(value.obj))
            if isinstance(value, Dyn) and value.kind.cat in ("num", "arr"):
                shape = () if value.kind.cat == "num" else None
                params[name] = replace(value.kind, shape=shape)
                exprs.append((name, self.read(value).expr))
            elif isinstance(value, Static):
                params[name] = value
                exprs.append((name, self.expr(value)))
            else:
                self.fail(
                    f"{frame.name}() calls itself with an argument '{name}' that is neither a number nor an array",
                    node,
                    "pass numbers and arrays, or write the recursion as a loop",
                )
        callee = self.callee(identity, params, node)
        if callee.result is None:
            raise Bottom
        return self._emit_call(callee, exprs, bound, node)

    def callee(self, function: Any, params: dict[str, Any], node: Any) -> Callee:
        """The function generated for these kinds of arguments."""
        key = (function, tuple(_key(name, p) for name, p in params.items()))
        known = self.shared.callees.get(key)
        if known is not None:
            return known  # type: ignore[no-any-return]
        name = self.shared.names.bind_name(f"{name_or(function.__name__, 'function')}_again")
        active = tuple(n for n, p in params.items() if isinstance(p, Kind) and p.active)
        made = Callee(name, function, params, active=active)
        self.shared.callees[key] = made
        from s2s.source.lower import lower_callee

        for _ in range(MAX_ROUNDS):
            try:
                lowered = lower_callee(made, self.shared)
            except Bottom:
                self.fail(f"{function.__name__}() calls itself on every path", node, "return something first")
            result = _result_kinds(lowered.function.output)
            if result is None:
                self.fail(
                    f"{function.__name__}() is recursive and returns something else than numbers and arrays",
                    node,
                    "write the recursion as a loop",
                )
            if lowered.writes_outside:
                self.fail(
                    f"{function.__name__}() is recursive and writes into its arguments", node, "return a new array"
                )
            if result == made.result:
                made.lowered = lowered
                return made
            made.result = result if made.result is None else _joined(made.result, result)
        self.fail(f"the result of the recursion {function.__name__}() has no stable kind", node)

    def _emit_call(self, callee: Callee, exprs: list[tuple[str, Expr]], bound: dict[str, Value], node: Any) -> Value:
        record = self.fresh(f"{callee.function.__name__}_record", temp=False)
        self.shared.kinds[record] = K.OTHER
        results = callee.result if isinstance(callee.result, tuple) else (callee.result,)
        base = callee.function.__name__
        targets = tuple(self.fresh(f"{base}_{i}" if len(results) > 1 else "value") for i in range(len(results)))
        self.emit(Call(targets, callee, tuple(exprs), record, self.origin, not isinstance(callee.result, tuple)))
        values: list[Value] = []
        for target, kind in zip(targets, results, strict=True):
            made = self.define(target, replace(kind, shape=() if kind.cat == "num" else self.fresh_shape(kind.rank)))
            self.share(made, *bound.values(), *values)
            values.append(made)
        return Seq(tuple(values)) if isinstance(callee.result, tuple) else values[0]


def _key(name: str, param: Any) -> Any:
    if isinstance(param, Kind):
        return (name, param.cat, param.dtype, param.rank, param.active, param.python)
    return (name, repr(param.obj) if isinstance(param.obj, (str, bool, type(None))) else id(param.obj))


def _result_kinds(output: Any) -> Any:
    """The kinds of a result that is one leaf or a tuple of leaves."""

    def leaf(part: Any) -> Any:
        if part[0] != "leaf" or part[2].cat not in ("num", "arr", "numeric"):
            return None
        return replace(part[2], shape=None)

    if output[0] == "leaf":
        return leaf(output)
    if output[0] == "tuple" and output[1] is tuple:
        parts = tuple(leaf(p) for p in output[2])
        return None if any(p is None for p in parts) else parts
    return None


def _joined(a: Any, b: Any) -> Any:
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        return tuple(K.join(x, y) for x, y in zip(a, b, strict=True))
    return K.join(a, b) if isinstance(a, Kind) and isinstance(b, Kind) else b


__all__ = ["Bottom", "Callee", "Recursion", "Ref", "Var", "inspect"]
