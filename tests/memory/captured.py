"""Residuals of arrays that are written later."""

import numpy as np

from tests.memory.case import M3, V, right


@right(M3, V, 2)
def captured_list(A, x, n):
    p = A * 2
    ls = []
    for i in range(n):
        ls.append(p)
        p = p + 1
    y = np.linalg.multi_dot([*ls, A] if False else ls) if n > 1 else A
    ls = 0
    p *= x
    return np.sum(y) + np.sum(p)


@right(M3, V, 2)
def captured_list2(A, x, n):
    p = A * 2
    ls = []
    for i in range(n):
        ls.append(p)
    y = np.linalg.multi_dot(ls)
    ls = 0
    p *= x
    return np.sum(y * y) + np.sum(p)


@right(M3, V, 2)
def captured_list3(A, x, n):
    p = A * 2
    ls = [p, A, p]
    y = np.linalg.multi_dot(ls)
    p *= x
    return np.sum(y * y) + np.sum(p)


@right(M3, V, 2)
def captured_einsum(A, x, n):
    p = A * 2
    ls = [p, A]
    y = np.einsum("ij,jk->ik", *ls)
    p *= x
    return np.sum(y * y) + np.sum(p)


@right(M3, V, 2)
def captured_items(A, x, n):
    p = A * 2
    ls = []
    for i in range(n):
        ls.append(p)
    s = 0.0
    for e in ls:
        s += np.sum(e * e * x)
    ls = 0
    e = 0
    p *= x
    return s + np.sum(p)


@right(M3, V, 2)
def captured_select(A, x, n):
    p = A * 2
    q = A * 3
    y = np.select([p > 1.05, p < 0], [p * p, q], 0.0)
    z = np.choose((p > 1.05) * 1, [p, q])
    p *= x
    q *= 2
    return np.sum(y * z) + np.sum(p)


@right(M3, V, 2)
def captured_where_stack(A, x, n):
    p = A * 2
    q = A * 3
    y = np.where(p > q, p, q) ** 2
    z = np.stack([p, q]).prod(axis=0)
    p *= x
    q *= 2
    return np.sum(y * z) + np.sum(p)
