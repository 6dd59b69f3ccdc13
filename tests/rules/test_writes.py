"""Functions that write into their first argument, as pure functions."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from s2s.rules.registry import run
from s2s.rules.writes import WRITES
from s2s.runtime import (
    with_added_at,
    with_copied,
    with_diagonal,
    with_divided_at,
    with_maximum_at,
    with_minimum_at,
    with_multiplied_at,
    with_place,
    with_put,
    with_put_along_axis,
    with_putmask,
    with_subtracted_at,
)
from s2s.testing import Sample, check_rule
from tests.rules.samples import complex_normal, layouts, normal, single

draw, cdraw = normal(25), complex_normal(26)
MASK = np.array([[True, False, True], [True, True, False]])
COLUMNS = np.array([[2, 0], [1, 1]])
INDEX = (np.array([0, 1, 0]), np.array([2, 1, 2]))


def each(*args: Any, **kwargs: Any) -> list[Sample]:
    """An array in several types and layouts, and the same further arguments."""
    return [Sample((value, *args), kwargs) for value in [*layouts(draw((2, 3))), cdraw((2, 3))]]


def reals(*args: Any) -> list[Sample]:
    """A real array in several layouts, and the same further arguments."""
    return [Sample((value, *args)) for value in layouts(draw((2, 3)))]


def singles(*args: Any) -> Sample:
    """A single array, and the same further arguments, in single precision."""
    floats = [single(a) if isinstance(a, np.ndarray) and a.dtype == float else a for a in args]
    return Sample((single(draw((2, 3))), *floats))


CASES: dict[Any, list[Sample]] = {
    with_put: each([0, -1], draw((2,)))
    + [singles([0, -1], draw((2,)))]
    + each([1, 4, 1], draw((3,)))
    + each(2, 2.5)
    + each([0, 1, 2, 3, 4], draw((2,)))
    + [Sample((draw((3,)), [5, -7], draw((2,)), mode)) for mode in ("wrap", "clip")]
    + [Sample((draw((3,)), [0, 1], [1.5, 2.5]))],
    with_place: each(MASK, draw((2,)))
    + each(MASK, draw((3,)))
    + each(MASK, 2.5)
    + each(MASK, draw((7,)))
    + [Sample((draw((2,)), [False, True], [1.5, 2.5]))],
    with_putmask: each(MASK, draw((2,)))
    + each(MASK, draw((5,)))
    + each(MASK, 2.5)
    + each(MASK, draw((2, 3)))
    + [Sample((draw((2,)), [0, 1], [1.5, 2.5]))],
    with_put_along_axis: each(COLUMNS, draw((2, 2)), 1)
    + each(COLUMNS, 2.5, -1)
    + each(np.array([[1]]), draw((1, 3)), 0)
    + [singles(COLUMNS, draw((2, 2)), 1)]
    + each(np.array([0, 5, 0]), draw((3,)), None),
    with_diagonal: each(2.5)
    + [singles(draw((2,)))]
    + each(draw((2,)))[:2]
    + each(draw((2,)))
    + each(draw((1,)))
    + [Sample((draw((7, 3)), v, w)) for v in (1.5, draw((2,))) for w in (False, True)]
    + [Sample((draw((2, 2, 2)), [1.5, 2.5]))],
    with_copied: each(2.5)
    + [singles(draw((3,)))]
    + each(draw((3,)))
    + each(draw((2, 3)), "unsafe")
    + each(draw((2, 1)), where=MASK)
    + each(draw((2, 3)), where=MASK[0])
    + [Sample((single(draw((2,))), draw((2,))))],
    with_added_at: each(INDEX, draw((3,)))
    + [singles(INDEX, draw((3,)))]
    + each(INDEX, 2.5)
    + each(1, draw((3,)))
    + each(MASK, draw((1,))),
    with_subtracted_at: each(INDEX, draw((3,)))
    + each(INDEX, 2.5)
    + each(slice(1), draw((3,)))
    + each(MASK, draw((1,))),
    with_multiplied_at: each(INDEX, draw((3,)))
    + [singles(INDEX, draw((3,)))]
    + each(INDEX, np.array([0.0, 1.5, 2.0]))
    + each(INDEX, np.array([0.0, 1.5, 0.0]))
    + each(INDEX, 2.5)
    + each(1, cdraw((3,)))[-1:]
    + each(MASK, draw((1,))),
    with_divided_at: each(INDEX, draw((3,)) + 3.0)
    + [singles(INDEX, draw((3,)) + 3.0)]
    + each(INDEX, 2.5)
    + each(slice(1), draw((3,)) - 3.0)
    + each(MASK, draw((1,)) + 3.0),
    with_maximum_at: reals(INDEX, draw((3,)))
    + [singles(INDEX, draw((3,)))]
    + reals(INDEX, 0.3)
    + reals(1, draw((3,)))
    + reals(MASK, draw((1,))),
    with_minimum_at: reals(INDEX, draw((3,)))
    + [singles(INDEX, draw((3,)))]
    + reals(INDEX, 0.3)
    + reals(slice(1), draw((3,)))
    + reals(MASK, draw((1,))),
}


@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
def test_rule(function: Any) -> None:
    check_rule(function, CASES[function])
    assert len(CASES[function]) >= 20


def label(function: Any) -> str:
    return f"{function[0].__name__}.{function[1]}" if isinstance(function, tuple) else function.__name__


@pytest.mark.parametrize("function", [f for f in WRITES if WRITES[f] in CASES], ids=label)
def test_the_twin_gives_what_the_function_writes(function: Any) -> None:
    write = getattr(*function) if isinstance(function, tuple) else function
    for sample in CASES[WRITES[function]]:
        written = np.array(sample.args[0], order="C")
        write(written, *sample.args[1:], **sample.kwargs)
        assert np.array_equal(written, WRITES[function](*sample.args, **sample.kwargs))


@pytest.mark.parametrize("function", [with_maximum_at, with_minimum_at])
def test_equal_values_at_an_index_share_evenly(function: Any) -> None:
    _, pullback, _ = run(function, np.array([2.0, 5.0, 0.5]), np.array([0, 0, 1]), np.array([2.0, 2.0, 5.0]))
    a_bar, b_bar = pullback(np.array([6.0, 4.0, 1.0]))
    assert np.array_equal(a_bar, [2.0, 2.0, 1.0])
    assert np.array_equal(b_bar, [2.0, 2.0, 2.0])
