# ruff: noqa: F401
"""What the snippets use from their module."""
import cmath
import collections
import contextlib
import dataclasses
import functools
import itertools
import math
import operator
import types
from typing import NamedTuple

import numpy as np

SCALE = 1.3
WEIGHTS = np.array([0.3, -0.7, 1.1, 0.4, -0.2])
TABLE = {"sin": np.sin, "cos": np.cos}
FUNCTIONS = [np.sin, lambda v: v * v, np.tanh]


class Pair(NamedTuple):
    u: float
    v: float

    def product(self):
        return self.u * self.v


@dataclasses.dataclass
class Body:
    place: object
    speed: object = 0.5

    def move(self, step):
        self.place = self.place + step * self.speed

    @property
    def energy(self):
        return 0.5 * self.speed * self.speed

    @staticmethod
    def twice(v):
        return 2.0 * v

    @classmethod
    def still(cls, place):
        return cls(place, 0.25)


@dataclasses.dataclass(frozen=True)
class Frozen:
    a: object
    b: object


class Base:
    def __init__(self, gain):
        self.gain = gain

    def apply(self, v):
        return self.gain * v


class Derived(Base):
    def apply(self, v):
        return super().apply(v) + v * v


class Vector:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def __add__(self, other):
        return Vector(self.a + other.a, self.b + other.b)

    def __mul__(self, k):
        return Vector(self.a * k, self.b * k)

    def __getitem__(self, i):
        return self.b if i else self.a

    def __call__(self, v):
        return self.a * v + self.b


class Total:
    def __init__(self):
        self.value = 0.0

    def add(self, v):
        self.value += v
        return self


def square(v):
    return v * v


def affine(v, slope=2.0, *, shift=0.5):
    return slope * v + shift


def total_of(*parts, **named):
    made = 0.0
    for part in parts:
        made = made + part
    return made + named.get("extra", 0.0)


def power(v, k):
    return v if k <= 1 else v * power(v, k - 1)


def even(v, k):
    return v if k <= 0 else odd(v * 0.5, k - 1)


def odd(v, k):
    return v + 1.0 if k <= 0 else even(v * v, k - 1)


def doubled(f):
    @functools.wraps(f)
    def wrapper(*args):
        return 2.0 * f(*args)

    return wrapper


@doubled
def decorated(v):
    return v * v * v


def scaled_by(k):
    def scale(v):
        return k * v

    return scale


def parts_of(v):
    for i in range(3):
        yield v[i] * v[i + 1]


def halves(v):
    yield v[:2]
    yield v[2:]


def shift_in_place(v, k):
    v[1:] += k * v[:-1]


def applied(f, *args):
    return f(*args)


def first_above(v, level):
    for item in v:
        if item > level:
            return item
    return 0.25 * v[0]


def pair_of(v):
    return v[0] * v[1], v[2]
