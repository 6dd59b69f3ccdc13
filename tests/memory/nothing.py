"""Values and items that may be None."""


from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.memory.case import refused, right

X = np.array([0.3, -0.7, 1.1, 0.5])


@dataclass
class P:
    x: Any
    v: Any


@right(X)
def best_none_then_written(x):
    best = None
    for i in range(4):
        y = np.array([x[i], x[i] ** 2])
        if best is None or y[0] > best[0]:
            best = y
    best[1] = best[0] * 3
    return np.sum(best * best)


@refused(X)
def best_tuple_array_written(x):
    best = None
    y = np.zeros(2)
    for i in range(4):
        y[0] = x[i]
        if best is None or x[i] > best[0]:
            best = (x[i], y)
    return best[0] * np.sum(best[1] ** 2)


@right(X)
def cache_none(x):
    cache = [None] * 4

    def get(i):
        if cache[i] is None:
            cache[i] = np.sin(x[i]) * x[(i + 1) % 4]
        return cache[i]

    s = 0.0
    for k in range(8):
        s += get(k % 4) * (k + 1)
    return s


@right(X)
def maybe_swapped(x):
    prev = None
    cur = None
    s = 0.0
    for v in x:
        prev = cur
        cur = (v, v * v)
        if prev is not None:
            s += prev[0] * cur[1]
    return s


@refused(X)
def maybe_list(x):
    prev = None
    s = 0.0
    for v in x:
        if prev is not None:
            prev.append(v)
            s += sum(prev)
        prev = [v * v]
    return s


@right(X)
def maybe_array_written(x):
    prev = None
    s = 0.0
    for v in x:
        if prev is not None:
            prev[0] = v * v
            s += np.sum(prev)
        prev = np.array([v, v**3])
    return s


@right(X)
def maybe_view(x):
    y = x.copy()
    last = None
    s = 0.0
    for i in range(3):
        if last is not None:
            s += np.sum(last) * i
        last = y[i : i + 2]
        y[i] = y[i + 1] * 2
    return s


@refused(X)
def maybe_dict(x):
    best = None
    for v in x:
        d = {"v": v, "w": v**2}
        if best is None or d["v"] > best["v"]:
            best = d
    best["v"] = best["v"] * best["w"]
    return best["v"] + best["w"]


@refused(X)
def linked_list(x):
    head = None
    for v in x:
        head = (v, head)
    s = 0.0
    while head is not None:
        s += head[0] ** 2
        head = head[1]
    return s


@right(X)
def none_default(x, w=None):
    if w is None:
        w = []
    for v in x:
        w.append((v, v * v))
    return sum(a * b for a, b in w)


@right(X)
def optional_state(x):
    state = None
    for v in x:
        if state is None:
            state = {"m": v, "n": 1}
        else:
            state = {"m": state["m"] + (v - state["m"]) / (state["n"] + 1), "n": state["n"] + 1}
    return state["m"] ** 2


@refused(X)
def optional_state_mutated(x):
    state = None
    for v in x:
        if state is None:
            state = {"m": v, "n": 1}
        else:
            state["n"] += 1
            state["m"] += (v - state["m"]) / state["n"]
    return state["m"] ** 2


@right(X)
def two_names_none(x):
    a = None
    b = None
    for v in x:
        if v > 0:
            a = (v, v * v)
        else:
            b = a
    r = 0.0
    if a is not None:
        r += a[0] * a[1]
    if b is not None:
        r += b[0] * 3
    return r


@right(X)
def mixed_none_first(x):
    ps = [None]
    for v in x:
        ps.append((v, v * v))
    s = 0.0
    for p in ps:
        if p is not None:
            s += p[0] * p[1]
    return s


@right(X)
def none_numbers(x):
    m = None
    for v in x:
        if m is None or v > m:
            m = v
    return m**2


@right(X)
def none_array_or(x):
    m = None
    for i in range(3):
        m = x * i if m is None else m + x**i
    return np.sum(m * x)


@right(X)
def optional_arg(x):
    def h(y, scale=None):
        if scale is None:
            return y
        return y * scale

    s = 0.0
    for i in range(4):
        s += h(x[i], x[0] if i % 2 else None)
    return s


@right(X)
def first_last(x):
    first = last = None
    for v in x:
        if v > 0:
            if first is None:
                first = v
            last = v
    return first * last**2


@right(X)
def returns_none_or_pair(x):
    def find(y, t):
        for v in y:
            if v > t:
                return (v, v * v)
        return None

    r = find(x, 1.0)
    if r is None:
        return 0.0
    return r[0] * r[1]


@right(X)
def returns_none_or_number(x):
    def find(y, t):
        for v in y:
            if v > t:
                return v
        return None

    r = find(x, 5.0)
    return x[0] if r is None else r


@right(X)
def or_default(x):
    r = None
    for v in x:
        if v > 5:
            r = v
    r = r or x[1]
    return r * r


@right(X)
def none_in_dict(x):
    d = {"m": None}
    for v in x:
        if d["m"] is None:
            d["m"] = v
        else:
            d["m"] = d["m"] * 0.5 + v
    return d["m"] ** 2


@right(X)
def tree(x):
    def build(lo, hi):
        if hi - lo == 1:
            return (x[lo], None, None)
        m = (lo + hi) // 2
        return (x[lo] * x[m], build(lo, m), build(m, hi))

    def total(t):
        if t is None:
            return 0.0
        return t[0] + total(t[1]) * total(t[2]) + total(t[1])

    return total(build(0, 4))


@refused(X)
def returns_maybe(x):
    best = None
    for v in x:
        if best is None or v > best[0]:
            best = (v, v * x)
    return best


@right(X)
def tuple_in_maybe_in_list(x):
    q = [None] * 4
    for i in range(0, 4, 2):
        q[i] = (x[i], x[i] ** 2)
    s = 0.0
    for p in q:
        if p is None:
            continue
        s += p[0] * p[1]
    return s


@right(X)
def none_list_arrays(x):
    q = [None] * 4
    for i in range(4):
        q[i] = x * x[i]
    s = 0.0
    for p in q:
        s += np.sum(p)
    return s


@right(X)
def none_list_numbers_missing(x):
    q = [None] * 4
    for i in range(0, 4, 2):
        q[i] = x[i] ** 2
    return sum(p for p in q if p is not None)


@right(X)
def none_list_returned(x):
    q = [None] * 4
    for i in range(4):
        q[i] = x[i] ** 2
    return q


@right(X)
def none_list_returned_missing(x):
    q = [None] * 4
    for i in range(0, 4, 2):
        q[i] = x[i] ** 2
    return q
