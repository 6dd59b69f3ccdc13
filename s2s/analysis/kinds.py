"""Kinds of values: read from concrete values, and inferred for results by calling a function on small stand-ins.

Inference runs only functions that are known to be pure (those with a derivative rule or a zero derivative), on tiny
arrays of the right rank and dtype.  What cannot be inferred that way is unknown, and treated as such.
"""

from __future__ import annotations

import functools
import warnings
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from s2s.ir.core import Kind

OTHER = Kind("other")
NOTHING = Kind("other", optional=True)  # None
NUMERIC = Kind("numeric", "f8")
INT = Kind("num", "i8", 0, python=True)
BOOL = Kind("num", "b1", 0, python=True)
FLOAT = Kind("num", "f8", 0, python=True)
TUPLE = "tuple"  # the "dtype" of a list that is a tuple of unknown length
COLUMN = "leaves"  # the "dtype" of a list that stands for one leaf of a list of structures

PLAIN_ARRAYS = (np.ndarray, np.memmap)  # a subclass may mean something else by every operation
SIZES = (2, 3, 4, 6, 12)
RANK_DEPENDS_ON_DATA: set[Any] = {np.squeeze, np.cross}  # on lengths: those of np.cross are 2 or 3
COUNT_DEPENDS_ON_DATA: set[Any] = {getattr(np, "unstack", None), np.ndarray.tolist}
DTYPE_DEPENDS_ON_DATA = frozenset(
    {"eig", "eigvals", "roots", "sqrtm", "logm", "real_if_close", "fractional_matrix_power"}
)


def dtype_code(dtype: Any) -> str:
    """The short name of a dtype: ``f8``, ``c16``, ``i8``, ``b1``; ``O`` and strings keep their kind letter."""
    dtype = np.dtype(dtype)
    return f"{dtype.kind}{dtype.itemsize}" if dtype.kind in "fciub" else dtype.kind


def kind_of(value: Any) -> Kind:
    """The kind of one concrete leaf value (containers are taken apart by the caller)."""
    if isinstance(value, (bool, np.bool_)):
        return Kind("num", "b1", 0, python=isinstance(value, bool))
    if isinstance(value, np.ndarray):
        if value.dtype.kind not in "fciub" or type(value) not in PLAIN_ARRAYS:
            return OTHER
        return Kind("arr", dtype_code(value.dtype), value.ndim)
    if isinstance(value, np.generic):
        return Kind("num", dtype_code(value.dtype), 0) if value.dtype.kind in "fciub" else OTHER
    if isinstance(value, int):
        return INT
    if isinstance(value, float):
        return FLOAT
    if isinstance(value, complex):
        return Kind("num", "c16", 0, python=True)
    if isinstance(value, str):
        return Kind("str")
    return NOTHING if value is None else OTHER


def is_float(kind: Kind) -> bool:
    """True when values of the kind can carry a derivative."""
    if kind.cat in ("num", "arr", "numeric"):
        return kind.dtype is None or kind.dtype[0] in "fc"
    if kind.cat in ("list", "tuple", "dict"):
        return kind.elem is None or any_float(kind.elem)
    return False


def any_float(tree: Any) -> bool:
    if isinstance(tree, Kind):
        return is_float(tree)
    if isinstance(tree, tuple):
        return any(any_float(t) for t in tree)
    return False


def is_complex(kind: Kind) -> bool:
    return kind.dtype is not None and kind.dtype[0] == "c"


def maybe_complex(kind: Kind) -> bool:
    return kind.dtype is None or kind.dtype[0] == "c"


def is_real(tree: Any) -> bool:
    """True when nothing in values of the kind can be complex; an object of unknown kind may be."""
    if isinstance(tree, tuple):
        return all(map(is_real, tree))
    if not isinstance(tree, Kind) or tree.cat == "other":
        return tree is not None and tree == NOTHING
    if tree.cat in ("num", "arr", "numeric"):
        return not maybe_complex(tree)
    return tree.cat in ("str", "slice") or is_real(tree.elem)


def join(a: Kind, b: Kind) -> Kind:
    """The least kind that covers both."""
    if a == b:
        return a
    if NOTHING in (a, b):
        return replace(b if a == NOTHING else a, optional=True)
    both = _joined(a, b)
    return replace(both, optional=both.cat != "other" and (a.optional or b.optional))


def _joined(a: Kind, b: Kind) -> Kind:
    active = a.active or b.active
    if a.cat == "other" or b.cat == "other" or "str" in (a.cat, b.cat):
        return Kind("other", active=active)
    numbers = ("num", "arr", "numeric")
    if a.cat in numbers and b.cat in numbers:
        cat = a.cat if a.cat == b.cat else "numeric"
        rank = a.rank if a.rank == b.rank else None
        shape = a.shape if a.shape == b.shape else None
        mixed = cat == "num" and (a.mixed or b.mixed or a.dtype != b.dtype or a.python != b.python)
        return Kind(cat, join_dtype(a.dtype, b.dtype), rank, active, None, a.python and b.python, shape, mixed)
    if a.cat == b.cat and (a.dtype == b.dtype or TUPLE not in (a.dtype, b.dtype)):
        elem = (
            join(a.elem, b.elem)
            if isinstance(a.elem, Kind) and isinstance(b.elem, Kind)
            else (a.elem if b.elem is None else b.elem if a.elem is None else None)
        )
        return Kind(a.cat, a.dtype, a.rank, active, elem)
    return Kind("other", active=active)


def join_dtype(a: str | None, b: str | None) -> str | None:
    """The wider of two dtypes by NumPy promotion (None: unknown)."""
    if a is None or b is None:
        return None
    if a == b:
        return a
    return dtype_code(np.promote_types(np.dtype(a.replace("b1", "?")), np.dtype(b.replace("b1", "?"))))


def infer(function: Any, args: tuple[Any, ...], kwargs: tuple[tuple[str, Any], ...]) -> Any:
    """The kind tree of ``function(*args, **kwargs)``; arguments are kinds, tuples or lists of them, or ``Given``.

    Where a dtype is not known, the result has one only if it is the same for real, complex and (unless the argument is
    active) whole numbers.
    """
    if not any(map(_lacks_dtype, args)):
        return _infer_known(function, args, kwargs)
    trees = [
        _infer_known(function, tuple(_given_dtype(a, code, whole) for a in args), kwargs)
        for code, whole in (("f8", "f8"), ("c16", "c16"), ("f8", "i8"))
    ]
    return functools.reduce(_agreed, trees)


def _lacks_dtype(arg: Any) -> bool:
    if isinstance(arg, tuple):
        return any(map(_lacks_dtype, arg))
    if isinstance(arg, Kind) and arg.cat == "list":
        return _lacks_dtype(arg.elem)
    return isinstance(arg, Kind) and arg.cat in ("num", "arr", "numeric") and arg.dtype is None


def _given_dtype(arg: Any, code: str, passive: str) -> Any:
    """The argument with a dtype where it has none; ``passive``: the dtype of what is not active."""
    if isinstance(arg, tuple):
        return tuple(_given_dtype(a, code, passive) for a in arg)
    if not _lacks_dtype(arg):
        return arg
    if arg.cat == "list":
        return replace(arg, elem=_given_dtype(arg.elem, code, passive))
    return replace(arg, dtype=code if arg.active else passive, active=False)


def _agreed(a: Any, b: Any) -> Any:
    """What two kind trees have in common; None where that is not even the number of results."""
    if isinstance(a, Kind) and isinstance(b, Kind):
        return join(a, b) if a.dtype == b.dtype else replace(join(a, b), dtype=None)
    if type(a) is not type(b) or a is None or isinstance(a, Kind) or len(a) != len(b):
        return None
    parts = [_agreed(x, y) for x, y in zip(a, b, strict=True)]
    return None if None in parts else type(a)(parts)


def _infer_known(function: Any, args: tuple[Any, ...], kwargs: tuple[tuple[str, Any], ...]) -> Any:
    try:
        found = _infer(function, args, kwargs)
    except TypeError:  # an unhashable literal among the arguments
        return _infer.__wrapped__(function, args, kwargs)
    return _infer_rankless(function, args, kwargs) if found is None else found


def _infer_rankless(function: Any, args: tuple[Any, ...], kwargs: tuple[tuple[str, Any], ...]) -> Any:
    """Results of arguments of unknown rank: how many there are, and their dtypes."""
    if not any(isinstance(a, Kind) and a.cat in ("arr", "numeric") and a.rank is None and a.dtype for a in args):
        return None
    single = []
    for rank in (2, 1, 3):
        tried = tuple(
            Kind("arr", a.dtype, rank) if isinstance(a, Kind) and a.cat in ("arr", "numeric") and a.rank is None else a
            for a in args
        )
        tree = _infer(function, tried, kwargs)
        if isinstance(tree, tuple):
            return tuple(Kind("numeric", t.dtype) if isinstance(t, Kind) else t for t in tree)
        single += [tree] if isinstance(tree, Kind) else []
    dtypes = {kind.dtype for kind in single if kind.cat in ("num", "arr", "numeric")}
    return Kind("numeric", dtypes.pop()) if len(dtypes) == 1 and len(single) == 3 else None


@dataclass(frozen=True)
class Given:
    """A literal argument, passed as it is (``kind`` tells 1 from True and 1.0)."""

    value: Any
    kind: str = ""

    @staticmethod
    def of(value: Any) -> Given:
        return Given(value, type(value).__name__)


@functools.lru_cache(maxsize=4096)
def _infer(function: Any, args: tuple[Any, ...], kwargs: tuple[tuple[str, Any], ...]) -> Any:
    for size in SIZES:
        try:
            with warnings.catch_warnings(), np.errstate(all="ignore"):
                warnings.simplefilter("ignore")
                given = [stand_in(a, size) for a in args]
                named = {k: stand_in(v, size) for k, v in kwargs}
                result = function(*given, **named)
        except Unknown:
            return None
        except Exception:
            continue
        tree = kind_tree(result)
        if getattr(function, "__name__", "") in DTYPE_DEPENDS_ON_DATA:
            tree = _without_dtype(tree)
        if function in RANK_DEPENDS_ON_DATA and isinstance(tree, Kind):
            return Kind("numeric", tree.dtype)
        return tree
    return None


def _without_dtype(tree: Any) -> Any:
    if isinstance(tree, Kind):
        return Kind(tree.cat, None, tree.rank)
    return (
        type(tree)(_without_dtype(t) for t in tree)
        if type(tree) in (tuple, list)
        else tuple(_without_dtype(t) for t in tree)
    )


class Unknown(Exception):
    """No stand-in exists for a kind."""


def stand_in(kind: Any, size: int) -> Any:
    """A small value of the kind."""
    if isinstance(kind, Given):
        return kind.value
    if isinstance(kind, tuple):
        return tuple(stand_in(k, size) for k in kind)
    if kind.cat == "num" and kind.dtype is not None:
        number: Any = {"b": True, "i": 1, "u": 1, "f": 0.5, "c": 0.5 + 0.5j}[kind.dtype[0]]
        return number if kind.python else np.dtype(kind.dtype.replace("b1", "?")).type(number)
    if kind.cat == "arr" and kind.rank is not None and kind.dtype is not None:
        return _array(kind.dtype, kind.rank, size)
    if kind.cat == "list" and isinstance(kind.elem, Kind):
        return [stand_in(kind.elem, size) for _ in range(size)]
    raise Unknown


def _array(code: str, rank: int, size: int) -> Any:
    shape = (size,) * rank
    if code[0] in "iu":
        return np.zeros(shape, code)
    if code[0] == "b":
        return np.ones(shape, bool)
    values = 0.5 + 0.03 * np.arange(size**rank).reshape(shape)
    if rank >= 2:
        values = values * 0.1 + 2.0 * np.eye(size)
        values = (values + np.swapaxes(values, -1, -2)) / 2
    return values.astype(code)


def kind_tree(value: Any) -> Any:
    """The kinds of a result: a Kind, or a tuple/list of trees."""
    if isinstance(value, tuple):
        return tuple(kind_tree(v) for v in value)
    if isinstance(value, list):
        return [kind_tree(v) for v in value]
    return kind_of(value)
