"""Augmented assignment to what a class of the user reads and sets."""

import numpy as np

from tests.source.programs_of import Programs

programs = Programs()


class Cached:
    def __init__(self, x):
        self.x = x

    @property
    def half(self):
        return self.x / 2

    @half.setter
    def half(self, v):
        self.x = v * 2


@programs.right()
def setter_called(x):
    c = Cached(x)
    c.half = x * x
    return c.x


@programs.right()
def setter_augmented(x):
    c = Cached(x)
    c.half += 1.0
    return c.x


@programs.right()
def setter_called_and_augmented(x):
    c = Cached(x * 1.0)
    c.half = x * x
    c.half += 1.0
    return c.x * c.half


@programs.right()
def class_of_an_object(x):
    c = Cached(x)
    return c.x * (c.__class__ is Cached)


@programs.right()
def getter_augmented(x):
    c = Cached(x)
    h = c.half
    h += 1.0
    return c.x * h


@programs.right()
def name_augmented(x):
    h = x / 2
    h += 1.0
    g = h
    g += 1.0
    return h * x


class Watched:
    def __init__(self, x):
        object.__setattr__(self, "x", x)

    def __setattr__(self, name, v):
        object.__setattr__(self, name, v * 2)


@programs.right()
def setattr_augmented(x):
    w = Watched(x * 1.0)
    w.x += 1.0
    w.x *= x
    return w.x


class Slots:
    __slots__ = ("x",)

    def __init__(self, x):
        self.x = x


@programs.right()
def slots_augmented(x):
    w = Slots(x * 1.0)
    w.x += 1.0
    w.x *= x
    return w.x


class Positive:
    def __set_name__(self, owner, name):
        self.name = "_" + name

    def __get__(self, obj, cls=None):
        return getattr(obj, self.name)

    def __set__(self, obj, v):
        setattr(obj, self.name, np.abs(v) + 1.0)


class Desc:
    x = Positive()

    def __init__(self, x):
        self.x = x


@programs.right()
def descriptor_augmented(x):
    d = Desc(x * 1.0)
    d.x += x
    d.x -= 5.0
    return d.x * d._x


class Items:
    def __init__(self, x):
        self.x = x

    def __getitem__(self, i):
        return self.x[i]

    def __setitem__(self, i, v):
        self.x[i] = v * 2


@programs.right()
def setitem_augmented(x):
    d = Items(np.outer(x, x))
    d[0] += x
    d[1:] *= 2.0
    d[2, 1] -= x[0]
    return d.x.sum(axis=0)


test_right, test_refused = programs.tests()
