"""Conversions, classes and attributes of values: built-in functions."""
# ruff: noqa: B009, B010, E731, UP018  (what users write)

import dataclasses
import operator
import types
from typing import NamedTuple

import numpy as np

import s2s
from tests.source.programs_of import Programs, X

programs = Programs()


@programs.right()
def complex_with_keywords(x):
    return abs(complex(x[0], imag=x[1])) + abs(complex(imag=x[2])) + complex(real=x[0]).real


@programs.right()
def complex_of_constants(x):
    k = len(x)
    return (x * complex(k, 2)).imag


@programs.refused("complex() of a part that is complex")
def complex_of_complex(x):
    return complex(x[0] * 1j, x[1])


@programs.right()
def conversions_of_nothing(x):
    return x * (float() + 1.0) + complex().real + int() + len(str())


@programs.right()
def float_of_a_text(x):
    return x * float("2.5") + float("inf" if False else "1")


@programs.refused("float() of a complex value")
def float_of_a_complex(x):
    return float(x[0] * 1j)


@programs.right()
def int_of_constant(x):
    return x[int(1.7)] * int(True) + x[int("2")]


@programs.right()
def bool_of_constant(x):
    return x * bool(3) + (x if bool([]) else -x)


@programs.right()
def isinstance_of_alternatives(x):
    a = isinstance(x, (list, tuple)), isinstance(x, np.ndarray), isinstance(x[0], (float, np.floating))
    return x * a[0] + 2 * x * a[1] + x * a[2]


@programs.right()
def isinstance_of_functions(x):
    f = lambda v: v * 2
    return x * isinstance(f, types.FunctionType) + x * isinstance("a", str) + x * isinstance(f"{x.ndim}", str)


@programs.right()
def isinstance_with_classes_in_a_variable(x):
    classes = (float, int)
    total = 0.0
    for v in (x[0], 3, [1.0]):
        if isinstance(v, classes):
            total = total + v
    return total


@programs.right()
def isinstance_of_list(x):
    rows = [v * 2 for v in x]
    return sum(rows) * isinstance(rows, list) + isinstance(rows, (tuple, list)) * x[0]


@programs.right()
def maybe_isinstance(x):
    best = None
    for v in x:
        if v > 1:
            best = (v, v * v)
    if isinstance(best, tuple):
        return best[0] * best[1]
    return x[0]


@programs.right()
def hasattr_of_values(x):
    return x * hasattr(x, "shape") + x * hasattr(x, "nothing") + x * hasattr(3.0, "real") + getattr(x, "nothing", 2.0)


@programs.right()
def hasattr_of_unknown(x):
    table = {1: x}
    return x * hasattr(table, "keys")


@programs.refused("getattr() with a name that is not known while compiling", X.copy(), 1)
def getattr_of_a_name(x, n):
    name = ["real", "imag"][n]
    return getattr(x * 1j, name)


@programs.right()
def type_of_values(x):
    return x * (type(x) is np.ndarray) + x * (type(x[0]) is float) + type(x)([3]).sum() * 0


@programs.right()
def str_of_constants(x):
    return x * len(str(12)) + len(str(x.shape))


@programs.right()
def printed(x):
    print(end="")
    return x * 2


@dataclasses.dataclass(frozen=True)
class Checked:
    a: object
    b: object = 2.0
    c: list = dataclasses.field(default_factory=lambda: [1.0])

    def __post_init__(self):
        if np.ndim(self.a) > 3:
            raise ValueError("too many")


@programs.right()
def dataclass_defaults(x):
    p = Checked(x)
    q = dataclasses.replace(p, b=x[0])
    return q.a * q.b * p.b + p.c[0]


class Point(NamedTuple):
    a: object
    b: object = 2.0


@programs.right()
def setattr_of_namespace(x):
    s = types.SimpleNamespace(a=x)
    setattr(s, "b", s.a * 2)
    return s.b * getattr(s, "a")


@programs.refused("the function that is called here is not known while compiling")
def itemgetters(x):
    return operator.itemgetter(0, 2)(x)[1] * operator.itemgetter(1)(x) + operator.attrgetter("T")(x)


@programs.refused("operator.itemgetter of keys that are not known while compiling", X.copy(), 1)
def itemgetter_unknown(x, n):
    return operator.itemgetter(n)(x)


@programs.refused("stop_gradient of a container")
def stopped_list(x):
    return s2s.stop_gradient([x * 2, x])[0] * x


class Number:
    def __init__(self, v):
        self.v = v

    def __float__(self):
        return float(self.v * 2)


@programs.right()
def own_float(x):
    return float(Number(x[0])) * x


@programs.right()
def round_and_pow(x):
    return pow(x, 2) + pow(x[0], 3) * round(2.7) + divmod(x[1], 1)[1] + abs(-x)


test_right, test_refused = programs.tests()
