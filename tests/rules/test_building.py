"""Rules of functions that build arrays."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import s2s.rules.building
import s2s.rules.padding
import s2s.rules.repeating  # noqa: F401
from s2s.errors import UnsupportedError
from s2s.rules import registry
from s2s.testing import Sample, check_rule
from tests.rules.samples import complex_normal, layouts, normal, single, unary, uniform

draw, cdraw, positive = normal(7), complex_normal(8), uniform(0.5, 2.0, 9)


def each(shape: tuple[int, ...], *args: Any, **kwargs: Any) -> list[Sample]:
    """Real, single and complex arrays in several memory layouts, with the same further arguments."""
    x = draw(shape)
    found = [Sample((value, *args), kwargs) for value in (x, single(x), cdraw(shape))]
    return found + [Sample((value, *args), kwargs) for value in layouts(x)]


def conversions(**kwargs: Any) -> list[Sample]:
    """What np.asarray and its like take: arrays and numbers in every layout, lists, and a dtype."""
    nested = [[1.5, 2.5], draw((2,))]
    found = unary(draw, complex_draw=cdraw) + each((2, 3), "complex128") + each((2,), "float32")
    return found + [Sample(([1.5, 2.5],)), Sample((nested,)), Sample(((1.5, (2.5)),)), Sample(([], float))]


def lines(values: Any, **kwargs: Any) -> list[Sample]:
    """Endpoints that are numbers and arrays, stretched to each other, with the keywords of np.linspace."""
    pairs = [(values(a), values(b)) for a, b in (((), ()), ((3,), (3,)), ((2, 1), (3,)), ((), (2,)))]
    found = [Sample(pair, {"num": 4, **kwargs}) for pair in pairs]
    found += [Sample(pair, {"num": 3, "endpoint": False, **kwargs}) for pair in pairs]
    found += [Sample(pair, {"num": 3, "axis": -1, **kwargs}) for pair in pairs]
    found += [Sample((*pairs[0], n), kwargs) for n in (0, 1, 2)]
    return found + [Sample((1.5, pairs[0][0].item(), 3), kwargs), Sample((0.5, pairs[1][1], 3), kwargs)]


MATRIX = draw((2, 3))
PADS: list[Any] = [1, (2, 1), ((1, 2), (0, 3)), [[2, 1]], ((0, 0), (1, 0))]
MODES: list[dict[str, Any]] = [
    {},
    {"mode": "edge"},
    {"mode": "wrap"},
    {"mode": "reflect"},
    {"mode": "symmetric"},
    {"mode": "mean"},
    {"mode": "reflect", "reflect_type": "odd"},
    {"mode": "symmetric", "reflect_type": "odd"},
    {"mode": "linear_ramp"},
    {"mode": "mean", "stat_length": 2},
    {"mode": "mean", "stat_length": ((1, 2), (2, 3))},
    {"constant_values": 2.5},
    {"constant_values": ((1.5, 2.5), (0.5, -1.5))},
    {"constant_values": np.array([1.5, 2.5])},
    {"constant_values": draw((2, 1))},
    {"mode": "linear_ramp", "end_values": 2.5},
    {"mode": "linear_ramp", "end_values": draw((2, 2))},
    {"mode": "linear_ramp", "end_values": draw((1, 2))},
]
RANDOM_PADS = [Sample((MATRIX, pad), keywords) for pad in PADS for keywords in MODES]
LONG_PADS = [
    Sample((draw((n,)), (5, 7)), dict(keywords)) for n in (1, 2, 3) for keywords in MODES[:9]
]
BLOCKS: list[Any] = [
    [draw((2,)), draw((3,))],
    [[draw((2, 2)), draw((2, 1))], [draw((1, 2)), draw((1, 1))]],
    [[1.5, 2.5], [0.5, 3.5]],
    [[draw((2,)), 1.5], [draw((3,))]],
    draw((2, 3)),
    [draw((2, 3))],
    [[draw((2, 2, 1)), draw((2, 2, 3))]],
    [[[draw((2, 1)), 1.5 * np.ones((2, 1))]], [[draw((2, 2))]]],
    2.5,
    [2.5],
]

CASES: dict[Any, list[Sample]] = {
    np.array: conversions()
    + [Sample((x,), {"ndmin": 3}) for x in (2.5, draw((2,)), [1.5, draw(())], [[1.5], [2.5]])]
    + [Sample(([[1.5, 2.5], [3.5, 4.5]],)), Sample(([np.float32(1.5), np.float32(2.5)],)), Sample(([1, 2.5, True],))]
    + [Sample(([cdraw((2,)), draw((2,))],)), Sample(([[draw((2,)), draw((2,))], draw((2, 2))],)), Sample(([[]],))],
    np.asarray: conversions(),
    np.asanyarray: conversions(),
    np.ascontiguousarray: conversions(),
    np.asfortranarray: conversions(),
    np.asarray_chkfinite: conversions(),
    np.require: each((2, 3)) + each((2, 3), None, ["F"]) + each((2, 3), "complex128", "C") + [Sample((2.5, None, "C"))],
    np.copy: unary(draw, complex_draw=cdraw) + each((2, 3), order="F") + [Sample(([1.5, draw(())],))],
    np.full: [Sample((shape, value)) for shape in (2, (2, 3), (), (0, 3)) for value in (2.5, draw(()), np.float32(1.5))]
    + [Sample(((2, 3), draw((3,)))), Sample(((2, 3), cdraw((2, 1)))), Sample((2, 2.5, "complex128"))]
    + [Sample(((2, 3), x), {"order": "F"}) for x in layouts(draw((2, 3)))]
    + [Sample((2, 2.5, "float32"))],
    np.full_like: [Sample((a, value)) for a in (MATRIX, single(MATRIX), MATRIX.T, 1.5) for value in (2.5, draw(()))]
    + [Sample((MATRIX, x)) for x in layouts(draw((2, 3)))]
    + [Sample((MATRIX, draw((3,)))), Sample((single(MATRIX), draw((3,))))]
    + [Sample((MATRIX, 2.5), {"shape": (2,)}), Sample((MATRIX, 2.5, "complex128")), Sample((cdraw((2,)), cdraw(())))]
    + [Sample((np.arange(3), 2.5, float)), Sample((MATRIX, draw((3, 1)), None, "F", True, (3, 2)))],
    np.linspace: lines(draw)
    + lines(cdraw)
    + lines(draw, retstep=True)
    + lines(lambda s: single(draw(s)))
    + [Sample((1.5, 2.5, 3), {"dtype": "float32"}), Sample((0.5, cdraw((2,)), 3))],
    np.logspace: lines(draw, base=2.5)
    + lines(draw)
    + [Sample((draw((2,)), 0.5, 3), {"base": positive((2,))})]
    + [Sample((0.5, 1.5, 3), {"base": positive((2, 3)), "axis": a}) for a in (0, -1)]
    + lines(cdraw),
    np.geomspace: lines(positive)
    + lines(lambda s: -positive(s))[:15]
    + [Sample((cdraw(()), cdraw(()), 3)), Sample((cdraw((2,)), cdraw((2,)), 4)), Sample((-0.5, -2.5, 5, False))],
    np.vander: each((3,))
    + each((3,), 5)
    + each((3,), 2, True)
    + each((3,), increasing=True)
    + [Sample((np.array([0.0, 1.0]), 4)), Sample((draw((0,)), 2)), Sample((draw((2,)), 0))],
    np.diag: each((3,)) + each((3,), 1) + each((2, 3), k=-1) + each((3, 3)) + each((2, 3), 9) + each((0,)),
    np.diagflat: each((3,)) + each((2, 2), 1) + each((), -2) + [Sample((2.5,)), Sample(([1.5, 2.5],))],
    np.meshgrid: [
        Sample((draw((2,)), x[0], draw((4,))), {"indexing": i, "sparse": s})
        for x in layouts(MATRIX)
        for i in ("xy", "ij")
        for s in (False, True)
    ]
    + [Sample((draw((2,)),)), Sample((draw((2,)), 1.5))]
    + [Sample((cdraw((2,)), draw((3,)))), Sample((single(draw((2,))), single(draw((3,))))), Sample((1.5, 2.5))],
    np.broadcast_to: each((3,), (2, 3))
    + each((2, 1), (4, 2, 3))
    + each((), (2,))
    + each((2, 3), (2, 3))
    + [Sample((2.5, (3,))), Sample((draw((1,)), (0,))), Sample((2.5, ()))],
    np.broadcast_arrays: [Sample((x, draw((3,)), 2.5)) for x in layouts(MATRIX)]
    + [Sample((x, single(draw((4, 1, 3))))) for x in layouts(single(MATRIX))]
    + [Sample((cdraw((2, 1)), draw((3,))))]
    + [Sample((x,)) for x in layouts(MATRIX)]
    + [Sample((1.5, 2.5)), Sample((draw((0,)), draw((1,)))), Sample((1.5,))]
    + [Sample((draw((2, 1)), x)) for x in layouts(draw((3,)))],
    np.tile: each((3,), 2)
    + each((2, 3), (2, 1))
    + each((3,), (2, 2))
    + each((2, 2), 3)
    + each((2,), 0)
    + [Sample((2.5, 3)), Sample((draw((2, 1, 2)), [2, 3]))],
    np.repeat: each((3,), 2)
    + each((2, 3), 2, 0)
    + each((2, 3), [1, 0, 2], axis=-1)
    + each((2, 2), [2, 1, 0, 3])
    + each((2, 3), [2], 1)
    + each((2,), 0)
    + [Sample((2.5, 3)), Sample((draw((3,)), np.array([1, 0, 2])))],
    np.resize: each((3,), 7)
    + each((2, 3), (2, 2))
    + each((2,), (3, 2))
    + [Sample((2.5, (2, 2))), Sample((draw((3,)), 0))],
    np.pad: RANDOM_PADS
    + LONG_PADS
    + each((2, 3), 1)
    + each((3,), (1, 2), "linear_ramp")
    + each((3,), 2, "mean")
    + each((2, 3), ((1, 2), (0, 3)), "maximum")
    + each((4,), (2, 1), "median")
    + each((2, 3), 1, mode="minimum", stat_length=((1, 2), (2, 3)))
    + each((3, 2), 2, mode="median", stat_length=2)
    + each((3,), 4, mode="reflect", reflect_type="odd")
    + [Sample((draw((0,)), 2)), Sample((draw((2, 0)), 1))]
    + [Sample((cdraw((2,)), 1), {"constant_values": 1.5 + 2j}), Sample((MATRIX, 0), {"mode": "edge"})],
    np.block: [Sample((b,)) for b in BLOCKS]
    + [Sample(([x, [2.5, 1.5, 0.5]][:1],)) for x in layouts(MATRIX)]
    + [Sample(([[x, single(draw((2, 1)))], [single(draw((1, 4)))]],)) for x in layouts(single(MATRIX))]
    + [Sample(([cdraw((2,)), draw((2,))],))],
}


@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
def test_rule(function: Any) -> None:
    check_rule(function, CASES[function])
    assert len(CASES[function]) >= 20


def test_padding_by_a_function_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="np.pad"):
        registry.run(np.pad, draw((3,)), 1, lambda *args: None)


def test_equal_entries_share_the_border_evenly() -> None:
    _, pullback, _ = registry.run(np.pad, np.array([2.0, 1.0, 2.0]), (1, 0), "maximum")
    assert np.array_equal(pullback(np.array([4.0, 0.0, 0.0, 1.0]))[0], [2.0, 0.0, 3.0])


def test_padding_with_nothing() -> None:
    """The border of the mode "empty" is arbitrary: only the interior has a cotangent."""
    z, pullback, _ = registry.run(np.pad, draw((3,)), (2, 1), "empty")
    assert np.array_equal(pullback(np.arange(6.0))[0], [2.0, 3.0, 4.0])


def test_padding_by_axis() -> None:
    """NumPy takes a dict of axes since 2.4; the helper does in any case."""
    from s2s.runtime import pad_pairs

    assert pad_pairs({-1: (1, 2), 0: 3}, 3) == [(3, 3), (0, 0), (1, 2)]


def test_constructors_have_no_derivative() -> None:
    for function in (np.zeros, np.ones_like, np.arange, np.eye, np.tri, np.ix_, np.triu_indices):
        assert registry.is_zero_derivative(function)
