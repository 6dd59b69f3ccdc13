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
        state.maybe = end.maybe
        state.links = entry.links
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
        for slot in slots:
            results.append(self._result_slot(slot, start, end, state, moved, trees))
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
                        kept = isinstance(value, (Static, Func))
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
                self._carry_aliases(value.place.storage, made.place.storage, slot, end)
        self.flow(value, made)
        if slot[0] == "name":
            state.frames[slot[1]][slot[2]] = self._boxed(made)
        elif slot[0] == "tree":
            trees.setdefault((slot[1], slot[2]), {})[slot[3]] = made
        else:
            state.heap[slot[1]] = state.heap[slot[1]].with_item(slot[2], made)
        return var

    def _carry_aliases(self, old: int, new: int, slot: Any, end: State) -> None:
        """What the carried array may share memory with, its final value may too."""
        partners = {b if a == old else a for a, b in self.state.maybe if old in (a, b)}
        if slot[0] == "tree":
            here, self.state = self.state, end
            value: Value | None = self._at_path(end.frames[slot[1]][slot[2]], slot[3])
            self.state = here
        else:
            value = end.frames[slot[1]].get(slot[2]) if slot[0] == "name" else end.heap[slot[1]].get(slot[2])
        if isinstance(value, Dyn) and value.place is not None:
            last = value.place.storage
            partners |= {b if a == last else a for a, b in self.state.maybe if last in (a, b)}
            if last in self.state.storages:
                partners.add(last)
        for partner in sorted(partners):
            if partner in self.state.storages and partner != new:
                self.may_alias(new, partner)
