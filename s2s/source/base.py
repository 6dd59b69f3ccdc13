"""The ground of the lowering: fresh variables, emitted statements, storages, the heap, and expressions of values."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NoReturn

from s2s.analysis import kinds as K
from s2s.errors import UnsupportedError
from s2s.ir.core import NONE, Apply, Const, Derivative, Expr, Kind, Let, Origin, Place, Stmt, Var, Write
from s2s.source.frames import DEFAULT_HINT, Frame, Shared
from s2s.source.values import (
    Dyn,
    Func,
    HeapObject,
    Iter,
    Iterator,
    Method,
    Obj,
    Partial,
    Seq,
    State,
    Static,
    Store,
    Undefined,
    Value,
    list_object,
    ref_of,
    through,
)


class Base:
    """State of the lowering and its smallest operations."""

    def __init__(self, shared: Shared, frame: Frame, state: State) -> None:
        self.shared = shared
        self.frame = frame
        self.state = state
        self.out: list[Stmt] = []
        self.origin = Origin(frame.filename, 0, 0, "")
        self.hint: str | None = None
        self.node: Any = None
        self.dead = False

    # ------------------------------------------------------------------------------------------------ refusals

    def fail(
        self, reason: str, node: Any = None, hint: str | None = None, error: type[UnsupportedError] = UnsupportedError
    ) -> NoReturn:
        """Refuse, pointing at ``node`` (default: the statement at hand)."""
        node = node if getattr(node, "lineno", None) is not None else self.node
        line = getattr(node, "lineno", self.origin.line)
        column = getattr(node, "col_offset", None)
        raise error(
            reason,
            filename=self.frame.filename,
            line=line,
            column=column,
            text=self.frame.lines(line),
            hint=hint or DEFAULT_HINT,
        )

    # ------------------------------------------------------------------------------------------------ variables

    def fresh(self, name: str, temp: bool = True) -> Var:
        self.shared.counter += 1
        name = name.partition(" ")[0]  # a name of the compiler's own has a place behind it
        name = name if name.isidentifier() else "item"
        return Var(name, self.shared.counter, temp)

    def new_id(self) -> int:
        self.shared.ids += 1
        return self.shared.ids

    def emit(self, stmt: Stmt) -> None:
        self.out.append(stmt)

    def define(self, var: Var, kind: Kind, place: Place | None = None) -> Dyn:
        """Make ``var`` a known value; arrays and lists get a storage of their own unless ``place`` names one."""
        version = 0
        if kind.cat in ("arr", "numeric", "list", "dict") and place is None:
            sid = self.new_id()
            self.state.storages[sid] = Store(var, kind)
            place = Place(sid)
        elif place is not None:
            version = self.state.storages[place.storage].version
        self.shared.kinds[var] = kind
        if place is not None:
            self.shared.places[var] = place
        return Dyn(var, kind, place, version)

    def let(
        self,
        name: str,
        expr: Expr,
        kind: Kind,
        derivative: Derivative | None = None,
        *,
        temp: bool = True,
        place: Place | None = None,
        effect: bool = False,
        implicit: bool = False,
    ) -> Dyn:
        """Emit ``name = expr`` and return the value."""
        var = self.fresh(name, temp)
        self.emit(Let((var,), expr, self.origin, derivative, implicit, effect))
        return self.define(var, kind, place)

    # ------------------------------------------------------------------------------------------------ storages

    def read(self, value: Dyn) -> Dyn:
        """The value as it is now: a view or alias of an array that was written since is read again."""
        if value.place is None:
            return value
        store = self.state.storages[value.place.storage]
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

    def _next(self) -> int:
        self.shared.counter += 1
        return self.shared.counter

    def shares(self, place: Place) -> list[int]:
        """Storages that may overlap with ``place``'s."""
        return [b if a == place.storage else a for a, b in self.state.maybe if place.storage in (a, b)]

    def reachable(self, sid: int) -> bool:
        """True when a live name or object refers to the storage."""
        if self.state.storages[sid].external:
            return True
        seen: set[int] = set()

        def holds(value: Value) -> bool:
            if isinstance(value, Dyn):
                return value.place is not None and value.place.storage == sid
            if isinstance(value, Seq):
                return any(map(holds, value.items))
            if isinstance(value, Obj):
                if value.oid in seen:
                    return False
                seen.add(value.oid)
                return any(map(holds, self.state.heap[value.oid].values()))
            if isinstance(value, Method):
                return not isinstance(value.receiver, str) and holds(value.receiver)
            if isinstance(value, Partial):
                return any(map(holds, value.args)) or any(holds(v) for _, v in value.kwargs)
            if isinstance(value, Func):
                return any(holds(v) for _, v in value.defaults)
            if isinstance(value, Iter):
                return any(map(holds, value.args))
            return False

        return any(holds(v) for names in self.state.frames.values() for v in names.values())

    def flow(self, source: Value | None, target: Dyn) -> None:
        """The memory of ``source`` becomes that of ``target`` where control flow meets."""
        if isinstance(source, Dyn) and source.place is not None and target.place is not None:
            self.shared.flows.add((source.place.storage, target.place.storage))

    def inherit(self, made: Dyn, source: Dyn) -> None:
        """A list that holds items of another one: what these may share memory with, its own may too."""
        if made.place is not None and source.place is not None:
            for other in self.shares(source.place):
                if other != made.place.storage:
                    self.may_alias(made.place.storage, other)

    def may_alias(self, a: int, b: int) -> None:
        pair = (min(a, b), max(a, b))
        self.state.maybe = self.state.maybe | {pair}
        self.shared.maybe.add(pair)

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
                f"a differentiated value is written into the global array {_name(value)}",
                node,
                "create the array in the function and return it",
            )
        for other in self.shares(value.place) if store.kind.cat != "list" else ():
            if self.reachable(other):
                self.fail(
                    f"{_name(value)} may share memory with another array here, so this write cannot be followed",
                    node,
                    "take a copy first, e.g. with .copy()",
                )
        var = Var(store.var.name, self._next(), store.var.temp)
        self.shared.same[var] = store.var
        updated = kind or replace(store.kind, active=store.kind.active or active)
        self.shared.kinds[var], self.shared.places[var] = updated, Place(sid)
        target = value.expr
        self.emit(
            Write(var, store.var, how, op, index, new, self.origin, result, code, item, value.place.path, target, slot)
        )
        self.state.storages[sid] = replace(store, var=var, version=store.version + 1, kind=updated)
        self._sync(sid, node)
        return var

    def _sync(self, sid: int, node: Any) -> None:
        """Carry a write over to the arrays that may, depending on their layout, be views of the written one."""
        for link in self.state.links:
            base, path, copy, view, flag = link
            if sid not in (base, copy):
                continue
            other = base if sid == copy else copy
            store, written = self.state.storages[other], self.state.storages[sid]
            var = Var(store.var.name, self._next(), store.var.temp)
            self.shared.same[var] = store.var
            kind = replace(store.kind, active=store.kind.active or written.kind.active)
            self.shared.kinds[var], self.shared.places[var] = kind, Place(other)
            how = "sync_base" if other == base else "sync_copy"
            self.emit(Write(var, store.var, how, None, view, written.var, self.origin, None, None, None, path, flag))
            self.state.storages[other] = replace(store, var=var, version=store.version + 1, kind=kind)

    # ------------------------------------------------------------------------------------------------ heap

    def allocate(self, obj: HeapObject) -> Obj:
        oid = self.new_id()
        self.state.heap[oid] = obj
        return Obj(oid)

    def new_list(self, items: tuple[Value, ...]) -> Obj:
        return self.allocate(list_object(items))

    def content(self, value: Obj) -> HeapObject:
        return self.state.heap[value.oid]

    def deref(self, value: Value) -> Value:
        """A dynamic list or dict behind an object reference, read now; other values as they are."""
        if isinstance(value, Obj):
            content = self.content(value)
            if content.shape == "dynamic":
                inner = content.items[0][1]
                assert isinstance(inner, Dyn)
                return self.read(inner)
        return self.read(value) if isinstance(value, Dyn) else value

    def mutate(self, oid: int, content: HeapObject, node: Any) -> None:
        old = self.state.heap[oid]
        if old.joined:
            self.fail(
                "this object may be one of several, so the change cannot be followed",
                node,
                "change the objects before they are joined, or build a new one",
            )
        self.state.heap[oid] = content

    def make_dynamic(self, oid: int) -> None:
        """Turn a list of known length into one whose length is only known at run time."""
        content = self.state.heap[oid]
        if content.shape != "list":
            self.fail(
                "this object changes its structure in a branch or loop", self.node, "give it all of its entries before"
            )
        exprs = tuple(self.expr(v) for v in content.values())
        kinds = [self.kind(v) for v in content.values()]
        if any(k.active and k.cat not in ("num", "arr", "numeric") for k in kinds):
            self.fail(
                "a list of structures is used where its length is not known", self.node, "keep one list per entry"
            )
        elem = None
        for kind, value in zip(kinds, content.values(), strict=True):
            if not (isinstance(value, Static) and value.obj is None):  # a place to be filled
                elem = kind if elem is None else K.join(elem, kind)
        active = any(k.active for k in kinds)
        if content.origin is not None:
            expr, implicit = content.origin, True
        else:
            expr, implicit = Apply("list", exprs), False
        name = expr.name if isinstance(expr, Var) else self.list_name(oid)
        made = self.let(
            name,
            Apply("list", exprs),
            Kind("list", active=active, elem=elem),
            _copy_rule(active),
            temp=False,
            implicit=implicit,
        )
        if implicit and isinstance(expr, Var) and isinstance(made.expr, Var):
            self.shared.same[made.expr] = expr
        for value in content.values():
            if isinstance(value, Dyn) and value.place is not None and made.place is not None:
                self.may_alias(made.place.storage, value.place.storage)
        self.state.heap[oid] = HeapObject("dynamic", (("value", made),), content.cls, content.origin, content.joined)

    def list_name(self, oid: int) -> str:
        for names in self.state.frames.values():
            for name, value in names.items():
                if isinstance(value, Obj) and value.oid == oid and not name.startswith("<"):
                    return name
        return "items"

    # ------------------------------------------------------------------------------------------------ expressions

    def expr(self, value: Value) -> Expr:
        """The expression that gives ``value`` in the running program."""
        if isinstance(value, Dyn):
            return self.read(value).expr
        if isinstance(value, Static):
            return ref_of(value)
        if isinstance(value, Seq):
            if value.origin is not None:
                return value.origin
            items = tuple(self.expr(v) for v in value.items)
            if value.cls is tuple:
                return Apply("tuple", items)
            return Apply("call", (self.shared.names.ref(value.cls), *items))
        if isinstance(value, Obj):
            return self._object_expr(value)
        if isinstance(value, Iter):
            return value.code
        if isinstance(value, Undefined):
            return NONE
        self.fail(
            f"a function is used as data here ({type(value).__name__})",
            hint="call it, or pass it directly to the function that calls it",
        )

    def _object_expr(self, value: Obj) -> Expr:
        content = self.content(value)
        if content.shape == "dynamic":
            inner = content.items[0][1]
            assert isinstance(inner, Dyn)
            return self.read(inner).expr
        if content.origin is not None:
            return content.origin
        if content.cls is Iterator:
            return self.iterator_expr(value)
        items = tuple(self.expr(v) for v in content.values())
        if content.shape == "list":
            return Apply("list", items)
        if content.shape == "dict":
            return Apply(
                "dict", tuple(x for (k, _), v in zip(content.items, items, strict=True) for x in (Const(k), v))
            )
        return self.instance_expr(content, items)

    def iterator_expr(self, value: Obj) -> Expr:
        raise NotImplementedError

    def instance_expr(self, content: HeapObject, items: tuple[Expr, ...]) -> Expr:
        raise NotImplementedError

    def kind(self, value: Value) -> Kind:
        """The kind of the value as one run-time object."""
        if isinstance(value, Dyn):
            return self.read(value).kind
        if isinstance(value, Static):
            return K.kind_of(value.obj)
        if isinstance(value, Seq):
            elems = tuple(self.kind(v) for v in value.items)
            return Kind("tuple", rank=len(elems), active=any(k.active for k in elems), elem=elems)
        if isinstance(value, Obj):
            content = self.content(value)
            if content.shape == "dynamic":
                return self.kind(content.items[0][1])
            elems = tuple(self.kind(v) for v in content.values())
            return Kind(content.shape, rank=len(elems), active=any(k.active for k in elems), elem=elems)
        if isinstance(value, Iter):
            return Kind("other", active=any(map(self.is_active, value.args)))
        return K.OTHER

    def is_active(self, value: Value) -> bool:
        return self.kind(value).active


def _copy_rule(active: bool) -> Derivative | None:
    return Derivative("structure", {}, ("items",)) if active else None


def _name(value: Dyn) -> str:
    return f"'{value.expr.name}'" if isinstance(value.expr, Var) and not value.expr.temp else "this array"
