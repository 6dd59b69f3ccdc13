"""A chain of elementwise functions on a million elements: memory traffic decides."""
import numpy as np

from benchmarks.common import Benchmark


def chain(x):
    return np.sum(np.tanh(x * np.sin(x)) * np.exp(-x * x))


def chain_forward(x):
    sin_x = np.sin(x)
    t = x * sin_x
    np.tanh(t, out=t)
    e = x * x
    np.negative(e, out=e)
    np.exp(e, out=e)
    return np.sum(t * e), (x, sin_x, t, e)


def chain_pullback(residuals, value_bar):
    x, sin_x, t, e = residuals
    te = t * e
    te *= x
    te *= -2.0
    g = t * t
    np.subtract(1.0, g, out=g)
    g *= e
    slope = np.cos(x)
    slope *= x
    slope += sin_x
    g *= slope
    g += te
    g *= value_bar
    return (g,)


BENCHMARK = Benchmark(
    "elementwise chain, 1e6 elements",
    chain,
    (np.random.default_rng(0).normal(size=1_000_000),),
    ("x",),
    chain_forward,
    chain_pullback,
)
