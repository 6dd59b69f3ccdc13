"""Operators of the user's classes, named tuples with methods, and classes derived from built-in ones."""
from typing import Any, NamedTuple

import numpy as np

from tests.source.programs_of import Programs, X

programs = Programs()


class Pair(NamedTuple):
    u: Any
    v: Any = 1.0
    WEIGHT = 5.0  # type: ignore[misc]

    def __add__(self, o):
        return Pair(self.u + o.u, self.v + o.v)

    def __sub__(self, o):
        return Pair(self.u - o.u, self.v - o.v)

    def __mul__(self, k):
        return Pair(self.u * k, self.v * k)

    __rmul__ = __mul__

    def __neg__(self):
        return Pair(-self.u, -self.v)

    def __abs__(self):
        return abs(self.u)

    def __call__(self, t):
        return self.u * t

    def __matmul__(self, o):
        return self.u * o.u + self.v * o.v

    def norm(self):
        return np.sqrt(self @ self)

    @property
    def square(self):
        return self @ self

    @staticmethod
    def twice(t):
        return t * 2

    @classmethod
    def of(cls, t):
        return cls(t, t * 2)


PAIR = Pair(1.0, 2.0)


@programs.right()
def sums(x):
    return (Pair(x[0], x[1]) + Pair(x[2], 2.0) - Pair(x[1])).u * x


@programs.right()
def products(x):
    return (Pair(x[0], x[1]) * 3).u * (2 * Pair(x[0], x[1])).v * (-Pair(x[0], x[1])).u * abs(Pair(x[0])) + x[:2]


@programs.right()
def members(x):
    p = Pair(x[0], x[1])
    return p(x) * p.norm() * Pair(x[1], x[1]).square * p.twice(x[1]) * Pair.twice(x[2]) * p.of(x[2]).v * p.WEIGHT


@programs.right()
def made(x):
    p = Pair._make([x[0], x[1] * 2])
    q = p._replace(u=x[2])
    return p.u * q.square * p._asdict()["v"] * Pair._fields.index("v")


@programs.right()
def augmented(x):
    p = q = Pair(x[0], x[1])
    p += Pair(x[2], 1.0)
    return p.u * q.u * x


@programs.right()
def summed(x):
    return sum([Pair(x[0], x[1]), Pair(x[2], 1.0)], Pair(0.0, 0.0)).u * x


@programs.right()
def carried(x):
    t = Pair(0.0, 0.0)
    for p in [Pair(v, v * 2) for v in x]:
        t = t + p * 2.0
    return t.u * t.v


@programs.right(X.copy(), 3)
def repeated(x, n):
    p = Pair(x[0], x[1])
    for _ in range(n):
        p = p + p * 0.1 * x[2]
    return p.square


@programs.right(Pair(1.0, 2.0))
def an_argument(p):
    return (p + p).u * 3.0 + p.u * (2.0 * p).v * p.square


@programs.right()
def a_global(x):
    return (PAIR + PAIR).u * x * len(PAIR) * PAIR[1] * PAIR.square


@programs.refused("NumPy does not ask Pair for the product or sum of an array and it")
def number_of_numpy_times_pair(x):
    return x[0] * Pair(x[1], x[2])


class Asked:
    __array_ufunc__ = None

    def __init__(self, v):
        self.v = v

    def __rmul__(self, k):
        return k * self.v

    def __radd__(self, k):
        return k + 2 * self.v

    def __mul__(self, k):
        return self.v * k.v if isinstance(k, Asked) else NotImplemented

    def __or__(self, k):
        return self.v * k


class Favoured(Asked):
    def __rmul__(self, k):
        return 7.0 * k.v if isinstance(k, Asked) else self.v


class Unasked:
    def __init__(self, v):
        self.v = v

    def __rmul__(self, k):
        return k * self.v


class Other:
    def __rmul__(self, k):
        return 3.0 * k.v


@programs.right()
def reflected(x):
    return x * Asked(x[0]) + x[0] * Asked(x[1]) + 2.0 * Asked(x) + (x[2] + Asked(x[1])) * (Asked(x[0]) | x[2])


@programs.right()
def declined(x):
    return Asked(x[0]) * Other() * x + Asked(x[0]) * Asked(x[1])


@programs.right()
def of_a_derived_class(x):
    return Asked(x[0]) * Favoured(x[1]) * x


@programs.right()
def number_times_object(x):
    return x[0] * Unasked(x[1]) * x


@programs.refused("NumPy does not ask Unasked for the product or sum of an array and it")
def array_times_object(x):
    return x * Unasked(x[0])


@programs.refused("no class here implements '*' of these values")
def declined_by_all(x):
    return Asked(x[0]) * 2.0 * x


class Compared:
    def __init__(self, v):
        self.v = v

    def __eq__(self, o):
        return self.v == o.v if isinstance(o, Compared) else NotImplemented

    def __gt__(self, o):
        return self.v > o


@programs.right()
def compared(x):
    return x * 2 if Compared(x[0]) == Compared(x[0]) and Compared(x[0]) != Compared(x[1]) else x * x


@programs.right()
def compared_from_the_right(x):
    return x * 2 if 1.0 < Compared(x[0]) else x * x


@programs.right()
def comparison_declined(x):
    return x * 2 if Compared(x[0]) == 2.0 or not Compared(x[0]) != 2.0 else x * x


@programs.refused("no class here implements '==' of these values")
def comparison_with_an_array(x):
    return x * 2 if np.all(Compared(x[0]) == x) else x * x


class Ordered:
    def __init__(self, x):
        self.x = x

    def __eq__(self, o):
        return np.sum(self.x) == np.sum(o.x)

    def __lt__(self, o):
        return np.sum(self.x) < np.sum(o.x)

    def __le__(self, o):
        return self < o or self == o

    def __contains__(self, v):
        return v > 1


@programs.right()
def ordered(x):
    a, b = Ordered(x), Ordered(x * 2)
    return x * 2 * min(a, b).x if a < b and a <= b and a == a and x[0] in a else x


@programs.right()
def ordered_from_the_right(x):
    a, b = Ordered(x), Ordered(x * 2)
    return x * 2 if a > b or a != a or a >= b or not b > a or not a != b else x * 5 * sorted([b, a])[0].x


@programs.right()
def without_comparisons(x):
    a, b = Asked(x[0]), Asked(x[0])
    return x * 2 if a == b or a != a else x * 5


@programs.refused("no class here implements '<' of these values")
def without_an_order(x):
    return x * 2 if Asked(x[0]) < Asked(x[1]) else x


class Signs:
    __array_ufunc__ = None

    def __init__(self, x):
        self.x = x

    def __neg__(self):
        return Signs(-self.x)

    def __pos__(self):
        return self.x * 2

    def __invert__(self):
        return self.x * 3

    def __abs__(self):
        return self.x * 4

    def __index__(self):
        return 1

    def __bool__(self):
        return False

    def __lshift__(self, o):
        return o * 2

    def __rlshift__(self, o):
        return o * 3

    def __rand__(self, o):
        return o * 5

    def __xor__(self, o):
        return o * 7

    def __rpow__(self, o):
        return o * 11

    def __rmatmul__(self, o):
        return o * 13

    def __mod__(self, o):
        return o * 17

    def __divmod__(self, o):
        return (o, o * 2)


@programs.right()
def all_signs(x):
    s = Signs(x)
    return +s * ~s * abs(s) * (+(-s)) * x[s] * (2 if s else 3) + (s << x) + (x << s) + (x & s) + (s ^ x) + s % x


@programs.right()
def an_index_of_its_own(x):
    m = np.outer(x, x)
    m[Signs(x), 0] *= 2.0
    m[Signs(x)] += x[0]
    return m[Signs(x), 2] * m[0, Signs(x)] * m[Signs(x)] * x[[0, 1]][Signs(x)]


class Keyed:
    def __init__(self, x):
        self.x = x

    def __getitem__(self, k):
        return self.x * k if isinstance(k, float) else self.x * k.x


@programs.right()
def a_key_of_its_own(x):
    return Keyed(x)[Signs(x)] * Keyed(x)[2.0] * Keyed(x)[float(x[0])]


@programs.right()
def signs_from_the_right(x):
    return x ** Signs(x) + x @ Signs(x)


@programs.refused("divmod() of objects of a class")
def own_divmod(x):
    return divmod(Signs(x), x)[1]


class Moved(NamedTuple):
    u: Any

    def __iadd__(self, o):
        if not isinstance(o, float):
            return NotImplemented
        return Moved(self.u * o)

    def __add__(self, o):
        return Moved(self.u + o)


@programs.right()
def named_tuple_in_place(x):
    p = Moved(x)
    p += x[0]
    p += x
    return p.u


class Declining(Asked):
    def __iadd__(self, o):
        return NotImplemented

    def __add__(self, o):
        return Asked(self.v + o)


@programs.right()
def declined_in_place(x):
    a = Declining(x)
    a += x[0]
    return a.v


class Growing(float):
    def __iadd__(self, o):
        return o * 100.0


GROWING = Growing(2.0)


@programs.refused("Growing replaces float.__iadd__")
def own_float_in_place(x):
    k = GROWING
    k += x
    return k


class Long(NamedTuple):
    u: float
    v: float = 1.0

    def __len__(self):
        return 7


class Reversed(NamedTuple):
    u: float
    v: float = 1.0

    def __iter__(self):
        return iter([self.v, self.u, 2.0])


class Elsewhere(NamedTuple):
    u: float
    v: float = 1.0

    def __getitem__(self, i):
        return self.u * 10

    def index(self, k):
        return self.u * 3


class Hundred(float):
    def __mul__(self, o):
        return o * 100.0


class Fifty(int):
    def __mul__(self, o):
        return o * 50


class Nine(str):
    def __len__(self):
        return 9


class Zipped(list):
    def __add__(self, o):
        return Zipped([a + b for a, b in zip(self, o, strict=True)])


class Forty(dict):
    def get(self, k, d=None):
        return 42.0


class Filled(dict):
    def __missing__(self, k):
        return 3.0


class Nothing(np.ndarray):
    def __mul__(self, o):
        return np.asarray(self) * 0


class Metres(float):
    """Nothing of its own but a name."""

    def named(self):
        return "m"


HUNDRED, FIFTY, ZIPPED, NOTHING = Hundred(2.0), Fifty(3), Zipped([1.0, 2.0]), np.ones(3).view(Nothing)


@programs.refused("Long replaces tuple.__len__")
def own_length(x):
    return len(Long(x[0], x[1])) * x


@programs.refused("Reversed replaces tuple.__iter__")
def own_order(x):
    t = 0.0
    for v in Reversed(x[0], x[1]):
        t += v * v
    return t


@programs.refused("Elsewhere replaces tuple.__getitem__")
def own_items(x):
    return Elsewhere(x[0], x[1])[1] * Elsewhere(x[0]).index(2)


@programs.refused("Hundred replaces float.__mul__")
def own_float(x):
    return Hundred(3.0) * x


@programs.refused("Hundred replaces float.__mul__")
def own_float_outside(x):
    return HUNDRED * x


@programs.refused("Hundred replaces float.__mul__", X.copy(), HUNDRED)
def own_float_given(x, k):
    return k * x


@programs.refused("Fifty replaces int.__mul__")
def own_int(x):
    return FIFTY * x


@programs.refused("Fifty replaces int.__mul__", X.copy(), FIFTY)
def own_int_given(x, n):
    return n * x


@programs.refused("Nine replaces str.__len__")
def own_str(x):
    return x * len(Nine("ab"))


@programs.refused("Zipped replaces list.__add__")
def own_list(x):
    return (ZIPPED + ZIPPED)[0] * x


@programs.refused("Zipped replaces list.__add__", X.copy(), ZIPPED)
def own_list_given(x, rows):
    return (rows + rows)[0] * x


@programs.refused("Forty replaces dict.get", X.copy(), Forty(a=1.0))
def own_dict_given(x, d):
    return d.get("a") * x


@programs.refused("Filled replaces dict.__missing__")
def own_dict(x):
    return Filled({"a": x[0]})["b"] * x


@programs.refused("Nothing replaces ndarray.__mul__")
def own_array(x):
    return NOTHING * x


@programs.right(X.copy(), Metres(2.0))
def a_name_of_its_own(x, k):
    return k * x


@programs.right()
def arrays_and_sequences(x):
    return np.asarray([x[0], 3.0, 1.0]) * (1, 2, 3) + (x * 2) * [1, 2, 3] + (3, 2, x[0]) * x + x * tuple(v for v in x)


@programs.right()
def arrays_plus_sequences(x):
    rows = [v * 2 for v in x]
    y = x * 2 + [1.0, 2.0, x[0]] + (1, 2, 3) - rows
    return (y + rows) * x * (rows + y)[0]


test_right, test_refused = programs.tests()
