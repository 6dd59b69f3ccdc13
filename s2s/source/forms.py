"""The structure of the items of a list whose length is only known at run time.

A form is ``LEAF``, ``NOTHING`` (an item that is None), or (shape, class, keys, forms of the parts).  The shape
``records`` is a list of structures again: its only part, with the key ``EACH``, is the form of its items.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from s2s.analysis import kinds as K
from s2s.ir.core import NONE, Apply, Const, Expr, Kind
from s2s.source.values import (
    Dyn,
    Func,
    HeapObject,
    Iter,
    Maybe,
    Method,
    Obj,
    Partial,
    Seq,
    Static,
    Undefined,
    Value,
    is_either,
    maybe,
)
from s2s.source.writing import Writing

LEAF = ("leaf",)
NOTHING = ("nothing",)
EACH = "*"
PLAIN = (LEAF, NOTHING)


class Forms(Writing):
    """Items taken apart into leaves, and put together again."""

    def form_of(self, value: Value) -> Any:
        """The form of an item."""
        value = value if isinstance(value, Seq) else self.deref(value)
        if isinstance(value, Seq) and not is_either(value):
            fields = getattr(value.cls, "_fields", None)
            keys = tuple(fields) if fields else tuple(range(len(value.items)))
            return ("maybe" if value.cls is Maybe else "tuple", value.cls, keys, tuple(map(self.form_of, value.items)))
        if isinstance(value, Obj):
            content = self.content(value)
            if content.shape == "records":
                return ("records", list, (EACH,), (content.form,))
            keys = tuple(k for k, _ in content.items)
            parts = tuple(map(self.form_of, content.values()))
            if self.shared.flat and content.shape == "list" and set(parts) <= {LEAF}:
                return LEAF
            return (content.shape, content.cls, keys, parts)
        if isinstance(value, (Func, Method, Partial, Iter, Undefined)) or is_either(value):
            self.fail(
                "a function or an iterator is an item of a list whose length is not known",
                self.node,
                "keep the functions in a list whose length is written in the code",
            )
        return NOTHING if isinstance(value, Static) and value.obj is None else LEAF

    def make_items_dynamic(self, content: HeapObject) -> None:
        """The lists in a list get lengths that are only known at run time."""
        for value in content.values():
            if isinstance(value, Obj) and self.content(value).shape == "list" and self.form_of(value) == LEAF:
                self.make_dynamic(value.oid)

    def joined_form(self, one: Any, two: Any) -> Any:
        """The form that covers both: lists of different lengths become lists of unknown length."""
        if one == two:
            return one
        if one is None or two is None:
            return one if two is None else two
        for form, other in ((one, two), (two, one)):
            if form == NOTHING:
                return other if other == LEAF or other[0] == "maybe" else ("maybe", Maybe, (0, 1), (LEAF, other))
            if form[0] == "maybe" and other[0] != "maybe":
                return (*form[:3], (LEAF, self.joined_form(form[3][1], other)))
        if one != LEAF and two != LEAF and one[:3] == two[:3]:
            return (*one[:3], tuple(self.joined_form(a, b) for a, b in zip(one[3], two[3], strict=True)))
        if all(f == LEAF or (f[0] == "list" and set(f[3]) <= {LEAF}) for f in (one, two)):
            return LEAF
        self.fail(
            "the items of this list have different structures",
            self.node,
            "give every item the same structure, with the same keys",
        )

    def leaves_of(self, value: Value, form: Any, path: tuple[Any, ...] = ()) -> list[tuple[tuple[Any, ...], Value]]:
        """The leaves of an item by their paths; the objects that hold them are not changed from here on."""
        if form[0] == "maybe":
            return self._maybe_leaves(value, form, path)
        value = self.deref(value)
        if form in PLAIN:
            if isinstance(value, Obj):
                if self.content(value).shape == "list":
                    self.make_dynamic(value.oid)
                value = self.deref(value)
            return [(path, value)]
        if isinstance(value, Obj):
            self.shared_from_here(value)
            content = self.content(value)
            if content.shape == "records":
                return self._records_leaves(content, form, path)
            items = content.values()
        else:
            assert isinstance(value, Seq)
            items = value.items
        return [
            leaf
            for key, item, part in zip(form[2], items, form[3], strict=True)
            for leaf in self.leaves_of(item, part, (*path, key))
        ]

    def _maybe_leaves(self, value: Value, form: Any, path: tuple[Any, ...]) -> list[tuple[tuple[Any, ...], Value]]:
        if isinstance(value, Seq) and value.cls is Maybe:
            present, inner = value.items
        else:
            none = isinstance(value, Static) and value.obj is None
            present, inner = Static(not none), value
        if isinstance(inner, Static) and inner.obj is None:
            leaves: list[tuple[tuple[Any, ...], Value]] = [(p, Static(None)) for p in paths_of(form[3][1], (*path, 1))]
        else:
            leaves = self.leaves_of(inner, form[3][1], (*path, 1))
        return [((*path, 0), present), *leaves]

    def _records_leaves(
        self, content: HeapObject, form: Any, path: tuple[Any, ...]
    ) -> list[tuple[tuple[Any, ...], Value]]:
        if content.form != form[3][0]:
            self.fail("the items of these lists have different structures", self.node, "keep one list per entry")
        self.hold(content.items[0][1])
        leaves: list[tuple[tuple[Any, ...], Value]] = []
        for inner, column in content.items[1:]:
            self.hold(column)
            leaves.append(((*path, EACH, *inner), column))
        return leaves

    def shared_from_here(self, *objects: Obj) -> None:
        """Objects that another one may be, or that a list holds, are not changed any more."""
        for obj in objects:
            if obj.oid in self.state.heap:
                self.state.heap[obj.oid] = replace(self.state.heap[obj.oid], joined=True)

    def item_of(self, form: Any, item: Expr, leaf: Any, path: tuple[Any, ...] = ()) -> Value:
        """The item ``item`` of the running program; ``leaf`` makes the value at a path from its expression."""
        if form in PLAIN:
            made: Value = leaf(path, item)
            return made
        shape, cls, keys, parts = form
        if shape == "records":
            return self._inner_records(parts[0], item, leaf, path)
        if shape == "maybe":
            present = leaf((*path, 0), Apply("is_not", (item, NONE)))

            def guarded(where: Any, expr: Expr) -> Value:
                found: Value = leaf(where, Apply("ifexp", (Apply("is_not", (item, NONE)), expr, NONE)))
                return found

            return maybe(present, self.item_of(parts[1], item, guarded, (*path, 1)))
        items = tuple(
            self.item_of(part, step_to(item, form, key), leaf, (*path, key))
            for key, part in zip(keys, parts, strict=True)
        )
        if shape == "tuple":
            return Seq(items, cls)
        return self.allocate(HeapObject(shape, tuple(zip(keys, items, strict=True)), cls, None, True))

    def _inner_records(self, form: Any, item: Expr, leaf: Any, path: tuple[Any, ...]) -> Value:
        whole = self.let("items", item, Kind("list", elem=K.OTHER))
        self.hold(whole)
        entries: list[tuple[Any, Value]] = [("value", whole)]
        for inner in paths_of(form):
            column = self.deref(leaf((*path, EACH, *inner), item))
            assert isinstance(column, Dyn)
            entries.append((inner, column))
        return self.allocate(self.noted(HeapObject("records", tuple(entries), list, None, True, form)))

    def noted(self, content: HeapObject) -> HeapObject:
        raise NotImplementedError


def paths_of(form: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of the leaves of a form."""
    if form in PLAIN:
        return [path]
    return [found for key, part in zip(form[2], form[3], strict=True) for found in paths_of(part, (*path, key))]


def is_plain_tree(form: Any) -> bool:
    """True where the items hold no lists of structures, and are never None."""
    return form in PLAIN or (form[0] not in ("records", "maybe") and all(map(is_plain_tree, form[3])))


def step_to(item: Expr, form: Any, key: Any) -> Expr:
    """One part of an item of the running program."""
    shape, cls = form[:2]
    if shape == "instance" or (shape == "tuple" and cls is not tuple):
        return Apply("attr", (item, Const(key)))
    return Apply("getitem", (item, Const(key)))
