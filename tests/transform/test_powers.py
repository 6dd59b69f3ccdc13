"""A negative Python number to a fractional power is complex: refused at run time, and only there guarded."""
import operator
from typing import Any

import numpy as np
import pytest

import s2s

GRID = np.array([1.2, 0.7])


def root(x, w):
    return abs(x**0.5 * w)


def augmented(x, w):
    x **= w
    return x


def called(x, w):
    return pow(x - 3.0, w) + operator.pow(x, w)


def behind_arithmetic(x, w):
    y = 2.0 * x - 1.0
    for _ in range(2):
        y = y * w - 1.0
    return y**1.5


def with_a_factor_of_its_own(x, w):
    return w * s2s.stop_gradient(x**0.3)


def of_items(x, w):
    return sum(item**w for item in [x, w])


def whole_base(x, n):
    return abs(x * n**0.5)


def real_part(x, w):
    return (complex(w, x).imag - 4.0) ** w


def of_a_callee(x, w):
    return (lambda base: base**w)(x)


def in_a_test(x, w):
    y = x**w
    while abs(y) > 1.0:
        y = y / 2.0
    return abs(y)


REFUSED = [
    (root, -1.5, 2.0), (augmented, -0.3, 0.5), (augmented, -2, 0.5), (augmented, -2, -0.5), (called, 1.5, 0.5),
    (behind_arithmetic, 0.1, 0.9), (with_a_factor_of_its_own, -1.5, 2.0), (of_items, -1.5, 0.5),
    (whole_base, 1.5, -2), (real_part, 1.5, 0.5), (of_a_callee, -1.5, 0.25), (in_a_test, -9.5, 1.5),
]  # fmt: skip


@pytest.mark.parametrize(("f", "x", "w"), REFUSED)
def test_a_complex_power_is_refused(f: Any, x: Any, w: Any) -> None:
    names = [name for name, value in zip(f.__code__.co_varnames, (x, w), strict=False) if isinstance(value, float)]
    for wrt in (None, *names):
        with pytest.raises(s2s.UnsupportedError, match=r"is a complex number in Python(.|\n)*Instead: take abs"):
            s2s.differentiate(f, wrt=wrt).forward(x, w)


@pytest.mark.parametrize(
    ("f", "x", "w"),
    [(root, 1.5, 2.0), (augmented, 1.5, 0.5), (augmented, -1.5, 2.0), (called, 4.5, 0.5), (called, 1.0, 3.0),
     (behind_arithmetic, 2.5, 1.9), (of_items, 1.5, 0.5), (real_part, 5.5, 0.5), (in_a_test, 9.5, 1.5)],
)  # fmt: skip
def test_a_real_power_is_right(f: Any, x: Any, w: Any) -> None:
    if isinstance(w, float) and not w.is_integer():
        s2s.check_gradients(f, x, w)
    else:  # the exponent has no derivative at a negative base
        made = s2s.differentiate(f, wrt="x")
        y, residuals = made.forward(x, w)
        assert y == f(x, w)
        h = 1e-6
        slope = (f(x + h, w) - f(x - h, w)) / (2.0 * h)
        assert made.pullback(residuals, 1.0)[0] == pytest.approx(slope, rel=1e-6)


@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_numbers_of_numpy_are_nan_as_they_are_there(kind: type) -> None:
    with np.errstate(invalid="ignore"):
        y, residuals = s2s.differentiate(root).forward(kind(-1.5), 2.0)
        assert np.isnan(y)


def positive(x, y):
    radius = (x * x + y**2) ** 0.5
    if x > 0.0:
        radius = radius + x**1.5
    if y < 0.0:
        return radius
    return radius + y**0.3 + abs(x) ** 0.1 + max(x, 0.0) ** 0.2 + 2.0**y + radius**0.7


def of_arrays(x, y):
    return GRID[0] ** x + (y * GRID.sum()) ** 0.5 + np.sqrt(x) ** 1.5 + np.mean(GRID) ** 0.5 + (GRID @ GRID) ** 1.5


def whole(x, y):
    n = len(GRID)
    total = x**2 + x**3.0 + x**-1 + x**n + x ** (2 * n - 1)
    for k in range(1, 4):
        total = total + y**k / k**0.5
    return total


@pytest.mark.parametrize("f", [positive, of_arrays, whole])
def test_no_guard_where_none_is_needed(f: Any) -> None:
    made = s2s.differentiate(f)
    s2s.check_gradients(made, 1.5, 0.4)
    made.forward(1.5, 0.4)
    assert "real_power" not in made.source


def test_a_complex_base_is_right() -> None:
    s2s.check_gradients(lambda x: abs(complex(x) ** 0.5 * (x + 1j)), -1.5)


def test_the_module_alone_raises_a_value_error() -> None:
    made = s2s.differentiate(root)
    made.forward(1.5, 2.0)
    namespace: dict[str, Any] = {}
    exec(made.source, namespace)
    with pytest.raises(ValueError, match="is a complex number in Python"):
        namespace["root_forward"](-1.5, 2.0)
