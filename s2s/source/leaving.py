"""The state after a loop: the results of its slots, and the memory that they may share."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from s2s.ir.core import Place, Var
from s2s.source.growth import Growth
from s2s.source.values import Dyn, Func, State, Static, Undefined, Value


class Leaving(Growth):
    """The values that a loop leaves behind."""

    def _leave(
        self, slots: list[Any], start: State, after_test: State, entry: State, has_test: bool
    ) -> tuple[State, list[Var]]:
        """The state after the loop: carried slots hold the results."""
        end = self.state
        state = entry.copy()
        state.maybe, state.twins = end.maybe, end.twins
        state.stale |= {sid: why for sid, why in end.stale.items() if sid in entry.storages}
        state.links = entry.links
        state.items = {sid: place for sid, place in entry.items.items() if end.items.get(sid) == place}
        self.forget_links(state, [link for link in end.links if link not in entry.links])
        for sid, store in end.storages.items():
            state.storages.setdefault(sid, store)
        for oid, content in end.heap.items():
            state.heap.setdefault(oid, content)
        for fid, names in start.frames.items():
            if fid in state.frames:
                for name, value in names.items():
                    if isinstance(value, Undefined):
                        state.frames[fid][name] = value
        results: list[Var] = []
        self.state = state
        moved: dict[int, int] = {}
        trees: dict[tuple[int, str], dict[tuple[Any, ...], Value]] = {}
        self.joins = []
        for slot in slots:
            results.append(self._result_slot(slot, start, end, state, moved, trees))
        head = start.copy()
        head.maybe, head.twins = end.maybe, end.twins
        self.relate(self.joins, [head, end], set(entry.storages))
        for (fid, name), parts in trees.items():
            base = state.frames[fid].get(name)
            if base is None or isinstance(base, Undefined):
                base = self._copied_between(start, state, start.frames[fid][name])
            state.frames[fid][name] = self._rebuilt_tree(base, parts, ())
        self.state = end
        for fid, names in end.frames.items():
            if fid in state.frames:
                for name, value in names.items():
                    known = state.frames[fid].get(name)
                    if known is None and name != "<value>":
                        kept = isinstance(value, Static) or isinstance(value, Func) and self.lives_in(value, state)
                        state.frames[fid][name] = value if kept else Undefined(name, mixed=True)
        return state, results

    def _result_slot(
        self,
        slot: Any,
        start: State,
        end: State,
        state: State,
        moved: dict[int, int],
        trees: dict[tuple[int, str], dict[tuple[Any, ...], Value]],
    ) -> Var:
        if slot[0] == "store":
            store = start.storages[slot[1]]
            var = Var(store.var.name, self._next(), store.var.temp)
            self.shared.same[var] = store.var
            self.shared.kinds[var], self.shared.places[var] = store.kind, Place(slot[1])
            version = end.storages[slot[1]].version + 1
            state.storages[slot[1]] = replace(store, var=var, version=version)
            return var
        if slot[0] == "name":
            leaf = self._as_leaf(start.frames[slot[1]][slot[2]], start)
            assert leaf is not None
            value = leaf
        elif slot[0] == "tree":
            here, self.state = self.state, start
            value = self._at_path(start.frames[slot[1]][slot[2]], slot[3])
            self.state = here
        else:
            found = start.heap[slot[1]].get(slot[2])
            assert found is not None
            value = found
        assert isinstance(value, Dyn) and isinstance(value.expr, Var)
        var = Var(value.expr.name, self._next(), value.expr.temp)
        if value.place is not None and value.place.storage in moved:
            place = Place(moved[value.place.storage], value.place.path)
            self.shared.kinds[var], self.shared.places[var] = value.kind, place
            made = Dyn(var, value.kind, place, state.storages[place.storage].version)
        else:
            made = self.define(var, value.kind)
            if made.place is not None and value.place is not None:
                moved[value.place.storage] = made.place.storage
                last = self._last_value(slot, end)
                stands_for = {0: value.place.storage}
                if isinstance(last, Dyn) and last.place is not None:
                    stands_for[1] = last.place.storage
                self.joins.append((made.place.storage, stands_for))
        self.flow(value, made)
        if slot[0] == "name":
            state.frames[slot[1]][slot[2]] = self._boxed(made)
        elif slot[0] == "tree":
            trees.setdefault((slot[1], slot[2]), {})[slot[3]] = made
        else:
            state.heap[slot[1]] = state.heap[slot[1]].with_item(slot[2], made)
        return var

    def _last_value(self, slot: Any, end: State) -> Value | None:
        """What the last iteration handed on."""
        if slot[0] == "tree":
            here, self.state = self.state, end
            found: Value | None = self._at_path(end.frames[slot[1]][slot[2]], slot[3])
            self.state = here
            return found
        found = end.frames[slot[1]].get(slot[2]) if slot[0] == "name" else end.heap[slot[1]].get(slot[2])
        return self._as_leaf(found, end)
