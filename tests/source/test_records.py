"""Lists of structures whose length is only known at run time, and values that may be None."""
# ruff: noqa: B007, B905 (programs as people write them)

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

import s2s

X = np.array([0.3, -0.7, 1.1, 0.5])
W = np.array([[0.2, -0.4, 0.1, 0.6], [0.5, 0.3, -0.2, 0.1], [0.7, 0.2, 0.4, -0.3]])
PROGRAMS: list[tuple[Any, tuple[Any, ...]]] = []
ALIASES: list[Any] = []


def program(*args):
    def note(function):
        PROGRAMS.append((function, args))
        return function

    return note


def alias(function):
    ALIASES.append(function)
    return function


@dataclass
class P:
    x: float
    v: float


class NT(NamedTuple):
    a: float
    b: np.ndarray


@program(X, 0.1)
def gd_history(x, lr):
    hist = []
    for it in range(6):
        f = np.sum(x**2)
        hist.append((it, f, x))
        x = x - lr * 2 * x
    tot = 0.0
    for it, f, xx in hist:
        tot += f * xx[0] * (it + 1)
    return tot


@program(1.2, 0.3)
def while_hist(x, a):
    hist = []
    while x > 0.1:
        hist.append((x, a * x))
        x = x * 0.6
    return sum(p * q for p, q in hist)


@program(1.2, 0.3)
def hist_rev(x, a):
    hist = []
    for i in range(4):
        x = np.sin(x) + a
        hist.append((i, x))
    s = 0.0
    for i, v in reversed(hist):
        s = s * a + v * i
    return s


@program(1.2, 0.3)
def hist_zip(x, a):
    traj = []
    for i in range(5):
        x = x + 0.1 * a * x
        traj.append((x, x * a))
    xs, ys = zip(*traj)
    return np.sum(np.array(xs) * np.array(ys))


@program(1.2, 0.3)
def hist_return(x, a):
    traj = []
    for i in range(5):
        x = x + 0.1 * a * x
        traj.append((i, x, a * x))
    return traj


@program(1.2, 0.3)
def hist_array(x, a):
    traj = []
    t = 0.0
    while t < 0.45:
        x = x + 0.1 * a * x
        traj.append((x, x * x))
        t += 0.1
    return np.array(traj)


@program(1.2, 0.3)
def hist_dict(x, a):
    log = []
    for i in range(5):
        x = x + 0.1 * a * x
        log.append({"x": x, "i": i, "loss": x**2})
    return sum(e["loss"] for e in log) + log[-1]["x"]


@program(1.2, 0.3)
def hist_dc(x, a):
    ps = []
    for i in range(5):
        x = x + 0.1 * a * x
        ps.append(P(x, a * x))
    return sum(p.x * p.v for p in ps)


@program(X)
def lol(x):
    rows = []
    for i in range(4):
        row = []
        for j in range(i + 1):
            row.append(x[i] * x[j])
        rows.append(row)
    s = 0.0
    for row in rows:
        for v in row:
            s = s + v * v
    return s


@program(X)
def comp_tuples(x):
    pairs = [(i, v) for i, v in enumerate(x) if v > 0]
    s = 0.0
    for i, v in pairs:
        s += i * v**2
    return s


@program(X)
def comp_lists(x):
    m = [[a * b for b in x] for a in x]
    return sum(sum(r) for r in m)


@program(X)
def stack_dfs(x):
    stack = [(0, x[0])]
    tot = 0.0
    while stack:
        d, v = stack.pop()
        tot = tot + v
        if d < 3:
            stack.append((d + 1, v * 0.5))
            stack.append((d + 1, v * v))
    return tot


@program(X)
def none_list(x):
    cache = [None] * 4
    for i in range(4):
        if cache[i] is None:
            cache[i] = x[i] ** 2
    s = 0.0
    for c in cache:
        if c is not None:
            s += c
    return s


@program(X)
def optional_list(x):
    out = []
    for v in x:
        if v > 0:
            out.append(v * v)
        else:
            out.append(None)
    return sum(v for v in out if v is not None)


@program(X, W)
def layers(x, w):
    acts = []
    h = x
    for k in range(3):
        z = w @ h
        a = np.tanh(z)
        acts.append((z, a))
        h = np.concatenate([a, a[:1]])
    return sum(np.sum(z * a) for z, a in acts)


@program(X)
def nested_tuple_list(x):
    out = []
    for i in range(3):
        out.append(((x[i], x[i + 1]), {"k": x[i] * 2.0, "n": i}))
    s = 0.0
    for (a, b), d in out:
        s += a * b * d["k"] + d["n"] * a
    return s


@program(X)
def slices_of_records(x):
    recs = []
    for i in range(4):
        recs.append((i, x[i] ** 2))
    s = 0.0
    for i, v in recs[1:]:
        s += v * i
    return s + len(recs) * recs[0][1]


@program(X)
def extend_recs(x):
    recs = []
    for i in range(3):
        recs.extend([(i, x[i]), (i + 1, x[i + 1])])
    return sum(a * b for a, b in recs)


@program(X)
def recs_plus(x):
    recs = []
    for i in range(3):
        recs += [(x[i], x[i + 1])]
    return sum(a * b for a, b in recs)


@program(X)
def recs_write(x):
    recs = [(0.0, 0.0)] * 4
    for i in range(4):
        recs[i] = (x[i], x[i] ** 2)
    return sum(a * b for a, b in recs)


@program(X)
def bubble(x):
    items = [(v * v, i) for i, v in enumerate(x)]
    best = items[0]
    for it in items[1:]:
        if it[0] > best[0]:
            best = it
    return best[0] * best[1]


@program(X)
def same_object_appended(x):
    p = P(x[0], x[1])
    kept = []
    for i in range(3):
        p.x = p.x * x[i]
        kept.append(p)
    return sum(q.x for q in kept)


@program(X)
def mutate_after_append(x):
    kept = []
    for i in range(3):
        p = P(x[i], 1.0)
        kept.append(p)
        p.x = p.x * 2
    return sum(q.x for q in kept)


@program(X)
def row_reused(x):
    rows = []
    row = []
    for i in range(3):
        row.append(x[i])
        rows.append(row)
    return sum(sum(r) for r in rows)


@program(X)
def mutate_read(x):
    kept = []
    for i in range(3):
        kept.append({"a": x[i]})
    kept[1]["a"] = x[3] * 2
    return sum(d["a"] for d in kept)


@program(X)
def mutate_in_loop(x):
    kept = []
    for i in range(3):
        kept.append({"a": x[i]})
    for d in kept:
        d["a"] *= 2
    return sum(d["a"] for d in kept)


@program(X)
def array_in_tuple_written(x):
    kept = []
    for i in range(3):
        a = x * i
        kept.append((i, a))
        a[0] = 5.0 * x[1]
    return sum(np.sum(a) * i for i, a in kept)


@program(X)
def array_in_tuple_written_later(x):
    kept = []
    buf = np.zeros(4)
    for i in range(3):
        buf = buf + x * i
        kept.append((i, buf))
    buf[0] = 5.0 * x[1]
    return sum(np.sum(a) * i for i, a in kept)


@program(X)
def array_shared_buf(x):
    kept = []
    buf = np.zeros(4)
    for i in range(3):
        buf += x * i
        kept.append((i, buf))
    return sum(np.sum(a) * i for i, a in kept)


@program(X)
def array_shared_buf_copy(x):
    kept = []
    buf = np.zeros(4)
    for i in range(3):
        buf += x * i
        kept.append((i, buf.copy()))
    return sum(np.sum(a) * i for i, a in kept)


@program(X)
def read_and_write_array(x):
    kept = []
    for i in range(3):
        kept.append((i, x * i))
    i, a = kept[1]
    a[0] = 7.0 * x[2]
    return sum(np.sum(a) * i for i, a in kept)


@program(X)
def list_alias_loop(x):
    a = [x[0]]
    b = a
    for i in range(3):
        if i == 1:
            b = [x[1]]
        b.append(x[i])
    return sum(a) + 2 * sum(b)


@program(X)
def branch_append(x):
    kept = []
    for i in range(4):
        if x[i] > 0:
            kept.append((x[i], 1.0))
        else:
            kept.append((x[i] * 2, x[0]))
    return sum(a * b for a, b in kept)


@program(X)
def branch_pop(x):
    kept = []
    for i in range(4):
        kept.append((i, x[i]))
        if x[i] < 0:
            k, v = kept.pop()
            kept.append((k, v * v))
            kept.append((k, v * 3))
    return sum(a * b for a, b in kept)


@program(X)
def two_lists_swap(x):
    cur = [(1.0, x[0])]
    for i in range(3):
        nxt = []
        for p, v in cur:
            nxt.append((p * 0.5, v * x[i]))
            nxt.append((p * 0.5, v + x[i]))
        cur = nxt
    return sum(p * v for p, v in cur)


@program(X)
def beam(x):
    beams = [([0.0], x[0])]
    for i in range(3):
        new = []
        for seq, s in beams:
            new.append((seq + [s], s * x[i]))
        beams = new
    return beams[0][1] + sum(beams[0][0])


@program(X)
def queue_bfs(x):
    q = [(x[0], 0)]
    i = 0
    tot = 0.0
    while i < len(q):
        v, d = q[i]
        i += 1
        tot += v
        if d < 2:
            q.append((v * 0.5, d + 1))
            q.append((v + x[1], d + 1))
    return tot


@program(X)
def int_then_float(x):
    kept = []
    for i in range(4):
        if i == 0:
            kept.append((0, i))
        else:
            kept.append((x[i], i))
    return sum(a * i for a, i in kept)


@program(X)
def str_tag(x):
    kept = []
    for i in range(4):
        kept.append(("even" if i % 2 == 0 else "odd", x[i]))
    s = 0.0
    for t, v in kept:
        if t == "even":
            s += v * v
        else:
            s += 3 * v
    return s


@program(X)
def optional_entry(x):
    kept = []
    for i in range(4):
        kept.append((x[i], x[i] * 2 if x[i] > 0 else None))
    s = 0.0
    for a, b in kept:
        s += a if b is None else b * a
    return s


@program(X)
def recs_slice_rev(x):
    kept = []
    for i in range(4):
        kept.append((x[i], i))
    s = 0.0
    for v, i in kept[::-1]:
        s = s * 0.5 + v * i
    for v, i in kept[:-1]:
        s = s + v
    for (v, i), (w, j) in zip(kept[:-1], kept[1:]):
        s += v * w * j
    return s


@program(X)
def recs_enum(x):
    kept = [(v, v * v) for v in x if v < 1]
    s = 0.0
    for k, (a, b) in enumerate(kept, 1):
        s += k * a * b
    for k, p in enumerate(kept):
        s += k * p[0]
    return s


@program(X)
def recs_return_dict(x):
    kept = []
    for v in x:
        kept.append({"v": v, "sq": [v * v, v], "n": None, "t": "a"})
    return kept


@program(X)
def recs_return_dc(x):
    kept = []
    for v in x:
        kept.append(P(v, v * v))
    return {"l": kept, "n": len(kept)}


@program(X)
def recs_return_nt(x):
    kept = []
    for v in x:
        kept.append(NT(v, v * x))
    return kept


@program(X)
def recs_arrays_matrix(x):
    kept = []
    for v in x:
        kept.append((x * v, x + v))
    return np.array(kept)


@program(X)
def recs_asarray_mean(x):
    kept = []
    for v in x:
        kept.append((v, v * v, 3))
    return np.mean(np.asarray(kept), axis=0)


@program(X)
def recs_unzip_dyn(x):
    kept = []
    for v in x:
        kept.append((v, v * x))
    a, b = zip(*kept)
    return np.sum(np.stack(b) * np.array(a))


@program(X)
def recs_copy(x):
    kept = []
    for v in x:
        kept.append((v, 1.0))
    m = list(kept)
    m.append((x[0], x[1]))
    k = kept.copy()
    return sum(a * b for a, b in m) + len(k) + sum(a for a, b in k)


@program(X)
def recs_add(x):
    kept = []
    m = []
    for v in x:
        kept.append((v, 1.0))
        m.append((v * 2, v))
    return sum(a * b for a, b in kept + m)


@program(X)
def recs_in_callee(x):
    def step(h, v):
        h.append((v, v * v))
        return h

    h = []
    for v in x:
        h = step(h, v)
    return sum(a * b for a, b in h)


@program(X)
def recs_list_items(x):
    kept = []
    for v in x:
        kept.append([v, v * 2, 1.0])
    return sum(r[0] * r[1] + r[2] for r in kept) + kept[0][1]


@program(X)
def ragged(x):
    kept = []
    for i in range(4):
        if i % 2:
            kept.append([x[i]])
        else:
            kept.append([x[i], x[0]])
    return sum(sum(r) for r in kept)


@program(X)
def lol_index(x):
    rows = [[a * b for b in x] for a in x]
    s = 0.0
    for i in range(len(rows)):
        for j in range(len(rows[i])):
            s += rows[i][j] * (i + 2 * j)
    return s


@program(X)
def lol_return(x):
    rows = []
    for i in range(3):
        rows.append([x[k] * x[i] for k in range(i + 1)])
    return rows


@program(X)
def lol_array(x):
    rows = [[a * b for b in x] for a in x]
    return np.array(rows)


@program(X)
def lol_transposed(x):
    rows = [[a * b + a for b in x] for a in x]
    cols = [[r[j] for r in rows] for j in range(4)]
    return cols[1][2] * cols[3][0]


@program(X)
def sbn(x):
    best = None
    for i, v in enumerate(x):
        if best is None or v > best[0]:
            best = (v, i)
    return best[0] * best[1]


@program(X)
def sbn2(x):
    best = None
    for i, v in enumerate(x):
        if best is None:
            best = (v, i)
        elif v > best[0]:
            best = (v, i)
    v, i = best
    return v * i


@program(X)
def prev_s(x):
    prev = None
    s = 0.0
    for v in x:
        cur = {"v": v, "i": 1}
        if prev is not None:
            s += (cur["v"] - prev["v"]) * (cur["i"] + prev["i"])
        prev = cur
    return s


@program(X)
def prev_dc(x):
    prev = None
    s = 0.0
    for v in x:
        cur = P(v, v * v)
        if prev is not None:
            s += (cur.x - prev.x) * (cur.v + prev.v)
        prev = cur
    return s


@program(X)
def opt_result(x):
    def find(x):
        for v in x:
            if v < 0:
                return v
        return None

    r = find(x)
    return r * 2 if r is not None else x[0]


@program(X)
def opt_result2(x):
    def find(x):
        for i, v in enumerate(x):
            if v < 0:
                return i, v
        return None

    r = find(x)
    if r is None:
        return x[0]
    i, v = r
    return v * i


@program(X)
def opt_arr(x):
    m = None
    for v in x:
        g = x * v
        if m is None:
            m = g
        else:
            m = 0.9 * m + 0.1 * g
    return np.sum(m * m)


@program(X)
def opt_arr_inplace(x):
    m = None
    for v in x:
        g = x * v
        if m is None:
            m = np.zeros_like(g)
        m *= 0.9
        m += g
    return np.sum(m * m)


@program(X)
def opt_return_none(x):
    m = None
    for v in x:
        if v > 5:
            m = v
    return x * 2, m


@program(X)
def opt_or(x):
    m = None
    for v in x:
        m = (m or 1.0) * v
    return m


@alias
def list_alias_branch2(x):
    a = [x[0]]
    b = [x[1]]
    c = a if x[0] > 0 else b
    c.append(x[2])
    return sum(a) + 2 * sum(b)


@alias
def list_alias_loop2(x):
    a = [x[0]]
    best = a
    for i in range(3):
        a = a + [x[i] * i]
        if x[i] > 0:
            best = a
        a.append(x[i])
    return sum(a) + 2 * sum(best)


@program(X, 2)
def arrays_without_derivative_in_a_list(x, n):
    kept = [np.ones(4)] * n
    kept[1] = x * 2
    s = 0.0
    for i in range(n):
        y = kept[i]
        kept[i] = y * x
        s = s + np.sum(y)
    return s


@program(X)
def grown_in_one_of_two_arms_and_beside_a_loop(x):
    pairs = [(x[0], x)]
    if x[1] > 0.0:
        pairs.append((0.5, x))
    if x[0] > 1.0:
        for i in range(2):
            assert x[i] < 9.0
    else:
        pairs.append((x[2], x))
    return sum([pair[0] * pair[1][0] for pair in pairs])


@pytest.mark.parametrize(("function", "args"), PROGRAMS, ids=[f.__name__ for f, _ in PROGRAMS])
def test_program(function, args) -> None:
    s2s.check_gradients(function, *args)


@pytest.mark.parametrize("function", ALIASES, ids=[f.__name__ for f in ALIASES])
def test_a_list_that_may_be_another_one(function) -> None:
    """Right, or refused."""
    with pytest.raises(s2s.UnsupportedError, match="may be one of several"):
        s2s.check_gradients(function, X)
