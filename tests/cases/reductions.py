"""Sums, products, extrema, cumulative operations, statistics."""

import numpy as np

from tests.cases.case import Case, Expected


def total_product(x):
    return np.prod(x)


def tied_pair(a, b):
    return np.maximum(a, b) + np.minimum(a, 2.0 * b)


def order_statistics(x):
    return np.median(x) + 3.0 * np.percentile(x, 30.0) + np.quantile(x, 0.9) * np.median(x, axis=0).sum()


def builtin_reductions(x):
    s = sum(x) + max(x) * min(x)
    return s + sum(v * v for v in x) + sum([x, x * x])


def average_weights(x, w):
    return np.average(x, axis=0, weights=w)


def tall_trace(m):
    return np.trace(m) * np.trace(m, offset=-1) + np.diagonal(m).sum() ** 2


M = np.array([[0.5, -1.2, 2.0], [1.5, 0.3, -0.7]])
CASES = [
    Case(
        "product_one_zero",
        total_product,
        (np.array([2.0, 0.0, -3.0, 0.5]),),
        (0,),
        "product with one zero: only that slot has a gradient",
        check="nan_free",
    ),
    Case(
        "tied_pair",
        tied_pair,
        (1.0, 1.0),
        (0, 1),
        "both operands equal in maximum; symmetric split expected",
        check=Expected((1.5, 0.5), "maximum splits evenly, minimum picks a"),
    ),
    Case(
        "order_statistics",
        order_statistics,
        (np.array([[3.0, 1.0, 2.5], [0.2, 7.0, -1.0]]),),
        (0,),
        "median, percentile, quantile",
    ),
    Case(
        "builtin_reductions",
        builtin_reductions,
        (np.array([0.5, 1.2, -0.3]),),
        (0,),
        "Python sum/max/min over an array, a generator and a list of arrays",
    ),
    Case(
        "average_weights",
        average_weights,
        (M, np.array([0.3, 0.9])),
        (0, 1),
        "weighted average, gradient also for the weights",
    ),
    Case(
        "tall_trace",
        tall_trace,
        (np.arange(8.0).reshape(4, 2) + 0.5,),
        (0,),
        "trace of a tall matrix: nothing outside the diagonal",
    ),
]
