"""Attributes, identity and equality of objects, as Python looks for them."""

import math
from dataclasses import dataclass

import numpy as np


class Base:
    @property
    def gain(self):
        return self._g

    @gain.setter
    def gain(self, v):
        self._g = v * v


class Sub(Base):
    def __init__(self, g):
        self.gain = g


def inherited_setter(x):
    s = Sub(x)
    s.gain = s.gain * x
    return s.gain * x


class SA:
    def __setattr__(self, k, v):
        object.__setattr__(self, k, v * 2)


def setattr_hook(x):
    s = SA()
    s.a = x
    return s.a * x


class GA:
    def __init__(self, x):
        self.x = x

    def __getattr__(self, k):
        return self.x * 3


def getattr_hook(x):
    return GA(x).foo * x


class GAA:
    def __init__(self, x):
        self.x = x

    def __getattribute__(self, k):
        return object.__getattribute__(self, "x") * 3 if k == "x" else object.__getattribute__(self, k)


def getattribute_hook(x):
    return GAA(x).x * x


class Desc:
    def __set_name__(self, o, n):
        self.n = "_" + n

    def __get__(self, o, t):
        return getattr(o, self.n) * 2

    def __set__(self, o, v):
        setattr(o, self.n, v * 3)


class WithDesc:
    a = Desc()

    def __init__(self, x):
        self.a = x


def descriptor(x):
    return WithDesc(x).a * x


class Slots:
    __slots__ = ("a", "b")

    def __init__(self, a):
        self.a = a
        self.b = a * a


def slots(x):
    return Slots(x).b * x


class DictUse:
    def __init__(self, x):
        self.__dict__["a"] = x


def dict_use(x):
    return DictUse(x).a * x


def vars_use(x):
    s = Slots2()
    s.a = x
    return vars(s)["a"] * x


class Slots2:
    pass


def getattr_builtin(x):
    s = Slots2()
    s.a = x * 2
    return s.a * getattr(s, "zzz", x) * hasattr(s, "a")


class New:
    def __new__(cls, x):
        o = object.__new__(cls)
        o.y = x * x
        return o


def new_method(x):
    return New(x).y * x


class CallMeta(type):
    def __call__(cls, x):
        o = type.__call__(cls, x * 2)
        return o


class Meta(metaclass=CallMeta):
    def __init__(self, x):
        self.x = x


def metaclass(x):
    return Meta(x).x * x


class Len:
    def __init__(s, x):
        s.x = x

    def __len__(s):
        return 3

    def __getitem__(s, i):
        return s.x * i

    def __iter__(s):
        return iter([s.x, s.x * 2])

    def __contains__(s, v):
        return True

    def __bool__(s):
        return False

    def __neg__(s):
        return -s.x * 5

    def __abs__(s):
        return s.x * 7

    def __float__(s):
        return 3.0

    def __eq__(s, o):
        return True

    def __lt__(s, o):
        return True

    def __radd__(s, o):
        return o + s.x * 11

    def __iadd__(s, o):
        s.x = s.x * o
        return s

    def __matmul__(s, o):
        return s.x * o * 13

    def __call__(s, o):
        return s.x * o * 17

    def __enter__(s):
        return s.x * 19

    def __exit__(s, *a):
        return None

    def __setitem__(s, i, v):
        s.x = v * i

    def __array__(s, dtype=None, copy=None):
        return np.array([1.0])


def d_len(x):
    return len(Len(x)) * x


def d_getitem(x):
    return Len(x)[2] * x


def d_iter(x):
    return sum(v * x for v in Len(x))


def d_contains(x):
    return x * x if 5 in Len(x) else x


def d_bool(x):
    return x * x if Len(x) else x


def d_not(x):
    return x * x if not Len(x) else x


def d_neg(x):
    return -Len(x) * x


def d_abs(x):
    return abs(Len(x)) * x


def d_float(x):
    return float(Len(x)) * x


def d_eq(x):
    return x * x if Len(x) == 3 else x


def d_lt(x):
    return x * x if Len(x) < 3 else x


def d_radd(x):
    return (x + Len(x)) * x


def d_iadd(x):
    a = Len(x)
    a += x
    return a.x * x


def d_matmul(x):
    return (Len(x) @ x) * x


def d_call(x):
    return Len(x)(x) * x


def d_with(x):
    with Len(x) as v:
        y = v * x
    return y


def d_setitem(x):
    a = Len(x)
    a[3] = x
    return a.x * x


def d_array(x):
    return np.sum(np.asarray(Len(x))) * x


def d_mul_np(x):
    return np.multiply(Len(x), 2.0) * x


def d_unpack(x):
    a, b = Len(x)
    return a * b


def d_and(x):
    return (Len(x) and 2.0) is not None and x * x


class A:
    slope = 0.1


def cls_attr_half(x):
    a = A()
    if x > 10:
        a.slope = x
    return a.slope * x


def cls_attr_half2(x):
    a = A()
    if x < 10:
        a.slope = x
    return a.slope * x


def mixed_then_bound(x):
    if x > 1:
        y = [x]
    else:
        y = x
    if x < 5:
        y = x * 2
    return y


def mixed_then_bound2(x):
    if x > 1:
        y = [x]
    else:
        y = x
    if x > 5:
        y = x * 2
    return y * x if x < 1 else x


def loop_obj(x):
    for k in range(2):
        o = (x, [k])
    if x > 5:
        o = (x, [1])
    return o[0] * x


def cls_half(x):
    class_ = A
    if x > 5:
        class_ = B
    return class_.slope * x


class B:
    slope = 3.0


def inst_half(x):
    o = A()
    if x > 5:
        o = B()
    return o.slope * x


def str_half(x):
    s = "a"
    if x > 5:
        s = "b"
    return x if s == "a" else x * x


def list_len_half(x):
    l = [x]
    if x > 0.5:
        l = [x, x * 2]
    return sum(l) * len(l)


G1 = A()


G2 = A()


G3 = G1


def g_is(x):
    return x * (G1 is G2) + x * x * (G1 is G3) + (G1 is G1) * x * 7 + (G1 == G3) * x**3


GL = [1.0]


def gl_is(x):
    return x * (GL is GL) + x * x * (GL == [1.0]) + (GL is not GL)


def arg_is(x):
    def f(a, b):
        return x if a is b else x * x

    return f(GL, GL) + f(G1, G1) * 2 + f(None, None) * 3


@dataclass
class D:
    a: float


def loc_eq(x):
    a = A()
    b = A()
    c = a
    return x * (a == a) + x * x * (a == b) + x**3 * (a == c) + x**4 * (a != b)


def dc_eq(x):
    return x * (D(1.0) == D(1.0)) + x


def arr_is(x):
    a = np.array([x])
    b = a
    c = a.copy()
    d = a[:]
    return x * (a is b) + x * x * (a is c) + x**3 * (a is d) + x**4 * (b is not None)


def obj_vs_none(x):
    a = A()
    return x if a is not None else x * x


def list_is_loop(x):
    l = [x]
    m = l
    for k in range(3):
        m = m + [x * k]
    return x * (m is l) + sum(m)


def joined_is(x):
    a = [x]
    b = [x * 2]
    c = a if x > 0.5 else b
    return x * (c is a) + x * x * (c is b)


def replaced_cls(x):
    o = D(x)
    for k in range(3):
        o = D(o.a * x) if k else D(x)
    return o.a


def bool_is(x):
    f = x > 0.5
    return x if f is True else x * x


def tuple_is(x):
    t = (x, 1.0)
    u = t
    return x * (t is u) + x * x * (t is (x, 1.0))


def compared_in_turn(x):
    n = [0]

    def f(v):
        n[0] += 1
        return v

    t = f(1) < f(2) < f(0) < f(9)
    return x * n[0] + (x * x if t else 0.0)


def compared_values(x):
    return x if 0 < math.sqrt(x) < math.sin(x) + 1 < 5 else x * x


def compared_in_a_loop(x):
    n = [0]

    def f(v):
        n[0] += 1
        return v

    s = 0.0
    for k in range(4):
        if x < f(k) < f(2 * x) < f(3.0):
            s = s + x * k
    return s


def compared_in_a_while(x):
    i = 0
    a = np.array([x, 2.0, 3.0])
    while 0.1 < a[i] < float(a[-1]):
        i += 1
    return a[i] * i + x


def keys_of_all_kinds(x):
    d = {1: x, "1": 2.0, 1.5: 3.0, None: 4.0, True: 9.0}
    return d[1] * d["1"] + len(d) * x + d[None] + d[1.5]


def keys_that_are_equal(x):
    d = {0: x, False: 2.0}
    return d[0] * x + len(d)


def keys_that_are_one(x):
    d = {1: x}
    d[True] = x * x
    d[1.0] = d[1] * x
    return d[1] * len(d)
