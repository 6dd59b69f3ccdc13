"""Sequences whose length is only known when the program runs, where Python's functions take any iterable."""

import itertools
import math

import numpy as np
import pytest

import s2s

X = np.array([0.7, -0.4, 0.9, 0.3, 0.5])


def combinations_of_an_array(x, y):
    t = 0.0
    for a, b in itertools.combinations(x, 2):
        t += a * b * y
    return t


def pairwise_of_an_array(x, y):
    return sum(a * b for a, b in itertools.pairwise(x)) * y


def product_of_three(x, y):
    return sum(a * b * c for a, b, c in itertools.product(x, x[:2], [y, 2.0]))


def accumulate_from(x, y):
    items = list(itertools.accumulate(x, lambda a, b: a * y + b, initial=y))
    return items[2] * items[-1]


def chain_of_several(x, y):
    return sum(itertools.chain(x, [y], (v * v for v in x))) * y


def displays_with_stars(x, y):
    items = [*x, y, *x[x > 0.4], *[v * y for v in x]]
    return items[0] * items[5] + items[-1] * items[6]


def products(x, y):
    return math.prod(x[x > 0.2], start=y) + math.prod(v * y for v in x)


def exact_distances(x, y):
    return math.dist(x, x * y) + math.dist([y, x[0]], (x[1], 2.0)) + math.dist([y], [y])


def exact_sums(x, y):
    return math.fsum(x) * y + math.fsum([y, x[0], 1.0]) + math.fsum(x[x > 0.4])


def next_of_an_array(x, y):
    it = iter(x)
    a = next(it)
    b = next(it)
    return a * b * y + sum(it)


def parts_of_a_complex_array(x, y):
    z = x + 1j * y
    z.real = x * y
    z.imag[1:] = y
    return np.sum(np.abs(z) ** 2)


def real_part_of_a_real_array(x, y):
    a = x * y
    a.real = x
    a.real[0] = y
    return np.sum(a * a)


def map_over_three(x, y):
    return sum(map(lambda a, b, c: a * b * c, x, x[1:], itertools.chain(x, [y])))


def display_in_a_comprehension(x, y):
    items = [[v, *[w * y for w in x if w > v]] for v in x]
    return items[3][0] * items[3][1]


def display_of_a_generator(x, y):
    items = [y, *(a * y for a in x)]
    items.append(x[0])
    return sum(items) * items[2]


def display_of_a_list(x, y):
    items = [*[], *x]
    m = [*items, *items]
    m[0] = y
    return sum(items) * m[0] * m[5]


def next_then_a_loop(x, y):
    it = iter(list(x))
    next(it)
    for v in it:
        y = y * v
    return y


def combinations_of_tuples(x, y):
    items = [(a, a * y) for a in x]
    return sum(p[0] * q[1] for p, q in itertools.combinations(items, 2))


def sums_in_a_comprehension(x, y):
    return sum(math.fsum([a, y]) for a in x) + math.hypot(*[y, x[0], x[1]])


PROGRAMS = {
    name: f for name, f in list(globals().items()) if getattr(getattr(f, "__code__", None), "co_argcount", 0) == 2
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_unknown_lengths(name):
    s2s.check_gradients(PROGRAMS[name], X, 0.8)
