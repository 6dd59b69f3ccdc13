"""The growth of the head of a loop: what an iteration changes becomes a slot, until nothing changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from s2s.analysis import kinds as K
from s2s.source.chosen import functions_of, same_choice
from s2s.source.forms import PLAIN
from s2s.source.frames import Retry
from s2s.source.structures import Head, Structures
from s2s.source.values import (
    Dyn,
    HeapObject,
    Maybe,
    Obj,
    Seq,
    State,
    Static,
    Undefined,
    Value,
    is_either,
    is_function,
    is_maybe,
    maybe,
)


class Growth(Structures):
    """The next, wider state at the head of a loop."""

    def _grow(self, head: Head, start: State, after_test: State, entry: State) -> bool:
        """Add to the head whatever an iteration changed; True when something was added or widened."""
        end = self.state
        fresh = {p for p in end.maybe - entry.maybe if p[0] in entry.storages and p[1] in entry.storages}
        twins = {p for p in end.twins - entry.twins if p[0] in entry.storages and p[1] in entry.storages}
        stale = {s: why for s, why in end.stale.items() if s in entry.storages and s not in head.spoiled}
        grown = bool(fresh or twins or stale)
        entry.maybe, entry.twins, head.spoiled = entry.maybe | fresh, entry.twins | twins, stale | head.spoiled
        for sid, store in start.storages.items():
            if sid in end.storages and sid in entry.storages and end.storages[sid].var != store.var:
                kind = K.join(entry.storages[sid].kind, end.storages[sid].kind)
                if sid in head.stores:
                    kind = K.join(head.stores[sid], kind)
                if head.stores.get(sid) != kind:
                    head.stores[sid] = kind
                    grown = True
        for fid, names in start.frames.items():
            if fid not in entry.frames or fid not in end.frames:
                continue
            for name in dict.fromkeys((*names, *end.frames[fid])):
                if (fid, name) in head.dropped or name == "<value>":
                    continue
                grown |= self._grow_name(head, fid, name, start, end, entry)
        grown |= self._grow_held(start, end, entry)
        for oid, content in start.heap.items():
            if oid in entry.heap and oid in end.heap and end.heap[oid] != content:
                grown |= self._grow_object(head, oid, content, end.heap[oid], start, end)
        return grown

    def _grow_held(self, start: State, end: State, entry: State) -> bool:
        """What an iteration puts into a list is in it when the next one begins."""
        lost = [sid for sid, place in start.items.items() if sid in entry.items and end.items.get(sid) != place]
        entry.items = {sid: place for sid, place in entry.items.items() if sid not in lost}
        grown = bool(lost)
        for sid, store in start.storages.items():
            after = end.storages.get(sid)
            if after is None or sid not in entry.storages:
                continue
            held, owns = store.held or after.held, min(store.owns, after.owns)
            if (held, owns) != (store.held, store.owns):
                entry.storages[sid] = replace(entry.storages[sid], held=held, owns=owns)
                grown = True
        for oid, content in start.heap.items():
            if oid in entry.heap and oid in end.heap and end.heap[oid].joined and not content.joined:
                entry.heap[oid] = replace(entry.heap[oid], joined=True)
                grown = True
        return grown

    def _grow_name(self, head: Head, fid: int, name: str, start: State, end: State, entry: State) -> bool:
        one, two = start.frames[fid].get(name), end.frames[fid].get(name)
        if one == two:
            return False
        if isinstance(one, Static) and one.obj is None and isinstance(two, (Seq, Obj)) and self._may_be_none(end, two):
            inner = two.items[1] if isinstance(two, Seq) and two.cls is Maybe else two
            entry.frames[fid][name] = maybe(Static(False), self._copied_between(end, entry, inner))
            return True
        if one is not None and two is not None and is_function(one) and is_function(two) and not same_choice(one, two):
            before = entry.frames[fid].get(name)
            wider = None if before is None or not is_function(before) else self.wider_choice(before, two, entry)
            if wider is not None:
                entry.frames[fid][name] = wider
                return True
        if (
            isinstance(one, Obj)
            and isinstance(two, Obj)
            and start.heap[one.oid].shape == "list"
            and end.heap[two.oid].shape in ("dynamic", "records")
            and (one.oid in entry.heap)
        ):
            raise Retry(one.oid, end.heap[two.oid].form)
        one, two = self._as_leaf(one, start), self._as_leaf(two, end)
        if self._same_reference(one, two, start, end):
            return False
        widened = self._widen(one, two, start, end)
        if widened is None:
            if isinstance(one, Undefined) and one.mixed:
                head.dropped.add((fid, name))
                return True
            if (one is None or isinstance(one, Undefined)) and isinstance(two, (Seq, Obj)):
                return self._first_structure(head, fid, name, two, end)
            if one is None or isinstance(one, Undefined):
                if isinstance(two, Dyn):
                    kind = self._kind_at(end, two)
                    known = head.names.get((fid, name))
                    kind = kind if known is None else K.join(known, kind)
                    changed = known != kind
                    head.names[fid, name] = kind
                    return changed
                return False
            if isinstance(one, (Seq, Obj)) and isinstance(two, (Seq, Obj)):
                grown = self._grow_tree(head, fid, name, one, two, start, end)
                if grown is not None:
                    return grown
                if (
                    isinstance(one, Obj)
                    and isinstance(two, Obj)
                    and start.heap[one.oid].shape in ("list", "dynamic")
                    and one.oid in entry.heap
                    and (end.heap[two.oid].shape in ("list", "dynamic", "records"))
                ):
                    raise Retry(one.oid, self._form_in(end, end.heap[two.oid]))
            head.dropped.add((fid, name))
            head.names.pop((fid, name), None)
            head.trees.pop((fid, name), None)
            return True
        if (fid, name) in head.names:
            widened = K.join(head.names[fid, name], widened)
        widened = replace(widened, shape=self._shape_after(one, two, widened))
        if head.names.get((fid, name)) == widened:
            return False
        head.names[fid, name] = widened
        return True

    def _may_be_none(self, end: State, value: Value) -> bool:
        """True for a structure of known leaves: lists of unknown length are other things than None."""
        pairs = self._pairs(value, value, end, end)
        return pairs is not None and all(isinstance(leaf, (Dyn, Static, Undefined)) for _, leaf, _ in pairs)

    def wrap_maybes(self, start: State) -> None:
        """What an iteration binds to a name that may be None is wrapped as it was when the iteration began."""
        for fid, names in start.frames.items():
            for name, one in names.items():
                two = self.state.frames.get(fid, {}).get(name)
                if is_either(one) and two is not None and is_function(two):
                    self.state.frames[fid][name] = self.refit(two, functions_of(one)) or two
                if not (isinstance(one, Seq) and one.cls is Maybe) or two is None or is_maybe(two):
                    continue
                if isinstance(two, Static) and two.obj is None:
                    self.state.frames[fid][name] = maybe(Static(False), one.items[1])
                elif isinstance(two, (Seq, Obj)):
                    self.state.frames[fid][name] = maybe(Static(True), two)

    def _form_in(self, state: State, content: HeapObject) -> Any:
        """The structure of the items of a list, if they are structures."""
        if content.shape != "list":
            return content.form
        here, self.state = self.state, state
        try:
            forms = [self.form_of(v) for v in content.values()]
            found = forms[0] if forms else None
            for form in forms[1:]:
                found = self.joined_form(found, form)
        finally:
            self.state = here
        return None if found in PLAIN else found

    def _grow_object(self, head: Head, oid: int, one: HeapObject, two: HeapObject, start: State, end: State) -> bool:
        if one.shape == "list" and two.shape == "list" and len(one.items) != len(two.items):
            raise Retry(oid, self._form_in(end, two))
        grown = False
        if one.shape == "dynamic" and two.shape == "dynamic":
            first, second = one.items[0][1], two.items[0][1]
            if isinstance(first, Dyn) and isinstance(second, Dyn) and first.place == second.place:
                return False
        if one.shape != two.shape:
            raise Retry(oid, two.form)
        for key in dict.fromkeys([k for k, _ in one.items] + [k for k, _ in two.items]):
            a, b = one.get(key), two.get(key)
            if a == b or self._same_reference(a, b, start, end):
                continue
            if a is None or b is None:
                if one.shape == "list":
                    raise Retry(oid)
                self.fail(f"the entry {key!r} is added to an object inside a loop", self.node, "add it before the loop")
            widened = self._widen(a, b, start, end)
            if widened is None:
                if isinstance(a, Obj) and isinstance(b, Obj):
                    self.fail(
                        "an object is replaced by another one in each iteration",
                        self.node,
                        "use variables, or change its attributes",
                    )
                self.fail(f"the entry {key!r} changes its kind from one iteration to the next", self.node)
            if (oid, key) in head.fields:
                widened = K.join(head.fields[oid, key], widened)
            widened = replace(widened, shape=self._shape_after(a, b, widened))
            if head.fields.get((oid, key)) != widened:
                head.fields[oid, key] = widened
                grown = True
        return grown
