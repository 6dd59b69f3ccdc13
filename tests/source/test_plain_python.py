"""What Python programs are made of: classes, patterns, closures, generators, iterators of the standard library."""
# ruff: noqa: C416, E501, E731, PIE804, UP031, UP037  (what users write)

import bisect
import collections
import contextlib
import dataclasses
import enum
import functools
import heapq
import itertools
import math
import statistics

import numpy as np

from tests.source.programs_of import Programs, X

programs = Programs()


class Mode(enum.Enum):
    A = 1
    B = 2


class Kind(enum.IntEnum):
    ONE = 1
    TWO = 2


@programs.right(X.copy(), 1)
def enums(x, n):
    mode = Mode.A if n > 0 else Mode.B
    return x * 2 if mode is Mode.A else x * 3


@programs.right()
def enum_values(x):
    return x * Mode.B.value * Kind.TWO + x[Kind.ONE] * (Mode(1) == Mode.A) * len(Mode.A.name)


@programs.right()
def enum_loop(x):
    t = 0.0
    for m in Mode:
        t = t + x * m.value
    return t


class Base:
    scale = 2.0

    def __init__(self, w):
        self.w = w

    def __call__(self, x):
        return self.apply(x) * self.scale

    def apply(self, x):
        return x * self.w

    @property
    def twice(self):
        return self.w * 2

    @staticmethod
    def helper(x):
        return np.sin(x)

    @classmethod
    def make(cls, w):
        return cls(w * cls.scale)


class Derived(Base):
    scale = 3.0

    def apply(self, x):
        return super().apply(x) + self.helper(x)

    def __matmul__(self, other):
        return self.w @ other

    def __add__(self, other):
        return Derived(self.w + (other.w if isinstance(other, Base) else other))

    def __radd__(self, other):
        return self + other

    def __neg__(self):
        return Derived(-self.w)

    def __eq__(self, other):
        return bool((self.w == other.w).all())

    def __len__(self):
        return len(self.w)

    def __bool__(self):
        return True

    def __getitem__(self, i):
        return self.w[i]

    def __setitem__(self, i, v):
        self.w[i] = v

    def __abs__(self):
        return abs(self.w).sum()

    def __enter__(self):
        return self

    def __exit__(self, *a):
        self.w = self.w * 1.0

    def __getattr__(self, name):
        if name == "magic":
            return 4.0
        raise AttributeError(name)


@programs.right()
def classes(x):
    d = Derived.make(x)
    e = d + Base(x * 2) + 1.0
    return d(x) * e.twice + (-e)[0] * len(d) + abs(e) + (d @ x) + sum([d, e], 0.0)[1]


@programs.right()
def class_magic(x):
    return Derived(x).magic * x


@dataclasses.dataclass
class State:
    pos: object
    vel: object = 0.5
    hist: list = dataclasses.field(default_factory=list)

    def step(self, dt):
        self.vel = self.vel - self.pos * dt
        self.pos += self.vel * dt
        self.hist.append(self.pos.sum())
        return self


@programs.right()
def states(x):
    s = State(x * 1.0)
    for _ in range(4):
        s.step(0.1)
    return s.pos * s.vel + sum(s.hist)


@programs.right()
def states_loop(x):
    s = State(x * 1.0)
    n = 0
    while s.pos.sum() > 1.0 and n < 20:
        s = s.step(0.3)
        n += 1
    return s.pos * len(s.hist)


@programs.right()
def counters(x):
    c = collections.Counter("abca")
    return x * c["a"]


@programs.refused("instances of OrderedDict cannot be followed")
def ordered(x):
    d = collections.OrderedDict(a=x, b=x * 2)
    d.move_to_end("a")
    return list(d.values())[0] * list(d)[1].count("a")


@programs.refused(
    "collections.ChainMap.__getitem__() cannot be differentiated: an exception handler that goes on: which statements of the try body took effect is not known",
)
def chainmaps(x):
    d = collections.ChainMap({"a": x}, {"b": 2.0})
    return d["a"] * d["b"]


@programs.right(X.copy(), 1)
def matches(x, n):
    match (n, x.shape):
        case (0, _):
            y = x
        case (1, (3,)):
            y = x * x
        case _:
            y = x * 3
    match {"k": n, "v": y}:
        case {"k": 1, "v": v} if v[0] > 0:
            return v * 2
    return y


@programs.refused("an exception handler that goes on: which statements of the try body took effect is not known")
def tries(x):
    t = 0.0
    for i in range(5):
        try:
            t = t + x[i]
        except IndexError:
            break
        else:
            t = t * 1.1
        finally:
            t = t + 0.1
    return t


@programs.refused("an exception handler that goes on: which statements of the try body took effect is not known")
def raises(x):
    try:
        if x[0] > 1:
            raise ValueError("too large")
        y = x * 2
    except ValueError as e:
        y = x * 3 * len(str(e))
    return y


@programs.refused(
    "this context manager may swallow an exception: which statements of its body took effect is not known",
)
def contexts(x):
    with np.errstate(all="ignore"), contextlib.suppress(ValueError):
        y = np.log(x)
    with contextlib.nullcontext(x) as z:
        y = y * z
    return y


@programs.right()
def walrus(x):
    t = 0.0
    i = 0
    while (v := x[i]) > 0 and (i := i + 1) < 3:
        t += v * v
    return t + sum([(w := a * 2) * w for a in x])


@programs.right()
def globals_used(x):
    return x * math.pi * math.tau**0.5 + math.e


@programs.right()
def lambdas(x):
    fs = [lambda v, k=k: v * k for k in range(3)]
    g = lambda *a, **k: a[0] * k.get("s", 2.0) + len(a)
    return sum([f(x) for f in fs]) + g(x, 1, s=3.0) + g(x)


@programs.right()
def closures(x):
    total = 0.0

    def add(v):
        nonlocal total
        total = total + v
        return total

    for v in x:
        add(v)
        add(v * 2)
    return total * add(x[0])


@programs.right()
def generators(x):
    def walk(a):
        for v in a:
            if v < 1:
                continue
            yield v * 2
        yield 1.0

    return sum(walk(x)) * np.prod(list(walk(x)))


@programs.right()
def nested_comprehensions(x):
    m = [[a * b for a in x] for b in x]
    d = {i: v for i, v in enumerate([x[0], x[1]])}
    return np.array(m) @ x * d[1] + sum(a for row in m for a in row if a > 1)


@programs.right()
def chained_comparisons(x):
    return np.array([v * 2 if 0.5 < v <= 1.5 else v for v in x]) * (x if not (x[0] < x[1] < x[2]) else 2.0)


@programs.right()
def slices_of_slices(x):
    m = np.outer(x, x)
    v = m[1:][:, ::-1][0]
    v[1] = x[0]
    m[..., -1] += x
    m[np.array([0, 0])] *= 2.0
    m[m > 2.0] = 1.0
    return m.T.ravel() @ np.arange(9.0) + v.sum()


@programs.right()
def swaps(x):
    a, b, c = x[0], x[1], x[2]
    a, b = b, a * c
    x2 = x.copy()
    x2[0], x2[1] = x2[1] * 2, x2[0]
    x2[[0, 2]] = x2[[2, 0]]
    (p, *q), r = [a, b, c], x2
    return r * p * q[1] + q[0]


@programs.right()
def augmented(x):
    y = x.copy()
    y += 1
    y -= x * 0.5
    y *= x
    y /= 3.0
    y **= 2
    y @= np.eye(3) if False else np.diag(x)
    return y


@programs.refused("_heapq.heapify has no derivative rule")
def heap(x):
    h = [v for v in x]
    heapq.heapify(h)
    return heapq.heappop(h) * x


@programs.right()
def bisected(x):
    return x * bisect.bisect([0.0, 1.0, 2.0], 1.5)


@programs.right()
def randoms(x):
    rng = np.random.default_rng(0)
    return x * rng.normal(size=3) + rng.uniform()


@programs.right()
def strings(x):
    names = ["a", "b"]
    out = {}
    for name in names:
        out[name + "_2"] = x * len(name)
        out["%s_3" % name] = x
    return out["a_2"] + out["b_3"]


@programs.right()
def star_args(x):
    def f(a, *args, b=2.0, **kw):
        return a * b + sum(args) * kw.get("c", 1.0) + len(kw)

    p = functools.partial(f, x, b=3.0)
    return f(x, x[0], x[1], c=2.0) + p(x[2]) + f(*[x, x], **{"b": x, "d": 1})


@programs.right()
def early(x):
    for i, v in enumerate(x):
        if v < 1:
            return x * i
        for w in x:
            if w > 2:
                return x * w
    else:
        return x
    return x * 5


@programs.right()
def for_else(x):
    for v in x:
        if v > 5:
            break
    else:
        x = x * 2
    return x


@programs.right()
def numbers(x):
    n = 0x10 + 0b11 + 1_000 + int("7", 8)
    z = 3 + 4j
    return x * n / 1e3 + abs(z) * x - (-7 // 2) * x + (-7 % 3) + 2**-1


@programs.refused("statistics.mean() cannot be differentiated")
def stat(x):
    return statistics.mean([1.0, 2.0]) * x


@programs.right(X.copy(), 1)
def conditional_types(x, n):
    y = x if n else 3.0
    z = [x, 2.0][n]
    return y * z


@programs.right()
def boolean_arrays(x):
    m = (x > 1) & ~(x > 2) | (x < 0.5)
    return np.where(m, x, x * 2).sum() + x[m].prod() + m.sum() * x


@programs.right()
def deleted(x):
    y = x * 2
    z = y * x
    del y
    y = z + 1
    d = {"a": x, "b": z}
    del d["a"]
    return d["b"] * y * len(d)


@programs.right()
def asserted(x):
    assert x.ndim == 1, "vector"
    assert np.all(x > 0)
    return x * 2


@programs.right()
def printing(x):
    s = f"{x[0]:.2f} {x.shape}"
    return x * len(s)


@programs.right()
def type_hints(x):
    y: float = 2.0
    z: "np.ndarray"
    z = x * y
    return z


@programs.right()
def walrus_comprehension(x):
    return [y := 1.0, y * x][1]


@programs.right()
def recursion_closure(x):
    def power(v, n):
        return v if n == 1 else v * power(v, n - 1)

    return power(x, 4)


@programs.right()
def zip_longest(x):
    return sum([a * b for a, b in itertools.zip_longest([x[0], x[1]], [x[2]], fillvalue=2.0)])


@programs.refused("instances of takewhile cannot be followed")
def takewhile(x):
    return sum(itertools.takewhile(lambda v: v > 1, x)) + sum(itertools.islice(x, 2)) + sum(itertools.repeat(x[0], 3))


@programs.refused("instances of groupby cannot be followed")
def groupby(x):
    return sum([sum(g) for k, g in itertools.groupby(x, lambda v: v > 1)])


@programs.right()
def permutations(x):
    return sum([a * b * b for a, b in itertools.permutations([x[0], x[1], x[2]], 2)])


@programs.right()
def starmap(x):
    return sum(itertools.starmap(lambda a, b: a * b, [(x[0], x[1]), (x[1], x[2])]))


@programs.right()
def counting(x):
    return sum([v * i for i, v in zip(itertools.count(1), x)]) + sum(
        [v * k for v, k in zip(x, itertools.cycle([1, 2]))]
    )


@programs.right()
def shape_match(x):
    m = np.outer(x, x)
    match m.shape:
        case (n,):
            return x * n
        case (1, _):
            return x
        case (n, k):
            return x * n * k


@programs.right()
def shape_star(x):
    match np.ones((2, 3, 4)).shape:
        case (n, *rest):
            return x * n * len(rest) * rest[1]


@programs.right()
def shape_fixed(x):
    match x.shape:
        case [2]:
            return x * 5
        case [3]:
            return x * 7
        case _:
            return x


test_right, test_refused = programs.tests()
