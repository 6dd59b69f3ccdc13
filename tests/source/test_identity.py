"""``is``, members of enumerations as arguments, and what ``functools.wraps`` and ``copy=True`` say."""
import enum
import functools

import numpy as np

from tests.source.programs_of import Programs, X

programs = Programs()


class Mode(enum.Enum):
    A = 1
    B = 2


class Bits(enum.Flag):
    A = 1
    B = 2


class Word(enum.StrEnum):
    A = "a"


class Number(enum.IntEnum):
    A = 1
    B = 2


class Held:
    def __init__(self, mode, k):
        self.mode, self.k = mode, k

    def of(self, x):
        return x * self.k if self.mode is Mode.A else x * x * self.k


HELD, PAIR, ROWS, TABLE = Held(Mode.B, 2.0), (1.0, 2.0), [1.0, 2.0], {"a": 1.0}


@programs.right(X.copy(), Mode.A)
def the_first_member(x, m):
    return x * 2 * m.value if m is Mode.A else x * x


@programs.right(X.copy(), Mode.B)
def the_second_member(x, m):
    return x * 2 if m is Mode.A or m == Mode.A else x * x * m.value * len(m.name) * (m in (Mode.A, Mode.B))


@programs.right(X.copy(), Mode.B)
def matched_member(x, m):
    match m:
        case Mode.A:
            return x
        case Mode.B:
            return x * x


@programs.right(X.copy(), Bits.A | Bits.B)
def bits(x, m):
    return x * 2 if m & Bits.A else x * x


@programs.right(X.copy(), Word.A)
def word(x, m):
    return x * 2 if m is Word.A and m.value == "a" else x * x


@programs.right(X.copy(), Number.B)
def number(x, m):
    return x * m if m is Number.B else x * x + m


@programs.right(X.copy(), HELD)
def held_member(x, h):
    return h.of(x) * HELD.of(x)


@programs.right(X.copy(), HELD)
def same_object(x, h):
    return x * 2 if h is HELD else x * x


@programs.right(X.copy(), PAIR)
def same_tuple(x, t):
    return x * 2 if t is PAIR else x * x


@programs.right(X.copy(), (1.0, 2.0 + 1.0))
def another_tuple(x, t):
    return x * 2 if t is PAIR else x * x


@programs.right(X.copy(), PAIR, PAIR)
def same_arguments(x, t, u):
    return x * 2 if t is u else x * x


@programs.right(X.copy(), ROWS, TABLE)
def same_containers(x, rows, table):
    return x * 2 if rows is ROWS and table is TABLE else x * x


@programs.right()
def new_object(x):
    h = Held(Mode.A, x[0])
    g = h
    return x * 2 * g.of(x) if h is g and h is not HELD and h == g else x * x


@functools.wraps(np.sin)
def doubled(v):
    return np.sin(v) * 2


@programs.right()
def wrapped(x):
    return doubled(x) * x


@programs.right()
def copies(x):
    y = x * 2
    z, w = np.array(y, copy=True), np.asarray(y, copy=True)
    z[1] = 0.0
    w[0] = x[1]
    return y * z * w


@programs.right(X.astype(np.float32))
def rounded(x):
    k = round(x[0])
    return x * k * (2 if isinstance(k, int) else 3) * round(x[1], 1) + round(x[2], None)


test_right, test_refused = programs.tests()
