"""Loops whose length is not known: histories, rotations, early exits, lists that are filled."""

import numpy as np

from tests.memory.case import V, W, refused, right


# loops whose length is not known, nested, with histories, swaps, and early exits
@right(W, V, 4)
def hist_two_lists(w, x, n):
    us = [w * 1]
    vs = [x * 1]
    for k in range(n):
        us.append(us[-1] + 0.1 * vs[-1])
        vs.append(vs[-1] - 0.1 * us[-1])
    return us[-1] * vs[-2]


@right(W, V, 4)
def hist_overwrite_last(w, x, n):
    us = [w * 1]
    for k in range(n):
        us.append(us[-1] * x)
        us[-1] = us[-1] + us[0]
    return us[-1] * us[1]


@right(W, V, 4)
def hist_scalar_overwrite(w, x, n):
    us = [w[0]]
    for k in range(n):
        us.append(us[-1] * x[0])
        us[k] += 0.5 * us[k + 1]
    return sum(us)


@right(W, V, 4)
def list_number_then_array(w, x, n):
    items = [0.5, x[0]]
    for k in range(n):
        items[0] = items[0] * w
        items[1] = items[1] * 1.1
    return items[0] * items[1]


@right(W, V, 4)
def list_number_array_write(w, x, n):
    items = [0.5]
    if x[0] > 0:
        items[-1] = w * x
    items[-1][1] *= x[0]
    return items[0] * items[0]


@right(W, V, 0)
def list_number_array_write_dyn(w, x, k):
    items = [0.5, x * 2]
    items[k] = w * x
    items[k][1] *= x[0]
    return items[0] * items[1]


@right(W, V, 0)
def list_zero_items(w, x, k):
    items = [None] * 3
    for i in range(3):
        items[i] = w * i
    items[1][0] = x[0]
    return items[0] + items[1] * items[2]


@right(W, V, 3)
def list_zero_items_dyn(w, x, n):
    items = [None] * n
    for i in range(n):
        items[i] = w * i
    s = 0.0
    for v in items:
        s += np.sum(v * x)
    return s


@right(W, V, 3)
def list_zeros_dyn_acc(w, x, n):
    acc = [0.0] * n
    for k in range(2):
        for i in range(n):
            acc[i] += w[i] * x[k]
    return sum(acc)


@right(W, V, 3)
def list_zeros_dyn_acc_arr(w, x, n):
    acc = [0.0] * n
    for k in range(2):
        for i in range(n):
            acc[i] = acc[i] + w * x[k]
    return sum(acc)


@refused(W, V, 3)
def list_zeros_dyn_aug_arr(w, x, n):
    acc = [0.0] * n
    for k in range(2):
        for i in range(n):
            acc[i] += w * x[k]
    return sum(acc)


@right(W, V, 3)
def three_rot_dyn(w, x, n):
    a = w * 1
    b = x * 1
    c = w * x
    for k in range(n):
        c[1:] = a[:-1] * x[1:] + b[1:]
        a, b, c = b, c, a
    return a * 1 + b * 2 + c * 3


@right(W, V, 3)
def three_rot_tmp(w, x, n):
    a = w * 1
    b = x * 1
    c = w * x
    for k in range(n):
        c[1:] = a[:-1] * x[1:] + b[1:]
        t = a
        a = b
        b = c
        c = t
    return a * 1 + b * 2 + c * 3


@right(W, V, 3)
def rot_in_helper(w, x, n):
    def step(a, b):
        b[1:] = a[:-1] * x[1:]
        return b, a

    a = w * 1
    b = x * 1
    for k in range(n):
        a, b = step(a, b)
    return a + b * 2


@right(W, V, 3)
def rot_nested_loops(w, x, n):
    a = w * 1
    b = x * 1
    for k in range(n):
        for j in range(n - 1):
            b[1:] = a[:-1] * x[1:]
            a, b = b, a
        a[0] += b[0]
    return a + b * 2


@right(W, V, 3)
def rot_partial(w, x, n):
    a = w * 1
    b = x * 1
    for k in range(n):
        b = a
        a = a * x
        a[0] += b[1]
    return a + b * 2


@right(W, V, 3)
def rot_alias_write(w, x, n):
    a = w * 1
    b = x * 1
    for k in range(n):
        b = a
        a = a * x
        b[0] += a[1]
    return a + b * 2


@right(W, V, 3)
def prev_kept(w, x, n):
    a = w * 1
    prev = a.copy()
    for k in range(n):
        a += x * prev
        prev = a.copy()
    return a * prev


@right(W, V, 3)
def prev_kept_alias(w, x, n):
    a = w * 1
    prev = a
    for k in range(n):
        new = a + x * prev
        prev = a
        a = new
        a[0] *= 2
    return a * prev


@right(W, V, 3)
def best_so_far(w, x, n):
    a = w * 1
    best = a
    fb = 1e9
    for k in range(n):
        a = a * x
        f = np.sum(a * a)
        if f < fb:
            fb = f
            best = a
    return best * x


@right(W, V, 3)
def best_so_far_inplace(w, x, n):
    a = w * 1
    best = a.copy()
    fb = 1e9
    for k in range(n):
        a *= x
        f = np.sum(a * a)
        if f < fb:
            fb = f
            best[:] = a
    return best * x


@right(W, V, 3)
def line_search(w, x, n):
    a = w * 1
    for k in range(n):
        step = 1.0
        trial = a - step * x
        while np.sum(trial**2) > np.sum(a**2) and step > 0.2:
            step *= 0.5
            trial = a - step * x
        a = trial
        a[0] += 0.1
    return a


@right(W, V, 3)
def cg(w, x, n):
    A = np.outer(w, w) + 2 * np.eye(3)
    u = np.zeros(3)
    r = x.copy()
    p = r.copy()
    rs = r @ r
    for k in range(n - 1):
        Ap = A @ p
        al = rs / (p @ Ap)
        u += al * p
        r -= al * Ap
        rn = r @ r
        p *= rn / rs
        p += r
        rs = rn
    return u


@right(W, V, 3)
def cg_alias(w, x, n):
    A = np.outer(w, w) + 2 * np.eye(3)
    u = np.zeros(3)
    r = x - A @ u
    p = r
    for k in range(n - 1):
        Ap = A @ p
        al = (r @ r) / (p @ Ap)
        u = u + al * p
        rn = r - al * Ap
        p = rn + (rn @ rn) / (r @ r) * p
        r = rn
    return u


@right(W, V, 3)
def momentum(w, x, n):
    v = np.zeros_like(w)
    p = w.copy()
    for k in range(n):
        g = p * x
        v *= 0.9
        v -= 0.1 * g
        p += v
    return p


@right(W, V, 3)
def workspace_arg(w, x, n):
    tmp = np.empty_like(w)

    def rhs(u, out):
        np.multiply(u, x, out=out)
        out[1:] -= u[:-1]
        return out

    u = w * 1
    for k in range(n):
        u += 0.1 * rhs(u, tmp)
    return u


@right(W, V, 3)
def workspace_twice(w, x, n):
    tmp = np.empty_like(w)

    def rhs(u):
        tmp[:] = u * x
        return tmp

    return rhs(w) + rhs(x)


@right(W, V, 3)
def workspace_twice_kept(w, x, n):
    tmp = np.empty_like(w)

    def rhs(u):
        tmp[:] = u * x
        return tmp

    a = rhs(w)
    b = rhs(x)
    return a * b


@right(W, V, 3)
def rk4_ws(w, x, n):
    k1 = np.empty(3)
    k2 = np.empty(3)
    t = np.empty(3)
    u = w * 1
    for s in range(n):
        np.multiply(np.sin(u), x, out=k1)
        np.multiply(k1, 0.05, out=t)
        t += u
        np.multiply(np.sin(t), x, out=k2)
        k2 *= 0.1
        u += k2
    return u


@right(W, V, 3)
def view_in_loop_kept(w, x, n):
    a = np.zeros((4, 3))
    a[0] = w
    last = a[0]
    for i in range(1, 4):
        a[i] = last * x
        last = a[i]
    return a


@refused(W, V, 3)
def view_in_loop_kept_sum(w, x, n):
    a = np.zeros((n + 1, 3))
    a[0] = w
    last = a[0]
    s = 0.0
    for i in range(1, n + 1):
        cur = a[i]
        cur[:] = last * x
        s += np.sum(cur * last)
        last = cur
    return s


@right(W, V, 3)
def two_cursor(w, x, n):
    a = w * 1
    i = 0
    j = 2
    while i < j:
        t = a[i]
        a[i] = a[j] * x[i]
        a[j] = t * x[j]
        i += 1
        j -= 1
    return a


@right(W, V, 3)
def triangular(w, x, n):
    L = np.zeros((n, n))
    for i in range(n):
        row = L[i]
        row[: i + 1] = w[: i + 1] * x[i]
        if i > 0:
            row -= 0.5 * L[i - 1]
    return L


@right(W, V, 3)
def try_write(w, x, n):
    a = w * 1
    try:
        a *= x
        b = a[1:]
        b += 1
    except ValueError:
        raise
    finally:
        a[0] = 2 * x[0]
    return a


@refused(W, V, 3)
def errstate_write(w, x, n):
    a = w * 1
    with np.errstate(all="ignore"):
        for i in range(n):
            a[i] /= x[i]
            b = a
        b *= x
    return a


@right(W, V, 3)
def match_write(w, x, n):
    a = w * 1
    match n:
        case 3:
            a[1:] = x[1:]
        case _:
            a *= 2
    return a * x


@right(W, V, 3)
def for_else(w, x, n):
    a = w * 1
    for i in range(n):
        a[i] *= x[i]
        if a[i] > 100:
            break
    else:
        a += 1
    return a


@right(W, V, 3)
def recursion_write(w, x, n):
    def go(a, k):
        if k == 0:
            return a
        a[k - 1] *= x[k - 1]
        return go(a, k - 1)

    return go(w * 1, 3)
