"""Writes of an array into memory that it lies in itself: refused where NumPy may read what it has overwritten."""

from __future__ import annotations

from typing import Any

import numpy as np

from s2s.analysis.lines import Lines, reads_first
from s2s.ir.core import Const, Expr, Place, Var
from s2s.source.reading import Reading
from s2s.source.values import Dyn, Value

UNBUFFERED = frozenset({np.concatenate, np.stack, np.compress, np.ndarray.compress, np.ptp})
RANKS = (1, 2, 3, 4)  # where it is not known


class Overlaps(Reading):
    """Looks at what a write reads."""

    def check_order(self, target: Dyn, index: Expr | None, rank: int | None, value: Value, node: Any) -> None:
        """``target[index] = value``, element by element; ``rank`` is that of the part (None: not known)."""
        if not self._shares(target, value) or (rank is not None and rank != 1):
            return
        assert isinstance(value, Dyn) and target.place is not None and value.place is not None
        if target.place.storage in self.shared.flats or not self._reads_first(target.place, index, value.place):
            self.refuse_overlap(target, value, node)

    def check_apart(self, target: Dyn, values: list[Value], node: Any) -> None:
        """A write that may read what it has overwritten, whatever the order."""
        for value in values:
            for sid in self._memory_of(self.deref(value)):
                store = self.state.storages[sid]
                self.check_none_shared(target, Dyn(store.var, store.kind, Place(sid)), node)

    def check_none_shared(self, target: Dyn, value: Value, node: Any) -> None:
        if self._shares(target, value):
            self.refuse_overlap(target, value, node)

    def refuse_overlap(self, target: Dyn, value: Value, node: Any) -> None:
        assert isinstance(value, Dyn)
        self._fail_about_memory(
            f"{self._called(target)} is written with values that lie in its own memory, and NumPy may overwrite some "
            "of them before it reads them",
            node,
            "take a copy of the values first, e.g. with .copy()",
        )

    def _shares(self, target: Dyn, value: Value) -> bool:
        """True for an array that may lie in the memory of ``target``, where that matters for a derivative."""
        if not isinstance(value, Dyn) or value.place is None or target.place is None or not self.is_active(value):
            return False
        if value.kind.cat not in ("arr", "numeric", "list") or value.kind.rank == 0:
            return False
        sid, other = target.place.storage, value.place.storage
        return sid == other or other in self.partners(sid)

    def _reads_first(self, target: Place, index: Expr | None, value: Place) -> bool:
        sid, other = target.storage, value.storage
        if sid != other and not self._is_reshaped(sid, other):
            return False
        straight = not (self.state.storages[sid].external or self.state.storages[other].external)
        known = [self.state.storages[s].kind.rank for s in (sid, other)]
        for rank, second in _ranks(known[0], known[1], sid == other):
            try:
                written = self._seen(sid, rank, target.path, index)
                read = self._seen(other, second, value.path, None)
            except IndexError:
                continue
            if written is None or read is None:
                return False
            if not reads_first(written, read, self.shared.counters, straight):
                return False
        return True

    def _is_reshaped(self, a: int, b: int) -> bool:
        """True for a whole array and ``ravel`` or ``reshape`` of it: their last axes have the same steps."""
        return any({base, copy} == {a, b} and not path for base, path, copy, _, _ in self.state.links)

    def _seen(self, sid: int, rank: int, path: tuple[Expr, ...], index: Expr | None) -> Lines | None:
        lines: Lines | None = Lines.whole((*((sid, k) for k in range(rank - 1)), "last"))
        for view in path:
            lines = None if lines is None else lines.seen(view, self._is_index)
        return lines if lines is None or index in (None, Const(Ellipsis)) else lines.part(index, self._is_index)

    def _is_index(self, var: Var) -> bool:
        kind = self.shared.kinds.get(var)
        return kind is not None and kind.cat == "num" and (kind.dtype or "f")[0] in "iu"


def _ranks(one: int | None, two: int | None, same: bool) -> list[tuple[int, int]]:
    if same:
        return [(r, r) for r in (RANKS if one is None else (one,))]
    return [(r, s) for r in (RANKS if one is None else (one,)) for s in (RANKS if two is None else (two,))]
