"""Writing parts: items of arrays, lists and dicts, in place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from s2s.analysis import kinds as K
from s2s.ir.core import NONE, Apply, Assign, Augment, Const, Derivative, Expr, Kind, Let, Var
from s2s.source.overlaps import Overlaps
from s2s.source.reading import item_name
from s2s.source.values import Dyn, HeapObject, Obj, Seq, Static, Value

EVERYTHING = object()  # the index of ``a op= b``


class Writing(Overlaps):
    """Lowering of writes to items."""

    def write_item(self, owner: Value, index: Value, op: str | None, value: Value, node: Any) -> None:
        """``owner[index] op= value``."""
        held = owner
        with self.handing_on():
            owner = self.deref(owner)
        if isinstance(held, Obj) and self.content(held).shape != "instance" and self.content(held).origin is None:
            self.check_one(held, node)
            if isinstance(owner, Dyn) and self.become_records(held, owner, [value]):
                owner = held
        if isinstance(owner, (Seq, Obj)):
            self._write_known(owner, index, op, value, node)
            return
        if not isinstance(owner, Dyn):
            self.fail("this value does not support item assignment", node)
        index = self._index_value(self.deref(index), node)
        value = self.deref(value)
        if owner.kind.cat == "list":
            self._write_list(owner, index, op, value, node)
            return
        if owner.kind.cat == "num" and not owner.kind.cat == "numeric":
            self.fail("a number does not support item assignment", node)
        if owner.kind.cat == "other":
            if self.is_active(value):
                self.fail(
                    "a differentiated value is written into an object of unknown kind",
                    node,
                    "create the array in this function, or pass it as an argument",
                )
            if not (isinstance(index, Static) and isinstance(index.obj, str)):  # an array has no such item
                self.write_opaque()
            target = Apply("getitem", (owner.expr, self.expr(index)))
            self.emit(Let((), Apply("store", (target, Const(op), self.expr(value))), self.origin, None, effect=True))
            return
        self.array_write(owner, index, op, value, node)

    def array_write(self, owner: Dyn, index: Value, op: str | None, value: Value, node: Any) -> None:
        """A write into an array; the index EVERYTHING stands for the whole array in an augmented assignment."""
        whole = isinstance(index, Static) and index.obj is EVERYTHING
        index_expr = None if whole else self.expr(index)
        how = "all" if whole else self.index_kind(index)
        if isinstance(value, (Seq, Obj)) and self.is_active(value):
            value = self.call_value(Static(np.array, self.shared.names.ref(np.array)), [value], [], node)
        active = self.is_active(value) or owner.kind.active
        target = owner.expr if index_expr is None else Apply("getitem", (owner.expr, index_expr))
        value_expr = self.expr(value)
        if op is None:
            code: Any = Assign(target, value_expr)
        else:
            code = Augment(target, op, value_expr)
        linear = op in ("add", "sub") and how in ("basic", "all", "mask")
        slot = owner.kind if how == "all" else self._item_kind(owner.kind, index, how)
        if how != "all":
            slot = replace(slot, shape=self._item_shape(owner.kind, index, slot))
        if op is None and how in ("basic", "all", "unknown"):
            self.check_order(owner, index_expr, slot.rank, value, node)
        if op is None or linear or not active:
            flows = self.is_active(value) and K.is_float(owner.kind)
            self.write(
                owner,
                "item" if how != "fancy" and how != "unknown" else "item_" + how,
                op if active else None,
                index_expr,
                value_expr if self.is_active(value) else Const(0.0),
                code,
                node,
                flows,
                slot=slot,
            )
            return
        item = self.item(owner, index, node) if index_expr is not None else self._alias(owner)
        mark = len(self.out)
        updated = self.binary(op, item, value, node)
        for position in range(mark, len(self.out)):
            let = self.out[position]
            if isinstance(let, Let) and isinstance(updated, Dyn) and let.targets == (updated.expr,):
                self.out[position] = replace(let, implicit=True)
        owner = self.read(owner)
        result = updated.expr if isinstance(updated, Dyn) and isinstance(updated.expr, Var) else None
        self.write(
            owner,
            "item" if how not in ("fancy", "unknown") else "item_" + how,
            None,
            index_expr,
            self.expr(updated),
            code,
            node,
            self.is_active(updated),
            item=result,
            slot=slot,
        )

    def _alias(self, owner: Dyn) -> Dyn:
        owner = self.read(owner)
        rule = Derivative("copy", {"x": owner.expr}, ("x",)) if owner.kind.active else None
        return self.let(item_name(owner, None), owner.expr, owner.kind, rule, place=owner.place)

    def _write_known(self, owner: Seq | Obj, index: Value, op: str | None, value: Value, node: Any) -> None:
        if isinstance(owner, Seq):
            self.fail("a tuple does not support item assignment", node)
        content = self.content(owner)
        if content.shape == "records":
            if op is not None:
                value = self.augmented(self.item(owner, index, node), op, value, node)
            self.write_records(owner, self._index_value(self.deref(index), node), value, node)
            return
        if content.shape == "instance":
            if op is not None:
                value = self.augmented(self.item(owner, index, node), op, value, node)
            method = getattr(content.cls, "__setitem__", None)
            if method is None:
                self.fail(f"'{content.cls.__name__}' object does not support item assignment", node)
            self.call_value(Static(method), [owner, index, value], [], node)
            return
        index = self.fixed(index)
        key = self.static_key(index)
        if op is not None:
            held = self.item(owner, index, node)
            current = self.deref(held)
            if isinstance(current, Dyn) and current.kind.cat in ("arr", "numeric"):
                self.augment_array(current, op, value, node)
                return
            if key is not None or content.shape == "list":
                value = self.augmented(held, op, value, node)
        if content.shape == "list" and (key is None or not isinstance(key[0], int)):
            if content.origin is not None:
                self.fail("a list of the caller is changed at an index that is not known", node, "copy the list first")
            self.make_dynamic(owner.oid)
            self.write_item(owner, index, None, value, node)
            return
        if key is None:
            self.fail(
                "a dict is written at a key that is not known while compiling", node, "use literal keys or an array"
            )
        self._caller_effect(content, ("getitem", Const(key[0])), value, node)
        name = key[0]
        if content.shape == "list":
            if not -len(content.items) <= name < len(content.items):
                self.fail("list assignment index out of range", node)
            name %= len(content.items)
        self.mutate(owner.oid, self.content(owner).with_item(name, value), node)

    def _caller_effect(self, content: HeapObject, how: tuple[str, Expr], value: Value, node: Any) -> None:
        """A change of an object that the caller holds must also happen in the running program."""
        if content.origin is None:
            return
        if self.is_active(value):
            self.fail(
                "a differentiated value is stored in an object of the caller", node, "build a new object and return it"
            )
        target = Apply(how[0], (content.origin, how[1]))
        self.emit(Let((), Apply("store", (target, NONE, self.expr(value))), self.origin, None, effect=True))

    def _write_list(self, owner: Dyn, index: Value, op: str | None, value: Value, node: Any) -> None:
        if isinstance(index, Dyn) and index.kind.cat == "slice":
            self.fail("a slice of a list is assigned", node, "assign the items in a loop, or use an array")
        if op is not None:
            held = self.item(owner, index, node)
            current = self.deref(held)
            if isinstance(current, Dyn) and current.kind.cat in ("arr", "numeric"):
                self.augment_array(current, op, value, node)
                return
            value = self.augmented(held, op, value, node)
        external = owner.place is not None and self.state.storages[owner.place.storage].external
        if external and self.is_active(value):
            self.fail(
                "a differentiated value is stored in an object of the caller", node, "build a new object and return it"
            )
        value_expr = self.expr(value)
        self.take_in(owner, value)
        code = Assign(Apply("getitem", (self.read(owner).expr, self.expr(index))), value_expr)
        active = self.is_active(value)
        elem = owner.kind.elem if isinstance(owner.kind.elem, Kind) else None
        kind = self.kind(value)
        joined = kind if elem is None else K.join(elem, kind)
        store = replace(owner.kind, active=owner.kind.active or active, elem=joined)
        self.write(owner, "list_item", None, self.expr(index), value_expr, code, node, active, kind=store)

    def become_records(self, held: Obj, receiver: Dyn, items: list[Value]) -> bool:
        raise NotImplementedError

    def augmented(self, current: Value, op: str, value: Value, node: Any) -> Value:
        raise NotImplementedError

    def write_records(self, receiver: Obj, index: Value, value: Value, node: Any) -> None:
        raise NotImplementedError

    def augment_array(self, owner: Dyn, op: str, value: Value, node: Any) -> None:
        """``owner op= value`` in place."""
        self.array_write(owner, Static(EVERYTHING), op, value, node)

