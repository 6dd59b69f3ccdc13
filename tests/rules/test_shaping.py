"""Rules of functions that change the shape, or the order of axes or entries."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import s2s.rules.shaping  # noqa: F401
from s2s.rules import registry
from s2s.testing import Sample, check_rule
from tests.rules.samples import complex_normal, layouts, normal, single, unary

draw, cdraw = normal(1), complex_normal(2)


def each(shapes: list[tuple[int, ...]], *args: Any, **kwargs: Any) -> list[Sample]:
    """Real, single and complex arrays of each shape in every memory layout, with the same further arguments."""
    found = []
    for shape in shapes:
        x = draw(shape)
        for value in (x, single(x), cdraw(shape)):
            found.append(Sample((value, *args), kwargs))
        found += [Sample((value, *args), kwargs) for value in layouts(x)]
    return found


CASES: dict[Any, list[Sample]] = {
    np.reshape: each([(2, 3)], (3, 2))
    + each([(0, 2), (6,)], -1)
    + each([(4, 3)], (2, -1), order="F")
    + [Sample((2.5, (1, 1))), Sample((np.float32(2.5), (1,)))],
    np.ravel: each([(2, 3), (), (0, 2)]) + each([(2, 3, 2)], "F") + [Sample((2.5,))],
    np.ndarray.flatten: each([(2, 3), (0, 2)]) + each([(2, 3, 2)], order="F"),
    np.ndarray.reshape: each([(2, 3)], 3, 2, order="F")
    + each([(2, 3)], 3, 2)
    + each([(2, 3)], (3, 2))
    + each([(2, 3)], -1),
    np.transpose: each([(2, 3), (4,), (2, 3, 2)]) + each([(2, 3, 1)], (2, 0, 1)) + each([(2, 3, 1)], axes=(-1, 0, -2)),
    np.ndarray.transpose: each([(2, 3)])
    + each([(2, 3, 1)], 2, 0, 1)
    + each([(2, 3, 1)], (-1, 0, 1))
    + each([(2, 3)], None),
    np.matrix_transpose: each([(2, 3), (2, 1, 3), (2, 0, 3)]),
    np.moveaxis: each([(2, 3, 4)], 0, -1)
    + each([(2, 3, 4)], (0, 1), (-1, 0))
    + each([(2, 3)], source=1, destination=0),
    np.swapaxes: each([(2, 3, 4)], 0, -1) + each([(2, 3)], axis1=1, axis2=0) + each([(2, 0)], 1, 1),
    np.rollaxis: each([(2, 3, 4)], 2) + each([(2, 3, 4)], 0, 3) + each([(2, 3, 4)], -1, 1) + each([(2, 3, 4)], 1, -1),
    np.squeeze: unary(draw) + each([(1, 3, 1)]) + each([(1, 3, 1)], 0) + each([(1, 3, 1)], axis=(0, -1)),
    np.expand_dims: each([(2, 3), (0,)], 0) + each([(2, 3)], axis=-1) + each([(3,)], (0, 2)) + [Sample((2.5, 0))],
    np.atleast_1d: unary(draw, complex_draw=cdraw) + [Sample((draw((2,)), 2.5, draw((2, 3)))), Sample((1.5, 2.5))],
    np.atleast_2d: unary(draw, complex_draw=cdraw) + [Sample((draw((2,)), 2.5, draw((2, 3)))), Sample((1.5, 2.5))],
    np.atleast_3d: unary(draw, complex_draw=cdraw) + [Sample((draw((2,)), 2.5, draw((2, 3)))), Sample((1.5, 2.5))],
    np.flip: unary(draw) + each([(2, 3)], 0) + each([(2, 3, 2)], axis=(0, -1)),
    np.fliplr: each([(2, 3), (2, 3, 2), (0, 2)]),
    np.flipud: each([(2, 3), (3,), (2, 0)]),
    np.rot90: each([(2, 3)]) + each([(2, 3)], 2) + each([(2, 3, 2)], -1, (2, 0)) + each([(2, 3)], k=7, axes=(1, 0)),
    np.roll: each([(5,), (2, 3), (0,)], 2)
    + each([(2, 3)], -1, 1)
    + each([(2, 3)], (1, 2), (0, 1))
    + each([(2, 3)], shift=1, axis=(0, 1)),
}


@pytest.mark.parametrize("function", CASES, ids=lambda f: getattr(f, "__qualname__", str(f)))
def test_rule(function: Any) -> None:
    check_rule(function, CASES[function])
    assert len(CASES[function]) >= 20


@pytest.mark.parametrize("function", [np.reshape, np.ravel, np.ndarray.reshape, np.ndarray.flatten])
def test_memory_orders(function: Any) -> None:
    """Finite differences would change the layout; but a permutation of the entries is undone by its transpose."""
    base = draw((3, 2, 4))
    views = [
        base,
        base.T,
        np.moveaxis(base, 1, 0),
        base[:, ::-1],
        base[::2, :, 1:],
        base.transpose(2, 0, 1)[::-1],
        np.asfortranarray(base),
        draw((1, 3, 1)),
        draw((0, 3)),
        np.asarray(draw(())),
        base[:, :1],
        base[None],
        base[:, None],
        base.T[::-1, :, ::-1],
        np.broadcast_to(draw((3, 1)), (3, 4)),
        np.broadcast_to(draw((3,)), (2, 3)),
        np.broadcast_to(draw((3, 1)), (2, 3, 4)),
        np.broadcast_to(draw((3, 1)).T, (2, 1, 3)),
        np.broadcast_to(base.T, (2, 4, 2, 3)),
    ]
    shaped = function in (np.reshape, np.ndarray.reshape)
    for view in views:
        for order in "CFA" if shaped else "CFAK":
            args = (view, (view.size, 1)) if shaped else (view,)
            z, pullback, pushforward = registry.run(function, *args, order=order)
            assert np.array_equal(z, function(*args, order=order))
            assert np.array_equal(pullback(z), view), (view.strides, order)
            assert np.array_equal(pushforward(view), z), (view.strides, order)
