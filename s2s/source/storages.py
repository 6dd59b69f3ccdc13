"""Storages: the memory of arrays and lists, what it may be shared with, and writes into it.

Two storages that may overlap are *partners*.  A write into one leaves the present value of the other unknown: it is
*stale*, and a read of it is refused.  Nothing is refused that is not read again before it is overwritten or bound anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NoReturn

from s2s.errors import HeldObjectError, UnsupportedError
from s2s.ir.core import Apply, Const, Expr, Kind, Let, Place, Var, Write
from s2s.source.holdings import Holdings
from s2s.source.values import (
    Dyn,
    HeapObject,
    Iter,
    Obj,
    Seq,
    Stale,
    State,
    Store,
    Value,
    through,
)

EMPTY: frozenset[int] = frozenset()


class Storages(Holdings):
    """Reads, shares and writes."""

    reads = True

    @contextmanager
    def handing_on(self) -> Iterator[None]:
        """Values are handed on and not read, so a stale one may pass."""
        before, self.reads = self.reads, False
        try:
            yield
        finally:
            self.reads = before

    # ------------------------------------------------------------------------------------------------ reads

    def read(self, value: Dyn) -> Dyn:
        """The value as it is now: a view or alias of an array that was written since is read again."""
        if value.place is None:
            return value
        sid = value.place.storage
        if self.reads and sid in self.state.stale:
            self._refuse_stale(value, self.state.stale[sid])
        store = self.state.storages[sid]
        if store.version == value.version:
            return value
        assert isinstance(value.expr, Var)
        kind = replace(value.kind, active=value.kind.active or store.kind.active)
        if value.kind.cat == "list":
            kind = store.kind if not value.place.path else kind
        var = Var(value.expr.name, self._next(), value.expr.temp)
        self.emit(Let((var,), through(value.place.path, store.var), self.origin, None, implicit=True))
        self.shared.same[var] = value.expr
        self.shared.kinds[var], self.shared.places[var] = kind, value.place
        return Dyn(var, kind, value.place, store.version)

    def _refuse_stale(self, value: Dyn, stale: Stale) -> None:
        other = "an array" if stale.name.startswith("this") else stale.name
        self._fail_about_memory(
            f"{self._called(value)} may share memory with {other}, which line {stale.line} writes, so its value here "
            "is not known",
            None,
            "take a copy before that write, e.g. with .copy()",
            HeldObjectError if value.kind.cat == "list" else UnsupportedError,
        )

    def _fail_about_memory(
        self, reason: str, node: Any, hint: str, error: type[UnsupportedError] = UnsupportedError
    ) -> NoReturn:
        try:
            self.fail(reason, node, hint, error)
        except UnsupportedError as problem:
            problem.about_memory = True
            raise

    # ------------------------------------------------------------------------------------------------ shared memory

    def partners(self, sid: int) -> set[int]:
        """The storages that may overlap with one."""
        return self.state.partners(sid)

    def twins(self, sid: int) -> set[int]:
        """The storages of lists that may be the same list as one."""
        return self.state.twins_of(sid)

    def share(self, made: Value, *sources: Value | None) -> None:
        """A new value may share memory with these, and so with all that they may share memory with."""
        if isinstance(made, Dyn) and made.place is not None:
            new = made.place.storage
            for sid in [s for source in sources for s in self._memory_of(source)]:
                for other in {sid, *self.partners(sid)} - {new}:
                    self.may_alias(new, other)

    def become(self, made: Dyn, *sources: Value | None) -> None:
        """``made`` is one of these very objects."""
        held = {i: s for i, s in enumerate(map(_storage, sources)) if s is not None}
        for source in sources:
            self.flow(source, made)
        if made.place is not None:
            self.relate([(made.place.storage, held)], [self.state] * len(sources), set(self.state.storages))

    def relate(self, news: list[tuple[int, dict[int, int]]], sides: list[State], common: set[int]) -> None:
        """Storages that stand for others, one on each side where control flow meets, all at once.

        Two new ones may share memory if what they stand for may on one side; ``common`` are the storages that go on.
        """
        maybe: list[tuple[int, int]] = []
        twins: list[tuple[int, int]] = []
        for position, (new, sources) in enumerate(news):
            for side, source in sources.items():
                near = {source, *sides[side].partners(source)}
                one_list = {source, *sides[side].twins_of(source)} if self.is_list(new) else EMPTY
                for found, close in ((maybe, near), (twins, one_list)):
                    found += [(new, s) for s in sorted(close) if s != new and (s in common or self._outside(s))]
                    found += [(new, n) for n, others in news[:position] if others.get(side) in close]
                if source in sides[side].stale:
                    self.state.stale[new] = sides[side].stale[source]
                if source in sides[side].storages and sides[side].storages[source].held:
                    self.hold_place(Place(new))
        for a, b in maybe:
            self.may_alias(a, b)
        self.state.twins |= {(min(a, b), max(a, b)) for a, b in twins}

    def _outside(self, sid: int) -> bool:
        store = self.state.storages.get(sid)
        return store is not None and store.external

    def is_list(self, sid: int) -> bool:
        return self.state.storages[sid].kind.cat == "list"

    def _memory_of(self, value: Value | None, seen: frozenset[int] = EMPTY) -> list[int]:
        """The storages that a value reaches."""
        if isinstance(value, Dyn):
            held = value.place is not None and value.place.storage in self.state.storages
            return [value.place.storage] if held and value.place is not None else []
        if isinstance(value, Obj):
            content: HeapObject | None = self.state.heap.get(value.oid)
            if content is None or value.oid in seen:
                return []
            return [s for v in content.values() for s in self._memory_of(v, seen | {value.oid})]
        parts = value.items if isinstance(value, Seq) else value.args if isinstance(value, Iter) else ()
        return [s for v in parts for s in self._memory_of(v, seen)]

    def flow(self, source: Value | None, target: Dyn) -> None:
        """The memory of ``source`` becomes that of ``target`` where control flow meets."""
        if isinstance(source, Dyn) and source.place is not None and target.place is not None:
            self.shared.flows.add((source.place.storage, target.place.storage))

    def may_alias(self, a: int, b: int) -> None:
        pair = (min(a, b), max(a, b))
        self.state.maybe |= {pair}
        self.shared.maybe.add(pair)

    # ------------------------------------------------------------------------------------------------ writes

    def write(
        self,
        value: Dyn,
        how: str,
        op: str | None,
        index: Expr | None,
        new: Expr | None,
        code: Any,
        node: Any,
        active: bool,
        *,
        result: Var | None = None,
        item: Var | None = None,
        kind: Kind | None = None,
        slot: Kind | None = None,
    ) -> Var:
        """Emit an in-place update of ``value`` and move its storage to the next version; returns the new whole."""
        assert value.place is not None
        sid = value.place.storage
        store = self.state.storages[sid]
        if store.readonly and active:
            self.fail(
                f"a differentiated value is written into the global array {self._called(value)}",
                node,
                "create the array in the function and return it",
            )
        if store.kind.cat == "list":
            self._forget_items(sid)
            if how in ("append", "pop") and index is not None and self.is_walked(sid):
                self.fail("a loop runs over a list whose items move", node, "make a new list")
        if store.kind.cat == "list" and self._is_held(sid):
            self.fail(
                "this list is an item of another list, so its change cannot be followed",
                node,
                "put the finished list into the other one",
                HeldObjectError,
            )
        updated = kind or replace(store.kind, active=store.kind.active or active)
        var = self._next_version(sid, updated)
        write = Write(
            var, store.var, how, op, index, new, self.origin, result, code, item, value.place.path, value.expr, slot
        )
        self.emit(write)
        if how == "item" and op is None and not value.place.path and _covers(index):
            self.state.stale.pop(sid, None)
        owners = self._owners(sid)
        near = self.state.overlaps(sid)
        if store.kind.cat == "list":
            near = set(filter(self.is_list, near)) if sid in self.state.items else self.state.twins_of(sid)
        for other in sorted(near - set(owners)):
            self._written_too(other, updated, value, node)
        self._put_back(sid, value, node)
        self._sync(sid)
        return var

    def is_walked(self, sid: int) -> bool:
        """True for a list that a loop runs over."""
        return any({sid, *self.twins(sid)} & walked for walked in self.shared.walked)

    def _next_version(self, sid: int, kind: Kind) -> Var:
        store = self.state.storages[sid]
        var = Var(store.var.name, self._next(), store.var.temp)
        self.shared.same[var] = store.var
        self.shared.kinds[var], self.shared.places[var] = kind, Place(sid)
        self.state.storages[sid] = replace(store, var=var, version=store.version + 1, kind=kind)
        return var

    def _written_too(self, other: int, written: Kind, value: Dyn, node: Any) -> None:
        """A write into ``value`` may have changed the storage ``other``."""
        store = self.state.storages.get(other)
        if store is None:
            return
        if store.external:
            self._fail_about_memory(
                f"{self._called(value)} may share memory with an argument or a global array, so this write cannot be "
                "followed",
                node,
                "take a copy first, e.g. with .copy()",
            )
        if written.active or store.kind.active or not self.reachable(other):
            self.state.stale[other] = Stale(self._called(value), self.origin.line)
            return
        var = self._next_version(other, store.kind)  # without derivative: it is enough to read it again
        self.emit(Write(var, store.var, "clobber", None, None, None, self.origin, target=store.var))

    def _called(self, value: Dyn) -> str:
        """How the user calls an array or list, for messages."""
        for name, held in self.state.frames.get(self.frame.fid, {}).items():
            if name.isidentifier() and isinstance(held, (Dyn, Obj)) and value.place is not None:
                inner = held if isinstance(held, Dyn) else self.state.heap[held.oid].get("value")
                if isinstance(inner, Dyn) and inner.place == value.place:
                    return f"'{name}'"
        if isinstance(value.expr, Var) and not value.expr.temp:
            return f"'{value.expr.name}'"
        return "this list" if value.kind.cat == "list" else "this array"

    def reachable(self, sid: int) -> bool:
        """True when a name reaches the storage."""
        values = (v for names in self.state.frames.values() for v in names.values())
        return any(sid in self._memory_of(v) for v in values)

    def _sync(self, sid: int, done: tuple[int, ...] = ()) -> None:
        """Carry a write over to the arrays that may, depending on their layout, be views of the written one."""
        for link in self.state.links:
            base, path, copy, view, flag = link
            other = base if sid == copy else copy
            if sid not in (base, copy) or other in done:
                continue
            store, written = self.state.storages[other], self.state.storages[sid]
            var = self._next_version(other, replace(store.kind, active=store.kind.active or written.kind.active))
            how = "sync_base" if other == base else "sync_copy"
            self.emit(Write(var, store.var, how, None, view, written.var, self.origin, None, None, None, path, flag))
            self._sync(other, (*done, sid))


def _storage(value: Value | None) -> int | None:
    return value.place.storage if isinstance(value, Dyn) and value.place is not None else None


def _covers(index: Expr | None) -> bool:
    """True for the index of a whole array."""
    if index is None or index == Const(Ellipsis):
        return True
    return isinstance(index, Apply) and index.op == "slice" and all(a == Const(None) for a in index.args)


__all__ = ["Storages", "Store"]
