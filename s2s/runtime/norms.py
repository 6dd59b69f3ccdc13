"""Slopes of vector and matrix norms."""
from typing import Any

import numpy as np

from s2s.runtime.arithmetic import conj, ratio
from s2s.runtime.products import hermitian


def vector_norm_slope(x: Any, y: Any, order: Any, axis: Any) -> Any:
    """The slope of the vector norm ``y`` of ``x`` (``y`` already stretched to the shape of x); 0 where x is 0.

    Ties of the largest or smallest entry share evenly.
    """
    x = np.asarray(x)
    size = np.abs(x)
    if order is None or order == 2:
        return ratio(x, y)
    if order == 0:
        return np.zeros_like(x)
    if order == 1:
        return np.sign(x)
    if order in (np.inf, -np.inf):
        chosen = size == y
        return np.sign(x) * chosen / np.sum(chosen, axis=axis, keepdims=True).astype(size.dtype)
    with np.errstate(all="ignore"):
        slope = np.sign(x) * ratio(size, y) ** (order - 1)
    return np.where(size == 0, slope.dtype.type(0), slope)


def matrix_norm_slope(x: Any, order: Any, axis: Any) -> Any:
    """The slope of a matrix norm over the two axes ``axis``; ties of singular values or of row sums share evenly."""
    x = np.moveaxis(np.asarray(x), axis, (-2, -1))
    if order in (1, -1, np.inf, -np.inf):
        slope = _sum_norm_slope(x, order)
    elif order in (2, -2, "nuc"):
        slope = _singular_norm_slope(x, order)
    else:
        slope = ratio(x, np.sqrt(np.sum(np.abs(x) ** 2, axis=(-2, -1), keepdims=True)))
    return np.moveaxis(slope, (-2, -1), axis)


def _sum_norm_slope(x: Any, order: Any) -> Any:
    """Of the largest (smallest) sum of absolute values of a column (order 1, -1) or a row (inf, -inf)."""
    along = -2 if order in (1, -1) else -1
    sums = np.sum(np.abs(x), axis=along, keepdims=True)
    best = np.max if order > 0 else np.min
    chosen = sums == best(sums, axis=(-2, -1), keepdims=True)
    return np.sign(x) * chosen / np.sum(chosen, axis=(-2, -1), keepdims=True).astype(sums.dtype)


def _singular_norm_slope(x: Any, order: Any) -> Any:
    """Of the largest (2), the smallest (-2) or the sum ("nuc") of the singular values; zero ones take no part."""
    u, s, vh = np.linalg.svd(x, full_matrices=False)
    largest = np.max(s, axis=-1, keepdims=True, initial=0)
    weight = (s > largest * max(x.shape[-2:]) * np.finfo(s.dtype).eps).astype(s.dtype)
    if order == 2:
        weight = weight * (s == largest)
        weight = ratio(weight, np.sum(weight, axis=-1, keepdims=True))
    if order == -2:
        weight = weight * (s == np.min(s, axis=-1, keepdims=True))
        weight = ratio(weight, np.sum(weight, axis=-1, keepdims=True))
    return (u * weight[..., np.newaxis, :]) @ vh


def norm_slope(x: Any, y: Any, order: Any, axis: Any) -> Any:
    """The slope of ``y = np.linalg.norm(x, order, axis)``, with y stretched to the shape of x."""
    if order is None:
        return ratio(x, y)
    if axis is None:
        axis = tuple(range(np.ndim(x)))
    if isinstance(axis, tuple) and len(axis) == 2:
        return matrix_norm_slope(x, order, axis)
    return vector_norm_slope(x, y, order, axis)


def norm_pushforward(slope: Any, x_dot: Any, axis: Any, keepdims: bool) -> Any:
    """The tangent of a norm with this slope."""
    return np.sum(np.real(conj(slope) * x_dot), axis=axis, keepdims=keepdims)


def cond_slope(x: Any, p: Any) -> Any:
    """The slope of ``np.linalg.cond(x, p)``, from norm(x, p) norm(inv(x), p)."""
    x = np.asarray(x)
    if p is None or p in (2, -2):
        u, s, vh = np.linalg.svd(x, full_matrices=False)
        with np.errstate(all="ignore"):
            weight = np.zeros_like(s)
            value = s[..., 0] / s[..., -1]
            weight[..., 0], weight[..., -1] = value / s[..., 0], -value / s[..., -1]
            if p == -2:
                weight = -weight / (value * value)[..., np.newaxis]
        return (u * weight[..., np.newaxis, :]) @ vh
    inverse = np.linalg.inv(x)
    size = np.linalg.norm(x, p, axis=(-2, -1), keepdims=True)
    inverse_size = np.linalg.norm(inverse, p, axis=(-2, -1), keepdims=True)
    back = hermitian(inverse) @ matrix_norm_slope(inverse, p, (-2, -1)) @ hermitian(inverse)
    return inverse_size * matrix_norm_slope(x, p, (-2, -1)) - size * back
