"""Writes into the items of lists: arrays and lists, items with two names, items that are in two lists."""


from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.memory.case import refused, right

X = np.array([0.3, -0.7, 1.1, 0.5])
W = np.array([[0.2, -0.4, 0.1, 0.6], [0.5, 0.3, -0.2, 0.1], [0.7, 0.2, 0.4, -0.3]])


@dataclass
class P:
    x: Any
    v: Any


@right(X, W)
def soft_dtw(x, w):
    n, m = len(x), len(w)
    d = [[0.0] * (m + 1) for _ in range(n + 1)]
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            c = (x[i - 1] - w[j - 1, 0]) ** 2
            d[i][j] = c - 0.1 * np.log(
                np.exp(-d[i - 1][j] / 0.1) + np.exp(-d[i][j - 1] / 0.1) + np.exp(-d[i - 1][j - 1] / 0.1)
            )
    return d[n][m]


@right(X, 4)
def params(x, n):
    ws = [np.ones((2, 2)) * x[i] for i in range(n)]
    gs = [np.eye(2) * x[i] ** 2 for i in range(n)]
    for t in range(3):
        for i in range(n):
            ws[i] -= 0.1 * (gs[i] @ ws[i])
    return sum(np.sum(w**2) for w in ws)


@refused(X, 4)
def same_row_twice(x, n):
    q = []
    r = np.zeros(2)
    for i in range(n):
        q.append(r)
    for i in range(n):
        q[i][0] += x[i]
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(q))


@refused(X, 4)
def last_shared(x, n):
    q = [np.zeros(2) for _ in range(n)]
    q.append(q[0])
    for i in range(n):
        q[i][0] += x[i]
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(q))


@refused(X, 4)
def swapped(x, n):
    q = [x * (i + 1) for i in range(n)]
    for i in range(n - 1):
        q[i], q[i + 1] = q[i + 1], q[i]
    for i in range(n):
        q[i][0] += x[i]
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(q))


@refused(X, 4)
def row_name_kept(x, n):
    q = [x * (i + 1) for i in range(n)]
    r = q[0]
    q[0][1] = x[2] ** 2
    r[0] = x[3] ** 2
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(q))


@refused(X, 4)
def row_name_kept_read(x, n):
    q = [x * (i + 1) for i in range(n)]
    r = q[0]
    q[0][1] = x[2] ** 2
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(q)) + np.sum(r)


@right(X, 4)
def row_name_written(x, n):
    q = [x * (i + 1) for i in range(n)]
    r = q[0]
    r[0] = x[3] ** 2
    r[1] *= r[0]
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(q)) + np.sum(r)


@refused(X, 4)
def row_replaced_then_written(x, n):
    q = [x * (i + 1) for i in range(n)]
    r = q[0]
    q[0] = x**2
    r[0] = x[3] ** 2
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(q)) + np.sum(r)


@refused(X, 4)
def row_after_append(x, n):
    q = [x * (i + 1) for i in range(n)]
    r = q[-1]
    q.append(x**2)
    r[0] = x[3] ** 2
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(q)) + np.sum(r)


@right(X, 4)
def row_in_loop_outside(x, n):
    q = [x * (i + 1) for i in range(n)]
    r = q[1]
    for i in range(n):
        r[i] = x[i] ** 2 * r[i - 1]
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(q))


@refused(X, 4)
def row_in_loop_replaced(x, n):
    q = [x * (i + 1) for i in range(n)]
    r = q[1]
    for i in range(n):
        r[i] = x[i] ** 2 * r[i - 1]
        q[1] = x * 2
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(q))


@right(X, 4)
def row_by_branch(x, n):
    q = [x * (i + 1) for i in range(n)]
    r = q[1] if x[0] > 0 else q[2]
    r[0] = x[1] ** 2
    return np.sum(r)


@right(X, 4)
def row_by_branch_list_read(x, n):
    q = [x * (i + 1) for i in range(n)]
    r = q[1] if x[0] > 0 else q[2]
    r[0] = x[1] ** 2
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(q))


@right(X, 4)
def in_branch(x, n):
    q = [x * (i + 1) for i in range(n)]
    for i in range(n):
        if x[i] > 0:
            q[i][0] = x[i] ** 2
        else:
            q[0][i] *= x[1]
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(q))


@right(X, 4)
def in_while(x, n):
    q = [x * (i + 1) for i in range(n)]
    i = 0
    while i < n:
        q[i][i] = q[i - 1][0] * x[i]
        i += 1
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(q))


@right(X, 4)
def in_callee(x, n):
    q = [x * (i + 1) for i in range(n)]

    def touch(rows, i, v):
        rows[i][0] = v * v

    def touch_row(row, v):
        row[1] = v * v * row[0]

    for i in range(n):
        touch(q, i, x[i])
        touch_row(q[i], x[i - 1])
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(q))


@right(X, 4)
def row_views(x, n):
    q = [x * (i + 1) for i in range(n)]
    for i in range(n):
        v = q[i][1:3]
        v *= x[0]
        v[0] = v[1] ** 2
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(q))


@right(X, 4)
def masks(x, n):
    q = [x * (i + 1) for i in range(n)]
    for i in range(n):
        q[i][q[i] < 0] = x[1] * 2
        q[i][[0, 0, 1]] = x[:3]
    return sum(np.sum(a**2) * (k + 1) for k, a in enumerate(q))


@right(X, 4)
def whole(x, n):
    q = [x * (i + 1) for i in range(n)]
    for i in range(n):
        q[i][:] = q[i - 1] * 2
        q[i][...] += x
    return sum(np.sum(a**2) * (k + 1) for k, a in enumerate(q))


@right(X, 4)
def between_lists(x, n):
    q = [x * (i + 1) for i in range(n)]
    p = [np.zeros(4) for _ in range(n)]
    for i in range(n):
        p[i][:] = q[i]
        q[i][0] = p[i - 1][1]
    return sum(np.sum(a**2) * (k + 1) for k, a in enumerate(q)) + sum(np.sum(a**2) for a in p)


@refused(X, 4)
def moved_rows(x, n):
    q = [x * (i + 1) for i in range(n)]
    p = []
    for i in range(n):
        p.append(q[i])
    for i in range(n):
        q[i][0] = x[i] ** 2
    return sum(np.sum(a**2) * (k + 1) for k, a in enumerate(p))


@right(X, 4)
def moved_rows_other(x, n):
    q = [x * (i + 1) for i in range(n)]
    p = []
    for i in range(n):
        p.append(q[i])
    for i in range(n):
        q[i][0] = x[i] ** 2
    return sum(np.sum(a**2) * (k + 1) for k, a in enumerate(q))


@right(X, 4)
def popped(x, n):
    q = [x * (i + 1) for i in range(n)]
    s = 0.0
    while q:
        a = q.pop()
        a[0] = a[1] * 2
        s += np.sum(a * a)
        if q:
            q[-1][2] += s
    return s


@right(X, 4)
def popped_pushed(x, n):
    q = [x * (i + 1) for i in range(n)]
    for i in range(n):
        a = q.pop()
        a[0] = a[1] * x[i]
        q.append(a)
    return sum(np.sum(a**2) * (k + 1) for k, a in enumerate(q))


@right(X, 4)
def pascal(x, n):
    t = [[x[0]]]
    for i in range(n):
        row = [x[0]]
        for j in range(i):
            row.append(t[i][j] + t[i][j + 1] * x[i])
        row.append(x[i])
        t.append(row)
    return sum(sum(r) * (k + 1) for k, r in enumerate(t))


@right(X, 4)
def matmul_lists(x, n):
    a = [[x[i] * x[j] for j in range(n)] for i in range(n)]
    b = [[x[i] + x[j] for j in range(n)] for i in range(n)]
    c = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            for k in range(n):
                c[i][j] += a[i][k] * b[k][j]
    return sum(c[i][j] * (i + 2 * j) for i in range(n) for j in range(n))


@right(X, 4)
def gauss_lists(x, n):
    a = [[x[i] * x[j] + (3.0 if i == j else 0.0) for j in range(n)] for i in range(n)]
    b = [x[i] for i in range(n)]
    for k in range(n):
        for i in range(k + 1, n):
            f = a[i][k] / a[k][k]
            for j in range(k, n):
                a[i][j] -= f * a[k][j]
            b[i] -= f * b[k]
    return sum(b)


@right(X, 4)
def three_deep(x, n):
    t = [[[0.0] * 2 for _ in range(n)] for _ in range(n)]
    for i in range(n):
        for j in range(n):
            t[i][j][1] += x[i] * x[j]
            t[j][i][0] = t[i][j][1] * 2
    return sum(t[i][j][0] * t[i][j][1] * (i + 1) for i in range(n) for j in range(n))


@right(X, 4)
def list_of_list_of_arrays(x, n):
    t = [[x * (i + j) for i in range(2)] for j in range(n)]
    for i in range(n):
        t[i][1][0] = x[i] ** 2
    return sum(np.sum(t[i][j]) * (i + 1) for i in range(n) for j in range(2))


@right(X, 4)
def inner_append(x, n):
    t = [[] for _ in range(n)]
    for i in range(n):
        for j in range(n):
            if (i * j) % 3:
                t[j].append(x[i] * x[j])
    return sum(sum(r) * (k + 1) for k, r in enumerate(t))


@right(X, 4)
def inner_append_rows(x, n):
    t = [[x[i]] for i in range(n)]
    for i in range(n):
        t[i].append(x[i] ** 2)
        t[i][0] *= 2
    return sum(sum(r) * (k + 1) for k, r in enumerate(t))


@right(X, 4)
def inner_pop(x, n):
    t = [[x[i], x[i] ** 2, x[i] ** 3] for i in range(n)]
    s = 0.0
    for i in range(n):
        s += t[i].pop() * (i + 1)
    return s + sum(sum(r) * (k + 1) for k, r in enumerate(t))


@right(X, 4)
def row_assigned_list(x, n):
    t = [[0.0] * n for _ in range(n)]
    for i in range(n):
        t[i] = [x[i] * x[j] for j in range(n)]
        t[i][0] = x[0]
    return sum(sum(r) * (k + 1) for k, r in enumerate(t))


@refused(X, 4)
def row_shared_list(x, n):
    r = [0.0] * n
    t = [r for _ in range(n)]
    for i in range(n):
        t[i][i] = x[i]
    return sum(sum(q) * (k + 1) for k, q in enumerate(t))


@right(X, 4)
def returned_rows(x, n):
    t = [[0.0] * n for _ in range(n)]
    for i in range(n):
        t[i][i] = x[i] ** 2
    return t


@right(X, 4)
def returned_arrays(x, n):
    t = [np.zeros(2) for _ in range(n)]
    for i in range(n):
        t[i][1] = x[i] ** 2
    return t


@right(X, 4)
def as_array(x, n):
    t = [[0.0] * n for _ in range(n)]
    for i in range(n):
        t[i][i] = x[i] ** 2
    return np.linalg.det(np.array(t))


@right(X, 4)
def array_read_then_written(x, n):
    t = [np.zeros(3) + x[i] for i in range(n)]
    m = np.array(t)
    t[0][0] = x[1]
    return np.sum(m**2) + sum(np.sum(a**3) for a in t)


@right(X, 4)
def residual_read_then_written(x, n):
    t = [x * x[i] for i in range(n)]
    s = 0.0
    for i in range(n):
        s += np.sum(t[i] ** 2)
        t[i][0] = x[i]
        t[0][i] *= 2
        s += np.sum(np.sin(t[0]))
    return s


@right(X, 4)
def passive_list(x, n):
    t = [np.zeros(3) for _ in range(n)]
    for i in range(n):
        t[i][0] = i
    return sum(np.sum(a) * x[k] for k, a in enumerate(t))


@refused(X, 4)
def passive_then_reversed(x, n):
    t = [np.zeros(3) + i for i in range(n)]
    r = t[0]
    t.reverse()
    r[0] = x[1]
    return sum(np.sum(a) * x[k] for k, a in enumerate(t))


@right(X, 4)
def index_array_changes(x, n):
    t = [np.zeros(3) for i in range(n)]
    idx = np.array([0, 1, 2])
    r = t[idx[1]]
    idx[1] = 0
    r[0] = x[1] ** 2
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(t))


@right(X, 4)
def alias_list(x, n):
    t = [np.zeros(3) for i in range(n)]
    u = t
    for i in range(n):
        u[i][0] = x[i] ** 2
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(t))


@refused(X, 4)
def copy_list(x, n):
    t = [np.zeros(3) for i in range(n)]
    u = t.copy()
    for i in range(n):
        u[i][0] = x[i] ** 2
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(u))


@refused(X, 4)
def copy_list_read(x, n):
    t = [np.zeros(3) for i in range(n)]
    u = t.copy()
    for i in range(n):
        u[i][0] = x[i] ** 2
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(t))


@right(X, 4)
def copy_rows(x, n):
    t = [[x[i], x[i] ** 2] for i in range(n)]
    u = [list(r) for r in t]
    for i in range(n):
        u[i][0] = x[i] ** 3
    return sum(sum(a) * (k + 1) for k, a in enumerate(t)) + sum(sum(a) for a in u)


@right(X, 4)
def zip_rows(x, n):
    t = [np.zeros(3) + x[i] for i in range(n)]
    u = [np.ones(3) * x[i] for i in range(n)]
    for a, b in zip(t, u):
        a[0] = b[1] * 2
        b *= a
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(t)) + sum(np.sum(a**2) for a in u)


@right(X, 4)
def enumerate_rows(x, n):
    t = [np.zeros(3) + x[i] for i in range(n)]
    for i, a in enumerate(t):
        a[0] = x[i] ** 2
    for a in reversed(t):
        a[1] *= a[0]
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(t))


@right(X, 4)
def dict_of_rows(x, n):
    d = {"a": [np.zeros(3) for _ in range(n)], "b": [[0.0] * 2 for _ in range(n)]}
    for i in range(n):
        d["a"][i][0] = x[i] ** 2
        d["b"][i][1] += x[i]
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(d["a"])) + sum(sum(r) * r[1] for r in d["b"])


@right(X, 4)
def attr_rows(x, n):
    p = P([np.zeros(3) for _ in range(n)], 0)
    for i in range(n):
        p.x[i][0] = x[i] ** 2
        p.x[i] *= x[0]
    return sum(np.sum(a) * (k + 1) for k, a in enumerate(p.x))


@right(X, 4)
def pairs_arrays(x, n):
    q = [(np.zeros(3), x[i]) for i in range(n)]
    for i in range(n):
        q[i][0][1] = q[i - 1][1] ** 2
    return sum(np.sum(a) * b for a, b in q)


@refused(X, 4)
def pairs_arrays_shared(x, n):
    z = np.zeros(3)
    q = [(z, x[i]) for i in range(n)]
    for i in range(n):
        q[i][0][1] += q[i - 1][1] ** 2
    return sum(np.sum(a) * b for a, b in q)


@refused(X, 4)
def pairs_two_same(x, n):
    q = []
    for i in range(n):
        z = np.zeros(3)
        q.append((z, z))
    for i in range(n):
        q[i][0][1] += x[i] ** 2
    return sum(np.sum(b) * (a[1]) for a, b in q)


@refused(X, 4)
def inner_shared_deep(x, n):
    inner = [x[0]]
    t = [[inner] for _ in range(n)]
    t[0][0][0] = x[1] ** 2
    return sum(r[0][0] for r in t)


@refused(X, 4)
def inner_shared_deep2(x, n):
    inner = [x[0]]
    t = [[] for _ in range(n)]
    t[0].append(inner)
    t[1].append(inner)
    t[0][0][0] = x[1] ** 2
    return t[1][0][0]


@refused(X, 4)
def inner_shared_arrays(x, n):
    inner = x * 2
    t = [[] for _ in range(n)]
    t[0].append(inner)
    t[1].append(inner)
    t[0][0][0] = x[1] ** 2
    return np.sum(t[1][0])


@refused(X, 4)
def inner_shared_named(x, n):
    inner = x * 2
    t = [[x * i] for i in range(n)]
    a = t[0]
    b = t[1]
    a.append(inner)
    b.append(inner)
    a[1][0] = x[1] ** 2
    return np.sum(b[1])


@refused(X, 4)
def inner_shared_named2(x, n):
    inner = x * 2
    t = [[x * i] for i in range(n)]
    a = t[0]
    b = t[1]
    b.append(inner)
    a.append(inner)
    c = b[1]
    c[0] = x[1] ** 2
    return np.sum(t[0][1])


@refused(X, 4)
def inner_moved(x, n):
    t = [[x * i] for i in range(n)]
    t[1].append(t[0][0])
    t[0][0][0] = x[1] ** 2
    return np.sum(t[1][1]) + np.sum(t[0][0])


@right(X, 4)
def inner_popped_and_pushed(x, n):
    t = [[x * i] for i in range(n)]
    a = t[0].pop()
    t[1].append(a)
    t[1][1][0] = x[1] ** 2
    return np.sum(t[1][1]) + np.sum(t[0 + 1][0])


@refused(X, 4)
def inner_popped_and_pushed_twice(x, n):
    t = [[x * i] for i in range(n)]
    a = t[0].pop()
    t[1].append(a)
    t[2].append(a)
    t[1][1][0] = x[1] ** 2
    return np.sum(t[2][1])


@refused(X, 4)
def rows_replaced_deep(x, n):
    t = [[x * i, x] for i in range(n)]
    t[0] = t[1]
    t[0][0][0] = x[1] ** 2
    return sum(np.sum(r[0]) for r in t)


@refused(X, 4)
def graph(x, n):
    adj = [[] for _ in range(n)]
    for i in range(n):
        for j in range(i):
            adj[i].append((j, x[i] * x[j]))
            adj[j].append((i, x[j]))
    s = [0.0] * n
    for i in range(n):
        for j, w in adj[i]:
            s[i] += w * (j + 1)
    return sum(s)


@right(X, 4)
def buckets(x, n):
    b = [[] for _ in range(3)]
    for i in range(n):
        b[i % 3].append(x[i] ** 2)
    return sum(sum(q) * (k + 1) for k, q in enumerate(b))
