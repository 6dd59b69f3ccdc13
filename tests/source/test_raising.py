"""Where the function raises, its forward does: the same exception, and for the same reason."""
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import s2s


def starred(x, y):
    first, *middle, last = x
    return first * last * y[0] + sum(middle)


def starred_rest(x, y):
    *_, last = x
    return last * y[0]


def pair(x, y):
    a, b = x
    return a * b * y[0]


def nested(x, y):
    a, (b, c) = y[0], x
    return a * b * c


def strict_loop(x, y):
    total = 0.0
    for (i, u), v in zip(enumerate(x), reversed(y), strict=True):
        total += u * v * i
    return total


def strict_sum(x, y):
    return sum(u * v for u, v in zip(x, y, strict=True))


def strict_known(x, y):
    total = 0.0
    for u, v in zip(x, (1.0, 2.0, 3.0), strict=True):
        total += u * v * y[0]
    return total


def strict_range(x, y):
    total = 0.0
    for i, v in zip(range(len(x)), y, strict=True):
        total += v * i
    return total


def strict_lists(x, y):
    squares = [v * v for v in y]
    return np.sum(np.array([a * b for a, b in zip(x, squares, strict=True)]))


def else_of_try(x, y):
    try:
        i = int(np.size(x))
        scale = 1.0 / (i - 1)
    except ZeroDivisionError:
        raise KeyError("one") from None
    else:
        if i > 2:
            raise ZeroDivisionError("three")
        out = scale * np.sum(x) * y[0]
    return out


def exit_of_try(x, y):
    try:
        if np.size(x) == 2:
            return x[1] * y[0]
    except IndexError:
        raise KeyError("body") from None
    return x[2] * y[0]


def final_block(x, y):
    a = y * 1.0
    try:
        a = a * x[1]
    finally:
        b = 2.0 * a
    return np.sum(b)


def loop_of_a_final_block(x, y):
    total = 0.0
    try:
        total = total + x[1] * y[0]
    finally:
        k = 1
        for i in range(5):
            if i == len(x):
                break
            k += i

        def half():
            return 0.5

    return total * k * half()


def loop_of_a_final_block_in_a_loop(x, y):
    total = 0.0
    for step in range(4):
        k = 0
        try:
            if step == len(x):
                break
            scale = x[step] * y[0]
        finally:
            while True:
                k += 1
                if k > step:
                    break
        total += scale * k
    return total * x[1]


RAISING = [
    starred, starred_rest, pair, nested, strict_loop, strict_sum, strict_known, strict_range, strict_lists, else_of_try,
    exit_of_try, final_block, loop_of_a_final_block, loop_of_a_final_block_in_a_loop,
]  # fmt: skip


def outcome(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except Exception as problem:
        return type(problem)


@pytest.mark.parametrize("f", RAISING, ids=lambda f: f.__name__)
def test_same_outcome(f: Callable[..., Any]) -> None:
    differentiated, seen = s2s.differentiate(f), set()
    for n, m in ((3, 3), (2, 2), (3, 2), (2, 3), (1, 2), (0, 2), (4, 1)):
        x, y = np.arange(n) + 0.5, np.arange(m) + 1.25
        wanted = outcome(lambda x=x, y=y: f(x, y))
        got = outcome(lambda x=x, y=y: differentiated.forward(x, y)[0])
        assert type(got) is type(wanted) and np.array_equal(got, wanted), (n, m)
        seen.add(isinstance(wanted, type))
        if not isinstance(wanted, type):
            s2s.check_gradients(f, x, y)
    assert seen == {True, False}


def test_short_array_beside_a_sequence() -> None:
    """The rows of the sequence are written out, so that an array with fewer is refused when it comes."""

    def f(x, y):
        named = {k: v * y for k, v in zip(("a", "b"), x)}  # noqa: B905
        return named["a"]

    with pytest.raises(ValueError, match="needs an array of 2 items or more"):
        s2s.differentiate(f).forward(np.array([1.0]), 2.0)
    s2s.check_gradients(f, np.array([1.0, 3.0, 4.0]), 2.0)
