"""Structures that a loop carries: a value as the tree of its leaves, and the value of a tree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from s2s.analysis import kinds as K
from s2s.ir.core import Kind
from s2s.source.merging import Merging
from s2s.source.values import Dyn, HeapObject, Obj, Seq, Stale, State, Static, Undefined, Value


class Head:
    """The state at the head of a loop: which slots are carried, in which kinds.

    ``stale`` are the slots, ``spoiled`` the storages from before the loop, whose value an iteration leaves unknown;
    ``held`` are the slots with a list that an iteration puts into another one, ``idle`` the storages that no iteration
    writes into although they seemed to be written.
    """

    def __init__(self) -> None:
        self.names: dict[tuple[int, str], Kind] = {}
        self.fields: dict[tuple[int, Any], Kind] = {}
        self.stores: dict[int, Kind] = {}
        self.dropped: set[tuple[int, str]] = set()
        self.trees: dict[tuple[int, str], dict[tuple[Any, ...], Kind]] = {}
        self.templates: dict[tuple[int, str], Any] = {}
        self.aliases: set[tuple[Any, Any, bool]] = set()
        self.apart: set[Any] = set()
        self.idle: set[int] = set()
        self.stale: dict[Any, Stale] = {}
        self.spoiled: dict[int, Stale] = {}
        self.held: set[Any] = set()

    def leave_out(self, unwritten: Iterable[int]) -> bool:
        """Storages that no iteration writes into are not carried any more; True if there is a new one of these."""
        new = set(unwritten) - self.idle
        for sid in new:
            del self.stores[sid]
        self.idle |= new
        return bool(new)


class Structures(Merging):
    """Structured values at the head of a loop."""

    # ---------------------------------------------------------------------------------------------- leaves

    def _boxed(self, value: Dyn) -> Value:
        """A carried list is an object again, so that it can be appended to."""
        if value.kind.cat != "list":
            return value
        return self.allocate(HeapObject("dynamic", (("value", value),), list))

    def _as_leaf(self, value: Value | None, state: State) -> Value | None:
        """A dynamic list stands for the list value behind it."""
        if isinstance(value, Obj) and value.oid in state.heap and state.heap[value.oid].shape == "dynamic":
            return state.heap[value.oid].items[0][1]
        return value

    # ----------------------------------------------------------------------------------------------- carried structures

    def _at_path(self, value: Value, path: tuple[Any, ...]) -> Value:
        for key in path:
            if isinstance(value, Undefined):
                return value
            if isinstance(value, Seq):
                value = value.items[key]
            else:
                assert isinstance(value, Obj)
                found = self.content(value).get(key)
                assert found is not None
                value = found
        return value

    def _rebuilt_tree(self, value: Value, parts: dict[tuple[Any, ...], Value], path: tuple[Any, ...]) -> Value:
        """The structure with its leaves replaced; objects are new ones."""
        if path in parts:
            return parts[path]
        if not any(p[: len(path)] == path for p in parts):
            return value
        if isinstance(value, Seq):
            return Seq(tuple(self._rebuilt_tree(v, parts, (*path, i)) for i, v in enumerate(value.items)), value.cls)
        assert isinstance(value, Obj)
        self.shared_from_here(value)
        content = self.content(value)
        items = tuple((k, self._rebuilt_tree(v, parts, (*path, k))) for k, v in content.items)
        return self.allocate(self.noted(replace(content, items=items, origin=None, joined=True)))

    def _pairs(
        self, one: Value, two: Value, start: State, end: State, path: tuple[Any, ...] = ()
    ) -> list[tuple[tuple[Any, ...], Value, Value]] | None:
        """The leaves of two structures of one form, pairwise (None: the forms differ)."""
        if isinstance(one, Seq) and isinstance(two, Seq):
            if one.cls is not two.cls or len(one.items) != len(two.items):
                return None
            parts = [((*path, i), a, b) for i, (a, b) in enumerate(zip(one.items, two.items, strict=True))]
        elif isinstance(one, Obj) and isinstance(two, Obj):
            a, b = start.heap.get(one.oid), end.heap.get(two.oid)
            if (
                a is None
                or b is None
                or a.shape != b.shape
                or (a.shape == "instance" and a.cls is not b.cls)
                or a.shape == "dynamic"
                or a.form != b.form
                or [k for k, _ in a.items] != [k for k, _ in b.items]
            ):
                return None
            parts = [((*path, k), v, w) for (k, v), (_, w) in zip(a.items, b.items, strict=True)]
        else:
            return [(path, one, two)]
        out = []
        for where, v, w in parts:
            inner = self._pairs(v, w, start, end, where)
            if inner is None:
                return None
            out += inner
        return out

    def _first_structure(self, head: Head, fid: int, name: str, value: Value, end: State) -> bool:
        """A structure that is first bound inside the loop is carried leaf by leaf, from nothing."""
        pairs = self._pairs(value, value, end, end)
        if pairs is None:
            return False
        leaves: dict[tuple[Any, ...], Kind] = {}
        for path, leaf, _ in pairs:
            if not isinstance(leaf, (Dyn, Static)):
                return False
            if isinstance(leaf, Static) and not isinstance(leaf.obj, (bool, int, float, complex)):
                continue
            kind = self._kind_at(end, leaf)
            leaves[path] = replace(kind, shape=() if kind.cat == "num" else None)
        template = (value, end)
        head.trees[fid, name] = leaves
        head.templates[fid, name] = template
        head.names.pop((fid, name), None)
        return True

    def _templated(self, head: Head, fid: int, name: str, value: Value | None) -> Value:
        if value is not None and not isinstance(value, Undefined):
            return value
        template, state = head.templates[fid, name]
        return self._copied_between(state, self.state, template)

    def _copied_between(self, source: State, target: State, value: Value) -> Value:
        """A structure of one state, built again in another."""
        if isinstance(value, Seq):
            return Seq(tuple(self._copied_between(source, target, v) for v in value.items), value.cls)
        if isinstance(value, Obj):
            content = source.heap[value.oid]
            items = tuple((k, self._copied_between(source, target, v)) for k, v in content.items)
            oid = self.new_id()
            target.heap[oid] = replace(content, items=items, origin=None, joined=True)
            return Obj(oid)
        return value if isinstance(value, Static) else Undefined("value")

    def _grow_tree(
        self, head: Head, fid: int, name: str, one: Value, two: Value, start: State, end: State
    ) -> bool | None:
        """Carry a structure that is rebuilt in each iteration leaf by leaf (None: its form changes)."""
        pairs = self._pairs(one, two, start, end)
        if pairs is None:
            return None
        known = head.trees.get((fid, name), {})
        leaves = dict(known)
        for path, a, b in pairs:
            if a == b or self._same_reference(a, b, start, end):
                continue
            kind = self._widen(a, b, start, end)
            if isinstance(a, Undefined) and isinstance(b, (Dyn, Static)):
                kind = self._kind_at(end, b)
            if kind is None:
                return None
            if path in known:
                kind = K.join(known[path], kind)
            leaves[path] = replace(kind, shape=self._shape_after(a, b, kind))
        if leaves == known:
            return False
        head.trees[fid, name] = leaves
        return True

    # ------------------------------------------------------------------------------------------------ joins

    def _shape_after(self, one: Value | None, two: Value | None, kind: Kind) -> Any:
        if kind.cat == "num":
            return ()
        shapes = {v.kind.shape for v in (one, two) if isinstance(v, Dyn)}
        return shapes.pop() if len(shapes) == 1 else None

    def _same_reference(self, one: Value | None, two: Value | None, start: State, end: State) -> bool:
        """The same array, list or object, whatever its version."""
        if isinstance(one, Dyn) and isinstance(two, Dyn) and one.place is not None and one.place == two.place:
            return True
        if isinstance(one, Seq) and isinstance(two, Seq) and len(one.items) == len(two.items):
            return all(
                a == b or self._same_reference(a, b, start, end) for a, b in zip(one.items, two.items, strict=True)
            )
        return isinstance(one, Undefined) and (two is None or isinstance(two, Undefined))

    def _kind_at(self, state: State, value: Value) -> Kind:
        here, out = self.state, self.out
        self.state, self.out = state, []
        try:
            return self.kind(value)
        finally:
            self.state, self.out = here, out

    def _widen(self, one: Value | None, two: Value | None, start: State, end: State) -> Kind | None:
        """The kind of a carried number or array (None: it has no common kind)."""
        if not isinstance(one, (Dyn, Static)) or not isinstance(two, (Dyn, Static)):
            return None
        for value in (one, two):
            if isinstance(value, Static) and not isinstance(value.obj, (bool, int, float, complex, str, type(None))):
                return None
        kind = K.join(self._kind_at(start, one), self._kind_at(end, two))
        if kind.cat == "other" and kind.active:
            return None
        return kind
