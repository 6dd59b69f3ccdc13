"""The symbolic shapes of the results of NumPy functions, from the shapes and the literals among their arguments."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from s2s.analysis import shapes as S
from s2s.analysis.memory import SAME_OBJECT, SAME_SHAPE, STRETCHING

UNKNOWN = object()  # an argument that is not a literal
Shapes = Sequence[S.Shape]

ALONG_AN_AXIS = {np.cumsum, np.cumprod, np.nancumsum, np.nancumprod}  # all of the array in one row without an axis
SQUARE = {np.linalg.inv, np.linalg.cholesky, np.linalg.matrix_power}
TRANSFORMS = {np.fft.fft, np.fft.ifft}


def result_shape(
    function: Any, shapes: Shapes, args: Sequence[Any], named: Mapping[str, Any], fresh: Callable[[], Any]
) -> S.Shape:
    """The shape of ``function(*args, **named)``, or None; ``shapes`` are those of ``args``.

    >>> result_shape(np.transpose, [("n1", "n2")], [UNKNOWN], {}, None)
    ('n2', 'n1')
    """
    if (isinstance(function, np.ufunc) and function.signature is None) or function in STRETCHING:
        return S.broadcast([s for s, a in zip(shapes, args, strict=True) if a is not None], fresh)
    if not shapes:
        return None
    if function is np.einsum:
        return einsum_shape(args[0], shapes[1:], fresh) if isinstance(args[0], str) else None
    first = shapes[0]
    known = S.is_known(first)
    if function in SAME_SHAPE or function is np.ndarray.copy or (function in SAME_OBJECT and known):
        return first
    if not known:
        return None
    axis = _argument("axis", 1, args, named, None)
    if function in S.REDUCTIONS:
        keepdims = named.get("keepdims", False)
        whole = isinstance(axis, tuple) and not all(isinstance(a, int) for a in axis)
        return None if UNKNOWN in (axis, keepdims) or whole else S.reduce(first, axis, bool(keepdims))
    if function in ALONG_AN_AXIS:
        return first if len(first) == 1 or isinstance(axis, int) else None
    if function in SQUARE:
        return first
    if function in TRANSFORMS:
        return first if len(args) == 1 and set(named) <= {"axis", "norm"} else None
    rule = TABLE.get(function)
    return None if rule is None else rule(shapes, args, named, fresh)


def _argument(name: str, position: int, args: Sequence[Any], named: Mapping[str, Any], default: Any) -> Any:
    return args[position] if len(args) > position else named.get(name, default)


def _two(function: Callable[[S.Shape, S.Shape], S.Shape]) -> Any:
    """A function of the shapes of two operands."""
    return lambda shapes, args, named, fresh: function(*shapes) if len(shapes) == 2 and not named else None


def _outer(a: S.Shape, b: S.Shape) -> S.Shape:
    return (a[0], b[0]) if S.is_known(b) and len(a) == len(b) == 1 else None


def _solved(a: S.Shape, b: S.Shape) -> S.Shape:
    return b if len(a) == 2 and S.is_known(b) and len(b) in (1, 2) else None


def _transposed(shapes: Shapes, args: Sequence[Any], named: Mapping[str, Any], fresh: Any) -> S.Shape:
    axes = _argument("axes", 1, args, named, None)
    if axes is None:
        return shapes[0][::-1]
    order = axes if isinstance(axes, tuple) else args[1:]
    fits = len(order) == len(shapes[0]) and all(isinstance(a, int) for a in order)
    return tuple(shapes[0][a] for a in order) if fits else None


def _swapped(shapes: Shapes, args: Sequence[Any], named: Mapping[str, Any], fresh: Any) -> S.Shape:
    one, two = _argument("axis1", 1, args, named, UNKNOWN), _argument("axis2", 2, args, named, UNKNOWN)
    return _by_example(np.swapaxes, shapes[0], one, two)


def _moved(shapes: Shapes, args: Sequence[Any], named: Mapping[str, Any], fresh: Any) -> S.Shape:
    source = _argument("source", 1, args, named, UNKNOWN)
    return _by_example(np.moveaxis, shapes[0], source, _argument("destination", 2, args, named, UNKNOWN))


def _expanded(shapes: Shapes, args: Sequence[Any], named: Mapping[str, Any], fresh: Any) -> S.Shape:
    return _by_example(np.expand_dims, shapes[0], _argument("axis", 1, args, named, UNKNOWN))


def _by_example(function: Any, shape: S.Shape, *given: Any) -> S.Shape:
    """Where a function that moves axes puts those of an array whose axes have different lengths."""
    if UNKNOWN in given:
        return None
    try:
        example = np.shape(function(np.empty(tuple(range(2, 2 + len(shape)))), *given))
    except (TypeError, ValueError):
        return None
    return tuple(1 if n == 1 else shape[n - 2] for n in example)


def _last_two_swapped(shapes: Shapes, args: Sequence[Any], named: Mapping[str, Any], fresh: Any) -> S.Shape:
    return (*shapes[0][:-2], shapes[0][-1], shapes[0][-2]) if len(shapes[0]) >= 2 else None


def _differences(shapes: Shapes, args: Sequence[Any], named: Mapping[str, Any], fresh: Any) -> S.Shape:
    n, axis = _argument("n", 1, args, named, 1), _argument("axis", 2, args, named, -1)
    if type(n) is not int or n < 1 or type(axis) is not int or set(named) - {"n", "axis"} or len(args) > 3:
        return None
    shape = list(shapes[0])
    shape[axis] = S.sliced(shape[axis], n, None, None, fresh)
    return tuple(shape)


def _taken(shapes: Shapes, args: Sequence[Any], named: Mapping[str, Any], fresh: Any) -> S.Shape:
    axis = _argument("axis", 2, args, named, None)
    if len(shapes) < 2 or not S.is_known(shapes[1]) or (axis is not None and type(axis) is not int):
        return None
    if axis is None:
        return shapes[1]
    axis %= len(shapes[0])
    return (*shapes[0][:axis], *shapes[1], *shapes[0][axis + 1 :])


TABLE: dict[Any, Any] = {
    np.matmul: _two(S.matmul),
    np.dot: _two(S.matmul),
    np.outer: _two(_outer),
    np.linalg.solve: _two(_solved),
    np.transpose: _transposed,
    np.ndarray.transpose: _transposed,
    np.swapaxes: _swapped,
    np.moveaxis: _moved,
    np.expand_dims: _expanded,
    np.matrix_transpose: _last_two_swapped,
    np.linalg.matrix_transpose: _last_two_swapped,
    np.diff: _differences,
    np.take: _taken,
}


def einsum_shape(subscripts: str, shapes: Shapes, fresh: Callable[[], Any]) -> S.Shape:
    """The shape of ``np.einsum(subscripts, *operands)``.

    >>> einsum_shape("ij,jk->ik", [("n1", "n2"), ("n2", "n3")], None)
    ('n1', 'n3')
    """
    left, arrow, right = subscripts.replace(" ", "").partition("->")
    terms = left.split(",")
    if "." in subscripts or not arrow or len(terms) != len(shapes) or not all(map(S.is_known, shapes)):
        return None
    lengths: dict[str, list[Any]] = {}
    for term, shape in zip(terms, shapes, strict=True):
        if len(term) != len(shape):
            return None
        for label, dim in zip(term, shape, strict=True):
            lengths.setdefault(label, []).append(dim)
    return tuple(S.joined(lengths[label], fresh) for label in right)
