"""Transposes of the matrix products: cotangents of one factor, for any rank, batching and broadcasting."""
from typing import Any

import numpy as np

from s2s.runtime.arithmetic import conj
from s2s.runtime.broadcasting import unbroadcast
from s2s.runtime.einsum import einsum_pullback


def hermitian(x: Any) -> Any:
    """The conjugate transpose of the last two axes."""
    return conj(np.swapaxes(x, -1, -2))


def matmul_left(z_bar: Any, y: Any, x_shape: tuple[int, ...]) -> Any:
    """Cotangent of x in ``z = x @ y``; vectors and broadcast batches as in np.matmul."""
    y = np.asarray(y)
    if len(x_shape) == 1:
        z_bar = np.expand_dims(z_bar, -1 if y.ndim == 1 else -2)
    if y.ndim == 1:
        y, z_bar = y[:, np.newaxis], np.expand_dims(z_bar, -1)
    full = (1, *x_shape) if len(x_shape) == 1 else x_shape
    return np.reshape(unbroadcast(z_bar @ hermitian(y), full), x_shape)


def matmul_right(x: Any, z_bar: Any, y_shape: tuple[int, ...]) -> Any:
    """Cotangent of y in ``z = x @ y``."""
    x = np.asarray(x)
    if len(y_shape) == 1:
        z_bar = np.expand_dims(z_bar, -1)
    if x.ndim == 1:
        x, z_bar = x[np.newaxis, :], np.expand_dims(z_bar, -2)
    full = (*y_shape, 1) if len(y_shape) == 1 else y_shape
    return np.reshape(unbroadcast(hermitian(x) @ z_bar, full), y_shape)


def dot_left(z_bar: Any, b: Any, a_shape: tuple[int, ...]) -> Any:
    """Cotangent of a in ``z = np.dot(a, b)``: the sum runs over the last axis of a and the last but one of b."""
    b = conj(np.asarray(b))
    if not a_shape or b.ndim == 0:
        return unbroadcast(z_bar * b, a_shape)
    if b.ndim == 1:
        return np.expand_dims(z_bar, -1) * b
    kept = list(range(b.ndim - 2)) + [b.ndim - 1]
    first = len(a_shape) - 1
    return np.tensordot(z_bar, b, axes=(list(range(first, first + len(kept))), kept))


def dot_right(a: Any, z_bar: Any, b_shape: tuple[int, ...]) -> Any:
    """Cotangent of b in ``z = np.dot(a, b)``."""
    a = conj(np.asarray(a))
    if not b_shape or a.ndim == 0:
        return unbroadcast(z_bar * a, b_shape)
    kept = list(range(a.ndim - 1))
    summed = np.tensordot(a, z_bar, axes=(kept, kept))
    return summed if len(b_shape) == 1 else np.moveaxis(summed, 0, -2)


def inner_left(z_bar: Any, b: Any, a_shape: tuple[int, ...]) -> Any:
    """Cotangent of a in ``z = np.inner(a, b)``: the sum runs over the last axes."""
    b = conj(np.asarray(b))
    if not a_shape or b.ndim == 0:
        return unbroadcast(z_bar * b, a_shape)
    return np.tensordot(z_bar, b, axes=b.ndim - 1)


def inner_right(a: Any, z_bar: Any, b_shape: tuple[int, ...]) -> Any:
    """Cotangent of b in ``z = np.inner(a, b)``."""
    a = conj(np.asarray(a))
    if not b_shape or a.ndim == 0:
        return unbroadcast(z_bar * a, b_shape)
    kept = list(range(a.ndim - 1))
    return np.moveaxis(np.tensordot(a, z_bar, axes=(kept, kept)), 0, -1)


def _contracted(axes: Any, a_ndim: int, b_ndim: int) -> tuple[list[int], list[int]]:
    """The axes= of np.tensordot as two lists of non-negative axes."""
    if not np.iterable(axes):
        count = int(axes)
        return list(range(a_ndim - count, a_ndim)), list(range(count))
    left, right = axes
    left = list(left) if np.iterable(left) else [left]
    right = list(right) if np.iterable(right) else [right]
    return [int(i) % a_ndim for i in left], [int(i) % b_ndim for i in right]


def tensordot_left(z_bar: Any, b: Any, a_shape: tuple[int, ...], axes: Any) -> Any:
    """Cotangent of a in ``z = np.tensordot(a, b, axes)``."""
    b = conj(np.asarray(b))
    left, right = _contracted(axes, len(a_shape), b.ndim)
    a_kept = [i for i in range(len(a_shape)) if i not in left]
    b_kept = [i for i in range(b.ndim) if i not in right]
    last = list(range(len(a_kept), len(a_kept) + len(b_kept)))
    a_bar = np.tensordot(z_bar, b, axes=(last, b_kept))
    order = a_kept + [left[right.index(i)] for i in sorted(right)]
    return np.transpose(a_bar, np.argsort(order)) if order else a_bar


def tensordot_right(a: Any, z_bar: Any, b_shape: tuple[int, ...], axes: Any) -> Any:
    """Cotangent of b in ``z = np.tensordot(a, b, axes)``."""
    a = conj(np.asarray(a))
    left, right = _contracted(axes, a.ndim, len(b_shape))
    a_kept = [i for i in range(a.ndim) if i not in left]
    b_kept = [i for i in range(len(b_shape)) if i not in right]
    b_bar = np.tensordot(a, z_bar, axes=(a_kept, list(range(len(a_kept)))))
    order = [right[left.index(i)] for i in sorted(left)] + b_kept
    return np.transpose(b_bar, np.argsort(order)) if order else b_bar


def _kron_blocks(z_bar: Any, a_shape: tuple[int, ...], b_shape: tuple[int, ...]) -> tuple[Any, list[int], list[int]]:
    """The result of np.kron as an array with one axis per axis of a (even axes) and of b (odd axes)."""
    rank = max(len(a_shape), len(b_shape))
    a_full = (1,) * (rank - len(a_shape)) + a_shape
    b_full = (1,) * (rank - len(b_shape)) + b_shape
    blocks = np.reshape(z_bar, tuple(size for pair in zip(a_full, b_full, strict=True) for size in pair))
    return blocks, list(range(0, 2 * rank, 2)), list(range(1, 2 * rank, 2))


def kron_left(z_bar: Any, b: Any, a_shape: tuple[int, ...]) -> Any:
    """Cotangent of a in ``z = np.kron(a, b)``."""
    b = conj(np.asarray(b))
    blocks, _, b_axes = _kron_blocks(z_bar, a_shape, b.shape)
    b_full = np.reshape(b, (1,) * (len(b_axes) - b.ndim) + b.shape)
    return np.reshape(np.tensordot(blocks, b_full, axes=(b_axes, list(range(b_full.ndim)))), a_shape)


def kron_right(a: Any, z_bar: Any, b_shape: tuple[int, ...]) -> Any:
    """Cotangent of b in ``z = np.kron(a, b)``."""
    a = conj(np.asarray(a))
    blocks, a_axes, _ = _kron_blocks(z_bar, a.shape, b_shape)
    a_full = np.reshape(a, (1,) * (len(a_axes) - a.ndim) + a.shape)
    return np.reshape(np.tensordot(a_full, blocks, axes=(list(range(a_full.ndim)), a_axes)), b_shape)


def _in_space(x: Any, axis: int) -> Any:
    """The vectors along ``axis`` as 3-vectors along the last axis."""
    x = np.moveaxis(np.asarray(x), axis, -1)
    if x.shape[-1] == 3:
        return x
    return np.concatenate([x, np.zeros((*x.shape[:-1], 1), x.dtype)], axis=-1)


def _back_from_space(bar: Any, shape: tuple[int, ...], axis: int) -> Any:
    """Undo ``_in_space``, and the broadcasting, for a cotangent of an argument of this shape."""
    size = shape[axis]
    moved = tuple(np.delete(shape, axis)) + (size,)
    return np.moveaxis(unbroadcast(bar[..., :size], moved), -1, axis)


def _cross_cotangent(z_bar: Any, planar: bool, axis: int) -> Any:
    """The cotangent of np.cross as 3-vectors along the last axis (of plane vectors only the third part exists)."""
    if not planar:
        return np.moveaxis(z_bar, axis, -1)
    z_bar = np.asarray(z_bar)[..., np.newaxis]
    return np.concatenate([np.zeros_like(z_bar), np.zeros_like(z_bar), z_bar], axis=-1)


def cross_left(
    z_bar: Any, b: Any, a_shape: tuple[int, ...], axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: Any = None
) -> Any:
    """Cotangent of a in ``z = np.cross(a, b)``: b x z_bar."""
    if axis is not None:
        axisa, axisb, axisc = axis, axis, axis
    planar = a_shape[axisa] == 2 and np.shape(b)[axisb] == 2
    bar = np.cross(_in_space(conj(b), axisb), _cross_cotangent(z_bar, planar, axisc))
    return _back_from_space(bar, a_shape, axisa)


def cross_right(
    a: Any, z_bar: Any, b_shape: tuple[int, ...], axisa: int = -1, axisb: int = -1, axisc: int = -1, axis: Any = None
) -> Any:
    """Cotangent of b in ``z = np.cross(a, b)``: z_bar x a."""
    if axis is not None:
        axisa, axisb, axisc = axis, axis, axis
    planar = np.shape(a)[axisa] == 2 and b_shape[axisb] == 2
    bar = np.cross(_cross_cotangent(z_bar, planar, axisc), _in_space(conj(a), axisa))
    return _back_from_space(bar, b_shape, axisb)


def trace_pullback(z_bar: Any, shape: tuple[int, ...], offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """Cotangent of the argument of np.trace: z_bar on the diagonal, zero elsewhere."""
    z_bar = np.asarray(z_bar)
    a_bar = np.zeros(shape, z_bar.dtype)
    moved = np.moveaxis(a_bar, (axis1, axis2), (-2, -1))
    rows, columns = moved.shape[-2:]
    i = np.arange(max(0, min(rows, columns - offset) if offset >= 0 else min(rows + offset, columns)))
    moved[..., i - min(offset, 0), i + max(offset, 0)] = z_bar[..., np.newaxis]
    return a_bar


def diagonal_pullback(z_bar: Any, shape: tuple[int, ...], offset: int = 0) -> Any:
    """Cotangent of the argument of np.linalg.diagonal: z_bar on the diagonal of the last two axes."""
    a_bar = np.zeros(shape, np.asarray(z_bar).dtype)
    i = np.arange(np.shape(z_bar)[-1])
    a_bar[..., i - min(offset, 0), i + max(offset, 0)] = z_bar
    return a_bar


def vecdot_pullback(z_bar: Any, y: Any, x_shape: tuple[int, ...], axis: int = -1) -> Any:
    """``z_bar * y`` along the summed axis of np.vecdot, summed down to ``x_shape``."""
    bar = np.expand_dims(z_bar, -1) * np.moveaxis(np.asarray(y), axis, -1)
    moved = tuple(np.delete(x_shape, axis)) + (x_shape[axis],)
    return np.moveaxis(unbroadcast(bar, moved), -1, axis)


def multi_dot_pullback(z_bar: Any, arrays: Any) -> list[Any]:
    """Cotangents of the factors of np.linalg.multi_dot."""
    factors = [np.asarray(a) for a in arrays]
    shapes = [a.shape for a in factors]
    z_bar = np.asarray(z_bar)
    if factors[0].ndim == 1:
        factors[0], z_bar = factors[0][np.newaxis, :], np.expand_dims(z_bar, 0)
    if factors[-1].ndim == 1:
        factors[-1], z_bar = factors[-1][:, np.newaxis], np.expand_dims(z_bar, -1)
    adjoints = [hermitian(a) for a in factors]
    return [np.reshape(_chain(i, adjoints, z_bar), shape) for i, shape in enumerate(shapes)]


def _chain(i: int, adjoints: list[Any], z_bar: Any) -> Any:
    """(A_0 .. A_{i-1})^H z_bar (A_{i+1} .. A_n)^H."""
    factors = [*adjoints[:i][::-1], z_bar, *adjoints[i + 1 :][::-1]]
    return factors[0] if len(factors) == 1 else np.linalg.multi_dot(factors)


def multi_dot_pushforward(arrays: Any, arrays_dot: Any) -> Any:
    """Tangent of np.linalg.multi_dot: one product per factor."""
    terms = [np.linalg.multi_dot([*arrays[:i], arrays_dot[i], *arrays[i + 1 :]]) for i in range(len(arrays))]
    return sum(terms[1:], terms[0])


def matrix_power_derivative(a: Any, direction: Any, n: int) -> Any:
    """The derivative of a^n in a direction: the upper right block of [[a, direction], [0, a]]^n.

    Source: N. J. Higham, Functions of Matrices, theorem 3.6.
    """
    size = a.shape[-1]
    top = np.concatenate([a, direction], axis=-1)
    bottom = np.concatenate([np.zeros_like(a), a], axis=-1)
    return np.linalg.matrix_power(np.concatenate([top, bottom], axis=-2), n)[..., :size, size:]


def absorbed(product: Any, place: int, *args: Any) -> Any:
    """``product(*args)``, in which the zeros of the cotangent ``args[place]`` make exact zeros.

    The other factor may be infinite or NaN there; where it is finite, this is the product alone.
    """
    bad = [i for i, x in enumerate(args) if i != place and _has_infinite(x)]
    if not bad:
        return product(*args)

    def with_changed(change: Any, z_bar: Any) -> Any:
        return product(*(z_bar if i == place else change(x) if i in bad else x for i, x in enumerate(args)))

    with np.errstate(all="ignore"):
        hit = with_changed(_infinite_mask, _nonzero(args[place]))
        return np.where(hit != 0, product(*args), with_changed(_finite_values, args[place]))[()]


def absorbed_each(product: Any, z_bar: Any, operands: Any, *rest: Any) -> list[Any]:
    """``absorbed`` for a product of many factors, with a list of one cotangent for each operand."""
    bad = [i for i, x in enumerate(operands) if _has_infinite(x)]
    with np.errstate(all="ignore"):
        bars: list[Any] = product(z_bar, operands, *rest)
        finite = product(z_bar, [_finite_values(x) if i in bad else x for i, x in enumerate(operands)], *rest)
        for j in bad:
            ones = [np.ones(np.shape(x)) if _is_inexact(x) else x for x in operands]
            masks = [*ones[:j], _infinite_mask(operands[j]), *ones[j + 1 :]]
            hits = product(_nonzero(z_bar), masks, *rest)
            finite = [
                one if bar is None or isinstance(bar, list) or i == j else np.where(hit != 0, bar, one)
                for i, (bar, one, hit) in enumerate(zip(bars, finite, hits, strict=True))
            ]
    return finite if bad else bars


def _is_inexact(x: Any) -> bool:
    return isinstance(x, float | complex | np.ndarray | np.inexact) and np.asarray(x).dtype.kind in "fc"


def _has_infinite(x: Any) -> bool:
    return _is_inexact(x) and not np.isfinite(x).all()


def _infinite_mask(x: Any) -> Any:
    return np.where(np.isfinite(x), 0.0, 1.0)


def _finite_values(x: Any) -> Any:
    return np.where(np.isfinite(x), x, np.asarray(x).dtype.type(0))


def _nonzero(z_bar: Any) -> Any:
    return np.where(np.equal(z_bar, 0), 0.0, 1.0)


PRODUCTS = frozenset({
    np.outer, dot_left, dot_right, inner_left, inner_right, kron_left, kron_right, matmul_left, matmul_right,
    tensordot_left, tensordot_right, vecdot_pullback, einsum_pullback, multi_dot_pullback,
    *(getattr(np, name) for name in ("matvec",) if hasattr(np, name)),
})  # fmt: skip
