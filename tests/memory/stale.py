"""Arrays whose value is not known after a write into another one."""

from dataclasses import dataclass

import numpy as np

from tests.memory.case import V, W, refused, right


def pick(p, x):
    return p if x[0] > 0 else x * 2


@dataclass
class Box:
    a: object
    b: object


@refused(W, V)
def ret_list(w, x):
    p = w * 2
    q = pick(p, x)
    p *= x
    return [q, p]


@refused(W, V)
def ret_dict(w, x):
    p = w * 2
    q = pick(p, x)
    p *= x
    return {"q": q}


@refused(W, V)
def ret_box(w, x):
    p = w * 2
    q = pick(p, x)
    b = Box(q, x)
    p *= x
    return b


@refused(W, V)
def ret_nested(w, x):
    p = w * 2
    q = pick(p, x)
    b = (x, [q])
    p *= x
    return b


@refused(W, V)
def closure_read(w, x):
    p = w * 2
    q = pick(p, x)

    def g():
        return np.sum(q * x)

    p *= x
    return g()


@refused(W, V)
def lambda_read(w, x):
    p = w * 2
    q = pick(p, x)
    g = lambda: np.sum(q * x)
    p *= x
    return g()


@refused(W, V)
def comp_read(w, x):
    p = w * 2
    q = pick(p, x)
    p *= x
    return sum([v * v for v in q])


@refused(W, V)
def iter_read(w, x):
    p = w * 2
    q = pick(p, x)
    p *= x
    s = 0.0
    for v in q:
        s += v * v
    return s


@refused(W, V)
def zip_read(w, x):
    p = w * 2
    q = pick(p, x)
    p *= x
    s = 0.0
    for a, b in zip(q, x):
        s += a * b
    return s


@refused(W, V)
def enum_read(w, x):
    p = w * 2
    q = pick(p, x)
    p *= x
    s = 0.0
    for a, b in enumerate(q):
        s += a * b
    return s


@refused(W, V)
def unpack_read(w, x):
    p = w * 2
    q = pick(p, x)
    p *= x
    a, b, c = q
    return a * b * c


@refused(W, V)
def star_read(w, x):
    p = w * 2
    q = pick(p, x)
    p *= x
    return np.hypot(*q[:2])


@refused(W, V)
def while_read(w, x):
    p = w * 2
    q = pick(p, x)
    k = 0
    while k < 3 and np.sum(q) < 100:
        p *= x
        k += 1
    return np.sum(p)


@refused(W, V)
def loop_write_read_later(w, x):
    p = w * 2
    q = pick(p, x)
    for k in range(len(x)):
        p[k] *= x[k]
    return np.sum(q)


@refused(W, V)
def loop_read_first(w, x):
    p = w * 2
    q = pick(p, x)
    s = 0.0
    for k in range(len(x)):
        s += np.sum(q * x)
        p[k] *= x[k]
    return s


@right(W, V)
def loop_rebind(w, x):
    p = w * 2
    q = pick(p, x)
    s = 0.0
    for k in range(len(x)):
        s += np.sum(q * x)
        p[k] *= x[k]
        q = pick(p, x)
    return s + np.sum(q)


@refused(W, V)
def branch_write(w, x):
    p = w * 2
    q = pick(p, x)
    if x[1] > 0:
        p *= x
    return np.sum(q)


@right(W, V)
def branch_write_both(w, x):
    p = w * 2
    q = pick(p, x)
    if x[1] > 0:
        p *= x
        q = p * 1
    else:
        q = q * x
    return np.sum(q) + np.sum(p)


@right(W, V)
def branch_raise(w, x):
    p = w * 2
    q = pick(p, x)
    if x[1] < 0:
        p *= x
        raise ValueError(np.sum(p))
    return np.sum(q) + np.sum(p)


@right(W, V)
def branch_return(w, x):
    p = w * 2
    q = pick(p, x)
    if x[1] > 0:
        p *= x
        return np.sum(p)
    return np.sum(q) + np.sum(p)


@right(W, V)
def overwrite_whole(w, x):
    p = w * 2
    q = pick(p, x)
    s = np.sum(q * q)
    p *= x
    q[:] = x * s
    return np.sum(q * x)


@refused(W, V)
def overwrite_whole_then_first(w, x):
    p = w * 2
    q = pick(p, x)
    s = np.sum(q * q)
    p *= x
    q[:] = x * s
    return np.sum(q * x) + np.sum(p)


@refused(W, V)
def overwrite_part(w, x):
    p = w * 2
    q = pick(p, x)
    p *= x
    q[1:] = x[1:]
    return np.sum(q * x)


@refused(W, V)
def overwrite_view_part(w, x):
    p = w * 2
    q = pick(p, x)
    v = q[1:]
    p *= x
    v[:] = x[1:]
    return np.sum(q * x)


@refused(W, V)
def fill_after(w, x):
    p = w * 2
    q = pick(p, x)
    p *= x
    q.fill(x[0])
    return np.sum(q * x)


@refused(W, V)
def out_after(w, x):
    p = w * 2
    q = pick(p, x)
    p *= x
    np.multiply(x, x, out=q)
    return np.sum(q * x)


@refused(W, V)
def out_after_self(w, x):
    p = w * 2
    q = pick(p, x)
    p *= x
    np.multiply(q, x, out=q)
    return np.sum(q * x)


@refused(W, V)
def copyto_after(w, x):
    p = w * 2
    q = pick(p, x)
    p *= x
    np.copyto(q, x * x)
    return np.sum(q * x)


@refused(W, V)
def copyto_where_after(w, x):
    p = w * 2
    q = pick(p, x)
    p *= x
    np.copyto(q, x * x, where=x > 1)
    return np.sum(q * x)


@refused(W, V)
def view_write(w, x):
    p = w * 2
    q = pick(p, x)
    v = p[1:]
    v *= 2
    return np.sum(q)


@refused(W, V)
def view_read(w, x):
    p = w * 2
    q = pick(p, x)
    v = q[1:]
    p *= 2
    return np.sum(v)


@refused(W, V)
def reshape_write(w, x):
    p = w * 2
    q = pick(p, x)
    v = p.reshape(-1)
    v *= 2
    return np.sum(q)


@refused(W, V)
def reshape_read(w, x):
    p = w * 2
    q = pick(p, x)
    v = q.reshape(3, 1)
    p *= 2
    return np.sum(v)


@refused(W, V)
def reshape_before(w, x):
    p = w * 2
    v = p.reshape(3, 1)
    q = pick(v, x[:, None])
    p *= 2
    return np.sum(q)


@right(W, V)
def mask_passive(w, x):
    m = x > 0.7
    m2 = m if x[0] > 0 else ~m
    a = w[m2]
    m[0] = True
    b = w[m2]
    return np.sum(a) * np.sum(b * b)


@right(W, V)
def idx_passive(w, x):
    i = np.array([0, 1])
    j = i if x[0] > 0 else i * 2
    a = w[j]
    i += 1
    b = w[j] * x[j]
    return np.sum(a) * np.sum(b * b)


@right(W, V)
def idx_passive_loop(w, x):
    i = np.array([0, 1])
    j = i if x[0] > 0 else i * 2
    s = 0.0
    for k in range(len(w) - 1):
        s += np.sum(w[j] * x[j] * x[k])
        i[0] += 1
    return s * np.sum(w[j])


@right(W, V)
def idx_passive_branch(w, x):
    i = np.array([0, 1])
    j = i if x[0] > 0 else i * 2
    s = np.sum(w[j] * x[j])
    if x[1] > 0:
        i[0] += 1
    s += np.sum(w[j] ** 2 * x[j])
    return s


@right(W, V)
def idx_passive_list(w, x):
    ls = [np.array([0, 1]), np.array([1, 2])]
    s = 0.0
    for k in range(len(w)):
        i = ls[k % 2]
        s += np.sum(w[i] * x[i] * x[k])
        i[0] += 1 - 1 * (k > 1)
    return s * np.sum(w[ls[0]])


@right(W, V)
def passive_buffer_written_active(w, x):
    p = np.zeros(3)
    q = p if x[0] > 0 else np.ones(3)
    p[:] = w * x
    return np.sum(q * x)


@refused(W, V)
def passive_value_into_active(w, x):
    p = w * 2
    q = pick(p, x)
    p[0] = 1.0
    return np.sum(q * x)


@right(W, V)
def stale_swap(w, x):
    p = w * 2
    q = pick(p, x)
    p *= x
    p, q = q, p
    return np.sum(q * x)


@refused(W, V)
def stale_swap_bad(w, x):
    p = w * 2
    q = pick(p, x)
    p *= x
    p, q = q, p
    return np.sum(p * x)


@right(W, V)
def stale_through_if(w, x):
    p = w * 2
    q = pick(p, x)
    p *= x
    r = q if x[1] > 0 else x
    return np.sum(p)


@refused(W, V)
def stale_through_if_bad(w, x):
    p = w * 2
    q = pick(p, x)
    p *= x
    r = q if x[1] > 0 else x
    return np.sum(r)


@refused(W, V)
def stale_through_loop_bad(w, x):
    p = w * 2
    q = pick(p, x)
    r = x
    s = 0.0
    for k in range(len(x)):
        s += np.sum(r)
        r = q
        p *= x
    return s


@right(W, V)
def stale_list_item(w, x):
    p = w * 2
    q = pick(p, x)
    ls = [x, q]
    p *= x
    ls[1] = p
    return np.sum(ls[1])


@right(W, V)
def stale_attr(w, x):
    p = w * 2
    b = Box(pick(p, x), x)
    p *= x
    b.a = p
    return np.sum(b.a)


@refused(W, V)
def stale_attr_bad(w, x):
    p = w * 2
    b = Box(pick(p, x), x)
    p *= x
    return np.sum(b.a)


@right(W, V)
def swap_under_if(w, x):
    a = w * 1
    b = x * 1
    for k in range(len(w)):
        b[1:] = a[:-1] * x[1:]
        if x[k] > 1:
            a, b = b, a
    return np.sum(a * x) + np.sum(b * w)


@right(W, V)
def swap_under_if_tmp(w, x):
    a = w * 1
    b = x * 1
    for k in range(len(w)):
        b[1:] = a[:-1] * x[1:]
        if x[k] > 1:
            t = a
            a = b
            b = t
    return np.sum(a * x) + np.sum(b * w)


@right(W, V)
def swap_while_exit(w, x):
    a = w * 1
    b = x * 1
    k = 0
    while k < 9:
        b[1:] = a[:-1] * x[1:]
        a, b = b, a
        k += 1
        if np.sum(a * a) < 1:
            break
    return np.sum(a * x) + np.sum(b * w)


@right(W, V)
def swap_continue(w, x):
    a = w * 1
    b = x * 1
    for k in range(len(w)):
        b[1:] = a[:-1] * x[1:]
        if x[k] < 1:
            continue
        a, b = b, a
    return np.sum(a * x) + np.sum(b * w)


@right(W, V, 5)
def pingpong_dyn(w, x, n):
    bufs = [w * 1, x * 1]
    for k in range(n):
        s = bufs[k % 2]
        d = bufs[(k + 1) % 2]
        d[1:] = s[:-1] * x[1:]
    return bufs[0] * bufs[1]


@right(W, V, 5)
def rows_dyn(w, x, n):
    rows = [w * i for i in range(n)]
    for row in rows:
        row += x
    s = 0.0
    for row in rows:
        s += np.sum(row * row)
    return s


@right(W, V, 5)
def rows_dyn_idx(w, x, n):
    rows = [w * i for i in range(n)]
    for i in range(1, n):
        rows[i] += rows[i - 1] * x
    s = 0.0
    for row in rows:
        s += np.sum(row * row)
    return s


@right(W, V, 5)
def rows_dyn_item(w, x, n):
    rows = [w * i for i in range(n)]
    for i in range(1, n):
        rows[i][1:] = rows[i - 1][:-1] * x[1:]
    return rows[-1]


@right(W, V, 5)
def table_dyn(w, x, n):
    rows = []
    for i in range(n):
        rows.append(np.zeros(3))
    rows[0][:] = w
    for i in range(1, n):
        for j in range(3):
            rows[i][j] = rows[i - 1][j] * x[j] + (rows[i][j - 1] if j > 0 else 0.0)
    return rows[n - 1]
