"""Trees of values: the kinds of arguments, and the specs of what carries a derivative.

A *spec* says what a cotangent of a value looks like, as plain data:

- ``(dtype, shape)`` for an array of floats or complex numbers,
- the type itself (``float``, ``numpy.float32``) for a number,
- ``Tree(cls, keys, children)`` for a tuple, named tuple, list, dict or dataclass,
- ``None`` for a leaf that cannot carry a derivative.
"""
from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

import numpy as np

from s2s.errors import UnsupportedError

Path = tuple[str, ...]


class Tree(NamedTuple):
    """The spec of a container: its class, its keys (indices, dict keys or field names) and their specs."""

    cls: Any
    keys: tuple[Any, ...]
    children: tuple[Any, ...]


Spec = Any  # None | type | tuple[np.dtype, tuple[int, ...]] | Tree


class Identity:
    """A hashable stand-in for an object in a kind key: equal only to itself."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Identity) and other.value is self.value


# --- kinds -----------------------------------------------------------------------------------------------------------


_BY_TYPE = frozenset({float, int, complex, np.float64, np.float32, np.complex128, np.complex64, np.int64, np.bool_})
_BY_VALUE = frozenset({bool, str, bytes, type(None), type(Ellipsis)})


def key_of(value: Any) -> Hashable:
    """The kind key of one argument: calls with equal keys may share a generated program."""
    kind: Any = type(value)
    if kind is np.ndarray:
        return value.dtype, value.shape
    if kind in _BY_TYPE:
        return kind  # type: ignore[no-any-return]
    if kind in _BY_VALUE:
        return kind, value
    if kind is tuple or kind is list:
        return kind, tuple([key_of(entry) for entry in value])
    if kind is dict:
        return dict, tuple(value), tuple([key_of(entry) for entry in value.values()])
    return _key_of_other(value, kind, ())


def _key_of_other(value: Any, kind: type, within: tuple[int, ...]) -> Hashable:
    if isinstance(value, np.ndarray):
        return kind, value.dtype, value.shape
    if isinstance(value, np.dtype):
        return np.dtype, value
    if is_static(value):
        return _callable_key(value)
    parts = children_of(value)
    if parts is None:
        attributes = getattr(value, "__dict__", None)
        if not isinstance(attributes, dict):
            return Identity(kind)
        parts = tuple(attributes), tuple(attributes.values())
    if id(value) in within:
        return "cycle", within.index(id(value))
    inner = (*within, id(value))
    return kind, parts[0], tuple([_key_within(entry, inner) for entry in parts[1]])


def _key_within(value: Any, within: tuple[int, ...]) -> Hashable:
    """``key_of`` inside an object, where the way back to an enclosing object must be noticed."""
    if children_of(value) is None and not hasattr(value, "__dict__"):
        return key_of(value)
    return _key_of_other(value, type(value), within)


def is_static(value: Any) -> bool:
    """True for functions, methods, classes, modules and other callables known by identity."""
    if isinstance(value, types.FunctionType | types.BuiltinFunctionType | types.MethodType | types.ModuleType | type):
        return True
    if not callable(value):
        return False
    return hasattr(value, "__wrapped__") or not isinstance(type(value).__call__, types.FunctionType)


def _callable_key(value: Any) -> Hashable:
    """Methods are made anew at each access, so they are known by their function and their instance."""
    owner = getattr(value, "__self__", None)
    if owner is None or isinstance(owner, types.ModuleType):
        return Identity(value)
    function = getattr(value, "__func__", None)
    return type(value), Identity(owner), value.__name__ if function is None else Identity(function)


# --- containers ------------------------------------------------------------------------------------------------------


def children_of(value: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]] | None:
    """The keys and the children of a tuple, list, dict or dataclass; None for anything else."""
    if isinstance(value, tuple | list):
        return tuple(range(len(value))), tuple(value)
    if isinstance(value, dict):
        return tuple(value), tuple(value.values())
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = tuple(field.name for field in dataclasses.fields(value) if hasattr(value, field.name))
        return names, tuple(getattr(value, name) for name in names)
    return None


def build(cls: Any, keys: tuple[Any, ...], children: Any) -> Any:
    """A container of class ``cls`` that holds ``children``; its ``__init__`` is not run."""
    if cls is tuple or cls is list:
        return cls(children)
    if issubclass(cls, tuple):
        return tuple.__new__(cls, children)
    if issubclass(cls, list):
        made = cls.__new__(cls)
        list.extend(made, children)
        return made
    if issubclass(cls, dict):
        table = cls.__new__(cls)
        for key, child in zip(keys, children, strict=True):
            table[key] = child
        return table
    instance = cls.__new__(cls)
    for key, child in zip(keys, children, strict=True):
        object.__setattr__(instance, key, child)
    return instance


def step(cls: Any, key: Any) -> str:
    """How ``key`` is written in a path: ``[1]``, ``["hidden"]`` or ``.left``."""
    if dataclasses.is_dataclass(cls):
        return f".{key}"
    fields = getattr(cls, "_fields", None)
    if fields is not None and isinstance(key, int):
        return f".{fields[key]}"
    return f'["{key}"]' if isinstance(key, str) else f"[{key!r}]"


def flatten(value: Any, path: Path = ()) -> list[tuple[Path, Any]]:
    """The leaves of a tree with their paths, in order."""
    parts = children_of(value)
    if parts is None:
        return [(path, value)]
    cls = type(value)
    return [leaf for key, child in zip(*parts, strict=True) for leaf in flatten(child, (*path, step(cls, key)))]


def mapped(change: Callable[[Any], Any], value: Any) -> Any:
    """``value`` with every leaf changed, in containers of the same classes."""
    parts = children_of(value)
    if parts is None:
        return change(value)
    return build(type(value), parts[0], [mapped(change, child) for child in parts[1]])


def check_arrays(values: Any, function: str) -> None:
    """Refuse arguments of array classes whose operators mean something else than those of ndarray."""
    for _, leaf in flatten(values):
        if isinstance(leaf, np.ndarray) and type(leaf) not in (np.ndarray, np.memmap):
            raise UnsupportedError(f"{function}: an argument is a {type(leaf).__name__}", hint="np.asarray(argument)")
        if isinstance(leaf, np.ndarray) and leaf.dtype == object:
            raise UnsupportedError(f"{function}: an argument has dtype object", hint="argument.astype(float)")


def carries(value: Any) -> bool:
    """True for a number or array whose values can carry a derivative."""
    if isinstance(value, np.ndarray):
        return value.dtype.kind in "fc"
    return isinstance(value, float | complex | np.inexact)


# --- specs -----------------------------------------------------------------------------------------------------------


_NUMBERS = frozenset({float, complex, np.float64, np.float32, np.complex128, np.complex64})


def spec_of(value: Any) -> Spec:
    """The spec of a value."""
    kind = type(value)
    if kind is np.ndarray:
        dtype = value.dtype
        return (dtype, value.shape) if dtype.kind in "fc" else None
    if kind in _NUMBERS:
        return kind
    if value is None or kind is int or kind is str or kind is bool:
        return None
    if isinstance(value, np.ndarray):
        return (value.dtype, value.shape) if value.dtype.kind in "fc" else None
    if isinstance(value, np.generic):
        return kind if isinstance(value, np.inexact) else None
    if isinstance(value, float | complex):
        return float if isinstance(value, float) else complex
    parts = children_of(value)
    if parts is None:
        return None
    return Tree(kind, parts[0], tuple([spec_of(child) for child in parts[1]]))


def keys_and_specs(values: tuple[Any, ...]) -> tuple[Hashable, tuple[Spec, ...]]:
    """``key_of`` and ``spec_of`` of all arguments of a call, the common kinds first."""
    keys: list[Hashable] = []
    specs: list[Spec] = []
    for value in values:
        kind = type(value)
        if kind is np.ndarray:
            dtype, shape = value.dtype, value.shape
            keys.append((dtype, shape))
            specs.append((dtype, shape) if dtype.kind in "fc" else None)
        elif kind is float:
            keys.append(float)
            specs.append(float)
        else:
            keys.append(key_of(value))
            specs.append(spec_of(value))
    return tuple(keys), tuple(specs)


def pattern_of(key: Hashable, literal: frozenset[int] = frozenset()) -> Hashable:
    """A kind key with its lengths replaced by symbols: calls with equal patterns share a generated program.

    Lengths 0 and 1 and those in ``literal`` stay; any other length becomes the number of its first appearance.
    """
    seen: dict[int, str] = {}

    def symbol(n: int) -> int | str:
        return n if n in (0, 1) or n in literal else seen.setdefault(n, f"n{len(seen) + 1}")

    def walk(part: Any) -> Any:
        if type(part) is not tuple:
            return part
        if len(part) == 2 and isinstance(part[0], np.dtype) and type(part[1]) is tuple:
            return part[0], tuple([symbol(n) for n in part[1]])
        return tuple([walk(entry) for entry in part])

    return walk(key)  # type: ignore[no-any-return]


def check_overlap(values: tuple[Any, ...], names: tuple[str, ...], function: str) -> None:
    """Refuse arguments that share memory, for a function that writes into its arguments."""
    arrays: list[tuple[str, np.ndarray[Any, Any]]] = []

    def collect(value: Any, name: str) -> None:
        if isinstance(value, np.ndarray):
            arrays.append((name, value))
            return
        parts = children_of(value)
        if parts is not None:
            for key, child in zip(*parts, strict=True):
                collect(child, f"{name}[{key!r}]")

    for name, value in zip(names, values, strict=True):
        collect(value, name)
    for i, (one, a) in enumerate(arrays):
        for two, b in arrays[i + 1:]:
            if np.may_share_memory(a, b):
                reason = f"{function} writes into its arguments, and {one} and {two} share memory"
                raise UnsupportedError(reason, hint="pass a copy of one of them")


def is_active(spec: Spec) -> bool:
    """True when some leaf can carry a derivative, or when there is no leaf at all."""
    if isinstance(spec, Tree):
        return not spec.children or any(is_active(child) for child in spec.children)
    return spec is not None


def zeros(spec: Spec) -> Any:
    """The zero cotangent of a spec."""
    if spec is None:
        return None
    if type(spec) is tuple:
        return np.zeros(spec[1], spec[0])
    if isinstance(spec, Tree):
        return build(spec.cls, spec.keys, [zeros(child) for child in spec.children])
    return spec(0)


def show(spec: Spec) -> str:
    """A spec in words."""
    if spec is None:
        return "None"
    if type(spec) is tuple:
        return f"an array of shape {spec[1]} and dtype {spec[0].name}"
    if isinstance(spec, Tree):
        return f"a {spec.cls.__name__} with {_entries(spec)}"
    return f"a {spec.__name__}"


def _entries(spec: Tree) -> str:
    if issubclass(spec.cls, dict):
        return "the keys " + (", ".join(repr(key) for key in spec.keys) or "(none)")
    return f"{len(spec.keys)} entr" + ("y" if len(spec.keys) == 1 else "ies")
