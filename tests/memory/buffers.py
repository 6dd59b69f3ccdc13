"""Buffers, views and writes of numerical codes."""

import numpy as np

from tests.memory.case import A34, A45, M3, X5, Y5, V, W, refused, right


# --- double buffers
@right(X5, Y5)
def db_if(u, c):
    a = u.copy()
    b = np.zeros_like(u)
    for k in range(4):
        b[1:-1] = 0.5 * (a[:-2] + a[2:]) * c[1:-1]
        if k % 2 == 0:
            a, b = b, a
    return np.sum(a * a) + np.sum(b * c)


@right(X5, Y5)
def db_while_break(u, c):
    a = u.copy()
    b = u.copy()
    k = 0
    while True:
        b[1:-1] = a[1:-1] + 0.1 * (a[:-2] - 2 * a[1:-1] + a[2:]) * c[1:-1]
        a, b = b, a
        k += 1
        if np.sum(np.abs(a - b)) < 0.05 or k > 6:
            break
    return a


@right(X5, Y5)
def ping_pong(u, c):
    bufs = [u.copy(), np.zeros_like(u)]
    for k in range(5):
        src = bufs[k % 2]
        dst = bufs[(k + 1) % 2]
        dst[1:-1] = src[1:-1] * c[1:-1] + 0.1 * np.sin(src[:-2])
    return bufs[1] * c


@right(X5, Y5)
def ping_pong_direct(u, c):
    bufs = [u.copy(), np.zeros_like(u)]
    for k in range(5):
        bufs[1 - k % 2][1:-1] = bufs[k % 2][1:-1] * c[1:-1] + 0.1 * np.sin(bufs[k % 2][:-2])
    return bufs[1] * c


@right(X5, Y5)
def ping_pong_array(u, c):
    bufs = np.zeros((2, u.size))
    bufs[0] = u
    for k in range(5):
        s = k % 2
        d = 1 - s
        bufs[d, 1:-1] = bufs[s, 1:-1] * c[1:-1] + 0.1 * np.sin(bufs[s, :-2])
    return bufs[1] * c


@right(X5, Y5)
def rotate_pop_insert(u, c):
    bufs = [u.copy(), u * 2, u * 3]
    for k in range(4):
        last = bufs.pop()
        last[:] = np.sin(bufs[0]) * c
        bufs.insert(0, last)
    return bufs[0] + bufs[1] * bufs[2]


@right(X5, Y5)
def rotate_pop_append(u, c):
    bufs = [u.copy(), u * 2, u * 3]
    for k in range(4):
        first = bufs.pop(0)
        first[:] = np.sin(bufs[-1]) * c
        bufs.append(first)
    return bufs[0] + bufs[1] * bufs[2]


@right(X5, Y5)
def rotate_new(u, c):
    hist = [u.copy(), u * 2]
    for k in range(4):
        new = np.sin(hist[-1]) * c + hist[-2]
        hist.append(new)
        hist.pop(0)
    return hist[0] * hist[1]


@right(X5, Y5)
def swap_items(u, c):
    bufs = [u.copy(), u * 2, u * c]
    for i in range(2):
        bufs[i][1:] += bufs[i + 1][:-1]
        bufs[i], bufs[i + 1] = bufs[i + 1], bufs[i]
    return bufs[0] * 1 + bufs[1] * 2 + bufs[2] * 3


@right(X5, Y5)
def swap_items_ij(u, c):
    bufs = [u.copy(), u * 2, u * c]
    for i in range(2):
        for j in range(i, 3):
            if np.sum(bufs[i]) > np.sum(bufs[j]):
                bufs[i], bufs[j] = bufs[j], bufs[i]
    return bufs[0] * 1 + bufs[1] * 2 + bufs[2] * 3


@right(X5, Y5)
def temp_swap(u, c):
    a = u.copy()
    b = np.empty_like(u)
    for k in range(3):
        b[:] = a * c
        b[0] = a[-1]
        tmp = a
        a = b
        b = tmp
    return a


@right(X5, Y5)
def temp_swap_first(u, c):
    old = u.copy()
    new = u.copy()
    for k in range(3):
        tmp = old
        old = new
        new = tmp
        for i in range(1, len(u) - 1):
            new[i] = old[i] + c[i] * (old[i - 1] - old[i + 1])
    return new


@right(X5, Y5)
def three_levels(u, c):
    prev = u.copy()
    cur = u * 1.1
    nxt = np.zeros_like(u)
    for k in range(4):
        nxt[1:-1] = 2 * cur[1:-1] - prev[1:-1] + c[1:-1] ** 2 * (cur[2:] - 2 * cur[1:-1] + cur[:-2])
        prev, cur, nxt = cur, nxt, prev
    return cur


@right(X5, Y5)
def leapfrog_hist(u, c):
    n = 5
    hist = np.zeros((n, u.size))
    hist[0] = u
    hist[1] = u * 0.9
    for k in range(1, n - 1):
        hist[k + 1, 1:-1] = (
            2 * hist[k, 1:-1] - hist[k - 1, 1:-1] + c[1:-1] ** 2 * (hist[k, 2:] - 2 * hist[k, 1:-1] + hist[k, :-2])
        )
    return hist


@right(X5, Y5)
def hist_views(u, c):
    hist = np.zeros((5, u.size))
    hist[0] = u
    for k in range(4):
        cur = hist[k]
        nxt = hist[k + 1]
        nxt[:] = cur * c
        nxt[1:] -= cur[:-1]
    return hist[-1]


@right(X5, Y5)
def row_loop(u, c):
    rows = [u.copy(), u * c, c * 2]
    for row in rows:
        row += 1
        row *= u
    return rows[0] * rows[1] * rows[2]


@right(A34, X5[:4])
def row_loop_array(A, c):
    B = A.copy()
    for row in B:
        row *= c
        row[1:] += row[:-1]
    return B


@right(A34, X5[:4])
def row_loop_param(A, c):
    for row in A:
        row *= c
    return np.sum(A**2)


@right(A34, X5[:3])
def col_loop_T(A, c):
    B = A.copy()
    for col in B.T:
        col -= np.mean(col) * c
    return B


@right(A34, X5[:4])
def row_enum(A, c):
    B = A.copy()
    for i, row in enumerate(B):
        row += c * i
        if i > 0:
            row -= B[i - 1]
    return B


@right(A34, A34 * 2)
def row_zip(A, C):
    B = A.copy()
    for b, c in zip(B, C):
        b *= c
    return B


def scale_into(work, x, c):
    work[:] = x * c
    return work


@right(X5, Y5)
def workspace(u, c):
    work = np.empty_like(u)
    t = 0.0
    for k in range(3):
        r = scale_into(work, u, c * k)
        t += np.sum(np.sin(r))
        work[0] = t
    return t + np.sum(work)


def smooth(dst, src, c):
    dst[1:-1] = c * (src[:-2] + src[2:])


@right(X5, 0.4)
def workspace2(u, c):
    work = np.zeros_like(u)
    out = u.copy()
    for k in range(3):
        smooth(work, out, c)
        smooth(out, work, c)
    return out


def addmul(a, b):
    a += b
    b *= 2
    return a * b


@right(X5, Y5)
def same_twice(u, c):
    v = u * c
    r = addmul(v, v)
    return r + v


@right(X5, Y5)
def same_twice_param(u, c):
    r = addmul(u, u)
    return r * c


@right(X5, Y5)
def views_of_views(u, c):
    a = u[1:]
    b = a[::2]
    b *= c[::2][:2]
    return u * 2 + np.sum(a)


@right(A45, A45 * 0.5)
def views_views_2d(A, C):
    inner = A[1:-1, 1:-1]
    row = inner[0]
    row[1:] = C[0, :2]
    inner[1] += row
    return np.sum(A * C)


@right(M3, V)
def transposed_write(A, x):
    B = A.copy()
    B.T[0] = x
    B.T[1:, 0] *= x[0]
    return B @ x


@right(M3, V)
def transposed_write_2(A, x):
    B = A * 1.0
    T = B.T
    T[0] = x
    B[1] = T[0] * 2
    return T @ x + B @ x


@right(A34, X5[:4])
def reshape_contig(A, x):
    B = A.copy()
    f = B.reshape(-1)
    f[::3] *= x
    return B


@right(A34, X5[:4])
def reshape_noncontig(A, x):
    B = A.copy()
    f = B.T.reshape(-1)
    f[::3] *= x
    return B, f


@right(A34, X5[:4])
def ravel_noncontig(A, x):
    B = A.copy()
    f = B[:, ::2].ravel()
    f[::3] = x[:2]
    return B.sum() + f.sum()


@right(A34, X5[:4])
def ravel_then_base_write(A, x):
    B = A.copy()
    f = B.ravel()
    B[0] *= x
    return f * 2


@refused(M3, V)
def diag_einsum(A, x):
    B = A.copy()
    d = np.einsum("ii->i", B)
    d[:] = x
    return B


@right(M3, V)
def diag_reshape(A, x):
    B = A.copy()
    B.reshape(-1)[::4] += x
    return B


@right(M3, V)
def diag_flat(A, x):
    B = A.copy()
    B.flat[::4] = x
    return B


@right(M3, V)
def flat_index(A, x):
    B = A.copy()
    B.flat[3] = x[0]
    B.flat[[1, 5]] = x[1]
    return B


@right(M3, V)
def flat_assign(A, x):
    B = np.zeros_like(A)
    B.flat = A.T
    return B * x


@right(V + 1j * W, V)
def real_write(z, x):
    w = z.copy()
    w.real[:] = x
    w.imag *= 2
    w.imag[1] += x[0]
    return w


@right(V + 1j * W, V)
def real_assign(z, x):
    w = z.copy()
    w.real = x
    w.imag = x * 2
    return w * z


@right(X5, Y5)
def broadcast_to_read(u, c):
    b = np.broadcast_to(u, (2, 5))
    v = u.copy()
    v *= 2
    return b * v * c


@right(X5, Y5)
def broadcast_then_write(u, c):
    v = u.copy()
    b = np.broadcast_to(v, (2, 5))
    s = np.sum(b * b)
    v *= c
    return s + np.sum(v)


@refused(X5, Y5)
def broadcast_then_write_read(u, c):
    v = u.copy()
    b = np.broadcast_to(v, (2, 5))
    v *= c
    return np.sum(b * b) + np.sum(v)


@right(X5, Y5)
def neg_slices(u, c):
    v = u.copy()
    v[::-1] *= c
    v[4:1:-2] = c[:2]
    v[-1:-3:-1] += u[:2]
    return v


@right(X5, Y5)
def overlap1(u, c):
    v = u.copy()
    v[1:] += v[:-1]
    v[:-1] *= v[1:]
    v[::-1] -= v * c
    return v


@right(X5, Y5)
def overlap2(u, c):
    v = u.copy()
    v[2:] = v[:-2]
    v[:] = v[::-1]
    v[1:-1] = v[:-2] * v[2:]
    return v * c


@right(X5, Y5)
def overlap_param(u, c):
    u[1:] += u[:-1] * c[1:]
    u[:-1] -= u[1:]


@right(X5, Y5)
def idx_dup(u, c):
    v = u.copy()
    idx = np.array([0, 1, 1, 3])
    v[idx] += c[:4]
    return v


@right(X5, Y5)
def idx_dup_mul(u, c):
    v = u.copy()
    idx = np.array([0, 1, 1, 3])
    v[idx] *= c[:4]
    v[idx] -= np.sin(v[idx])
    return v


@right(X5, Y5)
def add_at_dup(u, c):
    v = u.copy()
    np.add.at(v, np.array([0, 1, 1, 3]), c[:4] * u[1:])
    np.subtract.at(v, [0, 0], c[0])
    return v


@right(X5, Y5)
def idx_set_dup(u, c):
    v = u.copy()
    v[[0, 1, 1, 3]] = c[:4] * u[:4]
    return v


@right(X5, Y5)
def mask_scalar(u, c):
    v = u.copy()
    v[v > 0.4] = c[0]
    v[v < 0] *= c[1]
    return v


@right(X5, Y5)
def mask_array(u, c):
    v = u * c
    m = u > 0
    v[m] = (u * u)[m]
    v[~m] += c[~m]
    return v


@right(X5, Y5)
def mask_of_self(u, c):
    v = u * c
    v[v > 0] = v[v > 0] ** 2
    v[v < 0] -= v[v < 0] * c[0]
    return v


@right(X5, Y5)
def idx_changed(u, c):
    v = u.copy()
    idx = np.array([0, 1, 2])
    w = v[idx] * c[:3]
    idx += 1
    v[idx] = w
    idx[0] = 4
    v[idx] *= 2
    return v


@right(X5, Y5)
def mask_changed(u, c):
    v = u.copy()
    m = u > 0
    a = v[m] * 2
    m[0] = False
    v[m] = 3 * c[m]
    return np.sum(a) + v


@right(A45, X5)
def fancy_tuple_slice(A, x):
    B = A.copy()
    B[[0, 2], 1:3] = x[:2]
    B[1:3, [0, 0, 4]] += x[:3]
    B[[0, 1], [1, 2]] *= x[3:]
    B[np.ix_([0, 3], [1, 4])] = x[:2]
    return B


@right(X5, Y5)
def out_alias(u, c):
    v = u.copy()
    np.multiply(v, c, out=v)
    np.add(v, v, out=v)
    np.sin(v, out=v)
    np.subtract(v[1:], v[:-1], out=v[1:])
    return v


@right(X5, Y5)
def out_pos(u, c):
    v = np.empty_like(u)
    np.multiply(u, c, v)
    r = np.exp(v, v)
    r *= 2
    return v


@right(M3, V)
def out_matmul(A, x):
    B = np.empty((3, 3))
    np.matmul(A, A, out=B)
    y = np.empty(3)
    np.dot(B, x, out=y)
    return y


@right(X5, Y5)
def self_ops(x, c):
    x = x.copy()
    x *= x
    x += x
    x -= 0.5 * x
    x /= 1 + x
    x **= 2
    return x * c


@right(M3, V)
def ai_eq_a(A, x):
    a = A.copy()
    a[0] = a[1]
    a[:, 1] = a[0]
    a[1:] = a[0]
    a[...] = a.T
    return a @ x


@right(X5, Y5)
def self_assign(x, c):
    a = x * c
    a[:] = a
    a[1:] = a[1:]
    a[...] = a * 1
    return a


@right(X5, Y5)
def copyto_where(x, c):
    a = x.copy()
    np.copyto(a, c, where=x > 0)
    np.copyto(a, 2 * a, where=a < 0)
    np.copyto(a[1:], a[:-1])
    return a


@right(A34)
def sort_axis(A):
    B = A.copy()
    B.sort(axis=0)
    B[0] *= 2
    B.sort()
    return B * B


@right(A34)
def sort_view(A):
    B = A.copy()
    B[1].sort()
    B[:, 2].sort()
    B.T[0].sort()
    return B * B


@right(X5, Y5)
def dict_update(x, c):
    d = {"a": x.copy(), "b": c * 2}
    for k in d:
        d[k] *= x
    for k, v in d.items():
        v += 1
    d["a"][1:] += d["b"][:-1]
    return d["a"] * d["b"]


@right(X5, Y5)
def dict_params(x, c):
    params = {"w": x.copy(), "b": c.copy()}
    grads = {"w": x * c, "b": c}
    for _ in range(3):
        for k in params:
            params[k] -= 0.1 * grads[k] * params[k]
    return params["w"] + params["b"]
