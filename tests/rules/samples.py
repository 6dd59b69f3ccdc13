"""Generators of sample arguments that the tests of rules share."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from s2s.testing import Sample

NUMPY = tuple(int(part) for part in np.__version__.split(".")[:2])

Draw = Callable[[tuple[int, ...]], Any]

SHAPES: tuple[tuple[int, ...], ...] = ((), (1,), (5,), (2, 3), (2, 1, 3), (0,), (2, 0))
PAIRS: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = (
    ((), ()), ((3,), (3,)), ((2, 3), (3,)), ((3,), (2, 3)), ((2, 1), (1, 3)), ((2, 3), ()), ((), (3,)),
    ((1,), (2, 3)), ((2, 1, 3), (4, 1)), ((0, 3), (3,)), ((1, 1), ()), ((0,), (1,)), ((2, 3), (2, 3)),
)


def title(function: Any) -> str:
    """The name of a function with that of its module, which old ufuncs do not say."""
    return f"{getattr(function, '__module__', 'numpy')}.{function.__name__}"


def normal(seed: int = 0) -> Draw:
    """Standard normal numbers of a given shape."""
    rng = np.random.default_rng(seed)
    return lambda shape: rng.normal(size=shape)


def uniform(low: float, high: float, seed: int = 0) -> Draw:
    """Numbers of a given shape between ``low`` and ``high``."""
    rng = np.random.default_rng(seed)
    return lambda shape: rng.uniform(low, high, size=shape)


def spread(gap: float = 0.37, seed: int = 0) -> Draw:
    """Numbers of a given shape that differ from each other and from 0 by at least ``gap / 2``: no ties or kinks."""
    rng = np.random.default_rng(seed)

    def draw(shape: tuple[int, ...]) -> Any:
        count = int(np.prod(shape))
        return rng.permutation((np.arange(count) - count // 2 + 0.5) * gap).reshape(shape)[()]

    return draw


def complex_normal(seed: int = 0) -> Draw:
    """Complex standard normal numbers of a given shape."""
    rng = np.random.default_rng(seed)
    return lambda shape: (rng.normal(size=shape) + 1j * rng.normal(size=shape))[()]


def strided(x: Any) -> Any:
    """A non-contiguous view with the values of ``x``."""
    x = np.asarray(x)
    double = np.zeros((*x.shape, 2), x.dtype)
    double[..., 0] = x
    return double[..., 0]


def read_only(x: Any) -> Any:
    """A read-only copy of ``x``."""
    x = np.array(x)
    x.flags.writeable = False
    return x


def fortran(x: Any) -> Any:
    """A copy of ``x`` in Fortran order."""
    return np.asfortranarray(x)


def reversed_view(x: Any) -> Any:
    """A view with negative strides and the values of ``x``."""
    x = np.asarray(x)
    return np.flip(np.flip(x).copy())


def single(x: Any) -> Any:
    """``x`` in single precision."""
    x = np.asarray(x)
    return x.astype(np.complex64 if np.iscomplexobj(x) else np.float32)[()]


def layouts(x: Any) -> list[Any]:
    """The same values in every memory layout that a rule may meet."""
    return [x, strided(x), read_only(x), fortran(x), reversed_view(x)]


def unary(draw: Draw, *, complex_draw: Draw | None = None, numbers: bool = True) -> list[Sample]:
    """Samples of a function of one array: shapes, layouts, single precision, Python numbers, complex."""
    found = [Sample((draw(shape),)) for shape in SHAPES]
    found += [Sample((x,)) for x in layouts(draw((2, 3)))]
    found += [Sample((single(draw(shape)),)) for shape in ((), (3,), (2, 2), (0,))]
    found += [Sample((np.float64(draw(())),)), Sample((np.asarray(draw(())),))]
    if numbers:
        found += [Sample((float(draw(())),)) for _ in range(2)]
    if complex_draw is not None:
        found += [Sample((complex_draw(shape),)) for shape in ((), (3,), (2, 2), (0, 2))]
        found += [Sample((single(complex_draw((3,))),)), Sample((complex(complex_draw(())),))]
    return found


def numbers(draw: Draw, count: int = 20, arity: int = 1) -> list[Sample]:
    """Samples of Python numbers, for the functions of ``math``."""
    return [Sample(tuple(float(draw(())) for _ in range(arity))) for _ in range(count)]


def binary(
    draw: Draw, second: Draw | None = None, *, complex_draw: Draw | None = None, complex_second: Draw | None = None
) -> list[Sample]:
    """Samples of a function of two arrays: broadcasting pairs, layouts, Python numbers, mixed precision, complex."""
    other = draw if second is None else second
    found = [Sample((draw(a), other(b))) for a, b in PAIRS]
    found += [Sample((x, other((3,)))) for x in layouts(draw((2, 3)))]
    found += [Sample((draw((3,)), y)) for y in layouts(other((2, 3)))]
    found += [Sample((float(draw(())), other((3,)))), Sample((draw((3,)), float(other(()))))]
    found += [Sample((float(draw(())), float(other(()))))]
    found += [Sample((single(draw((2, 3))), single(other((3,))))), Sample((single(draw((3,))), float(other(()))))]
    found += [Sample((float(draw(())), single(other((3,))))), Sample((single(draw((3,))), other((2, 3))))]
    if complex_draw is not None:
        rest = complex_draw if complex_second is None else complex_second
        found += [Sample((complex_draw(a), rest(b))) for a, b in (((3,), (3,)), ((2, 1), (3,)), ((), (3,)))]
        found += [Sample((complex_draw((3,)), other((2, 3)))), Sample((draw((3,)), rest((2, 3))))]
        found += [Sample((single(complex_draw((3,))), single(other((3,)))))]
        found += [Sample((complex(complex_draw(())), other((3,))))]
    return found


def axes(ndim: int) -> list[Any]:
    """Every axis of a reduction: None, numbers of both signs, and tuples."""
    found: list[Any] = [None, *range(-ndim, ndim), ()]
    found += [(a,) for a in range(ndim)] + [(a, b) for a in range(ndim) for b in range(-ndim, 0) if a != b % ndim]
    return found
