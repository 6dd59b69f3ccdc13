"""Passive values of which the compiler knows nothing: numbers, arrays of any shape, of objects, of dates."""
import numpy as np

from tests.source.programs_of import Programs

programs = Programs()

OBJECTS = np.array([1.0, 2.0, 3.0], dtype=object)
DAYS = np.array(["2020-01-01", "2020-01-05", "2020-02-01"], dtype="datetime64[D]")
TABLE = {("a", 1): np.array([1.0, 2.0, 3.0]), ("b", 2): 2.0, ("c", 3): np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])}
CACHE = {k: np.arange(3.0) for k in range(100)}


class Opaque:
    __slots__ = ("a",)

    def __init__(self, a):
        self.a = a


OPAQUE = Opaque(np.array([1.0, 2.0, 3.0]))
MATRIX = Opaque(np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))
Z = np.array([[1.3, 0.4, 2.2], [0.3, 0.7, 1.1]])


@programs.right()
def number_times_objects(x):
    return (x[0] * OBJECTS).astype(float) * x + np.multiply(x[1], OBJECTS).sum()


@programs.right()
def objects_less_a_number(x):
    return np.sum((OBJECTS - x[1]) ** 2) * x[0] + (OBJECTS + x[2]).astype(float) @ x


@programs.right()
def days(x):
    one = np.timedelta64(1, "D")
    return ((DAYS - DAYS[0]) / one) * x[0] + x[1] ** ((DAYS - DAYS[0]) / np.timedelta64(20, "D"))


@programs.right()
def chosen_by_days(x):
    return np.where(DAYS > DAYS[0], x[0], x[1]) * np.interp(x, [0.0, 1.0, 3.0], (DAYS - DAYS[0]).astype(float))


@programs.right()
def differences_of_days(x):
    return x[0] * np.diff(DAYS).astype(float)


@programs.right()
def slots_of_an_object(x):
    return x[0] * OPAQUE.a + np.maximum(x[1], OPAQUE.a) ** x[2]


@programs.right()
def items_of_a_table(x):
    return x[0] * TABLE["a", 1] + x[1] * TABLE["b", 2] + (x * TABLE["c", 3]).sum(axis=0)


@programs.right()
def a_large_table(x):
    y = x[0] * CACHE[7]
    return y @ x + (x[1] + CACHE[8])


@programs.right(Z)
def where_it_is_compared(x):
    s = (x * x).sum()
    return np.where(MATRIX.a > 2, s, 2 * s) * x + np.where(~(MATRIX.a > 2), s, x) + np.where(MATRIX.a, s, 2 * s) * x


@programs.right(Z)
def where_both_are(x):
    s = (x * x).sum()
    t = np.where((MATRIX.a > 3) & MATRIX.a.astype(bool), s, x[0, 0])
    return t * x + np.where(MATRIX.a >= MATRIX.a[0], s, 2 * s) * x


@programs.right(Z)
def times_a_comparison(x):
    s = (x * x).sum()
    return s * (MATRIX.a > 2) * x + s * (2 < MATRIX.a) * x + (s < MATRIX.a) * s * x + (MATRIX.a != 3) * s


@programs.right(Z)
def selected(x):
    s = (x * x).sum()
    return np.select([MATRIX.a > 2], [s], 2 * s) * x


@programs.right(Z)
def its_parts(x):
    s = (x * x).sum()
    return (s * MATRIX.a[0] + s * MATRIX.a.sum(axis=0) + np.maximum(s, -MATRIX.a) * abs(MATRIX.a)) * x


@programs.right()
def limits_of_numbers(x):
    return x * np.finfo(x.dtype).eps * 1e16 + np.iinfo("i4").bits * x + x * np.finfo(float).tiny


@programs.refused("np.finfo: ")
def no_limits(x):
    return x * np.finfo("i4").eps


test_right, test_refused = programs.tests()
