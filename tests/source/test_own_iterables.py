"""Objects of classes that can be iterated over, or that hold items."""
# ruff: noqa: B905, C417  (what users write)

import numpy as np

from tests.source.programs_of import Programs

programs = Programs()


class Own:
    def __init__(self, items):
        self.items = items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


class OnlyItems:
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return len(self.items)

    def __getitem__(self, i):
        return self.items[i]


class Gen:
    def __init__(self, x):
        self.x = x

    def __iter__(self):
        for v in self.x:
            yield v * 2


@programs.right()
def own_loop(x):
    t = 0.0
    for v in Own([x[0], x[1] * 2]):
        t = t + v * v
    return t


@programs.right()
def own_loop_array(x):
    t = 0.0
    for i, v in enumerate(Own(x)):
        t = t + v * v * i
    return t


@programs.right()
def own_sum(x):
    return sum(Own(x)) * len(Own(x)) + sum([v * w for v, w in zip(Own(x), Own(x * 2))]) + list(Own(x))[0] + max(Own(x))


@programs.right()
def own_unpack(x):
    a, b = Own([x[0], x[1]])
    return a * b


@programs.right()
def own_generator(x):
    t = 0.0
    for v in Gen(x):
        t = t + v * v
    return t


@programs.refused("an object of the class OnlyItems is iterated over")
def only_items(x):
    t = 0.0
    for v in OnlyItems(x):
        t = t + v * v
    return t


class Counter:
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def __next__(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n


@programs.refused("the iterator Counter has a method __next__")
def own_iterator(x):
    t = 0.0
    for k in Counter(3):
        t = t + x[k] * k
    return t


class Has:
    def __init__(self, items):
        self.items = items

    def __contains__(self, v):
        return v * 2 in self.items


class HasNot:
    def __init__(self, items):
        self.items = items

    def __contains__(self, v):
        return (v > self.items).all()


@programs.right()
def own_contains(x):
    return (
        x * (1 in Has([2, 3]))
        + x * (3 not in Has([6, 1]))
        + x * (2 in Own([2, 3]))
        + (x * 3 if x[0] in HasNot(x - 1) else x)
    )


class Comp:
    def __init__(self, x):
        self.x = x

    def __iter__(self):
        yield self.x[0]
        for v in self.x:
            if v > 1:
                yield v * 2
        yield from [self.x[1], self.x[2] * 3]


@programs.right()
def own_mixed_generator(x):
    a = [v * w for v, w in zip(Comp(x), Comp(x * 2))]
    return sum(a) * len(a) + np.array(list(Comp(x))).sum()


@programs.right()
def own_starred(x):
    return np.array([*Own([x[0], x[1]]), *Own(x)]) ** 2


@programs.right()
def own_early(x):
    t = 0.0
    for v in Own(x):
        if v > 2:
            break
        t = t + v
    for v in Own([x[0], x[1], x[2]]):
        if v < 1:
            break
        t = t * v
    return t


@programs.right()
def own_iter_kept(x):
    o = Own([x[0], x[1], x[2]])
    it = iter(o)
    a = next(it)
    o.items[1] = x[0]
    b = next(it)
    return a * b * sum(o)


@programs.right()
def own_nested(x):
    t = 0.0
    o = Own([x[0], x[1]])
    for a in o:
        for b in o:
            t = t + a * b * b
    return t


@programs.right()
def own_map(x):
    return (
        sum(map(lambda v: v * v, Own(x))) + sorted(Own(x))[1] + list(reversed(list(Own(x))))[0] + np.prod(list(Own(x)))
    )


test_right, test_refused = programs.tests()
