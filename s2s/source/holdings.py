"""Items of lists of unknown length: which list owns them, and writes into them.

The items of a list that *owns* them are different objects.  So what is read at an index of it, and written, is the item
at that index still, and no other: a write into the item is also a write into the list, which the program does not
print.  An item of any other list is only known until something that may be the same is written.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from s2s.analysis import kinds as K
from s2s.ir.core import Expr, Kind, Place, Var, Write
from s2s.ir.walk import variables
from s2s.source.opaque import Opaque
from s2s.source.values import Dyn, Static, Value

DEEP = 9  # what a list without lists in it owns


class Holdings(Opaque):
    """Items of lists."""

    def own_items(self, made: Dyn) -> None:
        """A new list, whose items are taken in one by one from here on."""
        if made.place is not None:
            self._set_owns(made.place.storage, DEEP)

    def disown(self, *lists: int) -> None:
        """Lists whose items are not known to be different objects any more."""
        for sid in lists:
            self._set_owns(sid, 0)
            self._forget_items(sid)

    def take_in(self, receiver: Dyn, value: Value) -> None:
        """An item goes into a list, and so into the lists that own that one."""
        if receiver.place is None:
            return
        lists = [receiver.place.storage, *self._owners(receiver.place.storage)]
        if not all(self._is_new_to(sid, value) for sid in lists):
            self.disown(*lists)
        inner = self.state.storages[value.place.storage] if isinstance(value, Dyn) and value.place is not None else None
        for above, sid in enumerate(lists, 1):
            if inner is not None and inner.kind.cat == "list":
                self._set_owns(sid, min(self.state.storages[sid].owns, above + inner.owns))
            self.share(Dyn(receiver.expr, self.state.storages[sid].kind, Place(sid)), value)
        self.hold(value)

    def share_items(self, made: Value, *sources: Value) -> None:
        """A new list holds the items of others: numbers have no memory to share."""

        def numbers(value: Value) -> bool:
            elem = value.kind.elem if isinstance(value, Dyn) and value.kind.cat == "list" else None
            return isinstance(elem, Kind) and elem.cat == "num"

        self.share(made, *(source for source in sources if not numbers(source)))

    def hold(self, value: Value) -> None:
        """A list that is an item of another one is not changed any more by the name that it has."""
        if isinstance(value, Dyn) and value.kind.cat == "list":
            self.hold_place(value.place)

    def read_item(self, made: Value, owner: Dyn, index: Expr) -> None:
        """``made = owner[index]`` of a list."""
        self.share(made, owner)
        self.hold(made)
        if not isinstance(made, Dyn) or made.place is None or owner.place is None or owner.place.path:
            return
        numbers = all(self.shared.kinds[v].cat == "num" for v in variables(index))
        depth = self.state.storages[owner.place.storage].owns
        if numbers and depth:
            self.state.items[made.place.storage] = owner.place.storage, index
            self._set_owns(made.place.storage, depth - 1)

    def take_out(self, made: Dyn, owner: Dyn) -> None:
        """``made`` was an item of the list, and is not any more."""
        if made.place is None or owner.place is None:
            return
        sid = owner.place.storage
        depth = self.state.storages[sid].owns
        if not depth:
            self.share(made, owner)
            self.hold(made)
            return
        self._set_owns(made.place.storage, depth - 1)
        for other in self.state.partners(sid) - set(self._owners(sid)):
            self.may_alias(made.place.storage, other)

    def _is_new_to(self, owner: int, value: Value) -> bool:
        """True for a number, and for an object that is no item of the list yet."""
        if isinstance(value, Static):
            return K.kind_of(value.obj).cat in ("num", "str") or value.obj is None
        if not isinstance(value, Dyn) or value.place is None:
            return isinstance(value, Dyn) and value.kind.cat in ("num", "str")
        sid = value.place.storage
        store = self.state.storages[sid]
        return not (value.place.path or store.external or store.readonly or owner in {sid, *self.state.partners(sid)})

    def hold_place(self, place: Place | None) -> None:
        if place is not None:
            self.state.storages[place.storage] = replace(self.state.storages[place.storage], held=True)

    def _set_owns(self, sid: int, depth: int) -> None:
        self.state.storages[sid] = replace(self.state.storages[sid], owns=depth)

    def _is_held(self, sid: int) -> bool:
        """True for a list that may be changed through the list that holds it only."""
        stores = (self.state.storages.get(s) for s in (sid, *self.state.twins_of(sid)))
        return sid not in self.state.items and any(store is not None and store.held for store in stores)

    def _forget_items(self, sid: int) -> None:
        """The places of the items of a list, or of one that may be the same, are not known any more."""
        lists = {sid, *self.state.twins_of(sid)}
        self.state.items = {s: place for s, place in self.state.items.items() if place[0] not in lists}

    def _owners(self, sid: int) -> list[int]:
        """The lists that a write into one of their items changes: they are written too."""
        found: list[int] = []
        while sid in self.state.items and sid not in self.state.stale:
            sid, _ = self.state.items[sid]
            if sid not in self.state.stale:
                found.append(sid)
        return found

    def _put_back(self, sid: int, value: Dyn, node: Any) -> None:
        """An item that was written is the item of the list that owns it still: its derivative goes there."""
        for owner in self._owners(sid):
            item, store = self.state.storages[sid], self.state.storages[owner]
            elem = K.join(store.kind.elem, item.kind) if isinstance(store.kind.elem, Kind) else item.kind
            kind = replace(store.kind, active=store.kind.active or item.kind.active, elem=elem)
            new = self._next_version(owner, kind)
            self.emit(Write(new, store.var, "list_item", None, self.state.items[sid][1], item.var, self.origin))
            for other in sorted(self.state.twins_of(owner)):
                self._written_too(other, kind, value, node)
            sid = owner

    def share(self, made: Value, *sources: Value | None) -> None:
        raise NotImplementedError

    def may_alias(self, a: int, b: int) -> None:
        raise NotImplementedError

    def _next_version(self, sid: int, kind: Kind) -> Var:
        raise NotImplementedError

    def _written_too(self, other: int, written: Kind, value: Dyn, node: Any) -> None:
        raise NotImplementedError
