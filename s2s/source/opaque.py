"""Objects of unknown kind: what functions hand out that are not followed.

Two of them may be, or hold, the same array.  So where the program writes into one, what derivatives read of any is kept
as a copy that is made where it is read (see ``lower``: the function is lowered again, with copies).
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from s2s import runtime
from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Expr, Kind, Let, Stmt, Var, Write
from s2s.ir.walk import variables
from s2s.source.ground import Ground
from s2s.source.values import Dyn, Seq, Value

WHOLE = ("tuple", "list", "slice")
WRITING = frozenset(
    "append byteswap clear delitem extend fill iadd iconcat imul insert ior isub partition pop put remove resize "
    "reverse setfield setitem shuffle sort".split()
)


class Opaque(Ground):
    """Reads and writes of objects of unknown kind."""

    def emit(self, stmt: Stmt) -> None:
        if isinstance(stmt, Let) and stmt.derivative is not None:
            rule = stmt.derivative
            kept = {name: self._kept(value) for name, value in rule.bindings.items()}
            if any(kept[name] is not value for name, value in rule.bindings.items()):
                stmt = replace(stmt, derivative=replace(rule, bindings=kept))
        if isinstance(stmt, Write):
            if self._is_opaque_storage(self.shared.places[stmt.new].storage):
                self.write_opaque(self.shared.places[stmt.new].storage)
            if stmt.index is not None and self.shared.kinds[stmt.new].active:
                stmt = replace(stmt, index=self._kept(stmt.index))
        super().emit(stmt)

    def write_opaque(self, storage: int | None = None) -> None:
        """An object of unknown kind is written into, or the memory of an array that may be one."""
        self.shared.opaque_writes.add(storage)
        self.shared.copies.clear()

    def give_opaque(self, name: str, values: list[Value]) -> None:
        """A function or method of a name that speaks of writing is given an object of unknown kind."""
        if name in WRITING and any(isinstance(v, Dyn) and v.kind.cat == "other" for v in values):
            self.write_opaque()

    def note_opaque(self, made: Value, sources: tuple[Value, ...]) -> None:
        """A result may share memory with an object of unknown kind."""
        if isinstance(made, Dyn) and made.place is not None and any(map(self._holds_opaque, sources)):
            self.shared.opaque_storages.add(made.place.storage)

    def _holds_opaque(self, value: Value) -> bool:
        if isinstance(value, Seq):
            return any(map(self._holds_opaque, value.items))
        return isinstance(value, Dyn) and _is_opaque(value.kind)

    def _kept(self, value: Any) -> Any:
        """What a derivative keeps: a copy of what somebody else may write into."""
        if isinstance(value, list):
            made = [self._kept(v) for v in value]
            return made if any(a is not b for a, b in zip(made, value, strict=True)) else value
        if isinstance(value, Apply) and value.op in WHOLE:
            args = tuple(self._kept(a) for a in value.args)
            return value if all(a is b for a, b in zip(args, value.args, strict=True)) else replace(value, args=args)
        if not isinstance(value, (Var, Apply)):
            return value
        read = [found for var in variables(value) for found in self._memory(var)]
        self.shared.opaque_reads.update(read)
        return self._copied(value) if read and self.shared.copying else value

    def _copied(self, value: Expr) -> Var:
        for block, expr, copy in self.shared.copies:
            if block is self.out and expr == value:
                return copy
        name = value.name if isinstance(value, Var) else "item"
        copy = self.fresh(f"{name}_copy")
        call = Apply("call", (self.shared.names.ref(runtime.snapshot), value))
        self.shared.kinds[copy] = self.shared.kinds.get(value, K.OTHER) if isinstance(value, Var) else K.OTHER
        super().emit(Let((copy,), call, self.origin))
        self.shared.copies.append((self.out, value, copy))
        return copy

    def _memory(self, var: Var) -> list[int | None]:
        """The storage of an array that may be an object of unknown kind; None for such an object."""
        place = self.shared.places.get(var)
        if place is not None:
            return [place.storage] if self._is_opaque_storage(place.storage) else []
        kind = self.shared.kinds.get(var)
        return [None] if kind is not None and _is_opaque(kind) else []

    def _is_opaque_storage(self, sid: int) -> bool:
        if not self.shared.opaque_storages:
            return False
        near = {sid, *self.state.partners(sid)}
        while more := {a for a, b in self.shared.flows if b in near} - near:
            near |= more
        return not near.isdisjoint(self.shared.opaque_storages)


def _is_opaque(kind: Kind) -> bool:
    return kind.cat == "other" or (kind.cat in ("list", "tuple", "dict") and kind.elem == K.OTHER)


def clash(reads: set[int | None], writes: set[int | None]) -> bool:
    """True when what is read may be what is written by another name; a storage by itself has versions."""
    return any(r is None or w is None or r != w for r in reads for w in writes)
