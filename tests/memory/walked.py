"""Lists that change while a loop runs over them, sorted lists, deques."""


from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.memory.case import refused, right

X = np.array([0.3, -0.7, 1.1, 0.5])


@dataclass
class P:
    x: Any
    v: Any


@refused(X, 3)
def pop_front_while_walking(x, n):
    q = [v * v for v in x]
    s = 0.0
    for v in q:
        s += v * 2
        if len(q) > 2:
            s += q.pop(0)
    return s


@refused(X, 3)
def pop_front_pairs_while_walking(x, n):
    q = [(v, v * v) for v in x if v < 9]
    s = 0.0
    for a, b in q:
        s += a * b * 2
        if len(q) > 2:
            s += q.pop(0)[1]
    return s


@right(X, 3)
def append_while_walking(x, n):
    q = [v * v for v in x[:2]]
    s = 0.0
    for v in q:
        s += v * 2
        if len(q) < 5:
            q.append(v * x[0])
    return s


@right(X, 3)
def write_while_walking(x, n):
    q = [v * v for v in x]
    s = 0.0
    for i, v in enumerate(q):
        s += v * 2
        if i < 3:
            q[i + 1] = v * x[i]
    return s


@right(X, 3)
def write_arrays_while_walking(x, n):
    q = [x * v for v in x]
    s = 0.0
    for i, a in enumerate(q):
        s += np.sum(a) * (i + 1)
        if i < 3:
            q[i + 1][0] = a[1] * x[i]
            q[i][2] = 0.0
    return s + sum(np.sum(a) for a in q)


@refused(X, 3)
def replace_arrays_while_walking(x, n):
    q = [x * v for v in x]
    s = 0.0
    for i, a in enumerate(q):
        s += np.sum(a) * (i + 1)
        if i < 3:
            q[i + 1] = a * x[i]
        a[0] = x[1]
    return s + sum(np.sum(a) for a in q)


@refused(X, 3)
def sort_then_write(x, n):
    q = [x * v for v in x]
    r = q[0]
    q.sort(key=lambda a: a[1])
    q[0][1] = x[2]
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(q))


@right(X, 3)
def sorted_numbers(x, n):
    q = [v for v in x]
    q.sort()
    q.reverse()
    return q[0] * 3 + q[1]


@refused(X, 3)
def sorted_rows(x, n):
    t = [[v, v * v, -v] for v in x]
    for r in t:
        r.sort()
    return sum(r[0] * 3 + r[1] for r in t)


@refused(X, 3)
def sorted_row_in_list(x, n):
    t = [[x[0], x[i]] for i in range(n)]
    for i in range(n):
        t[i].sort()
    return sum(r[0] * 3 + r[1] for r in t)


@right(X, 3)
def dq(x, n):
    from collections import deque

    q = deque()
    s = 0.0
    for i in range(n):
        q.append(x[i])
        q.appendleft(x[i] ** 2)
    while q:
        s = s * 0.5 + q.popleft()
    return s


@right(X, 3)
def dq_rows(x, n):
    from collections import deque

    q = deque()
    s = 0.0
    for i in range(n):
        q.append(x * x[i])
    while len(q) > 1:
        a = q.popleft()
        q[0][:] += a
        s += np.sum(a)
    return s + np.sum(q[0])
