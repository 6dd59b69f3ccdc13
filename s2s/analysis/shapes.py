"""Symbolic shapes: a tuple of dimensions, each a symbol; equal symbols mean equal lengths.

A dimension is 0 or 1, a string ``n1``, ``n2``, ... (the length of a dimension of an argument, known to be greater than
1 and to differ from the others), or a tuple (an expression or a fresh unknown, which may turn out to be 1).  A string
that begins with ``?`` in place of a whole shape is an unknown shape of unknown rank.
"""

from __future__ import annotations

from typing import Any

import numpy as np

Shape = Any  # tuple of dimensions, a string "?...", or None

REDUCTIONS = {
    np.sum,
    np.mean,
    np.prod,
    np.max,
    np.min,
    np.amax,
    np.amin,
    np.std,
    np.var,
    np.argmax,
    np.argmin,
    np.any,
    np.all,
    np.median,
    np.ptp,
    np.nansum,
    np.nanmean,
    np.nanmax,
    np.nanmin,
    np.count_nonzero,
}


def is_known(shape: Shape) -> bool:
    """True for a tuple of dimensions."""
    return isinstance(shape, tuple)


def certain(dim: Any) -> bool:
    """True when a dimension is known not to be 1."""
    return isinstance(dim, str) or dim == 0 or (isinstance(dim, tuple) and dim[0] == "int")


def broadcast(shapes: list[Shape], fresh: Any) -> Shape:
    """The shape of an elementwise result; ``fresh()`` makes an unknown dimension.

    >>> broadcast([("n1", 1), ("n2",)], lambda: ("fresh", 1))
    ('n1', 'n2')
    >>> broadcast([(("fresh", 0),), (("fresh", 1),)], lambda: ("fresh", 2))
    (('fresh', 2),)
    """
    if any(s is None or isinstance(s, str) for s in shapes):
        known = {s for s in shapes if s != ()}
        return known.pop() if len(known) == 1 else None
    rank = max((len(s) for s in shapes), default=0)
    out = []
    for position in range(rank):
        dims = [s[len(s) - rank + position] for s in shapes if len(s) - rank + position >= 0]
        out.append(joined(dims, fresh))
    return tuple(out)


def joined(dims: list[Any], fresh: Any) -> Any:
    """The length that dimensions are stretched to together."""
    distinct = [d for d in dict.fromkeys(dims) if d != 1]
    if not distinct:
        return 1
    if len(distinct) == 1:
        return distinct[0]
    sure = [d for d in distinct if certain(d)]
    return sure[0] if len(sure) == 1 else fresh()


def matmul(a: Shape, b: Shape) -> Shape:
    """The shape of ``a @ b`` for one- and two-dimensional operands.

    >>> matmul(("n1", "n2"), ("n2",))
    ('n1',)
    """
    if not (is_known(a) and is_known(b)) or len(a) > 2 or len(b) > 2 or not a or not b:
        return None
    return (a[:-1] if len(a) == 2 else ()) + (b[1:] if len(b) == 2 else ())


def reduce(shape: Shape, axis: Any, keepdims: bool) -> Shape:
    """The shape after a reduction over ``axis`` (an int, a tuple or None).

    >>> reduce(("n1", "n2"), -1, True)
    ('n1', 1)
    """
    if not is_known(shape):
        return None
    if axis is None:
        return (1,) * len(shape) if keepdims else ()
    axes = {a % len(shape) for a in (axis if isinstance(axis, tuple) else (axis,))} if shape else set()
    return tuple(1 if i in axes else d for i, d in enumerate(shape) if keepdims or i not in axes)


def sliced(dim: Any, lower: Any, upper: Any, step: Any, fresh: Any) -> Any:
    """The length of ``a[lower:upper:step]`` along a dimension; the bounds are literals, or ``...`` when not known.

    >>> sliced("n1", 1, -1, None, None)
    ('minus', 'n1', 2)
    """
    if lower in (None, 0) and upper is None and step in (None, 1):
        return dim
    if step == -1 and lower is None and upper is None:
        return dim
    if step not in (None, 1) or lower is Ellipsis or upper is Ellipsis:
        return fresh()
    if lower is not None and lower < 0 or upper is not None and upper >= 0:
        return fresh()
    cut = (lower or 0) - (upper or 0)
    if isinstance(dim, tuple) and dim and dim[0] == "minus":
        return ("minus", dim[1], dim[2] + cut)
    return ("minus", dim, cut)


def stretched_axes(shape: Shape, result: Shape) -> tuple[int, ...] | None:
    """The axes of ``result`` to sum over to come back to ``shape``, if only leading axes were added (else None)."""
    if not (is_known(shape) and is_known(result)) or len(shape) >= len(result):
        return None
    extra = len(result) - len(shape)
    return tuple(range(extra)) if result[extra:] == shape else None


def kept_axes(shape: Shape, result: Shape) -> tuple[int, ...] | None:
    """The axes of length 1 that broadcasting stretched, where that is known of every axis (else None)."""
    if not (is_known(shape) and is_known(result)) or len(shape) != len(result):
        return None
    axes = tuple(i for i, (a, b) in enumerate(zip(shape, result, strict=True)) if a != b)
    return axes if axes and all(shape[i] == 1 for i in axes) else None
