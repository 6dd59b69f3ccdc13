"""NaN safety, non-smooth points, dtypes, integers, complex numbers."""

import numpy as np

from tests.cases.case import Case, Expected


def guarded_sqrt(x):
    return np.where(x > 0.5, np.sqrt(x), 2.0 * x)


def normalise_rows(m):
    n = np.linalg.norm(m, axis=1, keepdims=True)
    return m / np.where(n > 0.0, n, 1.0)


def exponent_slot(base, e):
    return base**e


def divide_then_mask(x, d):
    with np.errstate(divide="ignore", invalid="ignore"):
        y = x / d
    y[d == 0.0] = 0.0
    return y


def logistic_tail(x):
    with np.errstate(over="ignore"):
        return 1.0 / (1.0 + np.exp(-x))


def soft_plus(x):
    return np.logaddexp(0.0, x)


def masked_angle(y, x):
    keep = (np.abs(x) + np.abs(y)) > 0.0
    return np.where(keep, np.arctan2(y, x), 0.0)


def integer_argument(n, x):
    return x**n + n * x


def real_through_complex(x):
    z = np.tensordot(x, np.array([2.0 - 1.0j, 0.5j]), axes=([0], [0]))
    return np.abs(z) ** 2 + np.real(z * z) + np.angle(z)


def complex_output(x, z):
    return x * z * z + 1j * np.conj(z)


def expm1_family(x):
    return (
        np.expm1(x)
        + np.log1p(x)
        + np.log2(1.0 + x)
        + np.log10(2.0 + x)
        + np.exp2(x)
        + np.cbrt(1.0 + x)
        + np.square(x)
        + np.reciprocal(1.0 + x)
        + np.arcsinh(x)
        + np.arctanh(0.5 * x)
    )


def subtract_identical(x):
    return np.sqrt((x - x) ** 2 + x * 0.0 + 1e-300) + x


CASES = [
    Case(
        "guarded_sqrt",
        guarded_sqrt,
        (np.array([0.0, 0.25, 4.0]),),
        (0,),
        "0 * inf from the branch that was not selected",
        check=(Expected((np.array([2.0, 2.0, 0.25]),), "the unselected branch must not contribute"), "nan_free"),
    ),
    Case(
        "normalise_rows_with_zero_row",
        normalise_rows,
        (np.array([[3.0, 4.0], [0.0, 0.0]]),),
        (0,),
        "one zero row must not poison the others",
        check=(
            Expected((np.array([[0.032, -0.024], [1.0, 1.0]]),), "zero row: the selected constant divisor 1"),
            "nan_free",
        ),
    ),
    Case(
        "exponent_slot_negative_base",
        exponent_slot,
        (-1.5, 2.0),
        (0,),
        "negative base, integral exponent: only the base slot is asked for",
        check="nan_free",
    ),
    Case(
        "divide_then_mask",
        divide_then_mask,
        (np.array([1.0, 1.0]), np.array([0.0, 2.0])),
        (0,),
        "infinite intermediate overwritten by a constant",
        check=(Expected((np.array([0.0, 0.5]),)), "nan_free"),
    ),
    Case(
        "logistic_tail",
        logistic_tail,
        (np.array([-800.0, -30.0, 0.0, 800.0]),),
        (0,),
        "overflowing exp inside a bounded function",
        check=(Expected((np.array([0.0, 1.0 / (2.0 + np.exp(30.0) + np.exp(-30.0)), 0.25, 0.0]),)), "nan_free"),
    ),
    Case(
        "soft_plus_zero",
        soft_plus,
        (np.array([0.0, -900.0, 900.0]),),
        (0,),
        "0.5 at the tie, no overflow at the ends",
        check=(Expected((np.array([0.5, 0.0, 1.0]),)), "nan_free"),
    ),
    Case(
        "masked_angle",
        masked_angle,
        (np.array([0.0, 1.0]), np.array([0.0, 2.0])),
        (0, 1),
        "arctan2 at the origin, masked out",
        check=(Expected((np.array([0.0, 0.4]), np.array([0.0, -0.2]))), "nan_free"),
    ),
    Case("integer_argument", integer_argument, (3, 1.7), (1,), "int argument not differentiated"),
    Case(
        "real_through_complex",
        real_through_complex,
        (np.array([1.0, 0.5]),),
        (0,),
        "real in, complex inside, real out; cotangent must be real",
    ),
    Case(
        "complex_output",
        complex_output,
        (1.3, 0.5 - 0.7j),
        (0, 1),
        "complex result, non-holomorphic part, real argument",
    ),
    Case("expm1_family", expm1_family, (np.array([0.3, 1.1]),), (0,), "the less common elementwise functions"),
    Case(
        "tiny_sqrt_argument",
        subtract_identical,
        (0.7,),
        (0,),
        "huge local derivative times exact zero",
        check=(Expected((1.0,)), "nan_free"),
    ),
]
