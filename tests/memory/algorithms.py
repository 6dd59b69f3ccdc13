"""Algorithms on lists as people write them: beams, queues, stacks, tables, optimisers."""


from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.memory.case import refused, right

X = np.array([0.3, -0.7, 1.1, 0.5])


@dataclass
class P:
    x: Any
    v: Any


@right(X, 4)
def viterbi_soft(x, n):
    v = [[x[0], x[1]]]
    bp = []
    for t in range(1, n):
        row = []
        arg = []
        for s in range(2):
            best = None
            k = -1
            for q in range(2):
                c_ = v[t - 1][q] + x[t] * (q - s)
                if best is None or c_ > best:
                    best = c_
                    k = q
            row.append(best)
            arg.append(k)
        v.append(row)
        bp.append(arg)
    return max(v[-1])


@right(X, 3)
def beam(x, n):
    beams = [(0.0, [])]
    for t in range(n):
        new = []
        for score, seq in beams:
            for a in range(2):
                new.append((score + x[t] * (a + 1), seq + [a]))
        new = sorted(new, key=lambda b: -b[0])[:2]
        beams = new
    return beams[0][0] * 2 + beams[1][0]


@right(X, 3)
def knn(x, n):
    d = []
    for i in range(len(x)):
        d.append((abs(x[i] - 0.4), i))
    d = sorted(d)[:n]
    return sum(x[i] * w for w, i in d)


@refused(X, 3)
def particles(x, n):

    ps = [P(x[i], x[i + 1]) for i in range(n)]
    for _ in range(3):
        for p in ps:
            p.v = p.v - 0.1 * p.x
            p.x = p.x + 0.1 * p.v
    return sum(p.x**2 for p in ps)


@right(X, 3)
def particles_n(x, n):
    ps = []
    for i in range(n):
        ps.append(P(x[i], x[i + 1]))
    for _ in range(3):
        new = []
        for p in ps:
            v = p.v - 0.1 * p.x
            new.append(P(p.x + 0.1 * v, v))
        ps = new
    return sum(p.x**2 for p in ps)


@right(X, 3)
def adam(x, n):
    params = [x[i] * np.ones(2) for i in range(n)]
    m = [np.zeros(2) for _ in range(n)]
    v = [np.zeros(2) for _ in range(n)]
    for t in range(1, 4):
        grads = [2 * p * x[0] for p in params]
        for i, g in enumerate(grads):
            m[i] = 0.9 * m[i] + 0.1 * g
            v[i] = 0.99 * v[i] + 0.01 * g * g
            params[i] = params[i] - 0.1 * m[i] / (np.sqrt(v[i]) + 1e-3)
    return sum(np.sum(p**2) for p in params)


@right(X, 3)
def adam_inplace(x, n):
    params = [x[i] * np.ones(2) for i in range(n)]
    m = [np.zeros(2) for _ in range(n)]
    for t in range(1, 4):
        for p, mm in zip(params, m):
            g = 2 * p * x[0]
            mm *= 0.9
            mm += 0.1 * g
            p -= 0.1 * mm
    return sum(np.sum(p**2) for p in params)


@right(X, 3)
def layers(x, n):
    ws = [np.eye(4) * x[i] for i in range(n)]
    bs = [np.zeros(4) + x[i] for i in range(n)]
    acts = [x]
    for w, b in zip(ws, bs):
        acts.append(np.tanh(w @ acts[-1] + b))
    return np.sum(acts[-1] ** 2)


@right(X, 3)
def rnn_states(x, n):
    h = np.zeros(2)
    hs = []
    for t in range(n):
        h = np.tanh(h * x[t] + x[t + 1])
        hs.append(h)
    return sum(np.sum(a * b) for a, b in zip(hs[1:], hs[:-1]))


@right(X, 3)
def stack_machine(x, n):
    prog = [("push", 0), ("push", 1), ("mul", None), ("push", 2), ("add", None)]
    st = []
    for op, a in prog:
        if op == "push":
            st.append(x[a])
        elif op == "mul":
            p = st.pop()
            q = st.pop()
            st.append(p * q)
        else:
            p = st.pop()
            q = st.pop()
            st.append(p + q)
    return st[-1]


@right(X, 3)
def event_queue(x, n):
    q = [(x[0], 0)]
    total = 0.0
    while q:
        t, k = min(q)
        q.remove((t, k)) if False else None
        q = [e for e in q if e[1] != k]
        total += t * (k + 1)
        if k < n:
            q.append((t + x[k + 1] ** 2, k + 1))
    return total


@right(X, 3)
def memo_table(x, n):
    memo = [None] * (n + 1)

    def f(k):
        if k < 2:
            return x[k]
        return f(k - 1) * x[0] + f(k - 2)

    for k in range(n + 1):
        memo[k] = f(k) if False else x[k] ** 2
    return memo[n] * memo[0]


@right(X, 3)
def moving(x, n):
    window = []
    s = 0.0
    for v in x:
        window.append(v)
        if len(window) > n:
            window.pop(0)
        s += sum(window) / len(window)
    return s


@right(X, 3)
def tree_sum(x, n):
    level = [v for v in x]
    while len(level) > 1:
        nxt = []
        for i in range(0, len(level) - 1, 2):
            nxt.append(level[i] * level[i + 1])
        if len(level) % 2:
            nxt.append(level[-1])
        level = nxt
    return level[0]


@right(X, 3)
def polygon(x, n):
    pts = []
    for i in range(4):
        pts.append((np.cos(x[i]), np.sin(x[i]) * x[0]))
    a = 0.0
    for (x0, y0), (x1, y1) in zip(pts, pts[1:] + pts[:1]):
        a += x0 * y1 - x1 * y0
    return 0.5 * a


@right(X, 3)
def spline_segments(x, n):
    seg = []
    for i in range(3):
        seg.append({"a": x[i], "b": x[i + 1] - x[i], "t0": i})

    def ev(t):
        for s in seg:
            if t < s["t0"] + 1:
                return s["a"] + s["b"] * (t - s["t0"])
        return seg[-1]["a"] + seg[-1]["b"]

    return ev(0.3) * ev(1.7) * ev(5.0)


@refused(X, 3)
def group_by(x, n):
    g = {}
    for i, v in enumerate(x):
        k = i % 2
        if k not in g:
            g[k] = []
        g[k].append(v)
    return sum(g[0]) * sum(g[1])


@right(X, 3)
def matrix_of_zeros_2d(x, n):
    m = [[0.0] * 4 for _ in range(4)]
    for i in range(4):
        for j in range(i, 4):
            m[i][j] = m[j][i] = x[i] * x[j]
    return sum(m[i][j] * (i + 2 * j) for i in range(4) for j in range(4))


@refused(X, 3)
def transpose_lists(x, n):
    m = [[x[i] * j for j in range(3)] for i in range(4)]
    t = list(zip(*m))
    return sum(t[2]) + sum(t[1])


@right(X, 3)
def list_index_swap(x, n):
    a = [v for v in x]
    for i in range(len(a)):
        for j in range(len(a) - 1):
            if a[j] > a[j + 1]:
                a[j], a[j + 1] = a[j + 1], a[j]
    return a[0] * 3 + a[1] * 2 + a[-1]


@right(X, 3)
def running_best(x, n):
    best = None
    hist = []
    for v in x:
        if best is None or v > best:
            best = v
        hist.append(best)
    return sum(h * (i + 1) for i, h in enumerate(hist))


@right(X, 3)
def early_none(x, n):
    def find(k):
        for i in range(len(x)):
            if x[i] > k:
                return i, x[i]
        return None

    r = find(0.4)
    s = find(9.0)
    return r[1] * 2 if s is None else s[1]


@right(X, 3)
def nested_opt(x, n):
    cfg = {"w": None, "b": x[1]}
    out = 0.0
    for i in range(n):
        w = cfg["w"]
        out += x[i] if w is None else x[i] * w
        cfg["w"] = x[i]
    return out * cfg["b"]


@right(X, 3)
def bfs(x, n):
    q = [(x[0], 0)]
    s = 0.0
    while q:
        v, d = q.pop(0)
        s += v * (d + 1)
        if d < n:
            q.append((v * x[d], d + 1))
            q.append((v + x[d], d + 2))
    return s


@right(X, 3)
def queue_numbers(x, n):
    q = [x[0]]
    s = 0.0
    for i in range(n):
        v = q.pop(0)
        s = s * v + v
        q.append(v * x[i])
        q.insert(0, v + x[i + 1])
    return s + sum(k * (i + 1) for i, k in enumerate(q))


@right(X, 3)
def queue_arrays(x, n):
    q = []
    for i in range(n):
        q.insert(0, x * (i + 1))
    s = 0.0
    while q:
        a = q.pop(0)
        a[0] *= 2
        s += np.sum(a * a) * (len(q) + 1)
    return s


@right(X, 3)
def insert_pairs(x, n):
    q = []
    for i in range(n):
        q.insert(0, (x[i], i))
    del q[0]
    return sum(a * (i + 2 * k) for k, (a, i) in enumerate(q))


@right(X, 3)
def insert_returned(x, n):
    q = []
    for i in range(n):
        q.insert(0, x[i] ** 2)
    return q


@refused(X, 3)
def heap(x, n):
    h = []
    for i in range(len(x)):
        h.append((x[i], i))
        h = sorted(h)
    return h[0][0] * 3 + h[-1][0]
