"""Rules of np.fft, against finite differences."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from s2s.rules import fft  # noqa: F401
from s2s.testing import Sample, check_rule
from tests.rules.samples import complex_normal, layouts, normal, single

R, C = normal(9), complex_normal(10)
NORMS = (None, "backward", "ortho", "forward")


def lines(*draws: Any) -> list[Sample]:
    """Of the one-dimensional transforms: lengths of both parities, n, axis and norm."""
    found = [Sample((draw((size,)),)) for draw in draws for size in (2, 3, 4, 5, 6)]
    found += [Sample((draw((size,)), n)) for draw in draws for size in (3, 4) for n in (2, 3, 4, 5, 7, 8)]
    found += [
        Sample((draw((4, 3)),), {"axis": axis, "n": n}) for draw in draws for axis in (0, -1, -2) for n in (None, 2, 5)
    ]
    found += [Sample((draw((2, 5)),), {"norm": norm, "n": n}) for draw in draws for norm in NORMS for n in (None, 4)]
    found += [Sample((x,)) for x in layouts(draws[0]((2, 4)))]
    return found + [Sample((single(draw((4,))),)) for draw in draws] + [Sample((draws[0]((0, 3)),))]


def planes(*draws: Any, default_axes: bool) -> list[Sample]:
    """Of the transforms over several axes."""
    found = [Sample((draw(shape),)) for draw in draws for shape in ((2, 3), (3, 4), (2, 3, 4))]
    found += [Sample((draw((3, 4)),), {"norm": norm}) for draw in draws for norm in NORMS]
    found += [Sample((draw((2, 3, 4)),), {"axes": axes}) for draw in draws for axes in ((0, 1), (2, 0), (-1, -3))]
    found += [
        Sample((draw((2, 3, 4)), s, (0, 2)), {"norm": "ortho"})
        for draw in draws
        for s in ((2, 4), (3, 3), (4, 6), (-1, 5))
    ]
    found += [Sample((x,)) for x in layouts(draws[0]((2, 4)))]
    if default_axes:
        found += [Sample((draw((2, 3, 4)),), {"axes": axes}) for draw in draws for axes in ((1,), (0, 1, 2), (2, 1, 0))]
        found += [Sample((draw((2, 3, 4)),), {"s": (3, 5)}) for draw in draws]
    return found + [Sample((single(draw((3, 4))),)) for draw in draws]


def shifts() -> list[Sample]:
    found = [Sample((draw(shape),)) for draw in (R, C) for shape in ((4,), (5,), (3, 4), (0, 2), (2, 3, 3))]
    found += [Sample((R((3, 4)),), {"axes": axes}) for axes in (0, -1, (0, 1), (1,), None)]
    return found + [Sample((x,)) for x in layouts(R((2, 3)))] + [Sample((single(R((5,))),))]


CASES: dict[Any, list[Sample]] = {
    np.fft.fft: lines(R, C),
    np.fft.ifft: lines(R, C),
    np.fft.rfft: lines(R),
    np.fft.irfft: lines(R, C),
    np.fft.hfft: lines(R, C),
    np.fft.ihfft: lines(R),
    np.fft.fft2: planes(R, C, default_axes=False),
    np.fft.ifft2: planes(R, C, default_axes=False),
    np.fft.fftn: planes(R, C, default_axes=True),
    np.fft.ifftn: planes(R, C, default_axes=True),
    np.fft.rfft2: planes(R, default_axes=False),
    np.fft.rfftn: planes(R, default_axes=True),
    np.fft.irfft2: planes(R, C, default_axes=False),
    np.fft.irfftn: planes(R, C, default_axes=True),
    np.fft.fftshift: shifts(),
    np.fft.ifftshift: shifts(),
}


@pytest.mark.parametrize("function", CASES, ids=lambda f: f.__name__)
@pytest.mark.filterwarnings("ignore:`axes` should not be `None`:DeprecationWarning")
def test_rule(function: Any) -> None:
    assert len(CASES[function]) >= 20
    check_rule(function, CASES[function])
