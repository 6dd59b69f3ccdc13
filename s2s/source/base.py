"""The base of the lowering: the heap, and the expressions and kinds of values."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from s2s.analysis import kinds as K
from s2s.errors import HeldObjectError
from s2s.ir.core import NONE, Apply, Const, Derivative, Expr, Kind, Var
from s2s.source.storages import Storages
from s2s.source.values import (
    Dyn,
    HeapObject,
    Iter,
    Iterator,
    Maybe,
    Obj,
    Seq,
    Static,
    Undefined,
    Value,
    is_either,
    list_object,
    ref_of,
)


class Base(Storages):
    """The heap, expressions and kinds."""

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
        if isinstance(value, Seq) and value.cls is Maybe:
            return self.deref(value.items[1])
        if isinstance(value, Obj):
            content = self.content(value)
            if content.shape == "dynamic":
                inner = content.items[0][1]
                assert isinstance(inner, Dyn)
                return self.read(inner)
        return self.read(value) if isinstance(value, Dyn) else value

    def require_known(self, value: Value) -> None:
        """Refuse a value that is stale, or holds one that is."""
        if isinstance(value, Dyn):
            self.read(value)
        elif isinstance(value, (Seq, Obj)):
            for item in value.items if isinstance(value, Seq) else self.content(value).values():
                self.require_known(item)

    def mutate(self, oid: int, content: HeapObject, node: Any) -> None:
        self.check_one(Obj(oid), node)
        self.state.heap[oid] = content

    def check_one(self, value: Obj, node: Any) -> None:
        """Refuse a change of an object that may be one of several, or that a list of unknown length holds."""
        if self.content(value).joined:
            self.fail(
                "this object may be one of several, or is an item of a list of unknown length, so its change cannot be "
                "followed",
                node,
                "change the object before it is stored or chosen, or build a new one",
                HeldObjectError,
            )

    def make_dynamic(self, oid: int, form: Any = None) -> None:
        """Turn a list of known length into one whose length is only known at run time."""
        content = self.state.heap[oid]
        empty = content.shape == "dynamic" and self.kind(content.items[0][1]).elem in (None, K.NOTHING)
        if content.shape != "list" and not (empty and form is not None):
            self.fail(
                "this object changes its structure in a branch or loop", self.node, "give it all of its entries before"
            )
        if self.shared.flat:
            self.make_items_dynamic(content)
        if form is not None or any(isinstance(self.deref(v), (Seq, Obj)) for v in content.values()):
            self.make_records(oid, form)
            return
        exprs = tuple(self.expr(v) for v in content.values())
        kinds = [self.kind(v) for v in content.values()]
        elem = None
        for kind in kinds:
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
        if content.origin is None:
            self.own_items(made)
        for value in content.values():
            self.take_in(made, self.deref(value))
        self.state.heap[oid] = HeapObject("dynamic", (("value", made),), content.cls, content.origin, content.joined)

    def make_items_dynamic(self, content: HeapObject) -> None:
        raise NotImplementedError

    def make_records(self, oid: int, form: Any = None) -> None:
        raise NotImplementedError

    def list_name(self, oid: int) -> str:
        if oid in self.shared.labels:
            return self.shared.labels[oid]
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
        if isinstance(value, Seq) and value.cls is Maybe:
            present, inner = value.items
            if isinstance(present, Static):
                return self.expr(inner) if present.obj else NONE
            return Apply("ifexp", (self.expr(present), self.expr(inner), NONE))
        if isinstance(value, Seq) and is_either(value):
            return Apply("ifexp", tuple(map(self.expr, value.items)))
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
        if content.shape == "records":
            return self.expr(content.items[0][1])
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
            with self.handing_on():
                return self.read(value).kind
        if isinstance(value, Static):
            return K.kind_of(value.obj)
        if isinstance(value, Seq) and value.cls is Maybe:
            return replace(self.kind(value.items[1]), optional=True)
        if is_either(value):
            return K.OTHER
        if isinstance(value, Seq):
            elems = tuple(self.kind(v) for v in value.items)
            return Kind("tuple", rank=len(elems), active=any(k.active for k in elems), elem=elems)
        if isinstance(value, Obj):
            content = self.content(value)
            if content.shape == "dynamic":
                return self.kind(content.items[0][1])
            if content.shape == "records":
                active = any(map(self.is_active, content.values()))
                return Kind("list", active=active, elem=("records",))
            elems = tuple(self.kind(v) for v in content.values())
            return Kind(content.shape, rank=len(elems), active=any(k.active for k in elems), elem=elems)
        if isinstance(value, Iter):
            return Kind("other", active=any(map(self.is_active, value.args)))
        return K.OTHER

    def is_active(self, value: Value) -> bool:
        return self.kind(value).active


def _copy_rule(active: bool) -> Derivative | None:
    return Derivative("structure", {}, ("items",)) if active else None

