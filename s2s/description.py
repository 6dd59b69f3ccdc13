"""The kinds of arguments as plain data, and arguments made from them: what it takes to compile in a new process."""
from __future__ import annotations

import dataclasses
import importlib
import sys
import types
from typing import Any

import numpy as np

from s2s.errors import ResidualsError
from s2s.structure import build, children_of, is_static

_PLAIN: dict[str, type] = {
    t.__name__: t for t in (float, int, complex, bool, str, bytes, tuple, list, dict, set, frozenset, range, slice)
}


def name_of(thing: Any) -> str:
    """``module:qualname`` of a class or function."""
    return f"{getattr(thing, '__module__', None)}:{getattr(thing, '__qualname__', repr(thing))}"


def find(name: str, *, load: bool = False) -> Any:
    """The object that ``name_of`` named; a module that is not loaded is imported only with ``load``."""
    if name in _PLAIN:
        return _PLAIN[name]
    module, _, path = name.partition(":")
    try:
        found: Any = importlib.import_module(module) if load else sys.modules[module]
        for part in path.split(".") if path else ():
            found = getattr(found, part)
    except (ImportError, KeyError, AttributeError):
        raise ResidualsError(f"the residuals need {name!r}, which cannot be found: import its module first") from None
    return found


def describe(value: Any) -> tuple[Any, ...]:
    """The kind of ``value`` as nested plain tuples."""
    kind = type(value)
    if kind is bool or kind is str or kind is bytes or value is None:
        return "value", value
    if kind is int or kind is float or kind is complex:
        return "number", kind.__name__
    if isinstance(value, np.ndarray):
        return ("array", value.dtype.str, value.shape) if value.dtype.names is None else ("opaque", "structured array")
    if isinstance(value, np.generic):
        return "scalar", value.dtype.str
    if isinstance(value, np.dtype):
        return "dtype", value.str
    if hasattr(value, "__self__") and hasattr(value, "__func__"):
        return "method", describe(value.__self__), value.__func__.__name__
    if isinstance(value, types.ModuleType):
        return "module", value.__name__
    if isinstance(value, np.ufunc):
        return "callable", f"numpy:{value.__name__}"
    if is_static(value):
        return "callable", name_of(value)
    return _describe_container(value, kind)


def _describe_container(value: Any, kind: type) -> tuple[Any, ...]:
    parts = children_of(value)
    if parts is None:
        attributes = getattr(value, "__dict__", None)
        if not isinstance(attributes, dict):
            return "opaque", name_of(kind)
        parts = tuple(attributes), tuple(attributes.values())
    name = kind.__name__ if _PLAIN.get(kind.__name__) is kind else name_of(kind)
    return "tree", name, parts[0], tuple(describe(child) for child in parts[1])


def stand_in(description: tuple[Any, ...], *, load: bool = False) -> Any:
    """A value of the described kind, with small arrays."""
    tag, *rest = description
    match tag:
        case "value":
            return rest[0]
        case "number":
            return _PLAIN[rest[0]](1)
        case "array":
            return np.broadcast_to(np.ones((), np.dtype(rest[0])), tuple(rest[1]))  # no memory, whatever the shape
        case "scalar":
            return np.dtype(rest[0]).type(1)
        case "dtype":
            return np.dtype(rest[0])
        case "module":
            return find(rest[0], load=load)
        case "callable":
            return find(rest[0], load=load)
        case "method":
            return getattr(stand_in(rest[0], load=load), rest[1])
        case "tree":
            return _stand_in_tree(rest, load)
    raise ResidualsError(f"the function cannot be compiled again from the residuals: an argument is {rest[0]}")


def _stand_in_tree(rest: list[Any], load: bool) -> Any:
    cls = find(rest[0], load=load)
    children = [stand_in(child, load=load) for child in rest[2]]
    if issubclass(cls, tuple | list | dict) or dataclasses.is_dataclass(cls):
        return build(cls, tuple(rest[1]), children)
    instance = cls.__new__(cls)
    instance.__dict__.update(zip(rest[1], children, strict=True))
    return instance
