"""Where control flow meets: the states of two arms become one, and values that differ become results."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from s2s.analysis import kinds as K
from s2s.errors import TooDeepError
from s2s.ir.core import NONE, Apply, Const, Expr, If, Place, Stmt, Var
from s2s.source.chosen import Chosen
from s2s.source.frames import Bottom, Retry, end_of
from s2s.source.values import (
    Dyn,
    HeapObject,
    Iter,
    Obj,
    Seq,
    State,
    Static,
    Store,
    Undefined,
    Value,
    as_maybes,
    is_function,
    maybe,
)

UNBOUND = Const("<unbound>")
MAX_LOOPS = 12  # an enclosing loop lowers its body several times, so the time grows with the power of the depth
MAX_BLOCKS = 95  # Python reads 100 levels of indentation


class Arm:
    """One arm of a branch: its statements, its state at the end, and the values that it hands over."""

    def __init__(self, stmts: list[Stmt], state: State, dead: bool) -> None:
        self.stmts, self.state, self.dead = stmts, state, dead
        self.results: list[Expr] = []


class Merging(Chosen):
    """Joins of states."""

    def joined_arms(self, test: Expr, a: Any, b: Any, node: Any, name: str) -> Value:
        """Two lowered arms of a conditional expression, as an If with one value."""
        (s1, v1, st1), (s2, v2, st2) = a, b
        first, second = Arm(s1, st1, False), Arm(s2, st2, False)
        key = "<value>"
        st1.frames[self.frame.fid][key] = v1
        st2.frames[self.frame.fid][key] = v2
        self.label = name
        self.merge(test, first, second, node)
        value = self.state.frames[self.frame.fid].pop(key)
        if isinstance(value, Undefined):
            self.fail("the two values of this expression are of different kinds", node)
        return value

    joins: list[tuple[int, dict[int, int]]] = []

    @contextmanager
    def nested(self, node: Any, loop: bool = False) -> Iterator[None]:
        """One more level of nesting, of the user's functions and of those that they call."""
        shared = self.shared
        if shared.loops + loop > MAX_LOOPS:
            reason = f"loops nest more than {MAX_LOOPS} deep here (those around a call of the function count, too)"
            self.fail(reason, node, "loop over itertools.product, or use array operations", TooDeepError)
        if shared.blocks >= MAX_BLOCKS:
            self.fail(
                f"branches nest more than {MAX_BLOCKS} deep here (each elif, and what follows an early return, is one "
                "level more): Python does not read generated code that deep",
                node,
                "look the value up in an array, or compare with fewer values",
                TooDeepError,
            )
        shared.loops, shared.blocks = shared.loops + loop, shared.blocks + 1
        try:
            yield
        finally:
            shared.loops, shared.blocks = shared.loops - loop, shared.blocks - 1

    def branch(self, test: Expr, then: Any, orelse: Any, node: Any) -> None:
        """Lower both arms (callables that emit statements) and merge what they leave."""
        before, outer = self.state, self.out
        mark = self.shared.counter
        while True:
            try:
                arms = []
                for arm in (then, orelse):
                    self.state, self.out, self.dead = before.copy(), [], False
                    try:
                        with self.nested(node):
                            arm()
                    except Bottom:
                        self.dead = True
                    arms.append(Arm(self.out, self.state, self.dead))
                self.state, self.out, self.dead = before, outer, False
                self.merge(test, arms[0], arms[1], node)
                return
            except Retry as retry:
                if retry.oid not in before.heap:
                    self.fail("a list has another length on each path", node, "give it the same length on both paths")
                self.state, self.out, self.dead = before, outer, False
                self.prepare_list(retry, node)
                assert self.shared.counter >= mark

    def prepare_list(self, retry: Retry, node: Any) -> None:
        """Give a list the form that a branch or loop asks for, before that begins."""
        if self.state.heap[retry.oid].shape == "records":
            if self.shared.blocks:
                raise retry
            self.fail("the items of a list have different structures", node, "give every item the same structure")
        self.make_dynamic(retry.oid, retry.form)

    def merge(self, test: Expr, a: Arm, b: Arm, node: Any) -> None:
        with self.handing_on():
            self._merge(test, a, b, node)

    def _merge(self, test: Expr, a: Arm, b: Arm, node: Any) -> None:
        if a.dead or b.dead:
            live = b if a.dead else a
            self.state = live.state if not (a.dead and b.dead) else a.state
            self._one_arm(test, a, b)
            self.dead = a.dead and b.dead
            return
        results: list[Var] = []
        self.joins = []
        merged = a.state.copy()
        merged.maybe = a.state.maybe | b.state.maybe
        merged.twins = a.state.twins | b.state.twins
        merged.stale = b.state.stale | a.state.stale
        merged.items = {s: place for s, place in a.state.items.items() if b.state.items.get(s) == place}
        merged.links = tuple(link for link in a.state.links if link in b.state.links)
        self.forget_links(merged, [link for link in (*a.state.links, *b.state.links) if link not in merged.links])
        merged.storages = dict(b.state.storages) | dict(a.state.storages)
        merged.heap = dict(b.state.heap) | dict(a.state.heap)
        self.state = merged
        for sid in sorted(set(a.state.storages) & set(b.state.storages)):
            one, two = a.state.storages[sid], b.state.storages[sid]
            if one.var != two.var:
                self._merge_store(sid, one, two, a, b, results)
        for oid in sorted(set(a.state.heap) & set(b.state.heap)):
            first, second = a.state.heap[oid], b.state.heap[oid]
            if first != second:
                merged.heap[oid] = self._merge_object(oid, first, second, a, b, results)
        self.tested, self.brought = test, frozenset()
        merged.frames = {f: dict(names) for f, names in (*b.state.frames.items(), *a.state.frames.items())}
        for fid in sorted(set(a.state.frames) & set(b.state.frames)):
            names1, names2 = a.state.frames[fid], b.state.frames[fid]
            for name in dict.fromkeys((*names1, *names2)):
                merged.frames[fid][name] = self._merge_value(name, names1.get(name), names2.get(name), a, b, results)
        self.relate(self.joins, [a.state, b.state], set(a.state.storages) & set(b.state.storages))
        self.out.append(
            If(test, end_of(a.stmts, tuple(a.results)), end_of(b.stmts, tuple(b.results)), tuple(results), self.origin)
        )

    def forget_links(self, state: State, links: list[Any]) -> None:
        """A layout view that was taken on one path only: from here on its arrays may share memory."""
        for base, _, copy, _, _ in links:
            pairs = {(base, copy)}
            pairs |= {(base, b if a == copy else a) for a, b in state.maybe if copy in (a, b)}
            for a, b in pairs:
                if a != b:
                    pair = (min(a, b), max(a, b))
                    state.maybe = state.maybe | {pair}
                    self.shared.maybe.add(pair)

    def _one_arm(self, test: Expr, a: Arm, b: Arm) -> None:
        """An arm that raises: the other one's values go on as results of the If."""
        live = b if a.dead else a
        if a.dead and b.dead:
            self.out.append(If(test, end_of(a.stmts, (), True), end_of(b.stmts, (), True), (), self.origin))
            return
        empty = end_of([], ())
        if a.dead:
            self.out.append(If(test, end_of(a.stmts, (), True), empty, (), self.origin))
        else:
            self.out.append(If(Apply("not", (test,)), end_of(b.stmts, (), True), empty, (), self.origin))
        self.out.extend(live.stmts)

    def _merge_store(self, sid: int, one: Store, two: Store, a: Arm, b: Arm, results: list[Var]) -> None:
        kind = K.join(one.kind, two.kind)
        var = Var(one.var.name, self._next(), one.var.temp)
        self.shared.same[var] = one.var
        self.shared.kinds[var], self.shared.places[var] = kind, Place(sid)
        a.results.append(one.var)
        b.results.append(two.var)
        results.append(var)
        self.state.storages[sid] = Store(var, kind, max(one.version, two.version) + 1, one.external or two.external)
        held, owns = one.held or two.held, min(one.owns, two.owns)
        self.state.storages[sid] = replace(self.state.storages[sid], held=held, owns=owns)

    def _merge_object(
        self, oid: int, one: HeapObject, two: HeapObject, a: Arm, b: Arm, results: list[Var]
    ) -> HeapObject:
        alike = one.shape == two.shape and one.form == two.form
        if alike and [k for k, _ in one.items] == [k for k, _ in two.items]:
            items = tuple(
                (k, self._merge_value(str(k) if isinstance(k, str) else f"item_{k}", v, two.get(k), a, b, results))
                for k, v in one.items
            )
            return self.noted(replace(one, items=items, joined=one.joined or two.joined))
        if one.shape == "instance" and two.shape == "instance":
            names = dict.fromkeys([k for k, _ in one.items] + [k for k, _ in two.items])
            items = tuple(
                (k, self._merge_value(k, _own_or_class(one, k), _own_or_class(two, k), a, b, results)) for k in names
            )
            return HeapObject("instance", items, one.cls, one.origin, one.joined)
        if one.shape == "dict" and two.shape == "dict":
            self.fail(
                "a dict has other keys on each path that leads here",
                self.node,
                "give it the same keys, in the same order, on every path",
            )
        raise Retry(oid, one.form or two.form)

    def _merge_value(
        self, name: str, one: Value | None, two: Value | None, a: Arm, b: Arm, results: list[Var]
    ) -> Value:
        if one == two and one is not None:
            return one
        for value in (one, two):
            if isinstance(value, Undefined) and value.mixed:
                return value
        if isinstance(one, Undefined) and isinstance(two, Undefined):
            return one
        if one is None or two is None or isinstance(one, Undefined) or isinstance(two, Undefined):
            known = two if one is None or isinstance(one, Undefined) else one
            return self._half_bound(name, known, one is None or isinstance(one, Undefined), a, b, results)
        if isinstance(one, Dyn) and isinstance(two, Dyn) and one.place is not None and one.place == two.place:
            return self._merge_alias(name, one, two, a, b, results)
        pair = as_maybes(one, two)
        if pair is not None:
            (has1, value1), (has2, value2) = pair
            present = self._merge_value(f"has_{name}", has1, has2, a, b, results)
            return maybe(present, self._merge_value(name, value1, value2, a, b, results))
        if is_function(one) and is_function(two):
            return self.joined_functions(name, one, two, a, b, results)
        numbers = (Dyn, Static)
        if isinstance(one, numbers) and isinstance(two, numbers):
            return self._merge_leaf(name, one, two, a, b, results)
        if isinstance(one, Seq) and isinstance(two, Seq) and one.cls is two.cls and len(one.items) == len(two.items):
            items = tuple(
                self._merge_value(f"{name}_{i}", x, y, a, b, results)
                for i, (x, y) in enumerate(zip(one.items, two.items, strict=True))
            )
            return Seq(items, one.cls)
        if isinstance(one, Obj) and isinstance(two, Obj):
            return self._merge_references(name, one, two, a, b, results)
        return Undefined(name, mixed=True)

    def _merge_alias(self, name: str, one: Dyn, two: Dyn, a: Arm, b: Arm, results: list[Var]) -> Dyn:
        """The same part of the same array, under the names of both arms."""
        assert one.place is not None
        if one.expr == two.expr:
            return replace(one, version=-1, kind=K.join(one.kind, two.kind))
        var = self.fresh(name, temp=False)
        a.results.append(self._in(a, one))
        b.results.append(self._in(b, two))
        results.append(var)
        kind = K.join(self._kind_in(a, one), self._kind_in(b, two))
        self.shared.kinds[var], self.shared.places[var] = kind, one.place
        return Dyn(var, kind, one.place, self.state.storages[one.place.storage].version)

    def _half_bound(
        self, name: str, known: Value | None, first_missing: bool, a: Arm, b: Arm, results: list[Var]
    ) -> Value:
        """Bound on one path only: later reads happen only where the user's program bound it."""
        if isinstance(known, Dyn):
            known_arm, other = (b, a) if first_missing else (a, b)
            var = self.fresh(name, temp=False)
            known_arm.results.append(self._in(known_arm, known))
            other.results.append(UNBOUND)
            results.append(var)
            return self._define_merged(var, known.kind, *((None, known) if first_missing else (known, None)))
        if isinstance(known, Seq):
            return Seq(
                tuple(
                    self._half_bound(f"{name}_{i}", v, first_missing, a, b, results) for i, v in enumerate(known.items)
                ),
                known.cls,
            )
        if isinstance(known, Obj):
            arm = b if first_missing else a
            content = arm.state.heap[known.oid]
            items = tuple(
                (k, self._half_bound(k if isinstance(k, str) else f"{name}_{k}", v, first_missing, a, b, results))
                for k, v in content.items
            )
            return self.allocate(replace(content, items=items, origin=None, joined=True))
        return known if isinstance(known, Static) else Undefined(name, mixed=True)

    def _in(self, arm: Arm, value: Value) -> Expr:
        """The expression of a value at the end of an arm."""
        here, out = self.state, self.out
        self.state, self.out = arm.state, arm.stmts
        try:
            return self.expr(value)
        finally:
            self.state, self.out = here, out

    def _kind_in(self, arm: Arm, value: Value) -> Any:
        here, out = self.state, self.out
        self.state, self.out = arm.state, arm.stmts
        try:
            return self.kind(value)
        finally:
            self.state, self.out = here, out

    def _merge_leaf(self, name: str, one: Value, two: Value, a: Arm, b: Arm, results: list[Var]) -> Value:
        if isinstance(one, Static) and isinstance(two, Static):
            simple = (bool, int, float, complex, str, type(None))
            if not isinstance(one.obj, simple) or not isinstance(two.obj, simple):
                return one if one.obj is two.obj else Undefined(name, mixed=True)
            if type(one.obj) is type(two.obj) and one.obj == two.obj and repr(one.obj) == repr(two.obj):
                return one
        kind1, kind2 = self._kind_in(a, one), self._kind_in(b, two)
        kind = K.join(kind1, kind2)
        if kind.active and kind.cat == "other":
            return Undefined(name, mixed=True)
        label = self.label if name == "<value>" else name
        var = self.fresh(label or name, temp=name == "<value>")
        a.results.append(self._in(a, one))
        b.results.append(self._in(b, two))
        results.append(var)
        return self._define_merged(var, kind, one, two)

    def _define_merged(self, var: Var, kind: Any, one: Value | None, two: Value | None) -> Dyn:
        made = self.define(var, kind)
        if made.place is not None:
            stands_for: dict[int, int] = {}
            for side, source in enumerate((one, two)):
                self.flow(source, made)
                if isinstance(source, Dyn) and source.place is not None:
                    stands_for[side] = source.place.storage
            self.joins.append((made.place.storage, stands_for))
        return made

    def _merge_references(self, name: str, one: Obj, two: Obj, a: Arm, b: Arm, results: list[Var]) -> Value:
        first, second = a.state.heap.get(one.oid), b.state.heap.get(two.oid)
        if first is None or second is None:
            return Undefined(name, mixed=True)
        if first.shape == second.shape == "instance" and first.cls is not second.cls:
            return Undefined(name, mixed=True)
        alike = first.shape == second.shape and first.form == second.form
        if not alike or [k for k, _ in first.items] != [k for k, _ in second.items]:
            for oid, content in ((one.oid, first), (two.oid, second)):
                if content.shape == "list" and one.oid == two.oid:
                    raise Retry(oid, first.form or second.form)
            if {first.shape, second.shape} <= {"list", "dynamic"}:
                return self._dynamic_reference(name, one, two, a, b, results)
            return Undefined(name, mixed=True)
        made = self._merge_object(one.oid, first, second, a, b, results)
        self.shared_from_here(one, two)
        return self.allocate(replace(made, origin=None, joined=True))

    def _dynamic_reference(self, name: str, one: Obj, two: Obj, a: Arm, b: Arm, results: list[Var]) -> Value:
        values = []
        for arm, obj in ((a, one), (b, two)):
            here, out = self.state, self.out
            self.state, self.out = arm.state, arm.stmts
            if arm.state.heap[obj.oid].shape == "list":
                self.make_dynamic(obj.oid)
            values.append(self.deref(obj))
            self.state, self.out = here, out
        self.shared_from_here(one, two)
        merged = self._merge_leaf(name, values[0], values[1], a, b, results)
        if not isinstance(merged, Dyn):
            return merged
        return self.allocate(HeapObject("dynamic", (("value", merged),), list, None, True))


def _own_or_class(content: HeapObject, key: str) -> Value | None:
    """The attribute of an object (mixed: on this path the class answers for it)."""
    found = content.get(key)
    if found is None and (hasattr(content.cls, key) or hasattr(content.cls, "__getattr__")):
        return Undefined(key, mixed=True)
    return found


__all__ = ["Arm", "Iter", "Merging", "NONE", "UNBOUND"]
