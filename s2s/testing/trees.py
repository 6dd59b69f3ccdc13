"""Leaves of nested lists and tuples, and random values with the structure of a value."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np


def is_sequence(value: Any) -> bool:
    """True for the containers that a rule may take or return."""
    return isinstance(value, list | tuple)


def is_inexact(value: Any) -> bool:
    """True for a float or complex number or array: what can carry a derivative."""
    if isinstance(value, float | complex):
        return True
    return isinstance(value, np.ndarray | np.generic) and bool(np.issubdtype(value.dtype, np.inexact))


def leaves(value: Any) -> list[Any]:
    """What stands in the nested lists and tuples of ``value``, in order."""
    if is_sequence(value):
        return [leaf for entry in value for leaf in leaves(entry)]
    return [value]


def mapped(change: Callable[[Any], Any], value: Any) -> Any:
    """``value`` with every leaf changed; its containers become lists."""
    if is_sequence(value):
        return [mapped(change, entry) for entry in value]
    return change(value)


def same_containers(change: Callable[[Any], Any], value: Any) -> Any:
    """``value`` with every leaf changed and its lists and tuples kept as they are."""
    if is_sequence(value):
        entries = [same_containers(change, entry) for entry in value]
        return entries if isinstance(value, list) else tuple(entries)
    return change(value)


def replaced(value: Any, index: int, leaf: Any) -> Any:
    """``value`` with its leaf number ``index`` replaced."""
    counter = iter(range(len(leaves(value))))
    return same_containers(lambda old: leaf if next(counter) == index else old, value)


def read_only(value: Any) -> Any:
    """A read-only view with the same strides; anything but an array as it is."""
    if type(value) is not np.ndarray:
        return value
    view = value.view()
    view.flags.writeable = False
    return view


def random_like(value: Any, rng: np.random.Generator) -> Any:
    """Random numbers with the shape and type of ``value``; real zeros where it carries no derivative."""
    if not is_inexact(value):
        return np.zeros(value.shape, np.float32) if isinstance(value, np.ndarray) else 0.0
    shape = np.shape(value)
    draw: Any = rng.normal(size=shape) + 0.5
    if np.iscomplexobj(value):
        draw = draw + 1j * rng.normal(size=shape)
    if isinstance(value, float | complex) and not isinstance(value, np.generic):
        return type(value)(draw)
    cast = np.asarray(draw).astype(np.asarray(value).dtype)
    return read_only(cast) if shape else cast[()]


def inner(a: Any, b: Any) -> float:
    """The real inner product Re(sum(conj(a) b)) in double precision."""
    if np.iscomplexobj(a) or np.iscomplexobj(b):
        return float(np.vdot(np.asarray(a, complex), np.asarray(b, complex)).real)
    return float(np.vdot(np.asarray(a, float), np.asarray(b, float)))


def copied(value: Any) -> Any:
    """A copy of the arrays in ``value``."""
    return same_containers(lambda leaf: leaf.copy() if isinstance(leaf, np.ndarray) else leaf, value)


def is_single(value: Any) -> bool:
    """True for float32 and complex64."""
    return isinstance(value, np.ndarray | np.generic) and value.dtype in (np.float32, np.complex64)


def identical(a: Any, b: Any) -> bool:
    """True when structure, dtype and every bit of the values agree (NaN equals NaN; Python numbers have no dtype)."""
    if is_sequence(a) or is_sequence(b):
        if not (is_sequence(a) and is_sequence(b)) or len(a) != len(b):
            return False
        return all(identical(x, y) for x, y in zip(a, b, strict=True))
    numpy_types = (np.ndarray, np.generic)
    if not isinstance(a, numpy_types) and not isinstance(b, numpy_types):
        return a is b or bool(a == b) or bool(a != a and b != b)
    if isinstance(a, numpy_types) and isinstance(b, numpy_types) and a.dtype != b.dtype:
        return False
    if np.shape(a) != np.shape(b):
        return False
    x, y = np.asarray(a), np.asarray(b)
    if x.dtype.kind in "fc":
        return bool(np.array_equal(x, y, equal_nan=True))
    return bool(np.array_equal(x, y))


def close_numbers(a: Any, b: Any) -> bool:
    """True when ``a`` consists of Python numbers that agree with ``b`` but for rounding: a function of ``math``."""
    if any(isinstance(x, np.ndarray | np.generic) for x in leaves(a)) or len(leaves(a)) != len(leaves(b)):
        return False
    return all(np.shape(y) == () and abs(x - y) <= 1e-14 * abs(x) for x, y in zip(leaves(a), leaves(b), strict=True))
