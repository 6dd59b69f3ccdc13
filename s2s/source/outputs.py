"""Outputs: the structure of a result, its leaves, and what the caller sees of a written argument."""

from __future__ import annotations

import types
from dataclasses import replace
from typing import Any, NoReturn

from s2s.analysis import kinds as K
from s2s.source.arguments import Lowerer
from s2s.source.forms import is_plain_tree
from s2s.source.values import Dyn, Iterator, Obj, Seq, Static, Undefined, Value, is_either, is_maybe


def _leaves_of(lowerer: Lowerer, value: Value) -> list[Dyn]:
    if isinstance(value, Dyn):
        return [value]
    if isinstance(value, Seq):
        return [leaf for v in value.items for leaf in _leaves_of(lowerer, v)]
    if isinstance(value, Obj):
        return [leaf for v in lowerer.content(value).values() for leaf in _leaves_of(lowerer, v)]
    return []


def is_written(lowerer: Lowerer, value: Value) -> bool:
    """True when an array of the argument has been written."""
    for leaf in _leaves_of(lowerer, value):
        if leaf.place is not None and leaf.kind.cat != "list":
            store = lowerer.state.storages[leaf.place.storage]
            if store.version and store.var != leaf.expr:
                return True
    return False


def final_tree(lowerer: Lowerer, value: Value) -> Any:
    """The tree of the variables that hold an argument's arrays at the end (None: no derivative)."""
    if isinstance(value, Dyn):
        return lowerer.read(value).expr if K.is_float(value.kind) and value.kind.cat != "other" else None
    if isinstance(value, Seq):
        return ("tuple", value.cls, tuple(final_tree(lowerer, v) for v in value.items))
    if isinstance(value, Obj):
        content = lowerer.content(value)
        if content.shape == "records":
            return None
        if content.shape in ("list", "dynamic"):
            return ("list", list, tuple(final_tree(lowerer, v) for v in content.values()))
        return (content.shape, content.cls, tuple((k, final_tree(lowerer, v)) for k, v in content.items))
    return None


def writes_outside(lowerer: Lowerer) -> bool:
    """True when memory that the caller holds is written."""
    return any(store.external and store.version for store in lowerer.state.storages.values())


def snapshot(lowerer: Lowerer, value: Value) -> Value:
    """The argument as it is at the call: its objects may change later, its arrays keep their places."""
    if isinstance(value, Seq):
        return Seq(tuple(snapshot(lowerer, v) for v in value.items), value.cls)
    if isinstance(value, Obj):
        content = lowerer.content(value)
        if content.shape in ("dynamic", "records"):
            return Undefined("list")
        return lowerer.allocate(replace(content, items=tuple((k, snapshot(lowerer, v)) for k, v in content.items)))
    return value


def _refuse_deque(lowerer: Lowerer) -> NoReturn:
    lowerer.fail(
        "a function that uses a deque returns a list or a deque: which one is not known",
        lowerer.node,
        "use a list instead of the deque, or return an array",
    )


def output_tree(lowerer: Lowerer, value: Value) -> Any:
    """The tree of the result: ``("leaf", expr, active)`` or ``(shape, cls, children)``."""
    if (
        isinstance(value, Obj)
        and lowerer.content(value).shape == "dynamic"
        and lowerer.content(value).cls is types.GeneratorType
    ):
        lowerer.fail("the function returns a generator", lowerer.node, "return a list")
    if is_either(value):
        lowerer.fail(
            "the function returns a function", lowerer.node, "return numbers, arrays, tuples, lists or dicts"
        )
    if is_maybe(value):
        lowerer.fail(
            "the function returns None on some paths and a structure on others",
            lowerer.node,
            "return the same structure on every path",
        )
    value = lowerer.deref(value)
    if isinstance(value, Dyn):
        if lowerer.shared.deques and value.kind.cat == "list":
            _refuse_deque(lowerer)
        return ("leaf", value.expr, value.kind)
    if isinstance(value, Seq):
        return ("tuple", value.cls, tuple(output_tree(lowerer, v) for v in value.items))
    if isinstance(value, Obj):
        content = lowerer.content(value)
        if lowerer.shared.deques and content.shape in ("list", "records"):
            _refuse_deque(lowerer)
        if content.shape == "records":
            if not is_plain_tree(content.form):
                lowerer.fail(
                    "the function returns a list whose items are lists of structures, or may be None",
                    lowerer.node,
                    "return one list per entry",
                )
            columns = tuple((path, v.expr, v.kind) for path, v in lowerer.columns(content))
            return ("records", content.form, (lowerer.expr(value), columns))
        if content.cls in (types.GeneratorType, Iterator):
            lowerer.fail("the function returns a generator", lowerer.node, "return a list")
        if content.shape == "list":
            return ("list", list, tuple(output_tree(lowerer, v) for v in content.values()))
        return (content.shape, content.cls, tuple((k, output_tree(lowerer, v)) for k, v in content.items))
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
