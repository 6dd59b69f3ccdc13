"""Derivatives of densities that need more than a line; SciPy is imported when they run."""
from typing import Any

import numpy as np

from s2s.runtime.products import hermitian


def undefined(bar: Any, shape: tuple[int, ...]) -> Any:
    """The gradient for a parameter without a known derivative: NaN, and 0 where the cotangent is 0."""
    value = np.nan if np.any(np.asarray(bar) != 0) else 0.0
    return np.full(shape, value)[()]


def t_shape_slope(u: Any, df: Any) -> Any:
    """The derivative in df of the log-density of Student's distribution."""
    from scipy.special import digamma

    gammas = digamma((df + 1) / 2) - digamma(df / 2) - 1 / df
    return (gammas - np.log1p(u * u / df) + (df + 1) * u * u / (df * (df + u * u))) / 2


def dirichlet_slopes(x: Any, alpha: Any) -> tuple[Any, Any]:
    """The slopes of the log-density of the Dirichlet distribution in x and in alpha."""
    from scipy.special import digamma

    x, alpha = np.asarray(x), np.asarray(alpha)
    rank = (-1,) + (1,) * (x.ndim - 1)
    implied = len(x) < len(alpha)
    full = np.concatenate([x, 1 - np.sum(x, axis=0, keepdims=True)]) if implied else x
    slope = np.reshape(alpha - 1, rank) / full
    alpha_slope = np.log(full) + np.reshape(digamma(np.sum(alpha)) - digamma(alpha), rank)
    return (slope[:-1] - slope[-1:] if implied else slope), alpha_slope


def _standard(x: Any, mean: Any, cov: Any) -> tuple[Any, Any, Any]:
    """x - mean as points in rows, the shape of x with its last axis, and the covariance as a matrix."""
    x, cov = np.asarray(x), np.asarray(cov)
    d = max(np.size(mean) if mean is not None else 1, cov.shape[0] if cov.ndim else 1)
    matrix = cov * np.eye(d) if cov.ndim == 0 else np.diag(cov) if cov.ndim == 1 else cov
    if x.ndim == 0:
        x = np.reshape(x, (1, 1))
    elif x.ndim == 1:
        x = x[:, np.newaxis] if d == 1 else x[np.newaxis, :]
    return x - (0.0 if mean is None else np.ravel(mean)), d, matrix


def multivariate_normal_pullback(y_bar: Any, x: Any, mean: Any, cov: Any) -> tuple[Any, Any, Any]:
    """Cotangents of x, mean and cov in the log-density of the multivariate normal distribution (cov symmetrised)."""
    delta, d, matrix = _standard(x, mean, cov)
    precision = np.linalg.pinv(matrix, hermitian=True)
    scaled = delta @ precision
    weight = np.reshape(y_bar, (*delta.shape[:-1], 1))
    delta_bar = -weight * scaled
    flat, flat_weight = np.reshape(scaled, (-1, d)), np.reshape(weight, (-1, 1))
    matrix_bar = (hermitian(flat * flat_weight) @ flat - np.sum(flat_weight) * precision) / 2
    x_bar = np.reshape(delta_bar, np.shape(x)) if np.size(x) == np.size(delta_bar) else _summed(delta_bar, np.shape(x))
    mean_bar = None if mean is None else np.reshape(-np.sum(np.reshape(delta_bar, (-1, d)), axis=0), np.shape(mean))
    return x_bar, mean_bar, _cov_bar(matrix_bar, np.ndim(cov), np.shape(cov))


def _summed(delta_bar: Any, shape: tuple[int, ...]) -> Any:
    """The cotangent of coordinates that the mean stretched."""
    return np.reshape(np.sum(delta_bar, axis=-1), shape)


def _cov_bar(matrix_bar: Any, rank: int, shape: tuple[int, ...]) -> Any:
    if rank == 0:
        return np.trace(matrix_bar)
    return np.diagonal(matrix_bar).copy() if rank == 1 else np.reshape(matrix_bar, shape)


def multivariate_normal_pushforward(x_dot: Any, mean_dot: Any, cov_dot: Any, x: Any, mean: Any, cov: Any) -> Any:
    """Tangent of the log-density of the multivariate normal distribution."""
    delta, d, matrix = _standard(x, mean, cov)
    precision = np.linalg.pinv(matrix, hermitian=True)
    scaled = delta @ precision
    change = np.reshape(x_dot, delta.shape) - (0.0 if mean is None else np.ravel(mean_dot))
    cov_dot = np.asarray(cov_dot)
    matrix_dot = cov_dot * np.eye(d) if cov_dot.ndim == 0 else np.diag(cov_dot) if cov_dot.ndim == 1 else cov_dot
    y_dot = -np.sum(scaled * change, axis=-1) + np.sum((scaled @ matrix_dot) * scaled, axis=-1) / 2
    return np.squeeze(y_dot - np.sum(precision * matrix_dot) / 2)[()]


def entropy_pullback(y_bar: Any, cov: Any, mean: Any) -> Any:
    """Cotangent of cov in the entropy of the multivariate normal distribution."""
    _, _, matrix = _standard(0.0 if mean is None else mean, mean, cov)
    return _cov_bar(y_bar * np.linalg.pinv(matrix, hermitian=True) / 2, np.ndim(cov), np.shape(cov))
