"""The fixed point of a loop: the body is lowered until the state at its head carries all that changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import gast

from s2s.analysis import kinds as K
from s2s.ir.core import Block, Const, Expr, ForEach, Kind, Let, Loop, Place, Stmt, Var, While
from s2s.source.exposed import one_part_each, read_before_bound, writes_to
from s2s.source.frames import Retry
from s2s.source.iteration import Iteration
from s2s.source.merging import UNBOUND
from s2s.source.structures import Head
from s2s.source.values import Dyn, Seq, State, Static, Undefined, Value, is_maybe

MAX_ROUNDS = 12


class NeedsStatements(Exception):
    """A test that cannot stand as one expression after ``while``."""


class Carried(Iteration):
    """Lowering of a loop that is kept."""

    def _loop(
        self,
        source: tuple[Value, Any] | None,
        test: Any,
        assigned: list[str],
        body: Callable[[], None],
        stop: list[str],
        node: Any,
    ) -> None:
        """Lower the body until the head state covers every iteration."""
        self.refresh_lists()
        entry, outer = self.state, self.out
        self.before_loop = outer
        head = self._first_head(assigned, entry)
        self._recall(head, node, entry)
        for _ in range(MAX_ROUNDS):
            self.state, self.out, self.dead, self.before_loop = entry.copy(), [], False, outer
            try:
                with self.nested(node, loop=True):
                    done = self._round(source, test, body, stop, head, entry, node)
            except Retry as retry:
                self.state, self.out, self.dead = entry, outer, False
                if self.shared.unroll and retry.form is not None:
                    self.fail("a list of structures grows in a loop", node, "keep one list per entry")
                if retry.oid not in entry.heap:
                    self.fail("a list that is created in the loop changes its length on one path only", node)
                self.prepare_list(retry, node)
                self.refresh_lists()
                if source is not None:
                    source = (self._iterable(self.deref(source[0]), node), source[1])
                entry, outer = self.state, self.out
                continue
            if done is not None:
                loop, state = done
                self._remember(head, node, entry)
                self.out, self.state, self.dead = outer, state, False
                self.emit(loop)
                return
        self.fail(
            "the values that this loop carries have no stable structure",
            node,
            "keep the same kind of value in each variable through all iterations",
        )

    def _remember(self, head: Head, node: Any, entry: State) -> None:
        """Keep what was found out about a loop: an enclosing loop lowers it again."""
        stores: dict[tuple[int, str], Kind] = {}
        for fid, names in entry.frames.items():
            for name, value in names.items():
                if (
                    isinstance(value, Dyn)
                    and value.place is not None
                    and value.place.storage in head.stores
                    and not value.place.path
                ):
                    stores[fid, name] = head.stores[value.place.storage]
        self.shared.heads[id(node)] = (node, dict(head.names), stores)

    def _recall(self, head: Head, node: Any, entry: State) -> None:
        known = self.shared.heads.get(id(node))
        if known is None or known[0] is not node:
            return
        for (fid, name), kind in known[1].items():
            value = entry.frames.get(fid, {}).get(name)
            if isinstance(value, (Dyn, Static)):
                mine = self._kind_at(entry, value)
                if mine.cat in ("num", "arr", "numeric") and mine.cat == kind.cat and kind.cat == "num":
                    head.names[fid, name] = K.join(mine, kind)
        for (fid, name), kind in known[2].items():
            value = entry.frames.get(fid, {}).get(name)
            if isinstance(value, Dyn) and value.place is not None and value.place.storage in entry.storages:
                head.stores[value.place.storage] = K.join(entry.storages[value.place.storage].kind, kind)

    def _first_head(self, assigned: list[str], entry: State) -> Head:
        """Begin with the numbers that the body assigns by name."""
        head = Head()
        names = entry.frames[self.frame.fid]
        for name in assigned:
            value = names.get(name)
            if isinstance(value, Static) and type(value.obj) in (int, float, complex, bool):
                head.names[self.frame.fid, name] = K.kind_of(value.obj)
            elif isinstance(value, Dyn) and value.kind.cat == "num":
                head.names[self.frame.fid, name] = replace(value.kind, shape=())
        return head

    def _round(
        self, source: Any, test: Any, body: Callable[[], None], stop: list[str], head: Head, entry: State, node: Any
    ) -> Any:
        with self.handing_on():
            params, inits, slots = self._enter(head, entry)
        start = self.state.copy()
        index = Var("step", self._next(), True)
        self.shared.kinds[index] = K.INT
        header: Any
        if source is not None:
            self.counter_alias = None
            pattern, value = self._element(source[0], index, source[1], node)
            if self.counter_alias is not None and self.counter_alias[0] == index:
                index = self.counter_alias[1]
            here, out = self.state, self.out
            self.state, self.out = entry, self.before_loop
            iterable = self._iter_code(source[0])
            self.state, self.out = here, out
            header = ForEach(pattern, iterable, index)
            if source[1] is not None:
                self._bind_loop_target(source[1], value, node)
        else:
            stmts, tested = self.captured(test.test)
            truth = self.condition(stmts, tested)
            if not all(isinstance(s, Let) and s.implicit for s in self.out):
                raise NeedsStatements
            header = While(Block(tuple(self.out), ()), Const(truth) if isinstance(truth, bool) else truth)
            self.out = []
        after_test = self.state.copy()
        body()
        if self.dead:
            self.fail("every iteration of this loop ends in an exception", node)
        with self.handing_on():
            self.wrap_maybes(start)
            grown = self._grow(head, start, after_test, entry)
            grown = grown or self._share_at_end(head, slots, params, entry, header, node)
            if grown:
                return None
            nexts = tuple(self._slot_expr(slot) for slot in slots)
            carried = zip(slots, params, nexts, strict=True)
            if head.leave_out(slot[1] for slot, param, last in carried if slot[0] == "store" and param == last):
                return None
        for param, slot in zip(params, slots, strict=True):
            if slot[0] != "store" and param in self.shared.places:
                self.flow(self._slot_value(slot), Dyn(param, self.shared.kinds[param], self.shared.places[param]))
        end_test = self._stopped(stop) if stop else False
        stmts = self.out
        with self.handing_on():
            state, results = self._leave(slots, start, after_test, entry, source is None)
        block = Block(tuple(stmts), nexts)
        stop_expr = None if end_test is False else Const(True) if end_test is True else end_test
        return Loop(header, tuple(params), tuple(inits), block, tuple(results), stop_expr, self.origin), state

    def condition(self, stmts: list[Stmt], value: Value) -> bool | Expr:
        raise NotImplementedError

    def _bind_loop_target(self, target: Any, value: Value, node: Any) -> None:
        if isinstance(target, gast.Name):
            self.state.frames[self.frame.fid][target.id] = value
        elif isinstance(target, (gast.Tuple, gast.List)):
            if (
                isinstance(value, Seq)
                and len(value.items) == len(target.elts)
                and not any(isinstance(t, gast.Starred) for t in target.elts)
            ):
                for part, item in zip(target.elts, value.items, strict=True):
                    self._bind_loop_target(part, item, node)
            else:
                self.assign(target, value, node)
        else:
            self.assign(target, value, node)

    def _enter(self, head: Head, entry: State) -> tuple[list[Var], list[Expr], list[Any]]:
        """Replace the carried slots by parameters of the loop."""
        params: list[Var] = []
        inits: list[Expr] = []
        slots: list[Any] = []
        first = self._first_values(head, entry)
        for fid, name in head.dropped:
            if name in self.state.frames.get(fid, {}):
                self.state.frames[fid][name] = Undefined(name, mixed=True)
        for sid, kind in head.stores.items():
            store = self.state.storages[sid]
            var = Var(store.var.name, self._next(), store.var.temp)
            self.shared.same[var] = store.var
            self.shared.kinds[var], self.shared.places[var] = kind, Place(sid)
            params.append(var)
            inits.append(store.var)
            slots.append(("store", sid))
            self.state.storages[sid] = replace(store, var=var, kind=kind, version=store.version + 1)
        fresh: dict[int, int] = {}
        for (fid, name), kind in head.names.items():
            value = self.state.frames[fid].get(name)
            slot: Any = ("name", fid, name)
            made = self._carried(name, self._as_leaf(value, self.state), kind, {} if slot in head.apart else fresh)
            init = first["name", fid, name]
            self.state.frames[fid][name] = self._boxed(made)
            assert isinstance(made.expr, Var)
            params.append(made.expr)
            inits.append(init)
            slots.append(("name", fid, name))
        for (fid, name), leaves in head.trees.items():
            whole = self._templated(head, fid, name, self.state.frames[fid].get(name))
            parts: dict[tuple[Any, ...], Value] = {}
            for path, kind in leaves.items():
                slot = ("tree", fid, name, path)
                label = self.choice_name(name, whole, path) or _leaf_name(name, path, is_maybe(whole))
                made = self._carried(label, self._at_path(whole, path), kind, {} if slot in head.apart else fresh)
                init = first["tree", fid, name, path]
                parts[path] = made
                assert isinstance(made.expr, Var)
                params.append(made.expr)
                inits.append(init)
                slots.append(("tree", fid, name, path))
            self.state.frames[fid][name] = self._rebuilt_tree(whole, parts, ())
        for (oid, key), kind in head.fields.items():
            value = self.state.heap[oid].get(key)
            slot = ("field", oid, key)
            label = self.list_name(oid) if self.state.heap[oid].shape == "dynamic" else str(key)
            made = self._carried(label, value, kind, {} if slot in head.apart else fresh)
            init = first["field", oid, key]
            self.state.heap[oid] = self.state.heap[oid].with_item(key, made)
            assert isinstance(made.expr, Var)
            params.append(made.expr)
            inits.append(init)
            slots.append(("field", oid, key))
        places = {slot: self.shared.places.get(param) for slot, param in zip(slots, params, strict=True)}
        for slot, other, twins in head.aliases:
            one = places.get(slot)
            two = Place(other) if isinstance(other, int) else places.get(other)
            if one is not None and two is not None and one.storage != two.storage:
                self.may_alias(one.storage, two.storage)
                if twins:
                    pair = (min(one.storage, two.storage), max(one.storage, two.storage))
                    self.state.twins |= {pair}
        self.state.stale |= head.spoiled
        for slot in head.held:
            self.hold_place(places.get(slot))
        for slot, why in head.stale.items():
            place = places.get(slot)
            if place is not None:
                self.state.stale[place.storage] = why
        return params, inits, slots

    def _share_at_end(
        self, head: Head, slots: list[Any], params: list[Var], entry: State, header: Any, node: Any
    ) -> bool:
        """Note the memory that carried values share when an iteration ends: the next one begins with it."""
        ends: dict[Any, tuple[int, int]] = {}
        for slot, param in zip(slots, params, strict=True):
            value = self._slot_value(slot) if slot[0] != "store" else None
            if slot[0] == "name" and slot[1] == self.frame.fid and not read_before_bound(node, slot[2]):
                continue
            if isinstance(value, Dyn) and value.place is not None and value.place.path:
                written = writes_to(self.out, self.shared.places, value.place.storage)
                if one_part_each(header, value.place.path, written):
                    continue
            if isinstance(value, Dyn) and value.place is not None and param in self.shared.places:
                ends[slot] = self.shared.places[param].storage, value.place.storage
        known = len(head.aliases), len(head.apart), len(head.stale), len(head.held)
        for slot, (begin, end) in ends.items():
            partners = {end, *self.partners(end)}
            one_list = {end, *self.twins(end)} if self.is_list(end) else set()
            if self.state.storages[end].held:
                head.held.add(slot)
            if end in self.state.stale:
                head.stale.setdefault(slot, self.state.stale[end])
            found = [(sid, False) for sid in partners - {begin} - self.partners(begin)]
            found += [(sid, True) for sid in one_list - {begin} - self.twins(begin)]
            head.aliases |= {(slot, sid, twins) for sid, twins in found if sid in entry.storages}
            for other, (begin2, end2) in ends.items():
                if other == slot:
                    continue
                if begin != begin2 and end2 in partners:
                    head.aliases.add((slot, other, end2 in one_list))
                if begin == begin2 and end != end2:
                    head.apart.add(other)
        return (len(head.aliases), len(head.apart), len(head.stale), len(head.held)) != known

    def _first_values(self, head: Head, entry: State) -> dict[Any, Expr]:
        """The expressions of the carried values before the loop."""
        here, out = self.state, self.out
        self.state, self.out = entry, self.before_loop
        slots: list[Any] = [("name", fid, name) for fid, name in head.names]
        slots += [("tree", fid, name, path) for (fid, name), leaves in head.trees.items() for path in leaves]
        slots += [("field", oid, key) for oid, key in head.fields]
        first = {slot: self._slot_expr(slot) for slot in slots}
        self.state, self.out = here, out
        return first

    def _carried(self, name: str, value: Value | None, kind: Kind, fresh: dict[int, int]) -> Dyn:
        var = self.fresh(name, temp=False)
        if isinstance(value, Dyn) and value.place is not None and value.place.storage in fresh:
            place = Place(fresh[value.place.storage], value.place.path)
            if not value.place.path:
                self.shared.kinds[var], self.shared.places[var] = kind, place
                return Dyn(var, kind, place, self.state.storages[place.storage].version)
        made = self.define(var, kind)
        if made.place is not None and isinstance(value, Dyn) and value.place is not None:
            if not value.place.path:
                fresh[value.place.storage] = made.place.storage
            self.become(made, value)
        return made

    def _slot_value(self, slot: Any) -> Value | None:
        if slot[0] == "name":
            return self._as_leaf(self.state.frames[slot[1]].get(slot[2]), self.state)
        if slot[0] == "tree":
            whole = self.state.frames[slot[1]].get(slot[2])
            return None if whole is None or isinstance(whole, Undefined) else self._at_path(whole, slot[3])
        return self.state.heap[slot[1]].get(slot[2])

    def _slot_expr(self, slot: Any) -> Expr:
        if slot[0] == "store":
            return self.state.storages[slot[1]].var
        value = self._slot_value(slot)
        if value is None or isinstance(value, Undefined):
            return UNBOUND
        return self.expr(value)


def _leaf_name(name: str, path: tuple[Any, ...], optional: bool) -> str:
    """A name for one leaf of a carried structure."""
    if optional and path == (0,):
        return f"has_{name}"
    last = path[-1]
    return (
        last if isinstance(last, str) and last.isidentifier() else f"{name}_{last}" if isinstance(last, int) else name
    )
