"""In-place updates, views, workspaces, out= arguments."""

import numpy as np

from tests.cases.case import Case


def element_uses_neighbour(x):
    a = x.copy()
    a[-1] = np.cos(a[0]) * a[-1]
    a[0] = a[-1] * a[0]
    return np.sum(a * a)


def workspace_tree(values):
    n = values.size
    ws = np.empty(2 * n - 1)
    ws[n - 1 :] = values
    for k in range(n - 2, -1, -1):
        ws[k] = ws[2 * k + 1] * ws[2 * k + 2] + ws[2 * k + 1]
    return ws[0]


def gauss_seidel(b, sweeps):
    u = np.zeros(b.shape[0] + 2)
    for _ in range(sweeps):
        for i in range(1, u.shape[0] - 1):
            u[i] = 0.5 * (u[i - 1] + u[i + 1] + b[i - 1] * (1.0 + u[i]))
    return u[1:-1]


def rescale_ends(arr, amount):
    arr[-1] = arr[0] * arr[-1] - amount
    arr[0] *= amount
    return arr.shape[0]


def callee_mutates(x, k):
    a = x.copy()
    count = rescale_ends(a, k)
    rescale_ends(a[1:], k * k)
    return a[0] * a[1] + count * a[2]


def ravel_view_or_copy(m):
    m = m * 1.0
    flat = m.ravel()
    flat[::2] = 0.0
    other = m.T.ravel()
    other[:] = 1.0
    return m * m


M = np.array([[0.5, -1.2, 2.0], [1.5, 0.3, -0.7], [0.9, 1.1, 0.4]])
V = np.array([0.5, 1.5, -0.8, 2.0, 1.2])
CASES = [
    Case(
        "element_uses_neighbour",
        element_uses_neighbour,
        (V[:2],),
        (0,),
        "element update reads another element of the same array",
    ),
    Case(
        "workspace_tree",
        workspace_tree,
        (np.array([0.7, 1.9, -1.1, 0.4]),),
        (0,),
        "intermediates parked in slots of one workspace array",
    ),
    Case(
        "gauss_seidel",
        gauss_seidel,
        (np.array([0.3, -0.2, 0.5, 0.1]), 3),
        (0,),
        "in-place sweeps, every cell overwritten several times",
    ),
    Case(
        "callee_mutates",
        callee_mutates,
        (np.array([0.4, 1.3, -0.6]), 1.5),
        (0, 1),
        "helper changes its array argument, once through a slice",
    ),
    Case("ravel_view_or_copy", ravel_view_or_copy, (M,), (0,), "ravel() is a view or a copy depending on layout"),
]
