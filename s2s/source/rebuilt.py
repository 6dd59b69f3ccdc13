"""Changes of a list of unknown length that make its items anew: sort and reverse; deques."""

from __future__ import annotations

import collections
from dataclasses import replace
from typing import Any

from s2s.ir.core import Apply, Const, Kind
from s2s.source.record_methods import RecordMethods
from s2s.source.values import Dyn, HeapObject, Obj, Static, Value

BACKWARDS = Dyn(Apply("slice", (Const(None), Const(None), Const(-1))), Kind("slice"))
OF_DEQUES = {"appendleft": ("insert", [Static(0)]), "popleft": ("pop", [Static(0)])}


class Rebuilt(RecordMethods):
    """Methods that give a list of unknown length another value."""

    def rebuilt(
        self, held: Obj, items: Dyn, name: str, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> Value | None:
        """The result of the method (None: it is not one of these)."""
        if self.content(held).shape != "dynamic" or name not in ("sort", "reverse"):
            return None
        if self.content(held).origin is not None:
            self.fail("a list of the caller is changed", node, "copy the list first, and return it")
        sid = items.place.storage if items.place is not None else None
        if sid is None or self.state.storages[sid].external or not self._is_alone(sid):
            reason = "a list that is held elsewhere, or that a loop runs over, gets its items anew"
            self.fail(reason, node, "make a new list, with sorted() or a slice")
        if name == "sort":
            made = self.call_value(Static(sorted), [items], kwargs, node)
        else:
            made = self.item(items, BACKWARDS, node)
        whole = self.deref(made)
        if not isinstance(whole, Dyn) or whole.kind.cat != "list":
            return None
        self.mutate(held.oid, HeapObject("dynamic", (("value", whole),), self.content(held).cls), node)
        return Static(None)

    def _is_alone(self, sid: int) -> bool:
        """True where one object of the program stands for a list."""
        if self.is_walked(sid):
            return False
        held = self.state.references(sid) + sum(map(self.state.references, self.twins(sid) - {sid}))
        return not self.state.storages[sid].held and held <= 1

    # ------------------------------------------------------------------------------------------------ deques

    def builtin_deque(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        """A deque is a list here; it does not leave the function."""
        if kwargs or len(args) > 1:
            self.fail("a deque of limited length", node, "use a list, and take the last items of it")
        made = self.builtin_list(args, {}, node)
        if not isinstance(made, Obj):
            made = self.allocate(HeapObject("dynamic", (("value", made),), list))
        self.shared.deques = True
        self.state.heap[made.oid] = replace(self.content(made), cls=collections.deque)
        return made
