"""Python's built-in functions on values of known structure: which function is which, and the reductions."""

from __future__ import annotations

import builtins
import cmath
import collections
import dataclasses
import functools
import itertools
import math
import operator
from collections.abc import Callable
from itertools import takewhile
from typing import Any

import numpy as np

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Const, Kind
from s2s.source import twins
from s2s.source.builtin_values import BuiltinValues
from s2s.source.values import Dyn, Func, Iter, Obj, Static, Value

Handler = Callable[[list[Value], dict[str, Value], Any], Value | None]


class Builtins(BuiltinValues):
    """Lowering of calls of built-in functions."""

    def builtin_call(self, obj: Any, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value | None:
        try:
            name = BUILTINS.get(obj)
        except TypeError:
            return None
        if name is None:
            return None
        handler: Handler = getattr(self, "builtin_" + name)
        return handler(self.consumed_by(name, args, node), dict(kwargs), node)

    # ------------------------------------------------------------------------------------------------ reductions

    def builtin_sum(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        value = self.deref(args[0])
        start = kwargs.get("start", args[1] if len(args) > 1 else None)
        items = self.sized(value)
        if items is not None:
            total: Value = start if start is not None else Static(0)
            count = self._compensated((total, *items))
            if count:
                total = self._python_sum(self.new_list(items[: count - 1]), total, node)
            for item in items[max(0, count - 1) :]:
                total = self.binary("add", total, item, node)
            return total
        if isinstance(value, Iter):
            value = self.deref(self.collected(value, node))
        if not isinstance(value, Dyn):
            self.fail("sum() of this object is not supported", node, "sum the items of a list, tuple or array")
        if value.kind.cat in ("arr", "numeric") and start is None and value.kind.rank == 1:
            kind = Kind("num", value.kind.dtype, 0)
            return self.numeric(
                np.sum, (value,), (), lambda a: Apply("call", (self.builtin("sum"), *a)), node, "total", tree=kind
            )
        if value.kind.cat == "list" and isinstance(value.kind.elem, Kind) and _is_float(value.kind.elem):
            return self._python_sum(value, start if start is not None else Static(0), node)
        if value.kind.cat == "list" or value.kind.active:
            return self.loop_sum(value, start if start is not None else Static(0), node)
        return self.let(
            "total",
            self._call("sum", args, kwargs),
            K.OTHER if value.kind.cat == "other" else Kind("numeric", value.kind.dtype),
        )

    def _compensated(self, values: tuple[Value, ...]) -> int:
        """How many of the first values ``sum`` adds with less rounding than ``+`` (from Python 3.12), or 0."""
        kinds = [self.kind(v) for v in values]
        plain = takewhile(lambda k: k.cat == "num" and k.dtype in ("f8", "i8", "b1"), kinds)
        count = len(list(plain))
        return count if sum(k.dtype == "f8" for k in kinds[:count]) > 2 else 0

    def _python_sum(self, items: Value, start: Value, node: Any) -> Value:
        args = (items,) if isinstance(start, Static) and start.obj == 0 else (items, start)
        tree = Kind("num", "f8", 0)
        return self.numeric(
            sum, args, (), lambda a: Apply("call", (self.builtin("sum"), *a)), node, "total", tree=tree
        )

    def builtin_fsum(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        value = self.deref(args[0])
        value = self.deref(self.collected(value, node)) if isinstance(value, Iter) else value
        array = isinstance(value, Dyn) and value.kind.cat in ("arr", "numeric")
        ref = self.shared.names.ref(math.fsum)
        tree = Kind("num", "f8", 0, python=True)
        function = np.sum if array else math.fsum
        return self.numeric(function, (value,), (), lambda a: Apply("call", (ref, *a)), node, "total", tree=tree)

    def builtin_polar(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        return self._twin("cmath.polar", twins.polar, args, node)

    def builtin_rect(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        return self._twin("cmath.rect", twins.rect, args, node)

    def _twin(self, name: str, twin: Any, args: list[Value], node: Any) -> Value:
        raise NotImplementedError

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
        nested = isinstance(kwargs.get("key"), Func)
        if not nested and not any(map(self.is_active, args)):
            return self._passive_extreme(name, args, kwargs, items)
        if list(kwargs) == ["key"]:
            return self.picked_by_key(name, args, kwargs["key"], None, node)
        if kwargs:
            self.fail(
                f"{name}() with keywords on differentiated values is not supported", node, "use np.max or np.argmax"
            )
        if items is not None:
            best = items[0]
            for item in items[1:]:
                best = self._pick(op, best, item, node)
            return best
        if isinstance(value, Obj) and self.content(value).shape == "records":
            whole = self.expr(value)
            found = Apply("method", (whole, Const("index"), self._call(name, [value])))
            return self.item(value, self.let(f"at_{name}", found, K.INT), node)
        if isinstance(value, Dyn) and value.kind.cat in ("arr", "list"):
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
    itertools.accumulate: "accumulate",
    itertools.chain: "chain",
    itertools.chain.from_iterable: "chain_of",
    itertools.combinations: "combinations",
    itertools.combinations_with_replacement: "combinations_with_replacement",
    itertools.islice: "islice",
    itertools.pairwise: "pairwise",
    itertools.permutations: "permutations",
    itertools.product: "product",
    itertools.repeat: "repeat",
    itertools.starmap: "starmap",
    itertools.zip_longest: "zip_longest",
    np.ndenumerate: "ndenumerate",
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
    object.__setattr__: "object_setattr",
    print: "print",
    str: "str",
    functools.partial: "partial",
    functools.reduce: "reduce",
    operator.itemgetter: "itemgetter",
    np.apply_along_axis: "along_axis",
    np.piecewise: "piecewise",
    np.vectorize: "vectorize",
    twins.vectorized: "vectorized",
    functools.update_wrapper: "update_wrapper",
    collections.deque: "deque",
    math.prod: "prod",
    math.fsum: "fsum",
    cmath.polar: "polar",
    cmath.rect: "rect",
    dataclasses.replace: "replace",
    np.finfo: "finfo",
    np.iinfo: "iinfo",
}


def register_stop_gradient(function: Any) -> None:
    """Make ``function`` mean stop_gradient to the compiler."""
    BUILTINS[function] = "stop"


def _prod(self: Builtins, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
    items = self.sized(args[0])
    total: Value = kwargs.get("start", Static(1))
    if items is None:
        source = self.deref(args[0])
        source = self.collected(source, node) if isinstance(source, Iter) else source
        return self._twin("math.prod", twins.product, [source, total], node)
    for item in items:
        total = self.binary("mul", total, item, node)
    return total


Builtins.builtin_prod = _prod  # type: ignore[attr-defined]


def _is_float(kind: Kind) -> bool:
    return kind.cat == "num" and kind.dtype == "f8"
