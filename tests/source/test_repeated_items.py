# ruff: noqa: B007
"""Lists in which one value stands several times: each entry has a cotangent of its own, for every part of wrt."""

import numpy as np
import pytest

import s2s
from tests.source.positions.prelude import Body

X = np.array([0.7, -0.4, 0.9, 0.3, 0.5])


def extended_and_repeated(x, y):
    items = []
    for v in x:
        items.extend([v, v, y])
        items.append(v * v)
        items.append(items[-1])
    return sum(i * w for i, w in enumerate(items))


def pairs(x, y):
    items = []
    for v in x:
        items.append((v, v))
        items.append((y, v))
    return sum(i * a * b for i, (a, b) in enumerate(items))


def instances(x, y):
    items = []
    for v in x:
        b = Body(v, v)
        items.append(b)
        items.append(Body(y, v))
    return sum(i * b.place * b.speed for i, b in enumerate(items))


def two_lists_with_pops(x, y):
    items, m = [], []
    for i, v in enumerate(x):
        items.append(v)
        m.append(v)
        items.append(v * y)
        m.append(items[-1])
        if v > 0.2:
            items.pop()
        else:
            m.append(m.pop() * 2.0)
    return sum(i * w for i, w in enumerate(items)) + sum(i * w * w for i, w in enumerate(m))


def rows(x, y):
    rows = []
    for v in x:
        rows.append([v, v, y])
        rows.append([v] * 3)
    return sum(i * r[0] * r[1] * r[2] for i, r in enumerate(rows))


def arrays(x, y):
    a = []
    u = x * y
    for i in range(3):
        a.append(u)
        a.append(u)
        u = u * 0.5
    return np.sum(np.stack(a) * np.arange(6.0)[:, None])


def stack(x, y):
    st = [y]
    while len(st) < 12:
        t = st.pop()
        st.append(t)
        st.append(t * 0.5)
        st.append(t + x[len(st) % 5])
    return sum(i * w for i, w in enumerate(st))


def numbers_in_an_inner_loop(x, y):
    items = []
    for v in x:
        t = v * y
        for k in range(2):
            items.append(t)
            items.append(k * t)
        items.append(t - t)
    return np.array(items) @ np.arange(float(len(items)))


def lists_in_a_dict(x, y):
    d = {"a": [], "b": []}
    for v in x:
        d["a"].append(v)
        d["b"].append(v)
        d["a"].append(v)
        d["b"].append(d["a"][-1] * y)
    return sum(i * w for i, w in enumerate(d["a"])) * sum(i * w for i, w in enumerate(d["b"]))


def comprehensions(x, y):
    items = [[v, w, v] for v in x for w in x if w > v]
    m = [(v, v) for v in x for _ in range(2)]
    return sum(i * a * b * c for i, (a, b, c) in enumerate(items)) + sum(i * a * b for i, (a, b) in enumerate(m))


def joined_lists(x, y):
    items = [y]
    for v in x:
        items += [v, items[-1], items[0]]
        items = items + [v, v]
    return sum(i * w * w for i, w in enumerate(items))


def best_and_second(x, y):
    best, second = None, None
    for v in x:
        if best is None or v > best:
            best, second = v, best
        elif second is None or v > second:
            second = v
    return best * second * y


def popped_and_put_back(x, y):
    items = []
    for v in x:
        items.append(v)
        w = items.pop()
        items.append(w)
        items.append(w)
        items.insert(0, w)
    return sum(i * w for i, w in enumerate(items)) * y


def appended_in_two_loops(x, y):
    items = []
    for i in range(3):
        for j in range(2):
            items.append(x[i] * y)
            items.append(x[i] * y)
        items.append(x[j] * y)
    return sum(i * w * w for i, w in enumerate(items))


PROGRAMS = {
    name: f for name, f in list(globals().items()) if getattr(getattr(f, "__code__", None), "co_argcount", 0) == 2
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_repeated(name):
    function = PROGRAMS[name]
    s2s.check_gradients(function, X, 0.8)
    differentiated = s2s.differentiate(function)
    _, residuals = differentiated.forward(X, 0.8)
    whole = differentiated.pullback(residuals, 1.3)
    for part, bar in zip(("x", "y"), whole, strict=True):
        np.testing.assert_allclose(differentiated.pullback(residuals, 1.3, wrt=part)[0], bar, rtol=1e-12)
