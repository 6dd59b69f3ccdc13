"""Writes of an array into memory that it lies in itself: refused where NumPy may read what it has overwritten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from s2s.analysis.lines import Lines, reads_first
from s2s.ir.core import Const, Expr, Place, Var
from s2s.source.reading import Reading
from s2s.source.values import Dyn, Value

UNBUFFERED = frozenset({np.concatenate, np.stack, np.compress, np.ndarray.compress, np.ptp})
RANKS = range(1, 10)  # where it is not known


class Overlaps(Reading):
    """Looks at what a write reads."""

    def check_order(self, target: Dyn, index: Expr | None, rank: int | None, value: Value, node: Any) -> None:
        """``target[index] = value``, element by element; ``rank`` is that of the part (None: not known)."""
        if rank not in (None, 1) or not isinstance(value, Dyn) or value.kind.rank == 0 or not self.is_active(value):
            return
        if target.place is None or value.place is None or value.place.storage not in self._near(target):
            return
        if target.place.storage in self.shared.flats or not self._reads_first(target.place, index, value.place):
            self._refuse_overlap(target, node)

    def check_apart(self, target: Dyn, values: list[Value], node: Any) -> None:
        """A write that may read what it has overwritten, whatever the order."""
        read = {sid for value in values for sid in self._memory_of(self.deref(value))} & self._near(target)
        if any(self.state.storages[sid].kind.active for sid in read):
            self._refuse_overlap(target, node)

    def _near(self, target: Dyn) -> set[int]:
        """The storages in which the memory of ``target`` may lie."""
        return set() if target.place is None else {target.place.storage, *self.partners(target.place.storage)}

    def _refuse_overlap(self, target: Dyn, node: Any) -> None:
        self._fail_about_memory(
            f"{self._called(target)} is written with values that lie in its own memory, and NumPy may overwrite some "
            "of them before it reads them",
            node,
            "take a copy of the values first, e.g. with .copy()",
        )

    def _reads_first(self, target: Place, index: Expr | None, value: Place) -> bool:
        sid, other = target.storage, value.storage
        if sid != other and not self._is_reshaped(sid, other):
            return False
        straight = sid == other and not self.state.storages[sid].external
        pairs: list[tuple[Lines | None, Lines | None]] = []
        for rank, second in self._ranks(sid, other):
            try:
                pairs.append((self._seen(sid, rank, target.path, index), self._seen(other, second, value.path, None)))
            except IndexError:
                continue
        return bool(pairs) and all(
            written is not None
            and read is not None
            and reads_first(written, read if sid == other else replace(read, bounds={}), self.shared.counters, straight)
            for written, read in pairs
        )

    def _ranks(self, sid: int, other: int) -> Iterator[tuple[int, int]]:
        """What the ranks of two storages may be."""
        one, two = (self.state.storages[s].kind.rank for s in (sid, other))
        for rank in RANKS if one is None else (one,):
            for second in (rank,) if sid == other else RANKS if two is None else (two,):
                yield rank, second

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

