"""Vectors of four elements: calls decide."""
import numpy as np

from benchmarks.common import Benchmark


def potential(x, k):
    r = np.sqrt(np.sum(x * x))
    return k * r * r + np.sum(np.cos(x) * x) / r


def potential_forward(x, k):
    r = np.sqrt(np.sum(x * x))
    cos_x = np.cos(x)
    s = np.sum(cos_x * x)
    return k * r * r + s / r, (x, k, r, cos_x, s)


def potential_pullback(residuals, value_bar):
    x, k, r, cos_x, s = residuals
    s_bar = value_bar / r
    r_bar = value_bar * 2.0 * k * r - s_bar * s / r
    x_bar = s_bar * (cos_x - np.sin(x) * x) + (r_bar / r) * x
    return x_bar, value_bar * r * r


BENCHMARK = Benchmark(
    "calls dominate, vectors of 4",
    potential,
    (np.array([0.3, -1.2, 0.8, 2.0]), 0.7),
    ("x", "k"),
    potential_forward,
    potential_pullback,
)
