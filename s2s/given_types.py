"""Arguments made up from types alone, for a dump without a call: ``--types``, or the annotations of the function."""
from __future__ import annotations

import itertools
import re
import typing
from collections.abc import Hashable
from typing import Any

import numpy as np

from s2s.arguments import Parameters
from s2s.source.lower import literal_lengths
from s2s.targets import Target, UsageError

_TYPE = re.compile(r"\s*(\w+)\s*:\s*(\w+)\s*(?:\[([\w\s:,]*)\])?\s*(?:,|$)")
_PLAIN: dict[str, Any] = {"float": 1.0, "int": 1, "complex": 1j, "bool": True, "str": "", "None": None}


class _Lengths:
    """A length for each axis: the same for axes of one name, another one for each ``:``.

    None is 1, which broadcasts, or stands in the code of the function, which then is made for that very length.
    """

    def __init__(self, target: Target) -> None:
        self._of: dict[Hashable, int] = {}
        literal = literal_lengths(target.function)
        self._free = (n for n in itertools.count(2) if n not in literal)

    def array(self, dtype: Any, axes: tuple[Hashable, ...]) -> Any:
        return np.ones([self._length(axis) for axis in axes], dtype)

    def _length(self, axis: Hashable) -> int:
        if axis not in self._of:
            self._of[axis] = next(self._free)
        return self._of[axis]


def from_types(text: str, target: Target) -> dict[str, Any]:
    """Arguments of the kinds that ``--types`` gives; parameters that it does not name take their defaults.

    ``x: float64[:, :], n: int`` leaves every length open; ``w: float64[n, n], h: float64[n]`` says which are equal.
    """
    given: dict[str, Any] = {}
    lengths, position = _Lengths(target), 0
    while position < len(text):
        match = _TYPE.match(text, position)
        if match is None:
            raise UsageError(f"--types: cannot read {text[position:]!r}; write, as an example, 'x: float64[:], n: int'")
        name, kind, axes = match.groups()
        given[name] = _of_kind(kind, axes, lengths)
        position = match.end()
    names = Parameters(target.function).names
    unknown = [name for name in given if name not in names]
    if unknown:
        raise UsageError(f"--types: {target.label} has no parameter {unknown[0]!r} (it has {', '.join(names)})")
    return target.bind(((), given))


def _of_kind(kind: str, axes: str | None, lengths: _Lengths) -> Any:
    if axes is None and kind in _PLAIN:
        return _PLAIN[kind]
    try:
        dtype = np.dtype(kind)
    except TypeError:
        raise UsageError(f"--types: there is no type {kind!r}") from None
    if axes is None:
        return dtype.type(1)
    names = [axis.strip() for axis in axes.split(",") if axis.strip()]
    return lengths.array(dtype, tuple(object() if name == ":" else name for name in names))


def from_annotations(target: Target) -> dict[str, Any] | None:
    """Arguments of the annotated kinds, or None unless every parameter is annotated with one.

    A kind is ``float``, ``int``, ``complex``, ``bool``, or an array with its axes and dtype in NumPy's typing,
    ``np.ndarray[tuple[Rows, int], np.dtype[np.float64]]``: axes of one type (a ``NewType`` of int) have one length,
    each plain ``int`` may have another.
    """
    try:
        hints = typing.get_type_hints(target.function)
    except Exception:  # annotations are the user's own, and need not be types
        return None
    given: dict[str, Any] = {}
    lengths = _Lengths(target)
    for name in Parameters(target.function).names:
        hint = hints.get(name)
        if hint in (float, int, complex, bool):
            given[name] = hint(1)
            continue
        array = _array_type(hint)
        if array is None:
            return None
        given[name] = lengths.array(*array)
    return given


def _array_type(hint: Any) -> tuple[Any, tuple[Hashable, ...]] | None:
    arguments = typing.get_args(hint)
    if typing.get_origin(hint) is not np.ndarray or len(arguments) != 2:
        return None
    axes, scalars = typing.get_args(arguments[0]), typing.get_args(arguments[1])
    known = typing.get_origin(arguments[0]) is tuple and Ellipsis not in axes
    if not known or len(scalars) != 1 or not (isinstance(scalars[0], type) and issubclass(scalars[0], np.number)):
        return None
    return np.dtype(scalars[0]), tuple(object() if axis is int else axis for axis in axes)
