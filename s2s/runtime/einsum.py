"""Transpose and tangent of np.einsum in all its forms."""
from typing import Any

import numpy as np

from s2s.runtime.arithmetic import conj

Labels = list[Any]


def einsum_pullback(z_bar: Any, operands: Any, optimize: Any = False) -> list[Any]:
    """One cotangent per entry of ``operands`` (None for subscripts and labels) of ``np.einsum(*operands)``.

    The cotangent of one factor is the einsum of z_bar and the other factors to the labels of that factor.
    """
    positions, labels, result = _parse(operands)
    optimize = optimize if isinstance(optimize, (bool, str)) else "greedy"  # a given path is that of the primal only
    factors = [conj(np.asarray(operands[p])) for p in positions]
    bars: list[Any] = [[None] * len(x) if isinstance(x, (list, tuple)) else None for x in operands]
    for i, position in enumerate(positions):
        if np.issubdtype(factors[i].dtype, np.inexact):
            others = [(factors[k], labels[k]) for k in range(len(factors)) if k != i]
            bars[position] = _factor_bar([(z_bar, result), *others], labels[i], factors[i].shape, optimize)
    return bars


def einsum_pushforward(operands: Any, operands_dot: Any, **kwargs: Any) -> Any:
    """Tangent of ``np.einsum(*operands)``: one term per factor."""
    z_dot: Any = None
    for p in _parse(operands)[0]:
        if operands_dot[p] is not None:
            term = np.einsum(*operands[:p], operands_dot[p], *operands[p + 1 :], **kwargs)
            z_dot = term if z_dot is None else z_dot + term
    return np.zeros_like(np.einsum(*operands, **kwargs)) if z_dot is None else z_dot


def _factor_bar(given: list[tuple[Any, Labels]], labels: Labels, shape: tuple[int, ...], optimize: Any) -> Any:
    """The einsum of ``given`` to ``labels``: labels missing elsewhere are stretched, repeated ones are a diagonal."""
    distinct = list(dict.fromkeys(labels))
    length = {label: max(n for k, n in zip(labels, shape, strict=True) if k == label) for label in distinct}
    available = {label for _, names in given for label in names}
    kept = [label for label in distinct if label in available and length[label] != 1]
    number = {label: i for i, label in enumerate(dict.fromkeys([*available, *distinct]))}
    arguments = [part for x, names in given for part in (x, [number[k] for k in names])]
    bar = np.asarray(np.einsum(*arguments, [number[k] for k in kept], optimize=optimize))
    missing = [i for i, label in enumerate(distinct) if label not in kept]
    full = tuple(length[label] for label in distinct)
    bar = np.broadcast_to(np.expand_dims(bar, tuple(missing)), full)
    if len(distinct) == len(labels):
        return bar
    x_bar = np.zeros(shape, bar.dtype)
    x_bar[_diagonal(labels, shape, distinct, length)] = bar
    return x_bar


def _diagonal(labels: Labels, shape: tuple[int, ...], distinct: Labels, length: dict[Any, int]) -> tuple[Any, ...]:
    """The index of the diagonal that repeated labels read."""
    index = []
    for label, size in zip(labels, shape, strict=True):
        steps = np.arange(length[label]) if size != 1 else np.zeros(length[label], dtype=np.intp)
        place = distinct.index(label)
        index.append(np.reshape(steps, (1,) * place + (-1,) + (1,) * (len(distinct) - place - 1)))
    return tuple(index)


def _parse(operands: Any) -> tuple[list[int], list[Labels], Labels]:
    """The positions of the arrays in ``operands``, the labels of each, and the labels of the result."""
    if isinstance(operands[0], str):
        positions = list(range(1, len(operands)))
        left, arrow, right = operands[0].replace(" ", "").partition("->")
        terms: list[Labels] = [_split(term) for term in left.split(",")]
        result = _split(right) if arrow else None
    else:
        positions = list(range(0, len(operands) - len(operands) % 2, 2))
        terms = [list(operands[p + 1]) for p in positions]
        result = list(operands[-1]) if len(operands) % 2 else None
    stretched = [_expand(term, np.ndim(operands[p])) for term, p in zip(terms, positions, strict=True)]
    widest = max((len(term) - len(_named(term)) for term in stretched), default=0)
    ellipsis = [("...", k) for k in range(widest, 0, -1)]
    if result is None:
        names = [label for term in stretched for label in _named(term)]
        once = sorted(label for label in set(names) if names.count(label) == 1)
        return positions, stretched, [*ellipsis, *once]
    final: Labels = []
    for label in result:
        final += ellipsis if label is Ellipsis else [label]
    return positions, stretched, final


def _split(term: str) -> Labels:
    """The labels of one term; the dots become an Ellipsis."""
    head, dots, tail = term.partition("...")
    return [*head, Ellipsis, *tail] if dots else [*head]


def _named(term: Labels) -> Labels:
    return [label for label in term if not isinstance(label, tuple)]


def _expand(term: Labels, rank: int) -> Labels:
    """``term`` with an Ellipsis replaced by numbered labels, counted from the right."""
    if Ellipsis not in term:
        return term
    place = term.index(Ellipsis)
    count = rank - len(term) + 1
    return [*term[:place], *(("...", k) for k in range(count, 0, -1)), *term[place + 1 :]]
