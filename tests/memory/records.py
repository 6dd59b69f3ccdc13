"""Lists of structures and lists of lists: items that share memory, lists that have two names, changes of items."""


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
def held_array_written(x):
    rows = []
    b = np.zeros(4)
    for i in range(3):
        rows.append((i, b))
        b[i] = x[i] * 2
    s = 0.0
    for i, r in rows:
        s += (i + 1) * np.sum(r * r)
    return s


@right(X)
def held_copy(x):
    rows = []
    b = np.zeros(4)
    for i in range(3):
        b[i] = x[i] * 2
        rows.append((i, b.copy()))
    s = 0.0
    for i, r in rows:
        s += (i + 1) * np.sum(r * r)
    return s


@right(X)
def item_array_written_in_loop(x):
    rows = []
    for i in range(3):
        rows.append((i, x * (i + 1)))
    for i, r in rows:
        r[0] = r[1] * 2
    s = 0.0
    for i, r in rows:
        s += (i + 1) * np.sum(r * r)
    return s


@right(X)
def item_array_written_by_index(x):
    rows = []
    for i in range(3):
        rows.append((i, x * (i + 1)))
    rows[1][1][0] = x[2] ** 2
    s = 0.0
    for i, r in rows:
        s += (i + 1) * np.sum(r * r)
    return s


@refused(X)
def nested_list_row_appended_after(x):
    rows = []
    row = []
    for v in x:
        row.append(v * v)
        rows.append(row)
    return sum(sum(r) for r in rows)


@right(X)
def nested_list_new_row(x):
    rows = []
    row = []
    for v in x:
        row = row + [v * v]
        rows.append(row)
    return sum(sum(r) for r in rows)


@refused(X)
def nested_list_row_then_append_next(x):
    rows = []
    row = [0.0]
    for v in x:
        row.append(v)
        row = row + [v * v]
        rows.append(row)
    return sum(sum(r) * len(r) for r in rows)


@right(X)
def last_row_changed(x):
    rows = [[x[0]]]
    for v in x:
        rows.append([v])
        rows[-1].append(v * v)
    return sum(sum(r) * len(r) for r in rows)


@refused(X)
def first_row_changed_each(x):
    rows = []
    for v in x:
        rows.append([v])
        rows[0].append(v * v)
    return sum(sum(r) * len(r) for r in rows)


@right(X)
def row_item_assigned(x):
    rows = []
    for v in x:
        rows.append([v, v * v])
    rows[0][1] = x[3] ** 3
    return sum(r[0] * r[1] for r in rows)


@right(X)
def rows_twice_the_same(x):
    row = [x[0], x[1]]
    rows = []
    for i in range(3):
        rows.append(row)
    row[0] = x[2] ** 2
    return sum(r[0] * r[1] for r in rows)


@right(X)
def particle_changed_after_append(x):
    ps = []
    for i in range(4):
        ps.append(P(x[i], x[i] ** 2))
    for p in ps:
        p.x = p.x + 0.1 * p.v
    return sum(p.x * p.v for p in ps)


@right(X)
def particle_changed_before_and_after(x):
    ps = []
    p = P(x[0], x[1])
    for i in range(3):
        p.x += p.v * 0.1
        ps.append(p)
    return sum(q.x * q.v for q in ps)


@right(X)
def particle_replaced(x):
    ps = []
    p = P(x[0], x[1])
    for i in range(3):
        p = P(p.x + p.v * 0.1, p.v * x[2])
        ps.append(p)
    return sum(q.x * q.v for q in ps)


@right(X)
def dict_items(x):
    log = []
    for i in range(len(x)):
        d = {"a": x[i]}
        d["b"] = d["a"] ** 2
        log.append(d)
    return sum(d["a"] * d["b"] for d in log)


@right(X)
def dict_changed_after(x):
    log = []
    d = {"a": x[0]}
    for i in range(3):
        d["a"] = d["a"] * x[i]
        log.append(d)
    return sum(e["a"] for e in log)


@right(X, 3)
def returned_list_of_tuples(x, n):
    out = []
    for i in range(n):
        out.append((x[i], x[i] * x))
    return out


@right(X, 3)
def returned_list_of_dicts(x, n):
    out = []
    for i in range(n):
        out.append({"p": x[i] ** 2, "q": x * x[i]})
    return out


@right(X)
def copied_then_written(x):
    rows = []
    for i in range(3):
        rows.append((x[i], x * i))
    other = rows.copy()
    rows.append((x[3], x))
    s = 0.0
    for a, b in other:
        s += a * np.sum(b)
    for a, b in rows:
        s += a * np.sum(b * b)
    return s


@right(X)
def alias_then_append(x):
    rows = []
    for i in range(3):
        rows.append((x[i], i))
    other = rows
    other.append((x[3] ** 2, 7))
    return sum(a * i for a, i in rows)


@refused(X)
def alias_by_branch(x):
    rows = []
    more = []
    for i in range(3):
        rows.append((x[i], i))
        more.append((x[i] ** 2, i + 1))
    pick = rows if x[0] > 0 else more
    pick.append((x[3], 5))
    return sum(a * i for a, i in rows) + sum(a * i for a, i in more)


@right(X)
def swapped_rows(x):
    rows = []
    for i in range(4):
        rows.append((x[i], i + 1))
    rows[0], rows[1] = rows[1], rows[0]
    return rows[0][0] * 2 + rows[1][0] * rows[1][1] * 3


@right(X)
def popped_written(x):
    st = []
    for i in range(3):
        st.append((x * (i + 1), i))
    s = 0.0
    while st:
        a, i = st.pop()
        a[0] = a[1] * i
        s += np.sum(a * a)
    return s


@refused(X)
def shared_array_in_all(x):
    y = x * 2
    st = []
    for i in range(3):
        st.append((y, i))
    s = 0.0
    while st:
        a, i = st.pop()
        a[0] = a[1] * (i + 1)
        s += np.sum(a * a)
    return s


@right(X)
def view_in_tuple(x):
    y = x.copy()
    vs = []
    for i in range(3):
        vs.append((y[i : i + 2], i))
    y[1] = x[0] * 5
    s = 0.0
    for v, i in vs:
        s += np.sum(v) * (i + 1)
    return s


@right(X)
def view_in_tuple_read_before(x):
    y = x.copy()
    vs = []
    for i in range(3):
        vs.append((y[i : i + 2], i))
    s = 0.0
    for v, i in vs:
        s += np.sum(v) * (i + 1)
    y[1] = x[0] * 5
    return s + np.sum(y)


@right(X)
def write_through_view_in_tuple(x):
    y = x.copy()
    vs = []
    for i in range(3):
        vs.append((y[i : i + 2], i))
    for v, i in vs:
        v[0] = v[1] * 2
    return np.sum(y * y)


@right(X)
def rows_of_rows(x):
    t = []
    for i in range(3):
        r = []
        for j in range(i + 1):
            r.append((x[j], x[i] * x[j]))
        t.append(r)
    s = 0.0
    for r in t:
        for a, b in r:
            s += a * b
    return s


@right(X)
def rows_of_rows_written(x):
    t = []
    for i in range(3):
        r = []
        for j in range(i + 1):
            r.append((x[j], x[i] * x[j]))
        t.append(r)
        r.append((x[3], 1.0))
    s = 0.0
    for r in t:
        for a, b in r:
            s += a * b
    return s


@right(X)
def inner_array_list(x):
    t = []
    for i in range(3):
        r = []
        for j in range(i + 1):
            r.append(x * (j + 1))
        t.append(r)
    t[2][0][1] = x[0] ** 2
    s = 0.0
    for r in t:
        for a in r:
            s += np.sum(a * a)
    return s


@right(X)
def accumulated_in_list_of_lists(x):
    t = [[0.0] * 3 for _ in range(3)]
    for i in range(3):
        for j in range(3):
            t[i][j] += x[i] * x[j]
    return sum(sum(r) for r in t)


@right(X, 3)
def accumulated_in_list_of_lists_n(x, n):
    t = [[0.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            t[i][j] += x[i] * x[j]
    return sum(sum(r) for r in t)


@right(X)
def same_inner(x):
    t = [[0.0] * 2] * 2
    t[0][0] = x[0] ** 2
    return t[1][0] * x[1]


@right(X, 3)
def zipped(x, n):
    ps = []
    for i in range(n):
        ps.append((x[i], x[i] ** 2))
    a, b = zip(*ps)
    return np.dot(np.array(a), np.array(b))


@refused(X, 3)
def sorted_pairs(x, n):
    ps = []
    for i in range(n):
        ps.append((x[i], x[i] ** 2))
    ps.sort()
    return ps[0][0] * 3 + ps[-1][1]


@right(X, 3)
def pairs_max(x, n):
    ps = []
    for i in range(n):
        ps.append((x[i], x[i] ** 2))
    a, b = max(ps)
    return a * b


@right(X)
def early_exit(x):
    ps = []
    for v in x:
        if v > 1:
            break
        ps.append((v, v * v))
    return sum(a * b for a, b in ps)


@right(X)
def continue_in(x):
    ps = []
    for v in x:
        if v < 0:
            continue
        ps.append((v, v * v))
    return sum(a * b for a, b in ps)


@right(X)
def early_return(x):
    ps = []
    for v in x:
        ps.append((v, v * v))
        if v > 1:
            return ps[0][0] * ps[-1][1]
    return ps[0][1]


@right(X)
def appended_in_helper(x):
    ps = []

    def add(items, v):
        items.append((v, v**2))

    for v in x:
        add(ps, v)
    return sum(a * b for a, b in ps)


@right(X)
def deleted(x):
    ps = []
    for v in x:
        ps.append((v, v**2))
    del ps[0]
    return sum(a * b for a, b in ps)


@right(X)
def inserted(x):
    ps = []
    for v in x:
        ps.insert(0, (v, v**2))
    return ps[0][0] * ps[1][1]


@refused(X)
def reversed_it(x):
    ps = []
    for v in x:
        ps.append((v, v**2))
    ps.reverse()
    return ps[0][0] * ps[1][1]


@right(X)
def loop_reversed(x):
    ps = []
    for v in x:
        ps.append((v, v**2))
    s = 0.0
    for a, b in reversed(ps):
        s = s * a + b
    return s


@right(X)
def enumerate_zip(x):
    ps = []
    for v in x:
        ps.append((v, v**2))
    s = 0.0
    for i, ((a, b), w) in enumerate(zip(ps, x)):
        s += i * a * b * w
    return s


@refused(X)
def slice_write(x):
    ps = []
    for v in x:
        ps.append((v, v**2))
    ps[0:2] = [(x[3], x[3])]
    return sum(a * b for a, b in ps)


@right(X)
def array_of_rows(x):
    rows = []
    for v in x:
        rows.append([v, v * v, 1.0])
    m = np.array(rows)
    return np.sum(m.T @ m)


@right(X)
def sharing_columns(x):
    y = x * 2
    rows = []
    for i in range(3):
        rows.append((y, x))
    y[0] = 0.0
    s = 0.0
    for a, b in rows:
        s += np.sum(b * b)
    return s


@right(X)
def sharing_columns2(x):
    y = x * 2
    rows = []
    for i in range(3):
        rows.append((y, x))
    y[0] = 0.0
    s = 0.0
    for r in rows:
        s += np.sum(r[1] * r[1])
    return s


@right(X)
def written_then_item_of(x):
    y = x * 2
    rows = []
    for i in range(3):
        rows.append((y, x))
    y[0] = x[1]
    return np.sum(rows[0][0])


@right(X)
def max_key(x):
    ps = []
    for v in x:
        ps.append((v, v * v))
    b = max(ps, key=lambda p: p[1])
    return b[0] * b[1]


@right(X)
def min_of_pairs(x):
    ps = []
    for v in x:
        ps.append((v, v * v))
    a, b = min(ps)
    return a * b


@right(X)
def min_of_objects(x):
    ps = []
    for v in x:
        ps.append(P(v, v * v))
    b = min(ps, key=lambda p: p.x)
    return b.x * b.v


@right(X)
def sorted_key(x):
    ps = []
    for v in x:
        ps.append((v, v * v))
    q = sorted(ps, key=lambda p: p[1])
    return q[0][0] * 3 + q[1][1]


@right(X)
def listcomp_filter(x):
    ps = [(v, v * v) for v in x if v > 0]
    return sum(a * b for a, b in ps)


@right(X)
def any_all(x):
    ps = []
    for v in x:
        ps.append((v, v * v))
    if any(p[0] > 1 for p in ps):
        return ps[2][1]
    return ps[0][0]


@right(X)
def contains(x):
    ps = []
    for i, v in enumerate(x):
        ps.append((i, v))
    names = [p[0] for p in ps]
    return ps[names.index(2)][1] ** 2


@right(X)
def truth(x):
    ps = []
    for i, v in enumerate(x):
        if v > 0:
            ps.append((i, v))
    if ps:
        return ps[-1][1] ** 2
    return 0.0


@right(X)
def np_stack_items(x):
    ps = []
    for i in range(3):
        ps.append((x * i, x[i]))
    return np.sum(np.stack([p[0] for p in ps]) ** 2)


@right(X)
def dict_of_lists(x):
    d = {"a": [], "b": []}
    for v in x:
        d["a"].append(v)
        d["b"].append((v, v * v))
    return sum(d["a"]) * sum(p[1] for p in d["b"])


@right(X)
def nested_fn_returns_list(x):
    def go(y):
        r = []
        for v in y:
            r.append((v, v**2))
        return r

    a = go(x)
    b = go(x * 2)
    return sum(p * q for p, q in a) * sum(p + q for p, q in b)


@right(X)
def star_unpack(x):
    ps = []
    for v in x:
        ps.append((v, v**2, v**3))
    s = 0.0
    for a, *r in ps:
        s += a * sum(r)
    return s


@right(X)
def index_chain(x):
    ps = []
    for v in x:
        ps.append({"p": (v, x * v)})
    return ps[1]["p"][1][0] * ps[-1]["p"][0]


@right(X)
def while_pop_push(x):
    st = [(x[0], 0)]
    s = 0.0
    while st:
        v, d = st.pop()
        s += v * (d + 1)
        if d < 3:
            st.append((v * x[d], d + 1))
        if d < 2:
            st.append((v + x[d], d + 1))
    return s


@right(X)
def extend_zip(x):
    ps = []
    for i in range(2):
        ps.extend(zip(x, x * i))
    return sum(a * b for a, b in ps)


@right(X)
def plus_eq(x):
    ps = []
    for i in range(2):
        ps += [(x[i], x[i] ** 2)]
    return sum(a * b for a, b in ps)


@right(X)
def plus_eq_alias(x):
    ps = []
    q = ps
    for i in range(2):
        ps += [(x[i], x[i] ** 2)]
    return sum(a * b for a, b in q)


@right(X)
def dict_cache(x):
    memo = {}

    def fib(n):
        if n in memo:
            return memo[n]
        r = x[n] if n < 2 else fib(n - 1) * x[2] + fib(n - 2)
        memo[n] = r
        return r

    return fib(5)


@right(X)
def attr_plus(x):
    p = P([], 0)
    q = p.x
    for v in x:
        p.x += [v * v]
    return sum(q)


@right(X)
def attr_plus_pairs(x):
    p = P([], 0)
    q = p.x
    for v in x:
        p.x += [(v, v * v)]
    return sum(a * b for a, b in q)


@right(X)
def item_plus(x):
    d = {"a": []}
    q = d["a"]
    for v in x:
        d["a"] += [v * v]
    return sum(q)


@right(X)
def item_plus_pairs(x):
    d = {"a": []}
    q = d["a"]
    for v in x:
        d["a"] += [(v, v * v)]
    return sum(a * b for a, b in q)


@right(X)
def list_item_plus(x):
    d = [[], []]
    q = d[0]
    for v in x:
        d[0] += [v * v]
    return sum(q)


@right(X)
def list_item_plus_known(x):
    d = [[], []]
    q = d[0]
    d[0] += [x[1]]
    d[0] += [x[2] * x[0]]
    return sum(q)


@right(X)
def attr_plus_known(x):
    p = P([x[0]], 0)
    q = p.x
    p.x += [x[1] * x[2]]
    return sum(q)


@right(X)
def extend_alias(x):
    q = []
    p = q
    for v in x:
        p.extend([v, v * v])
    return sum(q)


@right(X)
def extend_self(x):
    q = []
    for v in x:
        q.append((v, v**2))
    q.extend(q[:2])
    return sum(a * b for a, b in q)


@right(X)
def extend_itself(x):
    q = []
    for v in x[:2]:
        q.append((v, v**2))
    q += q
    return sum(a * b for a, b in q)


@right(X)
def extend_itself_numbers(x):
    q = []
    for v in x[:2]:
        q.append(v**2)
    q += q
    return sum(q)


@right(X)
def extend_itself_method(x):
    q = []
    for v in x[:2]:
        q.append(v**2)
    q.extend(q)
    return sum(q)


@right(X)
def mul_eq(x):
    q = [x[0]]
    r = q
    q *= 3
    return sum(r)


@refused(X)
def times(x):
    q = []
    for v in x:
        q.append((v, v))
    r = q * 2
    return sum(a * b for a, b in r)


@right(X)
def index_from_end(x):
    q = []
    for v in x:
        q.append((v, v * x))
    s = 0.0
    for i in range(len(q)):
        s += q[-i - 1][0] * np.sum(q[i][1])
    return s


@right(X)
def slice_then_mutate(x):
    q = []
    for v in x:
        q.append((v, v * x))
    r = q[1:3]
    q.append((x[0], x))
    r.append((x[1], x))
    return sum(a * np.sum(b) for a, b in r) * len(q)


@right(X)
def list_of_lists_slice(x):
    q = []
    for v in x:
        q.append([v, v * v])
    r = q[:]
    return sum(sum(w) for w in r)


@refused(X)
def list_in_tuple_changed(x):
    items = [x[0]]
    q = []
    for v in x:
        q.append((v, items))
    items.append(x[1] ** 2)
    return sum(a * sum(b) for a, b in q)


@refused(X)
def list_in_tuple_changed2(x):
    items = []
    q = []
    for v in x:
        items.append(v)
        q.append((v, items))
    return sum(a * sum(b) for a, b in q)


@right(X)
def list_in_tuple_copied(x):
    items = []
    q = []
    for v in x:
        items.append(v)
        q.append((v, list(items)))
    return sum(a * sum(b) for a, b in q)


@right(X)
def array_in_item_replaced(x):
    q = []
    for v in x:
        q.append((v, x * v))
    for i in range(4):
        a, b = q[i]
        b = b * 2
        q[i] = (a, b)
    return sum(a * np.sum(b) for a, b in q)


@refused(X)
def array_in_item_augmented(x):
    q = []
    for v in x:
        q.append((v, x * v))
    for i in range(4):
        a, b = q[i]
        b *= 2
        q[i] = (a, b)
    return sum(a * np.sum(b) for a, b in q)


@right(X)
def array_in_item_augmented_direct(x):
    q = []
    for v in x:
        q.append(x * v)
    for b in q:
        b *= 2
    return sum(np.sum(b * b) for b in q)


@right(X)
def array_in_item_augmented_index(x):
    q = []
    for v in x:
        q.append(x * v)
    for i in range(4):
        q[i] *= x[i]
    return sum(np.sum(b * b) for b in q)


@right(X)
def array_rows_index_write(x):
    q = []
    for v in x:
        q.append(x * v)
    for i in range(4):
        q[i][0] = x[i]
    return sum(np.sum(b * b) for b in q)


@right(X)
def zeros_list_index_write(x):
    q = [np.zeros(4) for _ in range(3)]
    for i in range(3):
        for j in range(4):
            q[i][j] = x[j] ** (i + 1)
    return sum(np.sum(b * b) for b in q)


@right(X)
def zeros_pairs_write(x):
    q = [(np.zeros(4), i) for i in range(3)]
    for a, i in q:
        for j in range(4):
            a[j] = x[j] ** (i + 1)
    return sum(np.sum(a * a) for a, _ in q)
