"""Four kernels: a Jacobi stencil, a Cholesky factorisation by loops, a network of three layers and an n-body code."""
import numpy as np

from benchmarks.common import Benchmark


def jacobi_2d(u, steps):
    a, b = u.copy(), u.copy()
    for _ in range(steps):
        b[1:-1, 1:-1] = 0.2 * (a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1])
        a[1:-1, 1:-1] = 0.2 * (b[1:-1, 1:-1] + b[1:-1, :-2] + b[1:-1, 2:] + b[2:, 1:-1] + b[:-2, 1:-1])
    return np.sum(a * a)


def jacobi_2d_forward(u, steps):
    a, b = u.copy(), u.copy()
    for _ in range(steps):
        b[1:-1, 1:-1] = 0.2 * (a[1:-1, 1:-1] + a[1:-1, :-2] + a[1:-1, 2:] + a[2:, 1:-1] + a[:-2, 1:-1])
        a[1:-1, 1:-1] = 0.2 * (b[1:-1, 1:-1] + b[1:-1, :-2] + b[1:-1, 2:] + b[2:, 1:-1] + b[:-2, 1:-1])
    return np.sum(a * a), (a, steps)


def _jacobi_2d_transposed(new_bar, old_bar):
    share = 0.2 * new_bar[1:-1, 1:-1]
    new_bar[1:-1, 1:-1] = 0.0
    old_bar[1:-1, 1:-1] += share
    old_bar[1:-1, :-2] += share
    old_bar[1:-1, 2:] += share
    old_bar[2:, 1:-1] += share
    old_bar[:-2, 1:-1] += share


def jacobi_2d_pullback(residuals, value_bar):
    a, steps = residuals
    a_bar = (2.0 * value_bar) * a
    b_bar = np.zeros_like(a)
    for _ in range(steps):
        _jacobi_2d_transposed(a_bar, b_bar)
        _jacobi_2d_transposed(b_bar, a_bar)
    a_bar += b_bar
    return (a_bar,)


def cholesky(matrix):
    a = matrix.copy()
    for i in range(len(a)):
        for j in range(i):
            a[i, j] = (a[i, j] - a[i, :j] @ a[j, :j]) / a[j, j]
        a[i, i] = np.sqrt(a[i, i] - a[i, :i] @ a[i, :i])
    return np.sum(np.tril(a) ** 3)


def cholesky_forward(matrix):
    a = matrix.copy()
    for i in range(len(a)):
        for j in range(i):
            a[i, j] = (a[i, j] - a[i, :j] @ a[j, :j]) / a[j, j]
        a[i, i] = np.sqrt(a[i, i] - a[i, :i] @ a[i, :i])
    factor = np.tril(a)
    return np.sum(factor**3), factor


def cholesky_pullback(factor, value_bar):
    bar = (3.0 * value_bar) * factor**2
    for i in reversed(range(len(factor))):
        bar[i, i] *= 0.5 / factor[i, i]
        bar[i, :i] -= (2.0 * bar[i, i]) * factor[i, :i]
        for j in reversed(range(i)):
            share = bar[i, j] / factor[j, j]
            bar[i, j] = share
            bar[j, j] -= share * factor[i, j]
            bar[i, :j] -= share * factor[j, :j]
            bar[j, :j] -= share * factor[i, :j]
    return (bar,)


def mlp(x, w1, b1, w2, b2, w3, b3):
    h = np.maximum(x @ w1 + b1, 0.0)
    h = np.maximum(h @ w2 + b2, 0.0)
    scores = h @ w3 + b3
    e = np.exp(scores - np.max(scores, axis=-1, keepdims=True))
    p = e / np.sum(e, axis=-1, keepdims=True)
    return np.sum(p * p)


def mlp_forward(x, w1, b1, w2, b2, w3, b3):
    h1 = x @ w1
    h1 += b1
    np.maximum(h1, 0.0, out=h1)
    h2 = h1 @ w2
    h2 += b2
    np.maximum(h2, 0.0, out=h2)
    p = h2 @ w3
    p += b3
    p -= np.max(p, axis=-1, keepdims=True)
    np.exp(p, out=p)
    p /= np.sum(p, axis=-1, keepdims=True)
    return np.sum(p * p), (x, w2, w3, h1, h2, p)


def mlp_pullback(residuals, value_bar):
    x, w2, w3, h1, h2, p = residuals
    scores_bar = p * (2.0 * value_bar)
    scores_bar -= np.sum(scores_bar * p, axis=-1, keepdims=True)
    scores_bar *= p
    h2_bar = scores_bar @ w3.T
    h2_bar *= h2 > 0.0
    h1_bar = h2_bar @ w2.T
    h1_bar *= h1 > 0.0
    first = x.T @ h1_bar, h1_bar.sum(axis=0)
    return (*first, h1.T @ h2_bar, h2_bar.sum(axis=0), h2.T @ scores_bar, scores_bar.sum(axis=0))


def acceleration(x, m):
    d = x[None, :, :] - x[:, None, :]
    inverse_cube = (np.sum(d * d, axis=2) + 0.01) ** -1.5
    return np.sum(d * (inverse_cube * m)[:, :, None], axis=1)


def n_body(x, v, m):
    a = acceleration(x, m)
    for _ in range(10):
        v = v + 0.005 * a
        x = x + 0.01 * v
        a = acceleration(x, m)
        v = v + 0.005 * a
    return np.sum(x * x) + np.sum(v * v)


def _acceleration_forward(x, m):
    d = x[None, :, :] - x[:, None, :]
    square = np.sum(d * d, axis=2)
    square += 0.01
    inverse_cube = square**-1.5
    weight = inverse_cube * m
    return np.sum(d * weight[:, :, None], axis=1), (d, square, inverse_cube, weight)


def _acceleration_pullback(record, m, a_bar, m_bar):
    d, square, inverse_cube, weight = record
    weight_bar = np.sum(d * a_bar[:, None, :], axis=2)
    m_bar += np.sum(weight_bar * inverse_cube, axis=0)
    weight_bar *= weight
    weight_bar *= -3.0
    weight_bar /= square
    d_bar = d * weight_bar[:, :, None]
    d_bar += a_bar[:, None, :] * weight[:, :, None]
    return np.sum(d_bar, axis=0) - np.sum(d_bar, axis=1)


def n_body_forward(x, v, m):
    a, record = _acceleration_forward(x, m)
    loop = []
    for _ in range(10):
        loop.append(record)
        v = v + 0.005 * a
        x = x + 0.01 * v
        a, record = _acceleration_forward(x, m)
        v += 0.005 * a
    return np.sum(x * x) + np.sum(v * v), (x, v, m, loop, record)


def n_body_pullback(residuals, value_bar):
    x, v, m, loop, record = residuals
    x_bar, v_bar = (2.0 * value_bar) * x, (2.0 * value_bar) * v
    m_bar = np.zeros_like(m)
    a_bar = 0.005 * v_bar
    for before in reversed(loop):
        x_bar += _acceleration_pullback(record, m, a_bar, m_bar)
        v_bar += 0.01 * x_bar
        a_bar = 0.005 * v_bar
        record = before
        if before is not loop[0]:
            a_bar *= 2.0
    x_bar += _acceleration_pullback(record, m, a_bar, m_bar)
    return x_bar, v_bar, m_bar


_rng = np.random.default_rng(0)
_square = _rng.normal(size=(24, 24))
_shapes = [(64, 128), (128, 64), (64, 10)]
_layers = [a for n, m in _shapes for a in (_rng.normal(size=(n, m)) / n**0.5, np.zeros(m))]
BENCHMARKS = (
    Benchmark(
        "Jacobi stencil in place, 20 steps of 128 x 128",
        jacobi_2d,
        (_rng.normal(size=(128, 128)), 20),
        ("u",),
        jacobi_2d_forward,
        jacobi_2d_pullback,
    ),
    Benchmark(
        "Cholesky factorisation by loops, 24 x 24",
        cholesky,
        (_square @ _square.T + 24.0 * np.eye(24),),
        ("matrix",),
        cholesky_forward,
        cholesky_pullback,
    ),
    Benchmark(
        "three-layer network with softmax, batch 128",
        mlp,
        (_rng.normal(size=(128, 64)), *_layers),
        ("w1", "b1", "w2", "b2", "w3", "b3"),
        mlp_forward,
        mlp_pullback,
    ),
    Benchmark(
        "n-body, 10 steps of 64 bodies",
        n_body,
        (_rng.normal(size=(64, 3)), _rng.normal(size=(64, 3)), _rng.uniform(0.5, 1.5, 64)),
        ("x", "v", "m"),
        n_body_forward,
        n_body_pullback,
    ),
)
