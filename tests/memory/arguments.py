"""Arguments, globals and closures that are written, views of them, and what NumPy writes into."""

import numpy as np

from tests.memory.case import A34, M3, X5, Y5, V, W, refused, right

G = np.array([0.5, 1.5, -0.7])
H = {"a": np.array([0.5, 1.5, -0.7])}


@right(W, V)
def par_alias_write(w, x):
    v = w
    v *= x
    return np.sum(v)


@right(W, V)
def par_alias_cond(w, x):
    v = w if x[0] > 0 else x
    return np.sum(v * w)


@right(W, V)
def par_alias_cond_write(w, x):
    v = w if x[0] > 0 else x
    v *= 2
    return np.sum(v * w)


@right(W, V)
def par_view_return(w, x):
    w[1:] *= x[:-1]
    return w[1:], w


@right(W, V)
def par_rebind(w, x):
    w[0] = x[1]
    w = w * x
    w[1] = 3 * x[0]
    return w


@right(W, V)
def par_rebind_cond(w, x):
    if x[0] > 0.5:
        w = w * x
    w[1] = 3 * x[0]
    return w


@right(W, V)
def par_none_return(w, x):
    w += x * w
    x -= w


@right(W, V)
def par_loop(w, x):
    for i in range(1, 3):
        w[i] += w[i - 1] * x[i]
        x[i] = w[i]
    return w[2]


@right(W, V)
def par_while(w, x):
    i = 0
    while i < 3:
        w[i] = np.sin(w[i - 1]) * x[i]
        i += 1
        if w[i - 1] > 10:
            break
    return w[2]


@right(W, V)
def par_branch(w, x):
    if x[0] > 0.5:
        w[:] = x
    else:
        w *= x
    return np.sum(w**2)


@right(W, V)
def par_swap(w, x):
    w, x = x, w
    w *= x
    return w


@right(W, V)
def par_swap_content(w, x):
    w[:], x[:] = x * 2, w * 3
    return w * x


@right(W, V)
def par_swap_content2(w, x):
    t = w.copy()
    w[:] = x
    x[:] = t
    return w * x


@right(W, V)
def par_early(w, x):
    if x[0] > 10:
        return np.sum(w)
    w *= x
    if x[1] > 1:
        return np.sum(w * w)
    w *= 2
    return np.sum(w)


@right(M3, V)
def par_row_helper(A, x):
    def norm(r):
        r /= np.sqrt(r @ r)

    for i in range(3):
        norm(A[i])
    norm(A[:, 0])
    return A @ x


@right(M3, V)
def par_T(A, x):
    B = A.T
    B[0] = x
    B += A
    return np.sum(B)


@right(M3, V)
def par_T_overlap(A, x):
    A += A.T
    A -= 0.5 * A[::-1]
    A[:] = A.T
    return np.sum(A @ x)


@right(M3, V)
def par_reshape(A, x):
    f = A.reshape(-1)
    f[::2] = 1.0
    f[1::4] *= x[:2]
    return np.sum(A @ x)


@right(M3, V)
def par_reshape_T(A, x):
    f = A.T.reshape(-1)
    f[::2] = 1.0
    return np.sum(A @ x) + np.sum(f)


@right(M3, V)
def par_diag(A, x):
    A[np.arange(3), np.arange(3)] += x
    np.fill_diagonal(A, x[0])
    A[np.diag_indices(3)] *= 2
    return A @ x


@right(M3, V)
def par_triu(A, x):
    A[np.triu_indices(3, 1)] = 0.0
    A[np.tril_indices(3, -1)] *= x
    return A @ x


@right(W, V)
def glob_read(w, x):
    return np.sum(G * w) * x


@right(W, V)
def glob_view(w, x):
    v = G[1:]
    return np.sum(v * w[1:]) * x


@refused(W, V)
def glob_write(w, x):
    G[0] = w[0]
    return np.sum(G * w) * x


@refused(W, V)
def glob_alias_write(w, x):
    v = G if x[0] > 100 else w * 1
    v *= x
    return v


@right(W, V)
def glob_dict(w, x):
    return H["a"] * w * x


@refused(W, V)
def glob_dict_write(w, x):
    H["a"][1:] *= w[1:]
    return H["a"] * x


@right(W, V)
def glob_copy(w, x):
    v = G.copy()
    v *= w
    return v * G * x


def make():
    buf = np.ones(3)

    def clos_read(w, x):
        return buf * w * x

    def clos_write(w, x):
        buf[:] = w
        return buf * x

    return clos_read, clos_write


READ, WRITE = make()
right(W, V)(READ)
refused(W, V)(WRITE)


@right(W, V)
def nonlocal_arr(w, x):
    acc = np.zeros(3)

    def add(v):
        nonlocal acc
        acc = acc + v * x

    def add2(v):
        acc[1:] += v[1:]

    add(w)
    add2(w * x)
    add(w)
    return acc


@right(W, V)
def nonlocal_loop(w, x):
    acc = np.zeros(3)
    old = acc

    def add(v):
        nonlocal acc, old
        old = acc
        acc = acc + v * x

    for i in range(len(w)):
        add(w * i)
        old[0] += 1
    return acc * old


@right(W, V)
def closure_write_loop(w, x):
    buf = np.zeros(3)

    def put(i, v):
        buf[i] = v
        return buf

    s = 0.0
    for i in range(3):
        b = put(i, w[i] * x[i])
        s += np.sum(b * x)
    return s


@right(X5, Y5)
def strided_window(x, c):
    v = np.lib.stride_tricks.sliding_window_view(x, 3)
    return v @ c[:3]


@right(X5, Y5)
def strided_window_write(x, c):
    y = x * 1
    v = np.lib.stride_tricks.sliding_window_view(y, 3)
    s = v.sum(axis=1)
    y *= c
    return s * y[:3]


@refused(X5, Y5)
def as_strided(x, c):
    v = np.lib.stride_tricks.as_strided(x, (3, 3), (8, 8))
    return v @ c[:3]


@right(X5, Y5)
def put_m(x, c):
    v = x * 1
    np.put(v, [0, 2], c[:2])
    v.put([1, 1], c[3:])
    np.place(v, v > 1, 0.0)
    np.putmask(v, v < -0.5, c[0])
    return v * x


@right(A34, X5[:3])
def put_along(A, x):
    B = A * 1
    i = np.argmax(B, axis=1)[:, None]
    np.put_along_axis(B, i, x[:, None], axis=1)
    return B * B


@right(A34, X5[:3])
def take_along_write(A, x):
    B = A * 1
    i = np.argsort(B, axis=0)
    B[:] = np.take_along_axis(B, i, axis=0)
    B[:, ::2] -= x[:, None]
    return B * B


@right(A34, X5[:3])
def ellipsis_writes(A, x):
    B = np.zeros((3, 4, 2))
    B[..., 0] = A
    B[..., 1] = A[::-1] * x[:, None]
    B[0, ..., 1] *= 2
    B[:, None, 0] += 1
    return B.sum(axis=-1)


@right(A34, X5[:3])
def newaxis_write(A, x):
    B = A * 1
    v = B[:, None, :]
    v *= x[:, None, None]
    w = B[None]
    w[0, 0] = B[1]
    return B


@right(A34, X5[:3])
def swapaxes_write(A, x):
    B = np.stack([A, A * 2])
    v = np.swapaxes(B, 0, 2)
    v[0] *= x[:, None]
    u = np.moveaxis(B, 1, 0)
    u[1] = 0.5
    f = np.flip(B, axis=1)
    f[:, 0] += x[0]
    return B


@refused(A34, X5[:3])
def squeeze_write(A, x):
    B = A[None] * 1
    v = np.squeeze(B)
    v[0] = 2 * v[1]
    u = np.squeeze(B, axis=0)
    u += 1
    e = np.expand_dims(v, 2)
    e[..., 0] *= x[:, None]
    return B


@right(A34, X5[:3])
def atleast_write(A, x):
    y = x * 1
    v = np.atleast_2d(y)
    v[0, 1:] *= 3
    u = np.atleast_1d(y)
    u[0] = A[0, 0]
    return y


@right(A34, X5[:3])
def rot_write(A, x):
    B = A * 1
    r = np.rot90(B)
    r[0] *= x
    turned = np.fliplr(B)
    turned[:, 0] += x
    return B


@right(A34, X5[:3])
def astype_copy(A, x):
    B = A * 1
    C = B.astype(float)
    C *= 2
    D = B.astype(float, copy=False)
    s = np.sum(D)
    return C * B * s


@refused(A34, X5[:3])
def astype_nocopy_write(A, x):
    B = A * 1
    D = B.astype(float, copy=False)
    D *= 2
    return B


@right(A34, X5[:3])
def array_nocopy_write(A, x):
    B = A * 1
    D = np.array(B, copy=False) if False else np.asarray(B)
    D *= 2
    E = np.array(B)
    E *= 3
    return B * E


@right(X5, Y5)
def chain_assign(x, c):
    a = b = x * 1
    a *= c
    d = e = np.zeros(5)
    d[1:] = b[1:]
    return a * b + e


@right(X5, Y5)
def walrus_alias(x, c):
    a = (b := x * 1)
    b *= c
    return a


@right(X5, Y5)
def del_alias(x, c):
    a = x * 1
    b = a if c[0] > 0 else x * 2
    s = np.sum(b)
    del b
    a *= c
    return a * s


@right(X5, Y5)
def aug_attr_view(x, c):
    class_like = {"v": x * 1}
    class_like["v"][1:] -= c[1:]
    v = class_like["v"]
    class_like["v"] = v * 2
    v += 1
    return class_like["v"] * v


@right(X5, Y5)
def int_write(x, c):
    y = np.zeros(5, int)
    y[:] = x * 10.3
    y += 1
    return y * c


@right(X5, Y5)
def complex_write(x, c):
    y = np.zeros(5, complex)
    y.real[:] = x
    y.imag[1:] = c[1:]
    y[0] = 1j * c[0]
    y *= y
    return np.abs(y)


@right(X5, Y5)
def bool_mask_written(x, c):
    m = np.zeros(5, bool)
    for i in range(5):
        m[i] = x[i] > 0
    y = x * 1
    y[m] = c[m]
    y[~m] *= 2
    return y


@right(X5, Y5)
def ufunc_where_out(x, c):
    y = c * 1
    np.multiply(x, c, out=y, where=x > 0)
    np.sqrt(y, out=y, where=y > 0.1)
    return y


@right(X5, Y5)
def clip_out(x, c):
    y = x * 1
    np.clip(y, -0.55, 0.9, out=y)
    y.clip(-0.5, 0.8, out=y)
    np.maximum(y, 0.1 * c, out=y)
    return y * c


@right(X5, Y5)
def cumsum_out(x, c):
    y = x * 1
    np.cumsum(y, out=y)
    y[::2].cumsum(out=y[::2])
    return y * c


@right(A34, X5[:3])
def sum_out(A, x):
    y = np.empty(3)
    np.sum(A, axis=1, out=y)
    A.mean(axis=1, out=y[:])
    y *= x
    return y


@right(A34, X5[:3])
def einsum_out(A, x):
    y = np.zeros(4)
    np.einsum("ij,i->j", A, x, out=y)
    y[:2] += 1
    return y


@right(X5, Y5)
def loop_slices_alias(x, c):
    a = x * 1
    for i in range(1, len(a)):
        left = a[:i]
        right = a[i:]
        right -= 0.1 * np.sum(left) * c[i]
        left *= 1.1
    return a


@right(X5, Y5)
def loop_view_outside(x, c):
    a = x * 1
    inner = a[1:-1]
    for i in range(len(c)):
        inner *= c[1:-1]
        a[0] += inner[0]
        inner[-1] = a[0]
    return a


@refused(X5, Y5)
def loop_view_rebound(x, c):
    a = x * 1
    v = a[:2]
    for i in range(2, len(c)):
        v *= c[i]
        v = a[i - 1 : i + 1]
    return a


@right(X5, Y5)
def loop_pick(x, c):
    a = x * 1
    b = c * 1
    best = a
    for i in range(len(c)):
        if b[i] > a[i]:
            best = b
        else:
            best = a
        s = best[i]
        a[i] += 0.1 * s
        b[i] *= 0.5
    return a * b
