"""Writes of an array into its own memory: right, or refused where NumPy reads what it has overwritten."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from s2s import UnsupportedError, differentiate

Lines = Callable[[Any], Any]


def row_of_column(m):
    m = m * 1.0
    m[1] = m[:, 2]
    return m


def row_of_chosen(m):
    m = m * 1.0
    line = m[:, 2] if m[0, 0] > -9.0 else m[0]
    m[1] = line
    return m


def steps_of_head(m):
    a = m[0] * 1.0
    a[::2] = a[:2]
    return a


def copyto_of_head(m):
    a = m[0] * 1.0
    np.copyto(a[::2], a[:2])
    return a


def placed(m):
    a = m[0] * 1.0
    np.place(a, np.array([False, True, True]), a[:2])
    return a


def flat_of_head(m):
    a = m[0] * 1.0
    a.flat[1:] = a[:2]
    return a


def joined(m):
    a = m[0] * 1.0
    np.concatenate([a[1:], a[:1]], out=a)
    return a


def joined_by_name(m):
    a = m[0] * 1.0
    np.compress(condition=[True, True], a=a[:2], out=a[1:])
    return a


def column_of_reshaped(m):
    m = m * 1.0
    a = m.ravel()
    m[:, 1] = a[2:5]
    return m


def first_column_of_reshaped(m):
    m = m * 1.0
    a = m.ravel()
    m[:, 0] = a[1:4]
    return m


def last_row_of_the_rest(m):
    m = m * 1.0
    i = -1
    m[i + 1 :, 1] = m[i]
    return m


REFUSED = [
    row_of_column, row_of_chosen, steps_of_head, copyto_of_head, placed, flat_of_head, joined, joined_by_name,
    column_of_reshaped, first_column_of_reshaped, last_row_of_the_rest,
]  # fmt: skip


def shifted(m):
    a = m[0] * 1.0
    a[1:] = a[:-1]
    return a


def reversed_in_place(m):
    a = m[0] * 1.0
    a[:] = a[::-1]
    np.copyto(a[1:], a[:-1])
    return a


def flipped(m):
    a = m[0] * 1.0
    a[:] = np.flip(a)
    return a


def transposed(m):
    m = m * 1.0
    m[...] = m.T
    m.T[1] = m.T[0]
    return m


def triangle(m):
    m = m * 1.0
    for i in range(2):
        m[i + 1 :, i] = m[i, i + 1 :]
    return m


def first_row_and_column(m):
    m = m * 1.0
    m[:, 1] = m[0]
    m[0] = m[:, 2]
    return m


def reshaped(m):
    m = m * 1.0
    a = m.ravel()
    m[0] = a[3:6]
    return m


def fancy(m):
    a = m[0] * 1.0
    a[[1, 2]] = a[:2]
    return a


def even_and_odd(m):
    a = m.ravel() * 1.0
    a[:8:2] = a[1::2]
    return a


def part_of_a_reversed_part(m):
    a = m.ravel() * 1.0
    a[5:0:-1][::-1][1:][:2] = a[3:5]
    return a


def swapped(m):
    m = m * 1.0
    m[0], m[1] = m[1], m[0]
    return m


RIGHT = [
    shifted, reversed_in_place, flipped, transposed, triangle, first_row_and_column, reshaped, fancy, even_and_odd,
    part_of_a_reversed_part, swapped,
]  # fmt: skip


@pytest.mark.parametrize("function", REFUSED)
def test_refused(function: Lines) -> None:
    with pytest.raises(UnsupportedError, match="lie in its own memory"):
        differentiate(function).forward(np.arange(9.0).reshape(3, 3))


@pytest.mark.parametrize("function", RIGHT)
def test_right(function: Lines) -> None:
    m = np.random.default_rng(3).standard_normal((3, 3))
    made = differentiate(function)
    z, residuals = made.forward(m)
    np.testing.assert_array_equal(z, function(m))
    z_bar = np.random.default_rng(4).standard_normal(z.shape)
    (m_bar,) = made.pullback(residuals, z_bar)
    expected = np.zeros_like(m)
    for at in np.ndindex(m.shape):  # the functions are linear
        unit = np.zeros_like(m)
        unit[at] = 1.0
        expected[at] = np.vdot(z_bar, function(unit))
    np.testing.assert_allclose(m_bar, expected, rtol=0, atol=1e-14)
