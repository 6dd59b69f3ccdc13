"""Loops and comprehensions: find what an iteration changes, and carry it."""

from __future__ import annotations

import types
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import gast

from s2s.analysis import kinds as K
from s2s.errors import UnsupportedError
from s2s.ir.core import (
    NONE,
    Apply,
    Block,
    Const,
    Expr,
    ForEach,
    Kind,
    Let,
    Loop,
    Origin,
    Place,
    Stmt,
    Var,
    While,
)
from s2s.source.base import Retry, names_assigned
from s2s.source.exposed import one_part_each, read_before_bound, writes_to
from s2s.source.merging import UNBOUND, Merging
from s2s.source.values import (
    HOLE,
    Dyn,
    Func,
    HeapObject,
    Iter,
    Method,
    Obj,
    Partial,
    Seq,
    State,
    Static,
    Undefined,
    Value,
)

MAX_ROUNDS = 12
MAX_UNROLL = 64


class NeedsStatements(Exception):
    """A test that cannot stand as one expression after ``while``."""


class Head:
    """The state at the head of a loop: which slots are carried, in which kinds."""

    def __init__(self) -> None:
        self.names: dict[tuple[int, str], Kind] = {}
        self.fields: dict[tuple[int, Any], Kind] = {}
        self.stores: dict[int, Kind] = {}
        self.dropped: set[tuple[int, str]] = set()
        self.trees: dict[tuple[int, str], dict[tuple[Any, ...], Kind]] = {}
        self.templates: dict[tuple[int, str], Any] = {}
        self.aliases: set[tuple[Any, Any]] = set()
        self.apart: set[Any] = set()


class Loops(Merging):
    """Lowering of for, while and comprehensions."""

    # ------------------------------------------------------------------------------------------------ statements

    def stmt_For(self, node: Any) -> None:
        assert not node.orelse  # removed with the exits
        iterable = self.deref(self.value(node.iter))
        assigned = names_assigned(node.body)
        rebound = names_assigned([gast.Assign([node.target], gast.Constant(None, None), None)])
        stop = getattr(node, "stop", [])
        items = self._unrolled(iterable, node)
        if items is not None:
            self._unroll(
                items, lambda item: self.assign(node.target, item, node), lambda: self.statements(node.body), stop, node
            )
            return
        self._for_or_unroll(iterable, node, [*assigned, *rebound], stop)

    def _for_or_unroll(self, iterable: Value, node: Any, assigned: list[str], stop: list[str]) -> None:
        """A loop; where its body has no form that fits every iteration, a short loop is unrolled."""
        items = self.sized(iterable)
        before, out = self.state.copy(), list(self.out)
        try:
            self._for(iterable, node.target, lambda: self.statements(node.body), assigned, stop, node)
        except UnsupportedError:
            if items is None or len(items) > 16:
                raise
            self.state, self.out, self.dead = before, out, False
            try:
                self._unroll(
                    items,
                    lambda item: self.assign(node.target, item, node),
                    lambda: self.statements(node.body),
                    stop,
                    node,
                )
                return
            except UnsupportedError:
                pass
            raise

    def stmt_While(self, node: Any) -> None:
        if isinstance(node.test, gast.Constant) and not node.test.value:
            return
        if not isinstance(node.test, gast.Constant) and self._needs_statements(node.test):
            self.statements(_tested_inside(node))
            return
        assigned = names_assigned([*node.body, gast.Expr(node.test)])
        before, out = self.state.copy(), list(self.out)
        try:
            self._loop(None, node, assigned, lambda: self.statements(node.body), getattr(node, "stop", []), node)
        except NeedsStatements:
            self.state, self.out, self.dead = before, out, False
            self.statements(_tested_inside(node))

    def _needs_statements(self, test: Any) -> bool:
        """True for a test that cannot stand as one expression after ``while``."""
        before, out, counter = self.state, self.out, self.shared.counter
        self.state, self.out = before.copy(), []
        try:
            value = self.value(test)
            stmts = self.out
            self.out = []
            truth = self.truth(value)
            if self.out or isinstance(truth, bool):
                return True
            return self.inline(stmts, value) is None
        finally:
            self.state, self.out = before, out
            assert self.shared.counter >= counter

    # ------------------------------------------------------------------------------------------------ unrolling

    def _unrolled(self, iterable: Value, node: Any) -> tuple[Value, ...] | None:
        """The items, where the loop must be unrolled: functions, objects, or values of different kinds."""
        items = self.sized(iterable)
        if isinstance(iterable, Obj) and self.content(iterable).shape == "instance":
            method = getattr(self.content(iterable).cls, "__iter__", None)
            if method is None:
                self.fail("this object cannot be iterated over", node)
            made = self.call_value(Static(method), [iterable], [], node)
            return self._unrolled(self.deref(made), node) or self.sized(made)
        if items is None:
            return None
        if isinstance(iterable, Iter) and iterable.how == "range":
            makes = any(
                isinstance(n, (gast.Lambda, gast.FunctionDef)) for s in getattr(node, "body", ()) for n in gast.walk(s)
            )
            return items if makes and len(items) <= MAX_UNROLL else None
        if len(items) > MAX_UNROLL:
            return None
        if not items:
            return ()
        if isinstance(iterable, Iter) and iterable.how in ("items", "keys", "values"):
            return items
        if any(map(self._opaque, items)):
            return items
        if isinstance(iterable, Iter) and iterable.code == NONE:
            return items
        if all(isinstance(i, Static) for i in items):
            numbers = all(isinstance(i.obj, (int, float)) and not isinstance(i.obj, bool) for i in items)  # type: ignore[union-attr]
            return None if numbers else items
        if isinstance(iterable, Iter):
            sources = [self.deref(a) for a in iterable.args]
            known = [s for s in sources if isinstance(s, (Seq, Obj))]
            return items if known and len(items) <= 16 and any(map(self.is_active, known)) else None
        return items if self.is_active(iterable) and len(items) <= 16 else None

    def _opaque(self, value: Value) -> bool:
        if isinstance(value, (Func, Method, Partial)):
            return True
        if isinstance(value, Static):
            return callable(value.obj)
        if isinstance(value, Obj):
            return self.content(value).shape in ("instance", "dict", "list")
        if isinstance(value, Seq):
            return any(map(self._opaque, value.items)) or value.cls is not tuple
        return False

    def _unroll(
        self,
        items: tuple[Value, ...],
        bind: Callable[[Value], None],
        body: Callable[[], None],
        stop: list[str],
        node: Any,
    ) -> None:
        for position, item in enumerate(items):
            bind(item)
            body()
            if self.dead:
                return
            if stop:
                rest = items[position + 1 :]
                if not rest:
                    return
                test = self._stopped(stop)
                if test is True:
                    return
                if test is not False:
                    self.branch(
                        self._named_test(test),
                        lambda: None,
                        lambda rest=rest: self._unroll(rest, bind, body, stop, node),
                        node,
                    )
                    return

    def _stopped(self, stop: list[str]) -> bool | Expr:
        tests: list[Expr] = []
        for name in stop:
            value = self.state.frames[self.frame.fid].get(name)
            if value is None or isinstance(value, Undefined):
                continue
            truth = self.truth(value)
            if truth is True:
                return True
            if truth is not False:
                tests.append(truth)
        if not tests:
            return False
        result = tests[0]
        for test in tests[1:]:
            result = Apply("or", (result, test))
        return result

    def _named_test(self, test: Expr) -> Expr:
        return test if isinstance(test, Var) else self.let("test", test, K.BOOL).expr

    # ------------------------------------------------------------------------------------------------ for

    def _for(
        self, iterable: Value, target: Any, body: Callable[[], None], assigned: list[str], stop: list[str], node: Any
    ) -> None:
        iterable = self._iterable(iterable, node)
        self._loop((iterable, target), node, assigned, body, stop, node)

    def _iterable(self, iterable: Value, node: Any) -> Value:
        """Sequences of known length become objects of the running program."""
        if isinstance(iterable, (Seq, Obj)) and not (
            isinstance(iterable, Obj) and self.content(iterable).shape == "dynamic"
        ):
            return self.materialised(iterable, node)
        if isinstance(iterable, Iter) and iterable.how != "range":
            args = tuple(self._iterable(self.deref(a), node) if not isinstance(a, Static) else a for a in iterable.args)
            if iterable.how in ("enumerate",):
                exprs = [self._iter_code(args[0])] + (
                    [self.expr(args[1])] if not (isinstance(args[1], Static) and args[1].obj == 0) else []
                )
            else:
                exprs = [self._iter_code(a) for a in args]
            return Iter(iterable.how, args, Apply("call", (self.builtin(iterable.how), *exprs)))
        return iterable

    def _iter_code(self, value: Value) -> Expr:
        return value.code if isinstance(value, Iter) else self.expr(value)

    def _element(self, iterable: Value, index: Expr, target: Any, node: Any) -> tuple[Expr, Value]:
        """The pattern that the loop binds and the value of the element at ``index``."""
        iterable = self.deref(iterable)
        if isinstance(iterable, Iter):
            return self._iter_element(iterable, index, target, node)
        if isinstance(iterable, Static):
            obj = iterable.obj
            if isinstance(obj, (range, tuple, list, str)):
                kinds = [K.kind_of(v) for v in obj]
                kind = kinds[0] if kinds else K.OTHER
                for other in kinds[1:]:
                    kind = K.join(kind, other)
                return self._leaf(target, kind, None, None)
            self.fail("this object cannot be iterated over", node)
        if not isinstance(iterable, Dyn):
            self.fail("this object cannot be iterated over here", node)
        kind = iterable.kind
        if kind.cat in ("arr", "numeric", "list"):
            elem = self._element_kind(kind)
            if isinstance(elem, tuple):
                self.fail(
                    "a list of structures of unknown length is iterated over",
                    node,
                    "iterate over one list per entry, with zip",
                )
            source = Apply("getitem", (iterable.expr, index))
            view = None
            if kind.cat != "list" and elem.cat != "num" and iterable.place is not None:
                view = Place(iterable.place.storage, (*iterable.place.path, Apply("getitem", (HOLE, index))))
            return self._leaf(target, elem, (source, iterable, index), view)
        if kind.active:
            self.fail("a value of unknown kind is iterated over", node)
        if kind.cat == "tuple":
            return self._leaf(target, kind.elem if isinstance(kind.elem, Kind) else K.OTHER, None, None)
        return self._leaf(target, K.OTHER, None, None)

    def _element_kind(self, kind: Kind) -> Any:
        if kind.cat == "list":
            if isinstance(kind.elem, tuple):
                return kind.elem
            return (
                replace(kind.elem, active=kind.active and K.is_float(kind.elem))
                if isinstance(kind.elem, Kind)
                else Kind("numeric", active=kind.active)
            )
        if kind.rank == 1:
            return Kind("num", kind.dtype, 0, kind.active, shape=())
        if kind.rank is None or kind.cat == "numeric":
            return Kind("numeric", kind.dtype, None, kind.active, shape=self.fresh_shape(None))
        known = isinstance(kind.shape, tuple) and len(kind.shape) == kind.rank
        shape = kind.shape[1:] if known else self.fresh_shape(kind.rank - 1)
        return Kind("arr", kind.dtype, kind.rank - 1, kind.active, shape=shape)

    def _leaf(self, target: Any, kind: Kind, source: Any, view: Place | None) -> tuple[Expr, Value]:
        """One loop variable (or, for a tuple target, a passive pattern)."""
        if isinstance(target, (gast.Tuple, gast.List)) and source is None:
            parts = [self._leaf(t, K.OTHER, None, None) for t in target.elts]
            return Apply("tuple", tuple(p for p, _ in parts)), Seq(tuple(v for _, v in parts))
        name = target.id if isinstance(target, gast.Name) else "item"
        var = self.fresh(name, temp=False)
        if source is not None:
            from s2s.ir.core import Derivative

            expr, base, index = source
            how = "list" if base.kind.cat == "list" else "basic"
            rule = Derivative("getitem", {"x": base.expr, "index": index, "how": how}, ("x",)) if kind.active else None
            self.emit(Let((var,), expr, self.origin, rule, implicit=True))
        value = self.define(var, kind, view)
        if source is not None and value.place is not None and view is None and source[1].place is not None:
            self.may_alias(value.place.storage, source[1].place.storage)
        if isinstance(target, gast.Name) or source is None:
            return var, value
        return var, value

    def _iter_element(self, iterable: Iter, index: Expr, target: Any, node: Any) -> tuple[Expr, Value]:
        elts = target.elts if isinstance(target, (gast.Tuple, gast.List)) else None
        if iterable.how == "range":
            return self._leaf(target, K.INT, None, None)
        if iterable.how == "enumerate":
            start = iterable.args[1]
            first, second = elts if elts is not None and len(elts) == 2 else (None, None)
            counter, count = self._leaf(first, K.INT, None, None)
            if isinstance(start, Static) and start.obj == 0 and isinstance(index, Var) and isinstance(counter, Var):
                self.counter_alias = (index, counter)
                index = counter
            pattern, value = self._element(iterable.args[0], index, second, node)
            return Apply("tuple", (counter, pattern)), Seq((count, value))
        if iterable.how == "zip":
            targets = elts if elts is not None and len(elts) == len(iterable.args) else [None] * len(iterable.args)
            parts = [self._element(a, index, t, node) for a, t in zip(iterable.args, targets, strict=True)]
            return Apply("tuple", tuple(p for p, _ in parts)), Seq(tuple(v for _, v in parts))
        if iterable.how == "reversed":
            inner = iterable.args[0]
            if isinstance(inner, Iter) and inner.how == "range":
                return self._leaf(target, K.INT, None, None)
            return self._element(inner, Apply("sub", (Const(-1), index)), target, node)
        self.fail(f"iteration over {iterable.how} is not supported here", node)

    counter_alias: tuple[Var, Var] | None = None
    before_loop: list[Stmt] = []

    # ------------------------------------------------------------------------------------------------ the fixed point

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
        entry, outer = self.state, self.out
        self.before_loop = outer
        head = self._first_head(assigned, entry)
        self._recall(head, node, entry)
        for _ in range(MAX_ROUNDS):
            self.state, self.out, self.dead, self.before_loop = entry.copy(), [], False, outer
            try:
                done = self._round(source, test, body, stop, head, entry, node)
            except Retry as retry:
                self.state, self.out, self.dead = entry, outer, False
                if retry.oid not in entry.heap:
                    self.fail("a list that is created in the loop changes its length on one path only", node)
                self.make_dynamic(retry.oid)
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
        grown = self._grow(head, start, after_test, entry)
        grown = grown or self._share_at_end(head, slots, params, entry, header, node)
        if grown:
            return None
        nexts = tuple(self._slot_expr(slot) for slot in slots)
        for param, slot in zip(params, slots, strict=True):
            if slot[0] != "store" and param in self.shared.places:
                self.flow(self._slot_value(slot), Dyn(param, self.shared.kinds[param], self.shared.places[param]))
        end_test = self._stopped(stop) if stop else False
        stmts = self.out
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
                self.state.frames[fid][name] = Undefined(name)
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
                made = self._carried(
                    _leaf_name(name, path), self._at_path(whole, path), kind, {} if slot in head.apart else fresh
                )
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
            made = self._carried(str(key), value, kind, {} if slot in head.apart else fresh)
            init = first["field", oid, key]
            self.state.heap[oid] = self.state.heap[oid].with_item(key, made)
            assert isinstance(made.expr, Var)
            params.append(made.expr)
            inits.append(init)
            slots.append(("field", oid, key))
        places = {slot: self.shared.places.get(param) for slot, param in zip(slots, params, strict=True)}
        for slot, other in head.aliases:
            one = places.get(slot)
            two = Place(other) if isinstance(other, int) else places.get(other)
            if one is not None and two is not None and one.storage != two.storage:
                self.may_alias(one.storage, two.storage)
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
        known = len(head.aliases), len(head.apart)
        for slot, (begin, end) in ends.items():
            partners = {end, *self.shares(Place(end))}
            head.aliases |= {(slot, sid) for sid in partners if sid in entry.storages and sid != begin}
            for other, (begin2, end2) in ends.items():
                if other == slot:
                    continue
                if begin != begin2 and end2 in partners:
                    head.aliases.add((slot, other))
                if begin == begin2 and end != end2:
                    head.apart.add(other)
        return (len(head.aliases), len(head.apart)) != known

    def _boxed(self, value: Dyn) -> Value:
        """A carried list is an object again, so that it can be appended to."""
        if value.kind.cat != "list":
            return value
        return self.allocate(HeapObject("dynamic", (("value", value),), list))

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
            self.may_alias(made.place.storage, value.place.storage)
            self.flow(value, made)
        return made

    def _slot_value(self, slot: Any) -> Value | None:
        if slot[0] == "name":
            return self._as_leaf(self.state.frames[slot[1]].get(slot[2]), self.state)
        if slot[0] == "tree":
            whole = self.state.frames[slot[1]].get(slot[2])
            return None if whole is None or isinstance(whole, Undefined) else self._at_path(whole, slot[3])
        return self.state.heap[slot[1]].get(slot[2])

    def _as_leaf(self, value: Value | None, state: State) -> Value | None:
        """A dynamic list stands for the list value behind it."""
        if isinstance(value, Obj) and value.oid in state.heap and state.heap[value.oid].shape == "dynamic":
            return state.heap[value.oid].items[0][1]
        return value

    def _slot_expr(self, slot: Any) -> Expr:
        if slot[0] == "store":
            return self.state.storages[slot[1]].var
        value = self._slot_value(slot)
        if value is None or isinstance(value, Undefined):
            return UNBOUND
        return self.expr(value)

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
        content = self.content(value)
        items = tuple((k, self._rebuilt_tree(v, parts, (*path, k))) for k, v in content.items)
        return self.allocate(HeapObject(content.shape, items, content.cls, None, True))

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
                or a.shape == "dynamic"
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
            target.heap[oid] = HeapObject(content.shape, items, content.cls, None, True)
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
            if kind is None:
                return None
            if path in known:
                kind = K.join(known[path], kind)
            leaves[path] = replace(kind, shape=self._shape_after(a, b, kind))
        if leaves == known:
            return False
        head.trees[fid, name] = leaves
        return True

    # ------------------------------------------------------------------------------------------------ growth

    def _grow(self, head: Head, start: State, after_test: State, entry: State) -> bool:
        """Add to the head whatever an iteration changed; True when something was added or widened."""
        end = self.state
        fresh = {p for p in end.maybe - entry.maybe if p[0] in entry.storages and p[1] in entry.storages}
        grown = bool(fresh)
        entry.maybe = entry.maybe | fresh
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
        for oid, content in start.heap.items():
            if oid in entry.heap and oid in end.heap and end.heap[oid] != content:
                grown |= self._grow_object(head, oid, content, end.heap[oid], start, end)
        return grown

    def _grow_name(self, head: Head, fid: int, name: str, start: State, end: State, entry: State) -> bool:
        one, two = start.frames[fid].get(name), end.frames[fid].get(name)
        if one == two:
            return False
        if (
            isinstance(one, Obj)
            and isinstance(two, Obj)
            and start.heap[one.oid].shape == "list"
            and end.heap[two.oid].shape == "dynamic"
            and (one.oid in entry.heap)
        ):
            raise Retry(one.oid)
        one, two = self._as_leaf(one, start), self._as_leaf(two, end)
        if self._same_reference(one, two, start, end):
            return False
        widened = self._widen(one, two, start, end)
        if widened is None:
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
                    and start.heap[one.oid].shape == "list"
                    and one.oid in entry.heap
                    and (end.heap[two.oid].shape in ("list", "dynamic"))
                ):
                    raise Retry(one.oid)
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

    def _grow_object(self, head: Head, oid: int, one: HeapObject, two: HeapObject, start: State, end: State) -> bool:
        if one.shape == "list" and two.shape == "list" and len(one.items) != len(two.items):
            raise Retry(oid)
        grown = False
        if one.shape == "dynamic" and two.shape == "dynamic":
            first, second = one.items[0][1], two.items[0][1]
            if isinstance(first, Dyn) and isinstance(second, Dyn) and first.place == second.place:
                return False
        if one.shape != two.shape:
            raise Retry(oid)
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

    # ------------------------------------------------------------------------------------------------ after the loop

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
                        state.frames[fid][name] = value if isinstance(value, (Static, Func)) else Undefined(name)
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

    # ------------------------------------------------------------------------------------------------ comprehensions

    def expr_ListComp(self, node: Any) -> Value:
        return self._comprehension(node, node.elt, "list")

    def expr_GeneratorExp(self, node: Any) -> Value:
        return self._comprehension(node, node.elt, "generator")

    def expr_SetComp(self, node: Any) -> Value:
        value = self._comprehension(node, node.elt, "list")
        if self.is_active(value):
            self.fail("a set of differentiated values", node, "use a list")
        return Dyn(Apply("call", (self.builtin("set"), self.expr(value))), K.OTHER)

    def expr_DictComp(self, node: Any) -> Value:
        pair = gast.Tuple([node.key, node.value], gast.Load())
        gast.copy_location(pair, node)
        collected = self._comprehension(node, pair, "pairs")
        return self.call_value(Static(dict), [collected], [], node)

    def _comprehension(self, node: Any, element: Any, how: str) -> Value:
        from s2s.source.base import Frame

        frame = self.frame
        inner = Frame(
            self.new_id(), frame.name, frame.globals, frame.cells, frame, frame.filename, frame.lines, frame.function
        )
        inner.globals_declared = frame.globals_declared
        self.state.frames[inner.fid] = {}
        result = self.allocate(HeapObject("list", (), types.GeneratorType if how == "generator" else list))
        inner.yields = result
        self.state.frames[inner.fid]["<items>"] = result
        self.frame = inner
        try:
            self._generators(node.generators, 0, element, result, node, how)
            return result
        finally:
            self.frame = frame
            if not self._closed_over(inner.fid):
                self.state.frames.pop(inner.fid, None)

    def _generators(self, generators: list[Any], at: int, element: Any, result: Obj, node: Any, how: str) -> None:
        if at == len(generators):
            self.container_method(result, "append", [self.value(element)], [], node)
            return
        generator = generators[at]
        if generator.is_async:
            self.fail("an asynchronous comprehension", node)
        iterable = self.deref(self.value(generator.iter))

        def body() -> None:
            self._conditions(
                generator.ifs, 0, lambda: self._generators(generators, at + 1, element, result, node, how), node
            )

        items = self.iter_items(iterable, how == "pairs") if isinstance(iterable, Iter) else self.sized(iterable)
        functions = isinstance(element, gast.Lambda) or how == "pairs"
        if (
            items is not None
            and len(items) <= MAX_UNROLL
            and (
                functions
                or self._unrolled(iterable, node) is not None
                or self._structured(element, node, generators, at, items)
            )
        ):
            self._unroll(items, lambda item: self.assign(generator.target, item, node), body, [], node)
            return
        names = names_assigned([gast.Assign([generator.target], gast.Constant(None, None), None)])
        self._for(iterable, generator.target, body, names, [], node)

    def _structured(self, element: Any, node: Any, generators: list[Any], at: int, items: tuple[Value, ...]) -> bool:
        """A list of tuples or objects is built item by item where the number of items is small."""
        if len(items) > 16:
            return False
        return isinstance(element, (gast.Tuple, gast.List, gast.Dict)) or (
            isinstance(element, gast.Call) and len(items) <= 8 and self._makes_object(element)
        )

    def _makes_object(self, element: Any) -> bool:
        if not isinstance(element.func, gast.Name):
            return False
        try:
            found = self.lookup(element.func.id, element)
        except Exception:
            return False
        return isinstance(found, Static) and isinstance(found.obj, type) and found.obj.__module__ != "builtins"

    def _conditions(self, tests: list[Any], at: int, body: Callable[[], None], node: Any) -> None:
        if at == len(tests):
            body()
            return
        truth = self.truth(self.value(tests[at]))
        if isinstance(truth, bool):
            if truth:
                self._conditions(tests, at + 1, body, node)
            return
        self.branch(self._named_test(truth), lambda: self._conditions(tests, at + 1, body, node), lambda: None, node)

    def collected(self, value: Value, node: Any) -> Value:
        """``[item for item in value]``."""
        if isinstance(value, Dyn) and value.kind.cat == "list":
            return self.container_method(value, "copy", [], [], node)
        if isinstance(value, Dyn) and not value.kind.active and value.kind.cat not in ("arr", "numeric"):
            return self.let("items", Apply("call", (self.builtin("list"), value.expr)), Kind("list", elem=K.OTHER))
        return self._each(value, lambda item: item, node)

    def _each(self, value: Value, function: Callable[[Value], Value], node: Any) -> Value:
        result = self.new_list(())
        fid = self.frame.fid
        self.state.frames[fid]["<items>"] = result
        name = "<item>"
        target = gast.Name("item", gast.Store(), None, None)

        def body() -> None:
            item = self.state.frames[fid]["item"]
            self.container_method(result, "append", [function(item)], [], node)

        saved = self.state.frames[fid].get("item")
        self._for(value, target, body, [], [], node)
        if saved is not None:
            self.state.frames[fid]["item"] = saved
        else:
            self.state.frames[fid].pop("item", None)
        self.state.frames[fid].pop("<items>", None)
        del name
        return result

    def mapped(self, function: Value, sources: list[Value], node: Any) -> Value:
        if len(sources) == 1:
            return self._each(self.deref(sources[0]), lambda item: self.call_value(function, [item], [], node), node)
        zipped = self.builtin_zip(sources, {}, node)
        return self._each(
            zipped, lambda item: self.call_value(function, list(self.known_items(item, node)), [], node), node
        )

    def loop_sum(self, value: Value, start: Value, node: Any) -> Value:
        """``sum(xs)``: the same additions in the same order."""
        fid = self.frame.fid
        names = self.state.frames[fid]
        saved = {k: names.get(k) for k in ("total", "item")}
        names["total"] = start
        target = gast.Name("item", gast.Store(), None, None)

        def body() -> None:
            here = self.state.frames[fid]
            mark = len(self.out)
            total = self.binary("add", self.deref(here["total"]), self.deref(here["item"]), node)
            self.bind_name("total", total, node, mark)

        self._for(self.deref(value), target, body, ["total"], [], node)
        names = self.state.frames[fid]
        result = names["total"]
        for key, old in saved.items():
            if old is None:
                names.pop(key, None)
            else:
                names[key] = old
        return result

    def bind_name(self, name: str, value: Value, node: Any, mark: int | None = None) -> None:
        raise NotImplementedError


def _leaf_name(name: str, path: tuple[Any, ...]) -> str:
    """A name for one leaf of a carried structure."""
    last = path[-1]
    return (
        last if isinstance(last, str) and last.isidentifier() else f"{name}_{last}" if isinstance(last, int) else name
    )


def _tested_inside(node: Any) -> list[Any]:
    """``while test: body`` as a loop that computes its test in the body and then stops."""

    def at(made: Any) -> Any:
        gast.copy_location(made, node)
        for child in gast.walk(made):
            if getattr(child, "lineno", None) is None and "lineno" in getattr(child, "_attributes", ()):
                gast.copy_location(child, node)
        return made

    def name(ctx: Any) -> Any:
        return gast.Name("done", ctx, None, None)

    first = at(gast.Assign([name(gast.Store())], gast.Constant(False, None), None))
    first.flag = True
    test = at(gast.Assign([name(gast.Store())], gast.UnaryOp(gast.Not(), node.test), None))
    body = at(gast.If(gast.UnaryOp(gast.Not(), name(gast.Load())), node.body, []))
    loop = at(gast.While(gast.Constant(True, None), [test, body], []))
    loop.stop = ["done", *getattr(node, "stop", [])]
    return [first, loop]


__all__ = ["Loops", "Origin"]
