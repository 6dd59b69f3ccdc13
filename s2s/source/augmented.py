"""Augmented assignment: in place where Python works in place."""

from __future__ import annotations

import inspect
from dataclasses import replace
from typing import Any

import gast

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Const, Let, Var
from s2s.source import operators as O
from s2s.source.assignments import Assignments
from s2s.source.hooks import is_data, written_in_python
from s2s.source.values import Dyn, Obj, Value


class AugmentedAssignments(Assignments):
    """Lowering of augmented assignment."""

    def stmt_AugAssign(self, node: Any) -> None:
        op = O.BINARY[type(node.op)]
        target = node.target
        if isinstance(target, gast.Name):
            load = gast.copy_location(gast.Name(target.id, gast.Load(), None, None), target)
            current = self.deref(self.value(load))
            self._augment_name(target.id, current, op, self.deref(self.value(node.value)), node)
        elif isinstance(target, gast.Subscript):
            owner = self.deref(self.value(target.value))
            index = self.index(target.slice)
            self.write_item(owner, index, op, self.value(node.value), node)
        else:
            owner = self.deref(self.value(target.value))
            held = self.attribute(owner, target.attr, node)
            current = self.deref(held)
            value = self.deref(self.value(node.value))
            if isinstance(current, Dyn) and current.kind.cat in ("arr", "numeric"):
                self.augment_array(current, op, value, node)
                current = self.read(current)
                if self._hooked(owner, target.attr):
                    self.set_attribute(owner, target.attr, current, node)
                else:
                    self._refresh_attribute(owner, target.attr, current)
            elif isinstance(owner, Dyn) and owner.kind.cat == "other" and not self.is_active(value):
                place = Apply("attr", (owner.expr, Const(target.attr)))
                self.write_opaque()
                self.emit(Let((), Apply("store", (place, Const(op), self.expr(value))), self.origin, effect=True))
            else:
                self.set_attribute(owner, target.attr, self.augmented(held, op, value, node), node)

    def _hooked(self, owner: Value, name: str) -> bool:
        """True where the class of an object says what an assignment to an attribute does."""
        if not isinstance(owner, Obj):
            return False
        cls = self.content(owner).cls
        return is_data(inspect.getattr_static(cls, name, None)) or written_in_python(cls, "__setattr__")

    def _refresh_attribute(self, owner: Value, name: str, value: Value) -> None:
        if isinstance(owner, Obj):
            self.state.heap[owner.oid] = self.content(owner).with_item(name, value)

    def augmented(self, current: Value, op: str, value: Value, node: Any) -> Value:
        """``current op= value``: lists, dicts and instances with a method for it are changed in place."""
        made = self.own_augmented(op, current, value, node)
        if made is not None:
            return made
        if isinstance(current, Obj):
            content = self.content(current)
            held = self.deref(current)
            if isinstance(held, Dyn) and held.kind.dtype == K.TUPLE:
                return self.binary(op, held, value, node)
            if content.shape == "list" and op == "mul":
                repeated = self.repeated(current, value, node)
                self._rebuild(current, content, self.known_items(repeated, node), node)
                return current
            if content.shape in ("dynamic", "records") and op == "mul":
                self.fail("a list of unknown length is repeated in place", node, "build a new list")
            if content.shape in ("list", "dynamic", "records") and op == "add":
                self.container_method(current, "extend", [value], [], node)
                return current
            if content.shape == "dict" and op == "or_":
                self.container_method(current, "update", [value], [], node)
                return current
        if isinstance(current, Dyn) and current.kind.cat == "other":
            return self._augment_opaque(current, op, value, node)
        return self.binary(op, current, value, node)

    def _augment_opaque(self, current: Dyn, op: str, value: Value, node: Any) -> Value:
        """An array of unknown origin is changed in place, a number is not: the running program decides."""
        if self.is_active(value):
            self.fail(
                "a differentiated value is written into an object of unknown kind",
                node,
                f"make an array of it first (np.array(...)), or write the result to a new name: ... {O.SYMBOL[op]} ...",
            )
        if not isinstance(current.expr, Var):
            current = self.let("item", current.expr, current.kind)
        made = self.binary(op, current, value, node)
        last = self.out[-1] if self.out else None
        if isinstance(made, Dyn) and isinstance(last, Let) and last.targets == (made.expr,):
            self.out[-1] = replace(last, augmented=True)
        self.note_opaque(made, (current,))
        self.write_opaque()
        return made

    def _augment_name(self, name: str, current: Value, op: str, value: Value, node: Any) -> None:
        if isinstance(current, Dyn) and current.kind.cat == "list":
            current = self.scope_of(name, node).get(name, current)
        if isinstance(current, Dyn) and current.kind.cat in ("arr", "numeric"):
            several = current.place is None  # as of min(a, 0.5)
            if several or current.kind.cat == "numeric" and self._aliased(current):
                self.fail(
                    f"'{name} {O.SYMBOL[op]}= ...' writes into an array but rebinds a number: '{name}' may be either",
                    node,
                    f"write {name} = {name} {O.SYMBOL[op]} ..."
                    if self.shared.known
                    else "annotate the parameter (np.ndarray or float), or pass --args",
                )
            self.augment_array(current, op, value, node)
            names = self.scope_of(name, node)
            names[name] = self.read(replace(current, version=-1)) if current.place is not None else current
            return
        mark = len(self.out)
        result = self.augmented(current, op, value, node)
        result = self.deref(result) if isinstance(result, Dyn) else result
        if isinstance(result, Dyn):
            var = self._named(name, result, mark)
            self.scope_of(name, node)[name] = var
            last = self.out[-1] if len(self.out) > mark else None
            if (
                isinstance(last, Let)
                and last.targets == (var.expr,)
                and isinstance(last.expr, Apply)
                and last.expr.op == op
            ):
                self.out[-1] = replace(last, augmented=True)
            return
        self.scope_of(name, node)[name] = result

    def _aliased(self, value: Dyn) -> bool:
        """True when another name, an object or the caller holds the same array."""
        assert value.place is not None
        sid = value.place.storage
        return self.state.storages[sid].external or bool(self.partners(sid)) or self.state.references(sid) > 1
