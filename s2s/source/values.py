"""What the lowering knows of a value, and the state of the abstract run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from s2s.ir.core import Apply, Const, Expr, Kind, Place, Ref, Var


@dataclass(frozen=True)
class Dyn:
    """A value of the running program.  ``version`` is the version of its storage that ``expr`` was read at."""

    expr: Expr
    kind: Kind
    place: Place | None = None
    version: int = 0


@dataclass(frozen=True)
class Static:
    """An object known while compiling: a literal, module, function or class; ``ref`` is how generated code names it."""

    obj: Any
    ref: Expr | None = None


@dataclass(frozen=True)
class Seq:
    """A tuple (or named tuple, or range of known views) of known length."""

    items: tuple[Value, ...]
    cls: type = tuple
    origin: Expr | None = None


class Maybe:
    """The class of a Seq (present, value) that stands for a structure or None."""


def maybe(present: Value, value: Value) -> Seq:
    """``value`` where ``present`` is true, else None."""
    return Seq((present, value), Maybe)


def is_maybe(value: Any) -> bool:
    return isinstance(value, Seq) and value.cls is Maybe


class Either:
    """The class of a Seq (test, one, two) that stands for function ``one`` where the test is true, else for ``two``."""


def is_either(value: Any) -> bool:
    return isinstance(value, Seq) and value.cls is Either


@dataclass(frozen=True)
class Obj:
    """A reference to a heap object: a list, dict or instance whose structure is known."""

    oid: int


@dataclass(frozen=True)
class Func:
    """A nested def or a lambda: its node and the frame that it closes over."""

    node: Any
    frame: int
    defaults: tuple[tuple[str, Value], ...]
    owner: Any
    name: str


@dataclass(frozen=True)
class Method:
    """A bound method: of an instance (``function`` is Static or Func) or of a built-in kind (then it is a name)."""

    receiver: Value
    function: Any


@dataclass(frozen=True)
class Partial:
    function: Value
    args: tuple[Value, ...]
    kwargs: tuple[tuple[str, Value], ...]


@dataclass(frozen=True)
class Undefined:
    """A name that is not bound on every path; ``mixed``: it is, but to values that have nothing in common."""

    name: str
    mixed: bool = False


@dataclass(frozen=True)
class Iter:
    """The result of zip, enumerate, reversed, range, dict views, ...: only iterated or listed."""

    how: str
    args: tuple[Value, ...]
    code: Expr


Value: TypeAlias = Dyn | Static | Seq | Obj | Func | Method | Partial | Undefined | Iter


@dataclass(frozen=True)
class HeapObject:
    """``shape`` is ``list``, ``dict``, ``instance``, ``dynamic`` (a list of unknown length) or ``records`` (one of
    structures of the given ``form``); ``items`` are (key, value) pairs, for a list with the keys 0, 1, ..."""

    shape: str
    items: tuple[tuple[Any, Value], ...]
    cls: Any = None
    origin: Expr | None = None
    joined: bool = False
    form: Any = None

    def get(self, key: Any) -> Value | None:
        for name, value in self.items:
            if name == key:  # as Python compares keys: 1, 1.0 and True are one
                return value
        return None

    def with_item(self, key: Any, value: Value) -> HeapObject:
        items = tuple((k, value if k == key else v) for k, v in self.items)
        if self.get(key) is None:
            items += ((key, value),)
        return replace(self, items=items)

    def without(self, key: Any) -> HeapObject:
        items = tuple((k, v) for k, v in self.items if k != key)
        return replace(self, items=items)

    def values(self) -> tuple[Value, ...]:
        return tuple(v for _, v in self.items)


class Iterator:
    """The class of the heap objects that stand for iterators: they give their items once."""


def list_object(items: tuple[Value, ...], origin: Expr | None = None) -> HeapObject:
    return HeapObject("list", tuple(enumerate(items)), list, origin)


@dataclass(frozen=True)
class Store:
    """The memory of an array or a dynamic list: the variable with its present whole value.

    A ``held`` list is an item of another one.  A list ``owns`` its items when they are different objects,
    and where these are lists, their items when those are, and so on: this is how deep.
    """

    var: Var
    kind: Kind
    version: int = 0
    external: bool = False
    readonly: bool = False
    held: bool = False
    owns: int = 0


@dataclass(frozen=True)
class Stale:
    """Why the value of a storage is not known any more: the array whose write may have changed it, and the line."""

    name: str
    line: int


@dataclass
class State:
    """Names, heap and storages at one point of the abstract run; copied where control flow splits.

    ``maybe`` are pairs of storages that may overlap, ``twins`` pairs of lists that may be one list, ``links`` arrays
    that are views or copies by layout, ``stale`` the storages that a write into another one may have changed, ``items``
    the storages that are an item of a list that owns it: the list, and the place in it.
    """

    frames: dict[int, dict[str, Value]] = field(default_factory=dict)
    heap: dict[int, HeapObject] = field(default_factory=dict)
    storages: dict[int, Store] = field(default_factory=dict)
    maybe: frozenset[tuple[int, int]] = frozenset()
    links: tuple[tuple[int, tuple[Expr, ...], int, Expr, Var], ...] = ()
    twins: frozenset[tuple[int, int]] = frozenset()
    stale: dict[int, Stale] = field(default_factory=dict)
    items: dict[int, tuple[int, Expr]] = field(default_factory=dict)

    def copy(self) -> State:
        frames = {fid: dict(names) for fid, names in self.frames.items()}
        heap, storages, stale = dict(self.heap), dict(self.storages), dict(self.stale)
        return State(frames, heap, storages, self.maybe, self.links, self.twins, stale, dict(self.items))

    def overlaps(self, sid: int) -> set[int]:
        """The storages that may overlap with one."""
        return {b if a == sid else a for a, b in self.maybe if sid in (a, b)}

    def partners(self, sid: int) -> set[int]:
        """The storages that may overlap with one, or are views of it by layout."""
        return self.overlaps(sid) | {b if a == sid else a for a, _, b, _, _ in self.links if sid in (a, b)}

    def twins_of(self, sid: int) -> set[int]:
        """The storages of lists that may be the same list as one."""
        return {b if a == sid else a for a, b in self.twins if sid in (a, b)}

    def references(self, sid: int) -> int:
        """How many places in live names and objects refer to the storage (an object counts once)."""
        seen: set[int] = set()

        def count(values: Iterable[Any]) -> int:
            return sum(held(value) for value in values)

        def held(value: Any) -> int:
            if isinstance(value, Dyn):
                return int(value.place is not None and value.place.storage == sid)
            if isinstance(value, Obj) and value.oid not in seen:
                seen.add(value.oid)
                return count(self.heap[value.oid].values())
            if isinstance(value, Method):
                return 0 if isinstance(value.receiver, str) else held(value.receiver)
            if isinstance(value, Partial):
                return count((*value.args, *(v for _, v in value.kwargs)))
            if isinstance(value, Func):
                return count(v for _, v in value.defaults)
            if isinstance(value, (Seq, Iter)):
                return count(value.items if isinstance(value, Seq) else value.args)
            return 0

        return sum(count(names.values()) for names in self.frames.values())

    def unfollowed(self, sid: int) -> list[int]:
        """Storages that a write to ``sid`` may reach, apart from those that it is carried over to (see ``_sync``)."""
        followed = self._linked([sid])
        pairs = [pair for pair in self.maybe if any(s in pair for s in followed)]
        others = [other for pair in pairs for other in pair if other not in followed]
        return [other for other in self._linked(list(dict.fromkeys(others))) if other not in followed]

    def _linked(self, sids: list[int]) -> list[int]:
        """The storages, and those that may be views of them by layout."""
        for sid in sids:
            for base, _, copy, _, _ in self.links:
                if sid in (base, copy):
                    sids += [other for other in (base, copy) if other not in sids]
        return sids


HOLE = Const("<view>")


def fill(view: Expr, base: Expr) -> Expr:
    """The view expression applied to ``base``."""
    if view == HOLE:
        return base
    if isinstance(view, Apply):
        return Apply(
            view.op, tuple(fill(a, base) for a in view.args), tuple((k, fill(v, base)) for k, v in view.kwargs)
        )
    return view


def through(path: tuple[Expr, ...], base: Expr) -> Expr:
    """``base`` seen through the views of ``path``."""
    for view in path:
        base = fill(view, base)
    return base


def is_static(value: Value, *kinds: type) -> bool:
    return isinstance(value, Static) and (not kinds or isinstance(value.obj, kinds))


def is_function(value: Value | None) -> bool:
    """True for what is called and is not data."""
    if isinstance(value, Static):
        return callable(value.obj)
    return isinstance(value, (Func, Method, Partial)) or is_either(value)


def ref_of(value: Static) -> Expr:
    if value.ref is not None:
        return value.ref
    return Const(value.obj)


def as_maybes(one: Value | None, two: Value | None) -> tuple[Any, Any] | None:
    """Two values, one of which may be None where the other is a structure, as (present, value) each."""
    if not any(is_maybe(v) for v in (one, two)):
        nothing = [isinstance(v, Static) and v.obj is None for v in (one, two)]
        if nothing.count(True) != 1 or not any(isinstance(v, (Seq, Obj)) for v in (one, two)):
            return None
    first, second = _maybe_parts(one), _maybe_parts(two)
    return None if first is None or second is None else (first, second)


def _maybe_parts(value: Value | None) -> tuple[Value, Value] | None:
    if is_maybe(value):
        assert isinstance(value, Seq)
        return value.items[0], value.items[1]
    if isinstance(value, Static) and value.obj is None:
        return Static(False), Undefined("value")
    return (Static(True), value) if isinstance(value, (Seq, Obj)) else None


__all__ = [
    "HOLE",
    "Apply",
    "Const",
    "Dyn",
    "Either",
    "Func",
    "HeapObject",
    "Iter",
    "Method",
    "Obj",
    "Partial",
    "Ref",
    "Seq",
    "State",
    "Stale",
    "Static",
    "Store",
    "Undefined",
    "Value",
    "Maybe",
    "as_maybes",
    "fill",
    "is_either",
    "is_function",
    "is_maybe",
    "is_static",
    "list_object",
    "maybe",
    "ref_of",
    "through",
]
