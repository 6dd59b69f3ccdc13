"""Keyword forms of NumPy functions, with shapes and dtypes that a rule easily gets wrong."""

import numpy as np

from tests.cases.case import Case, Expected

F32 = np.float32


def sum_where(x, mask):
    return np.sum(x * x, axis=0, where=mask, initial=1.0)


def mean_of_two_axes(x):
    return np.mean(x, axis=(0, -1), keepdims=True) * x


def max_with_initial(x):
    return np.max(x, axis=-1, initial=0.5) * np.min(x)


def spread(x):
    return np.std(x, axis=0, ddof=1) + np.var(x, keepdims=True)[0]


def norms(x):
    return np.linalg.norm(x, axis=1, keepdims=True) * x + np.linalg.norm(x) + np.linalg.norm(x, 1)


def quotient_rows(x, y):
    return x / y + y**2.0 / x


def power_rows(x, y):
    return x**y


def batched_matmul(a, b):
    return a @ b


def vector_matmul(a, v):
    return v @ a @ v + (a @ v) @ a


def chained_dot(a, b, c):
    return np.linalg.multi_dot([a, b, c])


def cumulative(x):
    return np.cumsum(x, axis=0) * np.cumprod(x, axis=1)


def clipped(x, low, high):
    return np.clip(x, low, high) * x


def joined(x, y):
    return np.concatenate([x, y[None], x * 2.0], axis=0) * np.vstack((x, y, x))


def padded(x):
    return np.pad(x, ((1, 0), (0, 2)), mode="constant", constant_values=3.0) + np.pad(x, ((1, 0), (0, 2)), mode="edge")


def rearranged(x):
    return (
        np.moveaxis(x, 0, -1) * np.transpose(x, (1, 2, 0))
        + np.repeat(np.tile(x[:1, :, :1], (3, 1, 1)), 2, axis=2).sum()
    )


def single_precision(x, w):
    return np.tanh(x * w) * 0.5 + x


def single_with_python_numbers(x):
    return np.sum(2.0 * x * x) / 3 + x**2


def mixed_precision(x, y):
    return x * y + np.sqrt(y)


def cast_inside(x):
    return x.astype(np.float64) ** 2 * np.ones(3)


def ddof_and_dtype(x):
    return np.sum(x, dtype=np.float64) * np.mean(x)


def zero_dimensional(x, y):
    return np.sum(x) * y[()] + x


def interpolated(x, y):
    return np.interp(x, np.array([0.0, 1.0, 2.0]), y)


def meshed(x, y):
    a, b = np.meshgrid(x, y, indexing="ij")
    return a * b * b


def tied_maximum(x):
    return np.max(x)


def sorted_ties(x, y):
    return np.minimum(x, y)


X = np.array([[0.5, -1.2, 2.0], [1.5, 0.3, -0.7]])
P = np.abs(X)
T = np.sin(np.arange(6.0)).reshape(3, 2, 1) + 1.5
CASES = [
    Case("sum_where", sum_where, (X, X > 0.0), (0,), "where= and initial="),
    Case("mean_of_two_axes", mean_of_two_axes, (T,), (0,), "a tuple of axes, one negative"),
    Case("max_with_initial", max_with_initial, (X,), (0,), "initial= is the maximum of no row"),
    Case("spread", spread, (X,), (0,), "ddof and keepdims"),
    Case("norms", norms, (X,), (0,), "keepdims, Frobenius, and the 1-norm of a matrix"),
    Case("quotient_rows", quotient_rows, (P, P[0]), (0, 1), "both operands of / and ** broadcast"),
    Case("power_rows", power_rows, (P[:, :1], P[0]), (0, 1), "base and exponent are stretched"),
    Case("batched_matmul", batched_matmul, (np.stack([X, X * 2.0]), X.T), (0, 1), "the second operand is broadcast"),
    Case("batched_matmul_vector", batched_matmul, (np.stack([X, X * 2.0]), X[0]), (0, 1), "a vector as second operand"),
    Case("vector_matmul", vector_matmul, (X[:, :2], X[0, :2]), (0, 1), "vectors on either side"),
    Case("chained_dot", chained_dot, (X, X.T, X), (0, 1, 2), "three matrices in a list"),
    Case("cumulative", cumulative, (X,), (0,), "two directions"),
    Case("clipped", clipped, (X, -1.0, P - 0.25), (0, 1, 2), "an array as bound"),
    Case("joined", joined, (X, X[0]), (0, 1), "one array twice in a list"),
    Case("padded", padded, (X,), (0,), "constant and edge"),
    Case("rearranged", rearranged, (T,), (0,), "moveaxis, transpose, tile and repeat"),
    Case("single_precision", single_precision, (X.astype(F32), X[0].astype(F32)), (0, 1), "stays single", "same_type"),
    Case("single_with_python_numbers", single_with_python_numbers, (X[0].astype(F32),), (0,), "weak Python numbers"),
    Case("mixed_precision", mixed_precision, (X.astype(F32), P), (0, 1), "a single and a double argument"),
    Case("cast_inside", cast_inside, (X[0].astype(F32),), (0,), "astype, and the gradient comes back in single"),
    Case("ddof_and_dtype", ddof_and_dtype, (X.astype(F32),), (0,), "dtype= of a reduction"),
    Case("zero_dimensional", zero_dimensional, (X[0], np.array(1.5)), (0, 1), "a 0-d array argument", "same_type"),
    Case("interpolated", interpolated, (np.array([0.3, 1.7, 0.9]), X[0]), (0, 1), "both the points and the values"),
    Case("meshed", meshed, (X[0], X[:, 0]), (0, 1), "indexing='ij'"),
    Case(
        "tied_maximum",
        tied_maximum,
        (np.array([1.0, 3.0, 3.0, 3.0]),),
        (0,),
        "three share",
        Expected((np.array([0.0, 1 / 3, 1 / 3, 1 / 3]),)),
    ),
    Case(
        "tied_minimum",
        sorted_ties,
        (np.array([1.0, 2.0]), np.array([1.0, 3.0])),
        (0, 1),
        "half each",
        Expected((np.array([0.5, 1.0]), np.array([0.5, 0.0]))),
    ),
]
