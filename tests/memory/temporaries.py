"""Values that are still to be used when an array is written that they may share memory with."""

import numpy as np

from tests.memory.case import M3, V, W, refused, right


def bump(p, x):
    p *= x
    return np.sum(p)


def bump2(p, x):
    p[1] = x[0]
    return p


# in-flight temporaries
@refused(W, V, 1)
def flight_list(w, x, k):
    p = w * 2
    ls = [p, x * 3]
    return np.sum(ls[k - 1] + bump(p, x))


@refused(W, V, 1)
def flight_tuple(w, x, k):
    p = w * 2
    t = (p, x * 3)
    return np.sum(t[k - 1] * bump(p, x))


@refused(W, V, 1)
def flight_tuple2(w, x, k):
    p = w * 2
    return np.sum((p, x * 3)[k - 1] * bump(p, x))


@refused(W, V)
def flight_ifexp(w, x):
    p = w * 2
    return np.sum((p if x[0] > 0 else x) * bump(p, x))


@refused(W, V)
def flight_ascontig(w, x):
    p = w * 2
    return np.sum(np.ascontiguousarray(p) * bump(p, x))


@refused(W, V)
def flight_list_display(w, x):
    p = w * 2
    z = [np.ascontiguousarray(p), bump(p, x)]
    return np.sum(z[0] * z[1])


@refused(W, V)
def flight_tuple_display(w, x):
    p = w * 2
    a, b = (p if x[0] > 0 else x), bump(p, x)
    return np.sum(a * b)


@refused(W, V)
def flight_call_arg(w, x):
    p = w * 2

    def g(a, b):
        return np.sum(a) * b

    return g(p if x[0] > 0 else x, bump(p, x))


@refused(W, V)
def flight_kw(w, x):
    p = w * 2

    def g(a, b):
        return np.sum(a) * b

    return g(a=np.ascontiguousarray(p), b=bump(p, x))


@refused(W, V)
def flight_method(w, x):
    p = w * 2
    return np.ascontiguousarray(p).dot(bump2(p, x))


@refused(W, V)
def flight_sub(w, x):
    p = w * 2
    y = np.zeros(3)
    y[1:] = np.ascontiguousarray(p)[1:] * bump(p, x)
    return y


@refused(W, V)
def flight_aug(w, x):
    p = w * 2
    y = np.ascontiguousarray(p)
    z = x * 1
    z += (y if x[0] > 0 else z) * bump(p, x)
    return z


@refused(W, V)
def flight_np_call(w, x):
    p = w * 2
    return np.dot(np.ascontiguousarray(p), bump2(p, x))


@refused(W, V)
def flight_boolop(w, x):
    p = w * 2
    return (np.sum(p) > 0 and p) * bump(p, x)


@right(W, V)
def flight_compare(w, x):
    p = w * 2
    q = np.ascontiguousarray(p)
    m = (q > 0) & (bump2(p, x) > 0)
    return np.sum(x[m]) + np.sum(p)


# transitivity
@refused(W, V)
def trans1(w, x):
    p = w * 2
    z = x * 2
    q = p if x[0] > 0 else z
    v = np.ascontiguousarray(q)
    q = 0.0
    s = np.sum(v * v)
    p *= x
    return s + np.sum(v * x)


@right(W, V)
def trans2(w, x):
    p = w * 2
    z = x * 2
    q = p if x[0] > 0 else z
    v = q.reshape(-1)
    q = 0.0
    s = np.sum(v * v)
    p *= x
    return s + np.sum(v * x)


@refused(M3, V)
def trans3(w, x):
    p = w * 2
    z = w * 3
    q = p if x[0] > 0 else z
    v, u = np.split(q, [1])
    q = 0.0
    s = np.sum(v * v)
    p *= x
    return s + np.sum(v * x)


@refused(M3, V)
def trans4(w, x):
    p = w * 2
    z = w * 3
    q = p if x[0] > 0 else z
    v = np.diagonal(q)
    q = 0.0
    s = np.sum(v * v)
    p *= x
    return s + np.sum(v * x)


@refused(W, V, 1)
def trans5(w, x, k):
    p = w * 2
    z = x * 2
    q = p if x[0] > 0 else z
    ls = [q, z * 3]
    e = ls[k - 1]
    q = 0.0
    ls = 0.0
    s = np.sum(e * e)
    p *= x
    return s + np.sum(e * x)


@refused(W, V, 1)
def trans6(w, x, k):
    p = w * 2
    z = x * 2
    ls = [p, z * 3]
    L2 = ls[k - 1 :]
    ls = 0.0
    s = np.sum(L2[0])
    p *= x
    return s + np.sum(L2[0] * x)


@refused(W, V, 2)
def trans7(w, x, n):
    p = w * 2
    ls = []
    for i in range(n):
        ls.append(p)
    m = ls + [x * 1]
    ls = 0.0
    p *= x
    return np.sum(m[0] * x)


@refused(W, V, 2)
def trans8(w, x, n):
    p = w * 2
    ls = []
    for i in range(n):
        ls.append(p)
    e = ls.pop()
    ls = 0
    p *= x
    return np.sum(e * x)


@refused(W, V, 2)
def trans9(w, x, n):
    p = w * 2
    ls = []
    for i in range(n):
        ls.append(p)
    for e in ls:
        pass
    ls = 0
    p *= x
    return np.sum(e * x)


@refused(W, V, 2)
def trans10(w, x, n):
    p = w * 2
    ls = []
    for i in range(n):
        ls.append(p)
    t = tuple(ls)
    ls = 0
    a, b = t
    t = 0
    p *= x
    return np.sum(a * x)


@refused(W, V, 2)
def trans11(w, x, n):
    p = w * 2
    ls = []
    for i in range(n):
        ls.append(p)
    a, *b = ls
    ls = 0
    p *= x
    return np.sum(a * x) + np.sum(b[0] * x)


@right(W, V, 2)
def trans12(w, x, n):
    p = w * 2
    ls = [p, x * 1]
    for i in range(n):
        for e, f in zip(ls, [x, x * 2]):
            last = e * f
        p *= x
    return np.sum(last * x)


@refused(W, V, 2)
def trans13(w, x, n):
    p = w * 2
    ls = []
    for i in range(n):
        ls.append(p)
    other = [e for e in ls]
    ls = 0
    p *= x
    return np.sum(other[0] * x)


@refused(W, V, 2)
def trans14(w, x, n):
    p = w * 2
    ls = []
    for i in range(n):
        ls.append(p)
    other = list(reversed(ls))
    ls = 0
    p *= x
    return np.sum(other[0] * x)


@refused(W, V, 2)
def trans15(w, x, n):
    p = w * 2
    ls = []
    ms = []
    for i in range(n):
        ls.append(p)
        ms.append(ls[i])
    ls = 0
    p *= x
    return np.sum(ms[0] * x)


@refused(W, V, 2)
def trans16(w, x, n):
    p = w * 2
    ls = []
    ms = []
    for i in range(n):
        ls.append(p)
    ms = ls if x[0] > 0 else []
    ls = 0
    p *= x
    return np.sum(ms[0] * x)


@refused(W, V, 2)
def trans17(w, x, n):
    p = w * 2
    ls = [p]
    for i in range(n):
        ls = [ls[0]] + ls
    s = np.sum(ls[0])
    p *= x
    return np.sum(ls[0] * x) + s


@refused(W, V, 2)
def trans18(w, x, n):
    p = w * 2
    best = x
    for i in range(n):
        if x[i] > 0.5:
            best = p
    v = best[1:]
    best = 0
    s = np.sum(v * v)
    p *= x
    return s + np.sum(v * x[1:])


@refused(W, V, 2)
def trans19(w, x, n):
    p = w * 2
    best = [x, w]
    for i in range(n):
        if x[i] > 0.5:
            best = [p, x * i]
    v = best[0]
    best = 0
    s = np.sum(v * v)
    p *= x
    return s + np.sum(v * x)


@right(W, V, 2)
def list_joined(w, x, n):
    a = []
    b = []
    for i in range(n):
        a.append(w * i)
        b.append(x * i)
    c = a if x[0] > 0 else b
    c.append(x * 5)
    s = 0.0
    for v in a:
        s += np.sum(v * v)
    for v in b:
        s += np.sum(v * v) * 2
    return s


@right(W, V, 2)
def list_joined2(w, x, n):
    a = []
    b = []
    for i in range(n):
        a.append(w[i])
        b.append(x[i])
    c = a if x[0] > 0 else b
    c[0] = x[1] * 5
    s = 0.0
    for v in a:
        s += v * v
    for v in b:
        s += v * v * 2
    return s


@right(W, V, 2)
def list_of_lists(w, x, n):
    a = [w[0], x[0]]
    ls = [a, a]
    ls[0][1] = w[1]
    return ls[1][1] * a[1]


@right(W, V, 2)
def list_alias_loop(w, x, n):
    a = []
    b = a
    for i in range(n):
        b.append(x[i] * w[i])
        a[0] = a[0] * 2
    return a[0] * b[-1]


@refused(W, V, 2)
def list_swap_loop(w, x, n):
    a = [w[0]]
    b = [x[0]]
    for i in range(n):
        a.append(b[-1] * x[i])
        a, b = b, a
    return a[-1] * b[-1] + len(a)


@right(W, V, 2)
def list_in_dict(w, x, n):
    d = {"h": [], "g": [w[0]]}
    for i in range(n):
        d["h"].append(x[i] * d["g"][-1])
        d["g"].append(d["h"][-1] * w[1])
    return d["h"][-1] + d["g"][-1]


@right(W, V, 2)
def list_in_dict_alias(w, x, n):
    h = [x[0]]
    d = {"h": h}
    for i in range(n):
        d["h"].append(x[i] * h[-1])
        h[0] = h[0] * w[0]
    return d["h"][-1] + h[0]
