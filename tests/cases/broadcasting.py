"""Shape rules: every cotangent must come back in its argument's shape."""

import numpy as np

from tests.cases.case import Case


def stretched(x):
    return np.broadcast_to(x, (4, 3)) * np.arange(12.0).reshape(4, 3)


def einsum_length_one(x, y):
    return np.einsum("ij,j->i", x, y) * y


def einsum_implicit_and_repeated(a, b):
    return np.einsum("ii,ij->j", a, b) + np.einsum("...j,j", b, b[0]).sum()


def pairwise_sq(p):
    d = p[:, None, :] - p[None, :, :]
    return np.sum(d * d, axis=-1)


def scalar_forms(x):
    a = np.asarray(x)
    return a * np.float64(2.0) + x * np.ones(()) + np.ones((1, 1)) * x


def empty_rows(x, b):
    y = x * b + b
    return np.sum(y, axis=0) + np.sum(b)


M = np.array([[0.5, -1.2, 2.0], [1.5, 0.3, -0.7]])
CASES = [
    Case(
        "stretched_broadcast_to", stretched, (np.array([1.0, -2.0, 0.5]),), (0,), "broadcast_to adding a leading axis"
    ),
    Case("einsum_length_one", einsum_length_one, (M, np.array([1.5])), (0, 1), "einsum stretches a length-1 label"),
    Case(
        "einsum_implicit_and_repeated",
        einsum_implicit_and_repeated,
        (np.array([[1.0, 0.2], [0.4, -1.0]]), M),
        (0, 1),
        "repeated label, ellipsis, implicit output",
    ),
    Case("pairwise_sq", pairwise_sq, (M,), (0,), "one array stretched along two different new axes"),
    Case(
        "scalar_forms",
        scalar_forms,
        (1.3,),
        (0,),
        "Python float, NumPy scalar, 0-d and (1,1) arrays mixed; gradient is a scalar again",
        check="same_type",
    ),
    Case(
        "empty_rows",
        empty_rows,
        (np.zeros((0, 3)), np.array([1.0, 2.0, 3.0])),
        (0, 1),
        "zero-length axis, gradient has shape (0, 3)",
    ),
]
