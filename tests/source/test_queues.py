# ruff: noqa: B007, B905, C416
"""Lists of unknown length that are sorted, reversed or changed at their begin; deques and namespaces."""

import types
from collections import deque

import numpy as np
import pytest

import s2s

X = np.array([0.7, -0.4, 0.9, 0.3, 0.5])
REFUSED = """
    lists_swapped one_of_two two_names_in_a_loop inserted_while_iterated inserted_while_enumerated
    popped_while_zipped sorted_while_reversed reversed_by_a_callee popped_in_a_generator
""".split()


def both_ends(x, y):
    q = deque([y, x[0]])
    q.append(x[1])
    q.appendleft(x[2])
    a = q.popleft()
    b = q.pop()
    return a * b * q[0] * len(q)


def emptied_from_the_left(x, y):
    q = deque()
    for v in x:
        q.append(v * y)
    t = 0.0
    while q:
        t = t * 0.5 + q.popleft()
    return t


def window(x, y):
    q = deque([0.0, 0.0])
    t = 0.0
    for v in x:
        q.append(v * y)
        q.popleft()
        t += q[0] * q[1]
    return t


def filled_and_emptied(x, y):
    q = deque(v * y for v in x)
    for i in range(4):
        a = q.popleft()
        if a > 0:
            q.append(a * 0.5)
        else:
            q.appendleft(y)
    return sum(q) * q[0]


def sorted_reversed_and_inserted(x, y):
    items = [v * y for v in x]
    items.sort()
    items.reverse()
    a = items.pop(0)
    items.insert(0, y)
    items.insert(0, a * a)
    return items[0] * 2.0 + items[1] * 3.0 + items[2] * items[3]


def sorted_in_a_loop(x, y):
    items = [v * y for v in x]
    m = items
    for i in range(3):
        items.sort(key=lambda v: -v)
        items[0] = items[0] * 0.5 if False else items[0]
        items.append(items.pop(0) * 0.3)
    return m[0] * 2.0 + m[4] * 3.0 + items[1]


def namespace(x, y):
    s = types.SimpleNamespace(a=y, b=x[0])
    s.a = s.a * s.b
    s.c = x
    for i in range(3):
        s.a = s.a * 0.5 + s.c[i]
    return s.a * s.b


def deque_of_arrays(x, y):
    q = deque([x, x * y])
    for i in range(3):
        a = q.popleft()
        q.append(a * 0.5 + q[0])
    return np.sum(q[0] * q[1])


def sorted_in_an_arm(x, y):
    items = [y, x[0], x[1]]
    if y > 0.5:
        items.sort()
        items[0] = items[0] * 2.0
    return items[0] * items[2] + items[1]


def queue_of_pairs(x, y):
    q = deque([(y, 1.0)])
    t = 0.0
    while q:
        v, d = q.popleft()
        t += v * d
        if d < 4.0:
            q.append((v * x[0], d * 2.0))
            q.append((v + x[1], d * 3.0))
    return t


def inserted_by_a_helper(x, y):
    def push(items, v):
        items.insert(0, v)

    items = [v for v in x]
    for v in x:
        push(items, v * y)
    return items[0] * items[1] * items[6]


def changed_through_a_dict(x, y):
    items = [v * y for v in x]
    d = {"l": items}
    d["l"].pop(0)
    d["l"].reverse()
    return items[0] * 2.0 + items[1]


def sorted_after_it_was_stored(x, y):
    rows = []
    for i in range(2):
        items = [v * y for v in x]
        rows.append(items)
        items.sort()
    return rows[0][0] * 2.0 + rows[1][1]


def lists_swapped(x, y):
    items = [v * y for v in x]
    k = [v for v in x]
    m = items
    for i in range(3):
        m, k = k, m
        m.sort()
    return items[0] * 2.0 + k[1] + m[0]


def held_by_a_tuple(x, y):
    items = [v * y for v in x]
    t = (items, y)
    items.reverse()
    return t[0][0] * t[1]


def one_of_two(x, y):
    items = [v * y for v in x]
    m = items if y > 0.5 else [v for v in x]
    m.sort()
    return items[0] * m[1]


def returned_by_a_helper(x, y):
    def inner(items):
        items.sort()
        return items

    items = [v * y for v in x]
    m = inner(items)
    m.pop(0)
    return items[0] * m[1] * 2.0


def two_names_in_a_loop(x, y):
    items = [v * y for v in x]
    for i in range(2):
        m = items
        m.sort()
        items.append(m[0] * 0.5)
    m.reverse()
    return items[0] * m[1] * 2.0 + items[3]


def inserted_after_a_loop(x, y):
    items = [v * y for v in x]
    for i in range(2):
        for v in items:
            if v > 0.2:
                break
        items.insert(0, v)
    return items[0] * items[1] * 2.0 + items[3]


def inserted_while_iterated(x, y):
    items = [v * y for v in x]
    t = 0.0
    for v in items:
        t += v
        if len(items) < 8:
            items.insert(0, t)
        if t > 50:
            break
    return t


def inserted_while_enumerated(x, y):
    items = [v * y for v in x]
    t = 0.0
    for i, v in enumerate(items):
        t += v
        if i < 3:
            items.insert(0, t)
    return t


def popped_while_zipped(x, y):
    items = [v * y for v in x]
    t = 0.0
    for v, w in zip(items, x):
        t += v * w
        items.pop(0)
    return t


def sorted_while_reversed(x, y):
    items = [v * y for v in x]
    t = 0.0
    for v in reversed(items):
        t += v
        items.sort()
    return t


def reversed_by_a_callee(x, y):
    items = [v * y for v in x]

    def walk():
        t = 0.0
        for v in items:
            t = t * 0.5 + v
            change()
        return t

    def change():
        items.reverse()

    return walk()


def popped_in_a_generator(x, y):
    items = [v * y for v in x]
    return sum(v * items.pop(0) for v in items)


def next_after_an_insert(x, y):
    items = [v * y for v in x]
    it = iter(items)
    a = next(it)
    items.insert(0, a)
    return next(it) * a


def returned(x, y):
    queue = deque([x[0], y])
    queue.append(y * y)
    return queue


PROGRAMS = {
    name: f for name, f in list(globals().items()) if getattr(getattr(f, "__code__", None), "co_argcount", 0) == 2
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_queues(name):
    for y in (0.8, 0.4):
        if name in [*REFUSED, "returned"]:
            with pytest.raises(s2s.UnsupportedError):
                s2s.check_gradients(PROGRAMS[name], X, y)
        else:
            s2s.check_gradients(PROGRAMS[name], X, y)


def test_refused_are_programs():
    assert set(REFUSED) <= set(PROGRAMS)
