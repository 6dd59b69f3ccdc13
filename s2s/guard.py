"""Detects a change of an array that residuals share with the caller.

``collect`` finds what among the residuals somebody else can reach and fingerprints it; ``verify`` compares.
Whether somebody else can reach a value is read from reference counts: right after the forward, an array that only the
residual tuple holds has exactly one reference.  Every other owner (an argument, an output, a view, a global, a closure
cell) adds one, so the answer can only err on the side of guarding too much.

Fingerprints are exact copies up to ``EXACT`` bytes.  Above, an array is read as 64-bit words w[i], each block gives
h = sum over i of c[i] * (w[i] ^ (w[i] >> 32)) mod 2**64 with fixed odd coefficients c, and the blocks are combined as a
polynomial: multiplicative hashing (Dietzfelbinger et al., J. Algorithms 25 (1997)).  An odd c[i] makes a change of any
one word certain to be seen; the shift spreads changes of the highest bits (sign flips) to lower ones.
"""
from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

import numpy as np

from s2s.errors import MutationError
from s2s.structure import build, children_of

EXACT = 1024
BLOCK = 16384
_MASK = (1 << 64) - 1
_RADIX = 0x9E3779B97F4A7C15

Path = tuple[int, ...]
Mark = tuple[Path, Any]


def _coefficients(count: int) -> Any:
    """Odd 64-bit numbers: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), the same in every process."""
    z = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(_RADIX)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return (z ^ (z >> np.uint64(31))) | np.uint64(1)


_COEFFICIENTS = _coefficients(BLOCK)
_SHIFT = np.uint64(32)


def fingerprint(array: Any) -> tuple[Any, ...]:
    """Plain data that differs when the shape or the elements of ``array`` differ."""
    if array.nbytes <= EXACT:
        return array.shape, array.tobytes()
    if array.dtype.hasobject:
        return array.shape, repr(array.tolist())
    data = _packed(array).reshape(-1).view(np.uint8)
    words = data[: len(data) // 8 * 8].view(np.uint64)
    total = 0
    for start in range(0, len(words), BLOCK):
        block = words[start : start + BLOCK]
        mixed = block >> _SHIFT
        mixed ^= block
        total = (total * _RADIX + int(mixed.dot(_COEFFICIENTS[: len(block)]))) & _MASK
    return array.shape, total, data[len(words) * 8 :].tobytes()


def _packed(array: Any) -> Any:
    """The stored elements of ``array`` as a contiguous array: no copy for either memory order, repeats left out."""
    plain = np.asarray(array)
    if plain.flags.c_contiguous:
        return plain
    if plain.T.flags.c_contiguous:
        return plain.T
    return np.ascontiguousarray(plain[tuple(slice(0, 1) if step == 0 else slice(None) for step in plain.strides)])


# --- which values are shared -----------------------------------------------------------------------------------------


_ATOMS = frozenset({float, int, bool, complex, str, bytes, type(None), np.float64, np.float32, np.int64, np.bool_})
_references = getattr(sys, "getrefcount", None)


def _scan(values: Iterable[Any], shared: bool) -> Sequence[Mark]:
    """Marks, with paths from ``values``, of everything in it that the caller can reach and change."""
    found: list[Mark] = []
    position = -1
    for value in values:
        position += 1
        kind = type(value)
        if kind in _ATOMS or kind is tuple and _flat(value):
            continue
        foreign = shared or _references is None or _references(value) > _ALONE
        if kind is np.ndarray:
            if foreign or value.base is not None and not _owned(value.base):
                found.append(((position,), fingerprint(value)))
            continue
        below = _scan(value, foreign) if kind is tuple else _scan_other(value, foreign)
        if below:
            found += [((position, *path), mark) for path, mark in below]
    return found


def _flat(values: tuple[Any, ...]) -> bool:
    """True for numbers and texts, and for many records of them, as most loops make."""
    if len(values) > 8:
        kinds = set(map(type, values))
        return kinds <= _ATOMS or kinds == {tuple} and set(map(type, chain.from_iterable(values))) <= _ATOMS
    for value in values:
        if type(value) not in _ATOMS:
            return False
    return True


def _owned(base: Any) -> bool:
    """True when the memory of a view belongs to an array that only the view holds."""
    if type(base) is not np.ndarray or base.base is not None or _references is None:
        return False
    return bool(_references(base) <= _BASE_ALONE)


def _scan_other(value: Any, shared: bool) -> Sequence[Mark]:
    if isinstance(value, np.ndarray):
        return [((), fingerprint(value))]
    parts = children_of(value)
    if parts is None:
        return ()
    entries = value if isinstance(value, tuple | list) else value.values() if isinstance(value, dict) else parts[1]
    own: list[Mark] = [((), _contents(value))] if shared and not isinstance(value, tuple) else []
    return own + list(_scan(entries, shared))


def _contents(value: Any) -> tuple[Any, ...]:
    """Which entries a mutable container has, and the values of those that are no arrays or containers."""
    keys, children = children_of(value) or ((), ())
    return tuple(repr(key) for key in keys), tuple(repr(c) if type(c) in _ATOMS else None for c in children)


def _calibrate() -> tuple[int, int]:
    """How many references ``_scan`` counts for an array, and for the base of a view, that nobody else holds."""
    if _references is None:
        return 0, 0
    counts = []

    def count(values: Sequence[Any]) -> None:
        for value in values:
            counts.append(_references(value))

    def count_base(base: Any) -> None:
        counts.append(_references(base))

    count((np.empty(1),))
    for view in (np.empty(2)[1:],):
        count_base(view.base)
    return counts[0], counts[1]


_ALONE, _BASE_ALONE = _calibrate()


def collect(residuals: tuple[Any, ...], slots: Sequence[int] | None = None) -> tuple[Mark, ...]:
    """Marks of what ``residuals``, fresh from a generated forward, share with anybody else.

    ``slots`` are the positions that may be shared at all, when the compiler knows them.
    """
    if slots is None:
        return tuple(_scan(residuals, False))
    found: list[Mark] = []
    for slot in slots:
        found += [((slot, *path[1:]), mark) for path, mark in _scan(residuals[slot : slot + 1], False)]
    return tuple(found)


def verify(residuals: tuple[Any, ...], marks: tuple[Mark, ...], slots: Sequence[Any], function: str) -> None:
    """Raise MutationError when a marked value is not what it was."""
    for path, mark in marks:
        if len(path) == 1:
            value = residuals[path[0]]
            if type(value) is np.ndarray and fingerprint(value) == mark:
                continue
        try:
            value = _at(residuals, path)
        except IndexError:
            raise MutationError(_message(path, None, slots, function)) from None
        if mark != _mark(value):
            raise MutationError(_message(path, value, slots, function))


def marked(residuals: tuple[Any, ...], paths: Sequence[Path]) -> tuple[Mark, ...]:
    """Marks of the values at ``paths``."""
    return tuple((path, _mark(_at(residuals, path))) for path in paths)


def _mark(value: Any) -> tuple[Any, ...]:
    return fingerprint(value) if isinstance(value, np.ndarray) else _contents(value)


def _at(value: Any, path: Path) -> Any:
    for position in path:
        value = _children(value)[position]
    return value


def _children(value: Any) -> tuple[Any, ...] | list[Any]:
    if isinstance(value, tuple | list):
        return value
    parts = children_of(value)
    return () if parts is None else parts[1]


def _message(path: Path, value: Any, slots: Sequence[Any], function: str) -> str:
    slot = slots[path[0]] if path[0] < len(slots) else None
    name = f"residual {path[0]}" if slot is None else f"residual {slot.name!r} (line {slot.line})"
    within = "".join(f"[{position}]" for position in path[1:])
    kind = "array" if isinstance(value, np.ndarray) else type(value).__name__
    return (
        f"{function}: the {kind} kept as {name}{within} has changed since the forward: it is shared with an argument, "
        "an output or a global of the caller.\n"
        '  Instead: change a copy (bind a new array), or use differentiate(..., guard="copy")'
    )


# --- copies ----------------------------------------------------------------------------------------------------------


def isolate(residuals: tuple[Any, ...], slots: Sequence[int] | None = None) -> tuple[Any, ...]:
    """``residuals`` with a copy of everything that somebody else can reach."""
    paths = {path for path, _ in collect(residuals, slots)}
    return tuple(_copied(value, (i,), paths) for i, value in enumerate(residuals)) if paths else residuals


def _copied(value: Any, path: Path, paths: set[Path]) -> Any:
    if isinstance(value, np.ndarray):
        return value.copy(order="K") if path in paths else value
    if type(value) in _ATOMS:
        return value
    parts = children_of(value)
    if parts is None:
        return value
    children = [_copied(child, (*path, i), paths) for i, child in enumerate(parts[1])]
    return build(type(value), parts[0], children)
