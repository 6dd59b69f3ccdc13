"""Numerical codes: factorizations, sweeps, sorts, dynamic programming, particles, time loops with histories."""

from dataclasses import dataclass

import numpy as np

from tests.memory.case import A34, A45, M4, X5, Y5, V, W, refused, right

N5 = 5


# --- realistic numerical codes
@right(M4, np.array([1.0, 2.0, -1.0, 0.5]))
def lu_inplace(A, b):
    A = A.copy()
    b = b.copy()
    n = len(b)
    for k in range(n - 1):
        for i in range(k + 1, n):
            f = A[i, k] / A[k, k]
            A[i, k] = f
            A[i, k + 1 :] -= f * A[k, k + 1 :]
            b[i] -= f * b[k]
    x = np.zeros_like(b)
    for i in range(n - 1, -1, -1):
        x[i] = (b[i] - A[i, i + 1 :] @ x[i + 1 :]) / A[i, i]
    return x


@right(M4, np.array([1.0, 2.0, -1.0, 0.5]))
def lu_param(A, b):
    n = A.shape[0]
    for k in range(n):
        A[k + 1 :, k] /= A[k, k]
        A[k + 1 :, k + 1 :] -= np.outer(A[k + 1 :, k], A[k, k + 1 :])
    return np.sum(np.log(np.abs(np.diag(A)))) * b


@right(M4, np.array([1.0, 2.0, -1.0, 0.5]))
def lu_pivot(A, b):
    A = A.copy()
    n = len(b)
    x = b.copy()
    for k in range(n):
        p = k + int(np.argmax(np.abs(A[k:, k])))
        if p != k:
            A[[k, p]] = A[[p, k]]
            x[[k, p]] = x[[p, k]]
        for i in range(k + 1, n):
            m = A[i, k] / A[k, k]
            A[i] -= m * A[k]
            x[i] -= m * x[k]
    for k in range(n - 1, -1, -1):
        x[k] /= A[k, k]
        x[:k] -= A[:k, k] * x[k]
    return x


@right(M4, np.array([1.0, 2.0, -1.0, 0.5]))
def row_swap_copy(A, b):
    A = A * 1
    for k in range(2):
        tmp = A[k].copy()
        A[k] = A[3 - k]
        A[3 - k] = tmp
        A[k] *= b
    return A


@right(M4, np.array([1.0, 2.0, -1.0, 0.5]))
def row_swap_views(A, b):
    A = A * 1
    A[0], A[1] = A[1], A[0].copy()
    A[2], A[3] = A[3] * b, A[2] * b
    return A @ b


@right(M4, np.array([1.0, 2.0, -1.0, 0.5]))
def cholesky_inplace(B, b):
    A = B @ B.T + np.eye(4)
    n = 4
    for j in range(n):
        A[j, j] -= A[j, :j] @ A[j, :j]
        A[j, j] = np.sqrt(A[j, j])
        for i in range(j + 1, n):
            A[i, j] -= A[i, :j] @ A[j, :j]
            A[i, j] /= A[j, j]
    return np.tril(A) @ b


@right(A45)
def gram_schmidt(A):
    Q = A.T.copy()
    for j in range(Q.shape[1]):
        v = Q[:, j]
        for i in range(j):
            q = Q[:, i]
            v -= (q @ v) * q
        v /= np.sqrt(v @ v)
    return Q


@right(A45)
def gram_schmidt_rows(A):
    Q = A.copy()
    for j in range(4):
        for i in range(j):
            Q[j] -= (Q[i] @ Q[j]) * Q[i]
        Q[j] /= np.linalg.norm(Q[j])
    return Q


@right(M4)
def householder(A):
    R = A.copy()
    n = 4
    for k in range(n - 1):
        v = R[k:, k].copy()
        v[0] += np.sign(v[0]) * np.linalg.norm(v)
        v /= np.linalg.norm(v)
        R[k:, k:] -= 2 * np.outer(v, v @ R[k:, k:])
    return R


@right(M4)
def givens(A):
    R = A.copy()
    for j in range(3):
        for i in range(3, j, -1):
            a = R[i - 1, j]
            b = R[i, j]
            r = np.hypot(a, b)
            c = a / r
            s = b / r
            top = R[i - 1].copy()
            R[i - 1] = c * top + s * R[i]
            R[i] = -s * top + c * R[i]
    return R


@right(M4)
def jacobi_eig_sweep(A):
    S = A + A.T
    n = 4
    for p in range(n - 1):
        for q in range(p + 1, n):
            th = 0.5 * np.arctan2(2 * S[p, q], S[q, q] - S[p, p])
            c = np.cos(th)
            s = np.sin(th)
            rp = c * S[p] - s * S[q]
            rq = s * S[p] + c * S[q]
            S[p] = rp
            S[q] = rq
            cp = c * S[:, p] - s * S[:, q]
            cq = s * S[:, p] + c * S[:, q]
            S[:, p] = cp
            S[:, q] = cq
    return np.diag(S)


@right(X5, Y5)
def thomas(d, r):
    a = 0.1 * d[1:]
    c = 0.2 * d[:-1]
    b = 2 + d
    b = b.copy()
    r = r.copy()
    for i in range(1, len(r)):
        w = a[i - 1] / b[i - 1]
        b[i] -= w * c[i - 1]
        r[i] -= w * r[i - 1]
    r[-1] /= b[-1]
    for i in range(len(r) - 2, -1, -1):
        r[i] = (r[i] - c[i] * r[i + 1]) / b[i]
    return r


@right(X5, Y5)
def fft_radix(xr, xi):
    n = 4
    re = xr[:n].copy()
    im = xi[:n].copy()
    step = 1
    while step < n:
        for k in range(0, n, 2 * step):
            for j in range(step):
                ang = -np.pi * j / step
                wr = np.cos(ang)
                wi = np.sin(ang)
                tr = wr * re[k + j + step] - wi * im[k + j + step]
                ti = wr * im[k + j + step] + wi * re[k + j + step]
                re[k + j + step] = re[k + j] - tr
                im[k + j + step] = im[k + j] - ti
                re[k + j] += tr
                im[k + j] += ti
        step *= 2
    return re * im


@right(X5, Y5)
def bubble(x, c):
    a = x * c
    n = len(a)
    for i in range(n):
        for j in range(n - 1 - i):
            if a[j] > a[j + 1]:
                a[j], a[j + 1] = a[j + 1], a[j]
    return a * np.arange(n)


@right(X5, Y5)
def insertion(x, c):
    a = x * 1
    for i in range(1, len(a)):
        key = a[i]
        j = i - 1
        while j >= 0 and a[j] > key:
            a[j + 1] = a[j]
            j -= 1
        a[j + 1] = key
    return a * c


@right(X5, Y5)
def quicksort_iter(x, c):
    a = x.copy()
    stack = [(0, len(a) - 1)]
    order = np.argsort(a)
    a[:] = a[order]
    return a * c


@right(A34)
def dtw(D):
    n, m = D.shape
    C = np.full((n + 1, m + 1), 1e3)
    C[0, 0] = 0.0
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            C[i, j] = D[i - 1, j - 1] ** 2 + min(C[i - 1, j], C[i, j - 1], C[i - 1, j - 1])
    return C[n, m]


@right(A34)
def dtw_soft(D):
    n, m = D.shape
    C = np.zeros((n + 1, m + 1))
    for i in range(1, n + 1):
        for j in range(1, m + 1):
            v = np.array([C[i - 1, j], C[i, j - 1], C[i - 1, j - 1]])
            C[i, j] = D[i - 1, j - 1] - np.log(np.sum(np.exp(-v)))
    return C


@right(A34)
def dp_rolling(D):
    prev = D[0].copy()
    cur = np.empty_like(prev)
    for i in range(1, D.shape[0]):
        cur[0] = prev[0] + D[i, 0]
        for j in range(1, D.shape[1]):
            cur[j] = D[i, j] + np.maximum(prev[j], cur[j - 1])
        prev, cur = cur, prev
    return prev


@right(A34, A34.T * 0.5)
def matmul_loops(A, B):
    C = np.zeros((3, 3))
    for i in range(3):
        for j in range(3):
            for k in range(4):
                C[i, j] += A[i, k] * B[k, j]
    return C


@right(A45, X5)
def conv_valid(A, k):
    n, m = A.shape
    out = np.zeros((n - 1, m - 1))
    for di in range(2):
        for dj in range(2):
            out += k[2 * di + dj] * A[di : di + n - 1, dj : dj + m - 1]
    return out


@right(A45, X5)
def gauss_seidel(A, f):
    u = A.copy()
    for sweep in range(2):
        for i in range(1, 3):
            for j in range(1, 4):
                u[i, j] = 0.25 * (u[i - 1, j] + u[i + 1, j] + u[i, j - 1] + u[i, j + 1]) - f[j]
    return u


@right(A45, X5)
def red_black(A, f):
    u = A.copy()
    for c in range(2):
        u[1:-1, 1 + c : -1 : 2] = (
            0.25 * (u[:-2, 1 + c : -1 : 2] + u[2:, 1 + c : -1 : 2] + u[1:-1, c:-2:2] + u[1:-1, 2 + c :: 2]) * f[0]
        )
    return u


@right(A45, X5)
def jacobi_swap(A, f):
    u = A.copy()
    un = u.copy()
    for k in range(3):
        un[1:-1, 1:-1] = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]) + f[1:-1]
        un[:, 0] = un[:, 1]
        un[0] = un[1] * f
        u, un = un, u
    return u


@right(A45, X5, 6)
def jacobi_while(A, f, kmax):
    u = A.copy()
    un = u.copy()
    k = 0
    while k < kmax:
        un[1:-1, 1:-1] = 0.25 * (u[:-2, 1:-1] + u[2:, 1:-1] + u[1:-1, :-2] + u[1:-1, 2:]) + f[1:-1]
        d = np.max(np.abs(un - u))
        u, un = un, u
        k += 1
        if d < 0.3:
            break
    return u, k


@right(X5, Y5)
def upwind(u, a):
    u = u.copy()
    for n in range(3):
        un = u.copy()
        u[1:] = un[1:] - 0.1 * un[1:] * (un[1:] - un[:-1]) * a[1:]
        u[0] = u[-1]
    return u


@right(X5, Y5)
def verlet(x, v):
    x = x.copy()
    v = v.copy()
    f = -(x**3)
    for k in range(3):
        v += 0.05 * f
        x += 0.1 * v
        f = -(x**3)
        v += 0.05 * f
    return x, v


@right(X5, Y5)
def verlet_fbuf(x, v):
    x = x.copy()
    v = v.copy()
    f = np.empty_like(x)
    for k in range(3):
        np.power(x, 3, out=f)
        np.negative(f, out=f)
        v += 0.1 * f
        x += 0.1 * v
    return x * v


def forces(pos, F):
    F[:] = 0.0
    n = pos.shape[0]
    for i in range(n):
        for j in range(i + 1, n):
            r = pos[i] - pos[j]
            d2 = r @ r + 0.1
            f = r / (d2 * np.sqrt(d2))
            F[i] -= f
            F[j] += f
    return F


@right(A34, A34 * 0.3)
def nbody(pos, vel):
    pos = pos.copy()
    vel = vel.copy()
    F = np.zeros_like(pos)
    for k in range(2):
        forces(pos, F)
        vel += 0.1 * F
        pos += 0.1 * vel
    return pos


@right(X5, Y5)
def pic_deposit(x, q):
    grid = np.zeros(8)
    cell = np.floor(x + 3).astype(int)
    w = x + 3 - cell
    np.add.at(grid, cell, q * (1 - w))
    np.add.at(grid, cell + 1, q * w)
    e = grid[1:] - grid[:-1]
    return e[cell] * q


@right(X5, Y5)
def sandpile(x, q):
    h = x**2
    for k in range(3):
        m = h > 0.5
        d = np.where(m, 0.25 * (h - 0.5), 0.0)
        h[m] -= 2 * d[m]
        h[1:] += d[:-1]
        h[:-1] += d[1:]
    return h * q


@right(X5, Y5)
def adam(x, g):
    m = np.zeros_like(x)
    v = np.zeros_like(x)
    x = x.copy()
    for t in range(1, 4):
        gr = 2 * x * g
        m *= 0.9
        m += 0.1 * gr
        v *= 0.99
        v += 0.01 * gr**2
        x -= 0.1 * (m / (1 - 0.9**t)) / (np.sqrt(v / (1 - 0.99**t)) + 1e-3)
    return x


@right([W, V * 1.0], [V * 0.5, W * 0.2])
def sgd_lists(ps, gs):
    ps = [p.copy() for p in ps]
    for k in range(3):
        for p, g in zip(ps, gs):
            p -= 0.1 * g * p
    return ps[0] * ps[1]


@right([W, V * 1.0], [V * 0.5, W * 0.2])
def sgd_lists_param(ps, gs):
    for k in range(3):
        for i in range(len(ps)):
            ps[i] -= 0.1 * gs[i] * ps[i]
    return ps[0] * ps[1]


@right({"w": W, "b": V * 1.0}, {"w": V * 0.5, "b": W * 0.2})
def sgd_dict_param(ps, gs):
    for k in range(3):
        for name in ps:
            ps[name] -= 0.1 * gs[name] * ps[name]
    return ps["w"] * ps["b"]


@right(A34, X5[:4])
def batchnorm_inplace(A, g):
    B = A.copy()
    B -= B.mean(axis=0)
    B /= np.sqrt(B.var(axis=0) + 1e-3)
    B *= g
    return B


@right(A34)
def softmax_inplace(A):
    B = A.copy()
    B -= B.max(axis=1, keepdims=True)
    np.exp(B, out=B)
    B /= B.sum(axis=1, keepdims=True)
    return B


@right(A34)
def softmax_rows(A):
    B = A.copy()
    for row in B:
        row -= np.max(row)
        np.exp(row, out=row)
        row /= np.sum(row)
    return B


@right(A34)
def cumsum_manual(A):
    B = A.copy()
    for i in range(1, 3):
        B[i] += B[i - 1]
    for j in range(1, 4):
        B[:, j] += B[:, j - 1]
    return B


@right(X5, Y5)
def haar(x, c):
    a = np.concatenate([x, c[:3]])
    n = 8
    while n > 1:
        h = n // 2
        s = (a[0:n:2] + a[1:n:2]) / np.sqrt(2)
        d = (a[0:n:2] - a[1:n:2]) / np.sqrt(2)
        a[:h] = s
        a[h:n] = d
        n = h
    return a


@right(X5, Y5)
def haar_views(x, c):
    a = np.concatenate([x, c[:3]])
    n = 8
    while n > 1:
        even = a[0:n:2]
        odd = a[1:n:2]
        odd -= even
        even += odd / 2
        t = np.concatenate([even, odd])
        a[:n] = t
        n //= 2
    return a


@dataclass
class Grid:
    u: np.ndarray
    un: np.ndarray
    dt: float = 0.1

    def step(self, c):
        self.un[1:-1] = self.u[1:-1] + self.dt * c[1:-1] * (self.u[2:] - 2 * self.u[1:-1] + self.u[:-2])
        self.u, self.un = self.un, self.u

    def clamp(self):
        self.u[0] = 0.0
        self.u[-1] = self.u[-2]


@right(X5, Y5, 3)
def grid_obj(x, c, n):
    g = Grid(x.copy(), x.copy())
    for k in range(n):
        g.step(c)
        g.clamp()
    return g.u


@right(X5, Y5, 3)
def grid_obj_hist(x, c, n):
    g = Grid(x.copy(), np.zeros_like(x))
    hist = []
    for k in range(n):
        g.step(c)
        hist.append(g.u.copy())
    return sum(np.sum(h * h) for h in hist)


@refused(X5, Y5, 3)
def grid_obj_hist_bug(x, c, n):
    g = Grid(x.copy(), np.zeros_like(x))
    hist = []
    for k in range(n):
        g.step(c)
        hist.append(g.u)
    return sum(np.sum(h * h) for h in hist)


@right(X5, Y5, 4)
def history_buffer(x, c, n):
    hist = np.zeros((3, 5))
    hist[0] = x
    for k in range(n):
        hist[1:] = hist[:-1]
        hist[0] = np.sin(hist[1]) * c + hist[2]
    return hist


@right(X5, Y5, 4)
def history_roll(x, c, n):
    hist = np.zeros((3, 5))
    hist[0] = x
    for k in range(n):
        hist = np.roll(hist, 1, axis=0)
        hist[0] = np.sin(hist[1]) * c + hist[2]
    return hist


@right(X5, Y5, 4)
def ring_buffer(x, c, n):
    ring = np.zeros((3, 5))
    ring[0] = x
    for k in range(n):
        cur = ring[(k + 1) % 3]
        cur[:] = ring[k % 3] * c
        cur += ring[(k + 2) % 3]
    return ring


@right(X5, Y5, 4)
def adams_bashforth(x, c, n):
    f0 = x * c
    u = x.copy()
    f1 = np.empty_like(f0)
    for k in range(n):
        f1[:] = np.sin(u) * c
        u += 0.1 * (1.5 * f1 - 0.5 * f0)
        f0, f1 = f1, f0
    return u


@right(X5, Y5, 4)
def rk_stages(x, c, n):
    u = x.copy()
    ks = np.zeros((4, 5))
    a = [0.0, 0.5, 0.5, 1.0]
    for k in range(n):
        for s in range(4):
            ks[s] = np.sin(u + a[s] * 0.1 * ks[s - 1]) * c
        u += 0.1 / 6 * (ks[0] + 2 * ks[1] + 2 * ks[2] + ks[3])
    return u
