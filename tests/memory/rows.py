"""Rows, columns and blocks of arrays, and values that are one of several arrays."""

import numpy as np

from tests.memory.case import A34, X5, V, W, refused, right


# aliasing through branches and loops, dynamic n
@right(W, V, 3)
def view_or_copy(w, x, n):
    a = w * 1
    v = a[1:] if n > 2 else a[1:].copy()
    v = v * x[1:]
    return v * a[1:]


@right(W, V, 3)
def view_or_copy_read_only(w, x, n):
    a = w * 1
    v = a[1:] if x[0] > 0 else a[:-1]
    s = np.sum(v * v)
    a *= x
    return s * a


@right(W, V, 3)
def alias_dead_in_loop(w, x, n):
    a = w * 1
    s = 0.0
    for i in range(n):
        best = a if x[i] > 1 else x
        s += np.sum(best * best)
        a[i] *= x[i]
    return s * a


@right(W, V, 3)
def alias_dead_while(w, x, n):
    a = w * 1
    i = 0
    s = 0.0
    while i < n:
        best = a if x[i] > 1 else x
        s += np.sum(best * best)
        a *= 0.9
        i += 1
        if s > 50:
            break
    return s * a


@right(W, V, 3)
def alias_in_callee(w, x, n):
    def big(a, b):
        return a if np.sum(a) > np.sum(b) else b

    a = w * 1
    b = x * 1
    s = 0.0
    for i in range(n):
        s += np.sum(big(a, b) ** 2)
        a[i] += b[i]
        b *= 0.9
    return s


@right(W, V, 3)
def old_buffer(w, x, n):
    old = w * 1
    for i in range(n):
        new = np.empty_like(old)
        new[1:] = old[:-1] * x[1:]
        new[0] = old[-1]
        old = new
    return old


@right(W, V, 3)
def old_buffer_both(w, x, n):
    old = w * 1
    new = old.copy()
    for i in range(n):
        new[1:] = old[:-1] * x[1:]
        tmp = new
        new = old
        old = tmp
    return old, new


@right(A34, X5[:4], 3)
def best_row(A, c, n):
    B = A * 1
    best = B[0]
    s = 0.0
    for i in range(n):
        if B[i] @ c > best @ c:
            best = B[i]
        s += best @ c
    B *= 2
    return s * B


@right(A34, X5[:4], 3)
def argmax_row_write(A, c, n):
    B = A * 1
    k = int(np.argmax(B @ c))
    row = B[k]
    row *= 2
    B[k - 1] += row
    return B


@refused(A34, X5[:4], 3)
def row_list(A, c, n):
    B = A * 1
    rows = [B[i] for i in range(3)]
    rows[0] *= c
    rows[1][:] = rows[0]
    return B


@right(A34, X5[:4], 3)
def row_list_dyn(A, c, n):
    B = A * 1
    rows = [B[i] for i in range(n)]
    s = 0.0
    for r in rows:
        s += r @ c
    B *= 2
    return s * B


@right(A34, X5[:4], 3)
def unpack_rows(A, c, n):
    B = A * 1
    a, b, d = B
    a *= c
    b += a
    d[:] = a * b
    return B


@right(A34, X5[:4], 3)
def unpack_T(A, c, n):
    B = A.T * 1
    x, y, z = B.T
    x *= c
    y -= x
    return B * z[:, None]


@right(A34, X5[:4], 3)
def zip_rows_write(A, c, n):
    B = A * 1
    C = A * 2
    for b, d in zip(B, C):
        b += d * c
        d[0] = b[1]
    return B * C


@right(A34, X5[:4], 3)
def zip_same_array(A, c, n):
    B = A * 1
    for a, b in zip(B[:-1], B[1:]):
        b += a * c
    return B


@right(A34, X5[:4], 3)
def zip_same_reversed(A, c, n):
    B = A * 1
    for a, b in zip(B, B[::-1]):
        a += b * c
    return B


@right(A34, X5[:4], 3)
def reversed_rows(A, c, n):
    B = A * 1
    for i in reversed(range(1, n)):
        B[i] -= B[i - 1] * c
    for r in reversed(B):
        r *= c
    return B


@right(A34, X5[:4], 3)
def enumerate_T(A, c, n):
    B = A * 1
    for j, col in enumerate(B.T):
        col *= c[j]
        if j > 0:
            col += B[:, j - 1]
    return B


@right(A34, X5[:4], 3)
def view_carried(A, c, n):
    B = A * 1
    prev = B[0]
    for i in range(1, n):
        B[i] += prev * c
        prev = B[i]
    return B


@refused(A34, X5[:4], 3)
def view_carried_write_prev(A, c, n):
    B = A * 1
    prev = B[0]
    for i in range(1, n):
        cur = B[i]
        cur += prev * c
        prev *= 0.5
        prev = cur
    return B


@right(A34, X5[:4], 3)
def flat_loop(A, c, n):
    B = A * 1
    f = B.ravel()
    for i in range(1, f.size):
        f[i] += 0.1 * f[i - 1] * c[i % 4]
    return B


@right(A34, X5[:4], 3)
def reshape_loop(A, c, n):
    B = A * 1
    for k in range(n):
        v = B.reshape(4, 3)
        v[k] *= c[:3]
        B[0] += c
    return B


@right(A34, X5[:4], 3)
def block_views(A, c, n):
    B = np.zeros((6, 8))
    B[:3, :4] = A
    B[3:, 4:] = B[:3, :4] * c
    tl = B[:3, :4]
    br = B[3:, 4:]
    tl -= br
    br *= tl
    return B


@right(A34, X5[:4], 3)
def swap_halves(A, c, n):
    B = A * 1
    left, right = B[:, :2], B[:, 2:]
    tmp = left.copy()
    left[:] = right * c[:2]
    right[:] = tmp
    return B


@right(A34, X5[:4], 3)
def swap_halves_tuple(A, c, n):
    B = A * 1
    B[:, :2], B[:, 2:] = B[:, 2:] * c[:2], B[:, :2] * c[2:]
    return B


@right(A34, X5[:4], 3)
def swap_halves_bug(A, c, n):
    B = A * 1
    B[:, :2], B[:, 2:] = B[:, 2:], B[:, :2]
    return B * c


@right(A34, X5[:4], 3)
def chained_target(A, c, n):
    B = A * 1
    D = np.zeros(4)
    B[0] = D[:] = c * 2
    i = 0
    i, B[i] = 1, c
    B[i] *= 3
    return B * D


@right(A34, X5[:4], 3)
def star_target(A, c, n):
    B = A * 1
    B[0, 0], *rest = c
    B[1, 0] = rest[0] * rest[-1]
    return B


@right(A34, X5[:4], 3)
def nested_sub(A, c, n):
    B = A * 1
    B[1][2] = c[0]
    B[1:][0][1:] *= 2
    B[B[:, 0] > 0][0] = 100.0
    B[:, [0, 1]][0] = 100.0
    return B


@right(A34, X5[:4], 3)
def mask2d(A, c, n):
    B = A * 1
    B[B > 0.5] *= 0.5
    B[:, c > 0] += 1
    B[np.any(B < -0.5, axis=1)] = c
    return B


@right(A34, X5[:4], 3)
def mask_scalar_idx(A, c, n):
    B = A * 1
    for i in range(n):
        m = B[i] > 0
        B[i, m] = B[i, m] ** 2
        B[i][~m] *= 0.5
    return B


@right(A34, X5[:4], 3)
def idx_expr_written(A, c, n):
    B = A * 1
    idx = [0, 2]
    B[idx] *= c
    idx.append(1)
    B[idx] += 1
    idx[0] = 1
    B[idx] *= c
    return B


@right(A34, X5[:4], 3)
def counter_array(A, c, n):
    cnt = np.zeros(3, int)
    B = A * 1
    for i in range(n):
        for j in range(2):
            B[i, cnt[i]] *= c[j]
            cnt[i] += 1
    return B


@right(A34, X5[:4], 3)
def stack_pointer(A, c, n):
    st = np.zeros(4)
    sp = 0
    for i in range(n):
        st[sp] = A[i, 0] * c[i]
        sp += 1
        if A[i, 1] > 0 and sp > 1:
            st[sp - 2] += st[sp - 1]
            sp -= 1
    return st[:sp]


@right(A34, X5[:4], 3)
def heap_sift(A, c, n):
    h = A[0] * c
    for i in range(1, 4):
        j = i
        while j > 0 and h[j] < h[(j - 1) // 2]:
            h[j], h[(j - 1) // 2] = h[(j - 1) // 2], h[j]
            j = (j - 1) // 2
    return h * np.arange(4)


@right(A34, X5[:4], 3)
def union_cells(A, c, n):
    lab = np.zeros((3, 4), int)
    acc = np.zeros(5)
    for i in range(3):
        for j in range(4):
            lab[i, j] = int(A[i, j] > 0) + (lab[i - 1, j] if i > 0 else 0)
            acc[lab[i, j]] += A[i, j] * c[j]
    return acc


@right(A34, X5[:4], 3)
def prefix_in_place(A, c, n):
    s = A * 1
    for axis in range(2):
        v = s if axis == 0 else s.T
        for k in range(1, v.shape[0]):
            v[k] += v[k - 1]
    return s * c


@right(A34, X5[:4], 3)
def rollaxis_loop(A, c, n):
    s = A * 1
    for v in (s, s.T):
        v[1:] -= 0.5 * v[:-1]
    return s * c
