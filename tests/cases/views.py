"""Writes through views and aliases, buffers that are used twice, helpers that write into what they are given."""

import numpy as np

from tests.cases.case import Case, ErrorExpected


def reshape_view(x):
    flat = (x * x).copy()
    grid = flat.reshape(2, 2)
    grid[0] *= flat[2:]
    return flat


def transposed_view(m):
    a = m * 1.0
    t = a.T
    t[0, 1] = a[0, 0] * a[1, 1]
    return a * a


def two_names(x):
    a = x * 2.0
    b = a
    b[0] = a[1] * a[2]
    a[1] += b[0]
    return a + b


def view_read_after_base_write(x):
    a = x * x
    tail = a[1:]
    a[1] = a[0] * 3.0
    return np.sum(tail * tail)


def copy_read_after_base_write(x):
    a = x * x
    tail = a[1:].copy()
    a[1] = a[0] * 3.0
    return np.sum(tail * tail) + a[1]


def overlapping_shift(x):
    a = x.copy()
    a[1:] = a[:-1] * a[1:]
    a[:-1] += a[1:]
    return a


def overlapping_augmented(x):
    a = x * 1.0
    a[1:] += a[:-1]
    a[::-1] *= a
    return a


def view_of_a_view(m):
    a = m + 0.0
    rows = a[1:]
    corner = rows[:, 1:]
    corner *= a[0, 0]
    rows[0, 0] = corner[0, 0]
    return a * m


def diagonal_write(m):
    a = m * m
    a.flat[:: a.shape[1] + 1] = 0.0
    np.fill_diagonal(a, a[0, 1] * 2.0)
    return a


def double_buffer(x, steps):
    old, new = x.copy(), np.empty_like(x)
    for _ in range(steps):
        new[0], new[-1] = old[0], old[-1]
        new[1:-1] = 0.5 * (old[2:] + old[:-2]) * old[1:-1]
        old, new = new, old
    return old


def out_is_an_input(x, y):
    a = x * 1.0
    np.add(a, y, out=a)
    np.multiply(a, a, out=a)
    np.subtract(a[1:], a[:-1], out=a[:-1])
    return a


def saturate(a, limit):
    a[a > limit] = limit
    return a


def helper_returns_its_argument(x, limit):
    a = x * x
    b = saturate(a, limit)
    b *= 2.0
    return a * x


def swap_rows(a, i, j):
    a[[i, j]] = a[[j, i]]


def pivoting(m):
    a = m * 1.0
    swap_rows(a, 0, int(np.argmax(np.abs(a[:, 0]))))
    a[1:] -= np.outer(a[1:, 0] / a[0, 0], a[0])
    return a


def list_of_rows(m):
    rows = [row for row in m * 1.0]
    rows[0] += rows[1]
    rows[1][:] = rows[0] * 2.0
    return np.stack(rows)


def loop_variable_is_a_view(m):
    a = m * m
    for row in a:
        row[0] = row[1] * row[0]
    return a


def conditional_alias(x, flag):
    a, b = x * 2.0, x * x
    target = a if flag else b
    target[0] = 5.0
    target[1] *= x[0]
    return a + b


def write_then_overwrite(x):
    a = np.zeros(3)
    a[:] = x
    a[0] = x[1]
    a[:2] = x[1:] * a[0]
    return a


def swapaxes_and_broadcast_read(x):
    a = np.zeros((2, 3))
    a[:] = x
    np.swapaxes(a, 0, 1)[0, 1] *= x[2]
    return a * x


def scalar_rebinds_array_writes(x, s):
    a = x * 1.0
    b, t = a, s
    b += 1.0
    t += 1.0
    return a * t + b * s


V = np.array([0.6, 1.7, -0.9])
V4 = np.array([0.6, 1.7, -0.9, 0.4])
M = np.array([[0.5, -1.2], [1.5, 0.3]])
M3 = np.array([[0.5, -1.2, 2.0], [1.5, 0.3, -0.7], [0.9, 1.1, 0.4]])
CASES = [
    Case("reshape_view", reshape_view, (V4,), (0,), "a write through a reshaped view, reading its base"),
    Case("transposed_view", transposed_view, (M,), (0,), "an element written through the transpose"),
    Case("two_names", two_names, (V,), (0,), "two names of one array, each written"),
    Case("view_read_after_base_write", view_read_after_base_write, (V,), (0,), "the base changes under a view"),
    Case("copy_read_after_base_write", copy_read_after_base_write, (V,), (0,), "the base changes, the copy does not"),
    Case("overlapping_shift", overlapping_shift, (V4,), (0,), "source and target of an assignment overlap"),
    Case("overlapping_augmented", overlapping_augmented, (V4,), (0,), "augmented assignments that overlap"),
    Case("view_of_a_view", view_of_a_view, (M3,), (0,), "a view of a view is written, then read through the first"),
    Case("diagonal_write", diagonal_write, (M,), (0,), ".flat with a step, then fill_diagonal with an active value"),
    Case("double_buffer", double_buffer, (V4, 3), (0,), "two buffers that change roles in each step"),
    Case("out_is_an_input", out_is_an_input, (V, V * 0.5), (0, 1), "out= names an operand, once overlapping it"),
    Case("helper_returns_its_argument", helper_returns_its_argument, (V, 1.0), (0, 1), "the result is the argument"),
    Case("pivoting", pivoting, (M3,), (0,), "rows swapped in place by a helper"),
    Case("list_of_rows", list_of_rows, (M,), (0,), "a list of views of one array, each written",
         check=ErrorExpected("rows of an unknown number of rows are written through a list")),
    Case("loop_variable_is_a_view", loop_variable_is_a_view, (M,), (0,), "the loop variable is a view of the array"),
    Case("conditional_alias", conditional_alias, (V, False), (0,), "which array is written depends on a flag"),
    Case("write_then_overwrite", write_then_overwrite, (V,), (0,), "every element is written, some twice"),
    Case("swapaxes_and_broadcast_read", swapaxes_and_broadcast_read, (V,), (0,), "a broadcast write, then a view"),
    Case("scalar_rebinds_array_writes", scalar_rebinds_array_writes, (V, 0.7), (0, 1), "+= on both kinds of value"),
]
