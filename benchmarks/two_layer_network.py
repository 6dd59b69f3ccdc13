"""Two dense layers and a mean square error, batch of 64."""
import numpy as np

from benchmarks.common import Benchmark


def network(w1, b1, w2, b2, x, y):
    h = np.tanh(x @ w1 + b1)
    d = h @ w2 + b2 - y
    return np.mean(d * d)


def network_forward(w1, b1, w2, b2, x, y):
    h = x @ w1
    h += b1
    np.tanh(h, out=h)
    d = h @ w2
    d += b2
    d -= y
    return np.mean(d * d), (x, w2, h, d)


def network_pullback(residuals, value_bar):
    x, w2, h, d = residuals
    d_bar = d * (2.0 * value_bar / d.size)
    h_bar = d_bar @ w2.T
    h_bar *= 1.0 - h * h
    return x.T @ h_bar, h_bar.sum(axis=0), h.T @ d_bar, d_bar.sum(axis=0)


_rng = np.random.default_rng(0)
BENCHMARK = Benchmark(
    "two-layer network, batch 64",
    network,
    (
        _rng.normal(size=(128, 256)) * 0.1,
        np.zeros(256),
        _rng.normal(size=(256, 10)) * 0.1,
        np.zeros(10),
        _rng.normal(size=(64, 128)),
        _rng.normal(size=(64, 10)),
    ),
    ("w1", "b1", "w2", "b2"),
    network_forward,
    network_pullback,
)
