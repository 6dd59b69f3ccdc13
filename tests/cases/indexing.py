"""Reading and writing with slices, integer arrays, masks."""

import numpy as np

from tests.cases.case import Case


def repeated_gather(x):
    picked = x[[0, 2, 2, 0, 2]]
    return picked * np.arange(1.0, 6.0) + np.take(x, [1, 1]).sum()


def scatter_add(x, v):
    a = x.copy()
    np.add.at(a, np.array([0, 0, 2]), v * v)
    return a * a


def mixed_advanced(t):
    part = t[:, [0, 2], :, [1, 0]]
    grid = t[np.ix_([0, 1], [2, 0])]
    return np.sum(part**2) + np.sum(grid * grid[::-1])


def gather_along(m):
    order = np.argsort(m, axis=1)
    s = np.take_along_axis(m, order, axis=1)
    rows = np.arange(m.shape[0])
    return s[:, -1] * m[rows, np.argmin(m, axis=1)] + m[rows, 0]


def index_rebound(x):
    k = 0
    y = x[k] ** 2
    k = 2
    y = y * x[k]
    k = int(np.floor(y)) % x.shape[0]
    return y + x[k]


def float_to_index(x, table):
    pos = x * (table.shape[0] - 1)
    lo = int(pos)
    frac = pos - lo
    return (1.0 - frac) * table[lo] + frac * table[lo + 1]


def index_arrays_mutated_later(x):
    idx = np.array([0, 1])
    y = x[idx] * 2.0
    idx += 1
    z = x[idx] * y
    idx[:] = 0
    return z + x[idx]


def roll_and_flip(x):
    return np.roll(x, 1) * np.flip(x) + np.roll(x, -2) ** 2


def nonzero_indices(x):
    (hits,) = np.nonzero(x > 0.5)
    return x[hits] * x[hits - 1]


def tuple_and_slice_objects(m):
    window = slice(1, None)
    ij = (0, 1)
    return m[ij] * m[window, window] + m[(window, -1)][:, None]


def masked_row_update(m, keep, v):
    out = m.copy()
    out[keep] = v
    out[~keep, 0] *= v[0]
    return out**2


V = np.array([0.6, 1.7, -0.9])
M = np.array([[0.5, -1.2, 2.0], [1.5, 0.3, -0.7], [0.9, 1.1, 0.4]])
T4 = np.sin(np.arange(24.0)).reshape(2, 3, 2, 2)
CASES = [
    Case("repeated_gather", repeated_gather, (V,), (0,), "repeated entries in a gather accumulate"),
    Case("scatter_add", scatter_add, (V, np.array([0.5, 1.5, -2.0])), (0, 1), "ufunc.at does accumulate"),
    Case(
        "row_column_slices",
        lambda x, y: np.sum(x[0, :] * y[:, 0]) + x[0, 1] ** 2,
        (M[:1], M[:, 1:]),
        (0, 1),
        "integer plus full slice; the function is a lambda",
    ),
    Case(
        "mixed_advanced",
        mixed_advanced,
        (T4,),
        (0,),
        "advanced indices separated by a slice move the axis to the front; ix_",
    ),
    Case("gather_along", gather_along, (M,), (0,), "argsort/take_along_axis/argmin as index sources"),
    Case(
        "index_rebound",
        index_rebound,
        (np.array([1.2, 0.7, 2.1]),),
        (0,),
        "index variable rebound after use; index derived from an active value",
    ),
    Case(
        "float_to_index",
        float_to_index,
        (0.37, np.array([1.0, 4.0, 2.0, 7.0])),
        (0, 1),
        "table lookup with linear interpolation, int() of an active value",
    ),
    Case(
        "index_arrays_mutated_later",
        index_arrays_mutated_later,
        (V,),
        (0,),
        "index array changed in place after each use",
    ),
    Case("roll_and_flip", roll_and_flip, (V,), (0,), "permutation helpers"),
    Case("nonzero_indices", nonzero_indices, (np.array([0.1, 0.9, 2.0, 0.7]),), (0,), "indices from nonzero, shifted"),
    Case(
        "tuple_and_slice_objects",
        tuple_and_slice_objects,
        (M,),
        (0,),
        "index tuples and slice objects held in variables",
    ),
    Case(
        "masked_row_update",
        masked_row_update,
        (M, np.array([True, False, True]), V),
        (0, 2),
        "row mask assignment and augmented mask plus column",
    ),
]
