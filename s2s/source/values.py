"""What the lowering knows of a value, and the state of the abstract run."""

from __future__ import annotations

from dataclasses import dataclass, field
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
    """``shape`` is ``list``, ``dict``, ``instance`` or ``dynamic`` (a list of unknown length); ``items`` are (key,
    value) pairs, for a list with the keys 0, 1, ..."""

    shape: str
    items: tuple[tuple[Any, Value], ...]
    cls: Any = None
    origin: Expr | None = None
    joined: bool = False

    def get(self, key: Any) -> Value | None:
        for name, value in self.items:
            if name == key:  # as Python compares keys: 1, 1.0 and True are one
                return value
        return None

    def with_item(self, key: Any, value: Value) -> HeapObject:
        items = tuple((k, value if k == key else v) for k, v in self.items)
        if self.get(key) is None:
            items += ((key, value),)
        return HeapObject(self.shape, items, self.cls, self.origin, self.joined)

    def without(self, key: Any) -> HeapObject:
        items = tuple((k, v) for k, v in self.items if k != key)
        return HeapObject(self.shape, items, self.cls, self.origin, self.joined)

    def values(self) -> tuple[Value, ...]:
        return tuple(v for _, v in self.items)


class Iterator:
    """The class of the heap objects that stand for iterators: they give their items once."""


def list_object(items: tuple[Value, ...], origin: Expr | None = None) -> HeapObject:
    return HeapObject("list", tuple(enumerate(items)), list, origin)


@dataclass(frozen=True)
class Store:
    """The memory of an array or a dynamic list: the variable with its present whole value."""

    var: Var
    kind: Kind
    version: int = 0
    external: bool = False
    readonly: bool = False


@dataclass
class State:
    """Names, heap and storages at one point of the abstract run; copied where control flow splits."""

    frames: dict[int, dict[str, Value]] = field(default_factory=dict)
    heap: dict[int, HeapObject] = field(default_factory=dict)
    storages: dict[int, Store] = field(default_factory=dict)
    maybe: frozenset[tuple[int, int]] = frozenset()
    links: tuple[tuple[int, tuple[Expr, ...], int, Expr, Var], ...] = ()

    def copy(self) -> State:
        frames = {fid: dict(names) for fid, names in self.frames.items()}
        return State(frames, dict(self.heap), dict(self.storages), self.maybe, self.links)


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


def ref_of(value: Static) -> Expr:
    if value.ref is not None:
        return value.ref
    return Const(value.obj)


__all__ = [
    "HOLE",
    "Apply",
    "Const",
    "Dyn",
    "Func",
    "HeapObject",
    "Iter",
    "Method",
    "Obj",
    "Partial",
    "Ref",
    "Seq",
    "State",
    "Static",
    "Store",
    "Undefined",
    "Value",
    "fill",
    "is_static",
    "list_object",
    "ref_of",
    "through",
]
