"""Classes derived from built-in ones: which methods of these they replace by methods in Python."""

from __future__ import annotations

import inspect
import types
from typing import Any

import numpy as np

from s2s.analysis.home import package_of

BASES = (np.ndarray, np.generic, int, float, complex, str, bytes, tuple, list, dict, set, frozenset)
MAKING = {"__new__", "__init__", "__repr__", "__str__", "__format__", "__hash__", "__dir__", "__sizeof__"}
KEEPING = {"__reduce__", "__reduce_ex__", "__getnewargs__", "__getnewargs_ex__", "__getstate__", "__class_getitem__"}
FOLLOWED = {"__add__", "__mul__", "__rmul__", "__matmul__", "__rmatmul__"}  # of tuples: as of any class
LIBRARIES = ("enum", "collections", "numpy")


def redefined(cls: type) -> str | None:
    """``base.method``: a method of a built-in base that a class replaces by one that the compiler would not call.

    >>> from enum import IntEnum
    >>> from typing import NamedTuple
    >>> redefined(float), redefined(np.float64), redefined(IntEnum), redefined(NamedTuple("Pair", [("a", float)]))
    (None, None, None, None)
    >>> class Metres(float):
    ...     def __mul__(self, other):
    ...         return Metres(float(self) * other)
    >>> redefined(Metres)
    'float.__mul__'
    """
    base = next((b for b in BASES if issubclass(cls, b)), None)
    if base is None or cls in (base, bool) or (base is np.generic and package_of(cls) == "numpy"):
        return None
    names = {*vars(base), "__missing__", "__matmul__", "__rmatmul__", "__array_ufunc__", "__array__"}
    names = names - FOLLOWED if base is tuple else names | {"__i" + name[2:] for name in names if name[:2] == "__"}
    for name in sorted(names - MAKING - KEEPING):
        member = inspect.getattr_static(cls, name, None)
        if isinstance(member, (classmethod, staticmethod)):
            member = member.__func__
        if isinstance(member, (types.FunctionType, property)) and _package(member) not in LIBRARIES:
            return f"{base.__name__}.{name}"
    return None


def _package(member: Any) -> str:
    return package_of(member.fget if isinstance(member, property) else member)
