"""Fifty steps of a recurrent network of 64 units."""
import numpy as np

from benchmarks.common import Benchmark


def recurrent(w, u, xs):
    h = np.zeros(64)
    for i in range(50):
        h = np.tanh(w @ h + u @ xs[i])
    return np.sum(h * h)


def recurrent_forward(w, u, xs):
    h = np.zeros(64)
    states = [h]
    for i in range(50):
        h = np.tanh(w @ h + u @ xs[i])
        states.append(h)
    return np.sum(h * h), (w, xs, states)


def recurrent_pullback(residuals, value_bar):
    w, xs, states = residuals
    h_bar = (2.0 * value_bar) * states[-1]
    w_bar = np.zeros_like(w)
    u_bar = np.zeros((64, xs.shape[1]))
    for i in reversed(range(50)):
        h = states[i + 1]
        z_bar = h_bar * (1.0 - h * h)
        w_bar += np.outer(z_bar, states[i])
        u_bar += np.outer(z_bar, xs[i])
        h_bar = z_bar @ w
    return w_bar, u_bar



_rng = np.random.default_rng(0)
BENCHMARK = Benchmark(
    "recurrent network, 50 steps of 64 units",
    recurrent,
    (_rng.normal(size=(64, 64)) * 0.1, _rng.normal(size=(64, 16)) * 0.3, _rng.normal(size=(50, 16))),
    ("w", "u"),
    recurrent_forward,
    recurrent_pullback,
)
