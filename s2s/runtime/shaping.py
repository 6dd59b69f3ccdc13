"""Shapes, memory orders and casts."""
from typing import Any

import numpy as np


def cast(x: Any, dtype: Any) -> Any:
    """``x`` in another type; the real part where a complex ``x`` goes into a real type."""
    target = np.dtype(dtype)
    if np.iscomplexobj(x) and target.kind != "c":
        x = np.real(x)
    return np.asarray(x).astype(target, copy=False)[()]


def index_order(a: Any, order: str) -> Any:
    """The order, "C" or "F", that ``order="A"`` means for ``a``; "C" and "F" as they are."""
    if order == "A":
        return "F" if isinstance(a, np.ndarray) and a.flags.fnc else "C"
    return order


def memory_axes(a: Any, order: str) -> tuple[int, ...]:
    """The permutation of axes after which reading ``a`` in C order is reading ``a`` in ``order``."""
    axes = tuple(range(np.ndim(a)))
    if order == "K":
        return _axes_by_stride(np.asarray(a)) if axes else axes
    return axes[::-1] if index_order(a, order) == "F" else axes


def _axes_by_stride(a: Any) -> tuple[int, ...]:
    """The axes by falling stride: the insertion sort npyiter_find_best_axis_ordering in NumPy's nditer_constr.c.

    Axes of stride zero or length one compare with none; they are passed by, not moved past.
    """
    strides = [0 if n == 1 else abs(stride) for n, stride in zip(a.shape, a.strides, strict=True)]
    inner_first = list(range(a.ndim))[::-1]
    for i in range(1, a.ndim):
        axis, place = inner_first[i], i
        for j in range(i - 1, -1, -1):
            other = strides[inner_first[j]]
            if strides[axis] and other:
                if other <= strides[axis]:
                    break
                place = j
        inner_first.insert(place, inner_first.pop(i))
    return tuple(inner_first[::-1])


def unravel(z_bar: Any, shape: tuple[int, ...], axes: tuple[int, ...]) -> Any:
    """The inverse of ``np.transpose(a, axes).ravel()`` for an ``a`` of ``shape``."""
    return np.transpose(np.reshape(z_bar, [shape[i] for i in axes]), inverse_axes(axes))


def inverse_axes(axes: Any) -> tuple[int, ...]:
    """The permutation that undoes ``np.transpose(a, axes)``."""
    places = [axis % len(axes) for axis in axes]
    return tuple(places.index(i) for i in range(len(places)))


def rolled_to(ndim: int, axis: int, start: int) -> int:
    """Where ``np.rollaxis(a, axis, start)`` puts ``axis``."""
    axis, start = axis % ndim, start + ndim if start < 0 else start
    return start - 1 if axis < start else start


def form(values: Any) -> Any:
    """The structure of nested lists: a list for a list or tuple, a shape for a number or array."""
    if isinstance(values, list | tuple):
        return [form(value) for value in values]
    return np.shape(values)


def shape_of(values_form: Any) -> tuple[int, ...]:
    """The shape of ``np.array(values)``, from the form of ``values``."""
    if isinstance(values_form, tuple):
        return values_form
    return (len(values_form), *(shape_of(values_form[0]) if values_form else ()))


def shaped_like(z_bar: Any, values_form: Any) -> Any:
    """``z_bar`` in the structure of ``values``: the transpose of ``np.array(values)``."""
    if isinstance(values_form, tuple):
        return z_bar if np.shape(z_bar) == values_form else np.reshape(z_bar, values_form)
    parts = np.reshape(z_bar, shape_of(values_form))
    return [shaped_like(part, entry) for part, entry in zip(parts, values_form, strict=True)]


def filled(parts: Any, shapes: Any) -> list[Any]:
    """The cotangents ``parts`` with zeros for None, and for the number 0.0 that stands for zeros in a list."""
    present = [part for part in parts if part is not None]
    dtype = np.result_type(*present) if present else np.float64
    return [
        np.zeros(shape, dtype) if part is None or isinstance(part, float) and part == 0.0 else part
        for part, shape in zip(parts, shapes, strict=True)
    ]


def reshaped(parts: Any, shapes: Any) -> list[Any]:
    """Each of the cotangents ``parts`` in its shape; zeros for None."""
    return [np.reshape(part, shape) for part, shape in zip(filled(parts, shapes), shapes, strict=True)]


def one_or_all(values: Any) -> Any:
    """The only entry of ``values``, or all of them: the result of ``np.atleast_1d(*arrays)``."""
    return values[0] if len(values) == 1 else tuple(values)


def from_nested(z_bar: Any, shape: tuple[int, ...]) -> Any:
    """The array of ``shape`` from nested lists in which None, at any depth, means zero."""
    if z_bar is None:
        return np.zeros(shape)
    if not isinstance(z_bar, list | tuple):
        return np.reshape(z_bar, shape)
    return np.reshape(np.array([from_nested(part, shape[1:]) for part in z_bar]), shape)
