"""Arrays that are taken from containers, then written there or elsewhere."""

from dataclasses import dataclass

import numpy as np

from tests.memory.case import A34, X5, V, W, refused, right


# containers: element taken in various ways, then base written (or element written), both read later
@refused(W, V, 1)
def list_dyn_then_base(w, x, k):
    p = w * 2
    ls = [p, x * 3]
    e = ls[k - 1]
    q = [e, x]
    z = q[k - 1]
    s = np.sum(z * z * x)
    p *= x
    return s + np.sum(z)


@refused(W, V, 1)
def list_dyn_elem_write(w, x, k):
    p = w * 2
    ls = [p, x * 3]
    e = ls[k - 1]
    e *= x
    return np.sum(p * x) + np.sum(ls[0])


@refused(W, V, 1)
def list_slice_elem(w, x, k):
    p = w * 2
    ls = [p, x * 3, w * x]
    part = ls[k - 1 : k + 1]
    e = part[0]
    s = np.sum(e * x)
    p *= x
    return s + np.sum(part[0] * x)


@refused(W, V, 1)
def tuple_dyn(w, x, k):
    p = w * 2
    t = (p, x * 3)
    e = t[k - 1]
    s = np.sum(e * e * x)
    p *= x
    return s + np.sum(e)


@right(W, V)
def tuple_loop(w, x):
    p = w * 2
    t = (p, x * 3)
    s = 0.0
    for e in t:
        s += np.sum(e * e * x)
        p *= x
    return s + np.sum(p)


@right(W, V)
def tuple_loop_kept(w, x):
    p = w * 2
    t = (p, x * 3)
    last = None
    s = 0.0
    for k in range(2):
        for e in t:
            last = e
        p *= x
    return s + np.sum(t[0]) + np.sum(p)


@right(W, V)
def dict_get(w, x):
    p = w * 2
    d = {"a": p, "b": x}
    e = d.get("a")
    p *= x
    return np.sum(e * x) + np.sum(d["a"])


@right(W, V)
def dict_get_default(w, x):
    p = w * 2
    d = {"b": x}
    e = d.get("a", p)
    p *= x
    e += 1
    return np.sum(e * x) + np.sum(p)


@right(W, V)
def dict_setdefault(w, x):
    p = w * 2
    d = {}
    e = d.setdefault("a", p)
    p *= x
    d["a"] += 1
    return np.sum(e * x)


@right(W, V)
def dict_pop(w, x):
    p = w * 2
    d = {"a": p, "b": x}
    e = d.pop("a")
    p *= x
    return np.sum(e * x)


@right(W, V)
def list_pop(w, x):
    p = w * 2
    ls = [x, p]
    e = ls.pop()
    p *= x
    return np.sum(e * x)


@refused(W, V, 3)
def list_pop_dyn(w, x, n):
    p = w * 2
    ls = []
    for i in range(n):
        ls.append(p)
    e = ls.pop()
    p *= x
    return np.sum(e * x) + np.sum(p)


@right(W, V, 3)
def list_dyn_append_elem(w, x, n):
    p = w * 2
    ls = []
    for i in range(n):
        ls.append(p * i)
    e = ls[n - 2]
    e *= x
    return np.sum(ls[1] * x) + np.sum(e)


@refused(W, V, 3)
def list_of_list_copy(w, x, n):
    ls = []
    for i in range(n):
        ls.append(w * (i + 1))
    other = list(ls)
    e = other[1]
    e *= x
    return np.sum(ls[1] * x)


@refused(W, V, 3)
def list_comp_elem(w, x, n):
    ls = [w * (i + 1) for i in range(n)]
    other = [v for v in ls]
    other[1] *= x
    s = 0.0
    for v in ls:
        s += np.sum(v * v)
    return s


@refused(W, V, 3)
def list_concat(w, x, n):
    ls = [w * (i + 1) for i in range(n)]
    both = ls + [x * 2]
    both[1] *= x
    s = 0.0
    for v in ls:
        s += np.sum(v * v)
    return s


@refused(W, V, 3)
def list_mul(w, x, n):
    p = w * 2
    ls = [p] * n
    ls[0] *= x
    s = 0.0
    for v in ls:
        s += np.sum(v * v)
    return s + np.sum(p)


@refused(W, V, 3)
def list_mul_dyn_later(w, x, n):
    p = w * 2
    ls = [p] * n
    s = np.sum(ls[n - 1] * x)
    p *= x
    return s + np.sum(ls[n - 2] * x)


@right(W, V)
def unpack(w, x):
    p = w * 2
    a, (b, c) = p, (x * 1, p)
    c *= x
    return np.sum(a * b)


@right(W, V)
def unpack_star(w, x):
    p = w * 2
    a, *rest = p, x * 1, p
    rest[1] *= x
    return np.sum(a * rest[0])


@right(W, V)
def zip_two(w, x):
    p = w * 2
    q = x * 1
    for a, b in zip([p, q], [q, p]):
        a *= b
    return np.sum(p * q)


@right(W, V)
def zip_two_s(w, x):
    p = w * 2
    q = x * 1
    s = 0.0
    for a, b in zip([p, q], [q, p]):
        s += np.sum(a * b)
        a[0] = s
    return np.sum(p * q) + s


@right(W, V)
def enum_list(w, x):
    p = w * 2
    q = x * 1
    ls = [p, q]
    for i, a in enumerate(ls):
        a[i] *= x[i]
    return np.sum(p * q)


@right(W, V)
def items_dict(w, x):
    p = w * 2
    d = {"a": p, "b": x * 1}
    for k, v in d.items():
        v *= x
    return np.sum(p * x)


@right(W, V)
def values_dict(w, x):
    p = w * 2
    d = {"a": p, "b": x * 1}
    for v in d.values():
        v *= x
    return np.sum(p * x)


@refused(W, V)
def sorted_key(w, x):
    p = w * 2
    q = x * 1
    a, b = sorted([p, q], key=lambda v: v[0])
    a *= x
    return np.sum(p * x) + np.sum(q)


@refused(W, V)
def sorted_key2(w, x):
    p = w * 2
    q = x * 1
    ls = sorted([p, q], key=lambda v: v[0])
    s = np.sum(ls[0] * x)
    p *= x
    return s + np.sum(ls[0] * x)


@refused(W, V)
def min_key(w, x):
    p = w * 2
    q = x * 1
    m = min([p, q], key=lambda v: v[0])
    s = np.sum(m * x)
    p *= x
    return s + np.sum(m * x)


@refused(W, V)
def max_key_args(w, x):
    p = w * 2
    q = x * 1
    m = max(p, q, key=np.sum)
    s = np.sum(m * x)
    q *= x
    return s + np.sum(m * x)


@right(W, V)
def ifexp(w, x):
    p = w * 2
    q = x * 1
    m = p if x[0] > 0 else q
    s = np.sum(m * x)
    p *= x
    return s + np.sum(m * x)


@right(W, V, None)
def or_value(w, x, buf):
    p = w * 2
    m = buf or p
    p *= x
    return np.sum(m * x)


@right(W, V, True)
def and_value(w, x, flag):
    p = w * 2
    m = flag and p
    s = np.sum(m * x)
    p *= x
    return np.sum(m * x) + s


def helper_default(x, buf=None):
    if buf is None:
        buf = np.zeros_like(x)
    buf += x
    return buf


@right(W, V)
def default_arg(w, x):
    p = w * 2
    a = helper_default(p)
    b = helper_default(p, a)
    a *= x
    return np.sum(a * b)


@right(W, V)
def default_arg_given(w, x):
    p = w * 2
    b = helper_default(x, buf=p)
    p *= x
    return np.sum(b * b)


@right(W, V)
def default_local(w, x):
    p = w * 2

    def f(k, buf=p):
        buf[k] *= x[k]
        return buf

    f(0)
    f(1)
    return np.sum(p * f(2))


@dataclass
class Box:
    a: np.ndarray
    b: np.ndarray

    def step(self, x):
        self.a *= x
        self.b += self.a

    def swap(self):
        self.a, self.b = self.b, self.a


@right(W, V)
def attr_obj(w, x):
    p = w * 2
    o = Box(p, x * 1)
    o.step(x)
    o.swap()
    o.step(x)
    return np.sum(p * o.a)


@refused(W, V)
def attr_obj_loop(w, x):
    p = w * 2
    o = Box(p, x * 1)
    for k in range(3):
        o.step(x)
        o.swap()
    return np.sum(p * o.a)


@right(W, V)
def attr_alias(w, x):
    p = w * 2
    o = Box(p, p)
    o.a *= x
    o.b[1] = x[0]
    p += o.a
    return np.sum(p * o.a * o.b)


@refused(Box(W, V), V)
def attr_param(o, x):
    o.a *= x
    o.b[1:] += o.a[:-1]
    v = o.a
    v[0] = x[1]
    return np.sum(o.a * o.b)


@right([W, V.copy()], V)
def list_param(ls, x):
    for v in ls:
        v *= x
    ls[0][1:] += ls[1][:-1]
    return np.sum(ls[0] * ls[1])


@right({"u": W, "v": V.copy()}, V)
def dict_param(d, x):
    for k, v in d.items():
        v += x
    d["u"][:] = d["v"] * d["u"]
    return np.sum(d["u"] * x)


@right(W, V, 1)
def nested_list(w, x, k):
    p = w * 2
    grid = [[p, x * 1], [x * 2, w * 3]]
    grid[0][1] *= x
    grid[1][0][:] = p
    p += 1
    return np.sum(grid[0][0] * grid[0][1] + grid[1][0] * grid[1][1])


@refused(W, V, 1)
def nested_list_dyn(w, x, k):
    p = w * 2
    grid = [[p, x * 1], [x * 2, w * 3]]
    row = grid[0]
    e = row[k - 1]
    e *= x
    return np.sum(p * x)


@right(W, V)
def list_reverse(w, x):
    p = w * 2
    ls = [p, x * 1, x * w]
    ls.reverse()
    ls[2] *= x
    return np.sum(p * ls[0])


@right(W, V)
def list_extend_self(w, x):
    p = w * 2
    ls = [p]
    ls.extend([x * 1, p])
    ls += [p]
    ls[3] *= x
    return np.sum(ls[0] * ls[1])


@right(W, V, 4)
def list_dyn_reversed(w, x, n):
    ls = []
    for i in range(n):
        ls.append(w * (i + 1))
    for v in reversed(ls):
        v *= x
    s = 0.0
    for v in ls:
        s += np.sum(v * v * x)
    return s


@right(W, V, 4)
def list_dyn_insert(w, x, n):
    ls = [w * 1]
    for i in range(n):
        ls.insert(0, ls[0] * x)
    ls[1] *= x
    ls[n] += 1
    s = 0.0
    for v in ls:
        s += np.sum(v * v * x)
    return s


@refused(W, V, 4)
def closure_list(w, x, n):
    store = []

    def push(v):
        store.append(v)
        v *= 2

    p = w * 1
    for i in range(n):
        push(p)
    return np.sum(store[0] * x) + np.sum(store[-1])


@right(W, V, 4)
def np_array_of_list(w, x, n):
    ls = [w * 1, x * 2]
    A = np.array(ls)
    ls[0] *= x
    A[1] *= w
    return np.sum(A * A) + np.sum(ls[0]) + np.sum(ls[1])


@right(W, V, 4)
def asarray_alias(w, x, n):
    p = w * 1
    A = np.asarray(p)
    B = np.asarray([p, x])
    p *= x
    return np.sum(A * B)


@right(W, V, 4)
def asarray_param(w, x, n):
    A = np.asarray(w)
    A *= x
    return np.sum(w * w)


@right(W, V, 4)
def ascontig(w, x, n):
    p = w * 1
    A = np.ascontiguousarray(p)
    s = np.sum(A * x)
    p *= x
    return s + np.sum(p)


@refused(A34, X5[:3])
def split_views(A, x):
    B = A * 1.0
    a, b = np.split(B, 2, axis=1)
    a *= x[:, None]
    b[:] = a
    return B


@refused(A34, X5[:3])
def hsplit_views(A, x):
    B = A * 1.0
    a, b = np.hsplit(B, 2)
    s = np.sum(a * b)
    B *= 2
    return s + np.sum(a)


@right(A34, X5[:3])
def meshgrid_copy(A, x):
    gx, gy = np.meshgrid(x, x)
    gx *= 2
    gx += gy
    return gx


@right(A34, X5[:3])
def broadcast_arrays(A, x):
    a, b = np.broadcast_arrays(A, x[:, None])
    return a * b


@right(A34, X5[:3])
def getattr_T(A, x):
    B = A * 1.0
    ls = [B, B.T]
    ls[1][0] *= x
    return ls[0]
