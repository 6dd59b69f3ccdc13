"""Iterators give their items once; loops see what their bodies change."""

import numpy as np


def iter_consume(x):
    it = iter([x, x * 2, x * 3])
    a = next(it)
    return a * next(it) + sum(it)


def iter2(x):
    it = iter((x, x * 2, x * 3))
    a = next(it)
    b = next(it)
    return a * b


def iter3(x):
    it = iter([x, x * 2, x * 3])
    next(it)
    for v in it:
        x = x * v
    return x


def iter4(x):
    it = iter([x, x * 2, x * 3])
    return sum(it) + sum(it) * x


def zip_twice(x):
    z = zip([x, 2.0], [x * 2, 3.0])
    return sum(a * b for a, b in z) + sum(a * b for a, b in z) * x


def map_twice(x):
    z = map(lambda t: t * x, [x, 2.0])
    return sum(z) + sum(z) * x


def gen_twice(x):
    z = (t * x for t in [x, 2.0])
    return sum(z) + sum(z) * x


def enum_twice(x):
    z = enumerate([x, 2.0])
    return sum(i * a for i, a in z) + sum(i * a for i, a in z) * x


def rev_twice(x):
    z = reversed([x, 2.0])
    return sum(z) + sum(z) * x


def zip_loop_twice(x):
    z = zip([x, 2.0], [x * 2, 3.0])
    s = 0.0
    for a, b in z:
        s = s + a * b
    for a, b in z:
        s = s + a * b * x
    return s


def gen_lazy(x):
    k = 2.0
    g = (t * k for t in [x, 1.0])
    k = 5.0
    return sum(g)


def map_lazy(x):
    l = [x, 1.0]
    m = map(lambda t: t * t, l)
    l.append(x * x)
    return sum(m)


def zip_shared(x):
    it = iter([x, x * 2, x * 3, x * 4])
    return sum(a * b for a, b in zip(it, it))


def enum_partial(x):
    e = enumerate([x, x * 2, x * 3])
    i, a = next(e)
    return a * sum(j * b for j, b in e)


def rev_mut(x):
    l = [x, x * 2, x * 3]
    s = 0.0
    for v in reversed(l):
        l.append(v)
        s = s * x + v
    return s + len(l)


def loop_mut(x):
    l = [x, 2.0]
    s = 0.0
    for v in l:
        if len(l) < 4:
            l.append(v * x)
        s = s + v
    return s


def loop_over_array_iter(x):
    a = np.array([x, x * 2, x * 3])
    it = iter(a)
    f = next(it)
    return f * sum(it)


def in_consumes(x):
    it = iter([1, 2, 3])
    b = 2 in it
    return x * sum(it)


def list_consumes(x):
    it = iter([x, x * x])
    l = list(it)
    m = list(it)
    return sum(l) + len(m)


def gen_after_break(x):
    g = (t * x for t in [x, 2.0, 3.0])
    for v in g:
        if v > 0:
            break
    return v + sum(g)


def dict_view_live(x):
    d = {"a": x}
    v = d.values()
    d["b"] = x * x
    return sum(v)


def range_twice(x):
    r = range(3)
    return sum(i * x for i in r) + sum(i for i in r) * x


def unpack_iter(x):
    it = iter([x, x * 2, x * 3])
    a = next(it)
    b, c = it
    return a * b * c


def list_set_during(x):
    l = [x, 2.0, 3.0]
    s = 0.0
    for i, v in enumerate(l):
        if i + 1 < len(l):
            l[i + 1] = v * x
        s = s + v * v
    return s


def list_set_during2(x):
    l = [x, 2.0, 3.0]
    s = 0.0
    for v in l:
        l[2] = v * x
        s = s + v * v
    return s


def list_set_strs(x):
    l = ["a", "b"]
    s = 0.0
    for v in l:
        l[1] = "c"
        s = s + (x if v == "b" else x * x)
    return s


def dict_set_during(x):
    d = {"a": x, "b": 2.0}
    s = 0.0
    for k, v in d.items():
        d["b"] = v * x
        s = s + v * v
    return s


def dict_values_during(x):
    d = {"a": x, "b": 2.0}
    s = 0.0
    for v in d.values():
        d["b"] = v * x
        s = s + v * v
    return s


def pop_during(x):
    l = [x, x * 2, x * 3, x * 4]
    s = 0.0
    for v in l:
        s = s + v * v
        l.pop()
    return s


def comp_set(x):
    l = [x, 2.0]

    def f(v):
        l[1] = v * x
        return v

    return sum([f(v) for v in l])


def zip_set(x):
    l = [x, 2.0, 3.0]
    s = 0.0
    for a, b in zip(l, l[1:]):
        l[1] = a * x
        s = s + a * b
    return s


def funcs_list(x):
    fs = [np.sin, np.cos]
    s = x
    for f in fs:
        fs[1] = np.exp
        s = f(s)
    return s


def arr_iter_write(x):
    a = np.array([x, x * 2, x * 3])
    s = 0.0
    for v in a:
        a[2] = v * x
        s = s + v * v
    return s


def gen_arr_write(x):
    a = np.array([x, x * 2, x * 3])
    g = (v * v for v in a)
    a[0] = 5.0
    return sum(g) * x


def zip_arr_write(x):
    a = np.array([x, x * 2, x * 3])
    z = zip(a, a)
    a[0] = 5.0
    return sum(p * q for p, q in z) * x


def list_loop_long(x):
    l = [x * k for k in range(20)]
    s = 0.0
    for i, v in enumerate(l):
        if i + 1 < 20:
            l[i + 1] = v * 0.5 + x
        s = s + v * v
    return s


def list_append_long(x):
    l = [x * k for k in range(20)]
    s = 0.0
    for v in l:
        if len(l) < 25:
            l.append(v * x)
        s = s + v * v
    return s


def sum_gen_set(x):
    l = [x, 2.0]

    def f(v):
        l[1] = v * x
        return v

    return sum(f(v) for v in l)


def dict_changed_len(x):
    d = {"a": x}
    ks = d.keys()
    d["b"] = x * 2
    return len(ks) * x + sum(d[k] for k in ks)


def items_view_twice(x):
    d = {"a": x, "b": x * x}
    it = d.items()
    s = sum(v for k, v in it)
    d["a"] = 3.0
    return s * sum(v for k, v in it)


def nested_iter(x):
    rows = iter([[x, 1.0], [2.0, x]])
    r0 = next(rows)
    r1 = next(rows)
    return r0[0] * r1[0]


def helper_takes_iter(x):
    def total(it):
        return sum(it)

    z = iter([x, x * x])
    return total(z) + total(z)


def stored_iter(x):
    d = {"it": iter([x, x * x])}
    return next(d["it"]) * next(d["it"])


def gen_func_twice(x):
    def gen():
        yield x
        yield x * x

    g = gen()
    return sum(g) + sum(g) * x


def gen_func_next(x):
    def gen():
        yield x
        yield x * x

    g = gen()
    a = next(g)
    return a * next(g)


def zip_next(x):
    z = zip([x, x * x], [1.0, 2.0])
    a, b = next(z)
    c, d = next(z)
    return a * c + b * d


def any_consumes(x):
    g = (v > 0 for v in [x, -x, x])
    a = any(g)
    b = any(g)
    return x * a + x * x * b


def in_branch(x):
    it = iter([x, x * 2])
    if x > 0.5:
        a = next(it)
    else:
        a = x
    return a * next(it)


def in_loop_next(x):
    it = iter([x, x * 2, x * 3])
    s = 0.0
    for k in range(3):
        s = s * x + next(it)
    return s


def next_default(x):
    it = iter([x])
    a = next(it, 5.0)
    b = next(it, 5.0)
    return a * b


def join_iter(x):
    it = iter(["a", "b"])
    n = len(",".join(it))
    return x * n + len(list(it)) * x * x


def star_iter(x):
    it = iter([x, x * x])
    f = lambda *a: sum(a)
    return f(*it) + f(*it)


def extend_iter(x):
    it = iter([x, x * x])
    l = []
    l.extend(it)
    l.extend(it)
    return sum(l)


def chained_lists(x):
    it = map(lambda v: v * x, iter([x, 2.0]))
    return max(it) + sum(it)


def array_from_iter(x):
    it = iter([x, x * x])
    a = np.array(list(it))
    b = np.array(list(it))
    return a.sum() + b.sum() * x
