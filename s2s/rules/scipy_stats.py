"""Rules of scipy.stats: the normal, Poisson, Dirichlet and multivariate normal distributions.

With u = (x - loc) / scale, a log-density is log p(u) - log(scale).  Source of the formulas: the documentation of each
distribution in SciPy.
"""
from __future__ import annotations

from typing import Any

import numpy as np
from scipy import stats

from s2s.rules.registry import rule
from s2s.runtime import (
    dirichlet_slopes,
    entropy_pullback,
    multivariate_normal_pullback,
    multivariate_normal_pushforward,
    ratio,
    unbroadcast,
)


@rule(stats.norm.logpdf)
def norm_logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """y = -u^2 / 2 - log(scale) + a constant."""
    y = stats.norm.logpdf(x, loc, scale)
    x_shape, loc_shape, scale_shape = np.shape(x), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = -y_bar * u / scale
        x_bar = unbroadcast(share, x_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u - y_bar / scale, scale_shape)
        return x_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        u_dot = (x_dot - loc_dot - u * scale_dot) / scale
        return -u_dot * u - scale_dot / scale

    return y, pullback, pushforward


@rule(stats.norm.pdf)
def norm_pdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """y = exp(-u^2 / 2) / scale, times a constant."""
    y = stats.norm.pdf(x, loc, scale)
    x_shape, loc_shape, scale_shape = np.shape(x), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        weight = y_bar * y
        share = -weight * u / scale
        x_bar = unbroadcast(share, x_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u - weight / scale, scale_shape)
        return x_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        u_dot = y * (x_dot - loc_dot - u * scale_dot) / scale
        return -u_dot * u - y * scale_dot / scale

    return y, pullback, pushforward


@rule(stats.norm.cdf)
def norm_cdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """y = P(X <= x): the slope is the density."""
    y = stats.norm.cdf(x, loc, scale)
    x_shape, loc_shape, scale_shape = np.shape(x), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = y_bar * stats.norm.pdf(u) / scale
        x_bar = unbroadcast(share, x_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u, scale_shape)
        return x_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        return stats.norm.pdf(u) * (x_dot - loc_dot - u * scale_dot) / scale

    return y, pullback, pushforward


@rule(stats.norm.sf)
def norm_sf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """y = P(X > x)."""
    y = stats.norm.sf(x, loc, scale)
    x_shape, loc_shape, scale_shape = np.shape(x), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = -y_bar * stats.norm.pdf(u) / scale
        x_bar = unbroadcast(share, x_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u, scale_shape)
        return x_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        return -stats.norm.pdf(u) * (x_dot - loc_dot - u * scale_dot) / scale

    return y, pullback, pushforward


@rule(stats.norm.logcdf)
def norm_logcdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """y = log P(X <= x)."""
    y = stats.norm.logcdf(x, loc, scale)
    x_shape, loc_shape, scale_shape = np.shape(x), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = y_bar * np.exp(stats.norm.logpdf(u) - y) / scale
        x_bar = unbroadcast(share, x_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u, scale_shape)
        return x_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        return np.exp(stats.norm.logpdf(u) - y) * (x_dot - loc_dot - u * scale_dot) / scale

    return y, pullback, pushforward


@rule(stats.norm.logsf)
def norm_logsf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """y = log P(X > x)."""
    y = stats.norm.logsf(x, loc, scale)
    x_shape, loc_shape, scale_shape = np.shape(x), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = -y_bar * np.exp(stats.norm.logpdf(u) - y) / scale
        x_bar = unbroadcast(share, x_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u, scale_shape)
        return x_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        return -np.exp(stats.norm.logpdf(u) - y) * (x_dot - loc_dot - u * scale_dot) / scale

    return y, pullback, pushforward


@rule(stats.norm.ppf)
def norm_ppf(q: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The inverse of cdf: its slope is 1 / pdf."""
    y = stats.norm.ppf(q, loc, scale)
    q_shape, loc_shape, scale_shape = np.shape(q), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        q_bar = unbroadcast(ratio(y_bar, stats.norm.pdf(y, loc, scale)), q_shape)
        loc_bar = unbroadcast(y_bar, loc_shape)
        scale_bar = unbroadcast(y_bar * (y - loc) / scale, scale_shape)
        return q_bar, loc_bar, scale_bar

    def pushforward(q_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        return ratio(q_dot, stats.norm.pdf(y, loc, scale)) + loc_dot + (y - loc) / scale * scale_dot

    return y, pullback, pushforward


@rule(stats.poisson.logpmf)
def poisson_logpmf(k: Any, mu: Any, loc: Any = 0) -> Any:
    """y = k log(mu) - mu - log(k!): the slope in mu is k / mu - 1; k and loc are integers."""
    y = stats.poisson.logpmf(k, mu, loc)
    mu_shape = np.shape(mu)

    def pullback(y_bar: Any) -> Any:
        mu_bar = unbroadcast(ratio(y_bar * (k - loc - mu), mu), mu_shape)
        return mu_bar

    def pushforward(mu_dot: Any) -> Any:
        return ratio(mu_dot * (k - loc - mu), mu)

    return y, pullback, pushforward


@rule(stats.poisson.pmf)
def poisson_pmf(k: Any, mu: Any, loc: Any = 0) -> Any:
    """y = mu^k exp(-mu) / k!."""
    y = stats.poisson.pmf(k, mu, loc)
    mu_shape = np.shape(mu)

    def pullback(y_bar: Any) -> Any:
        mu_bar = unbroadcast(ratio(y_bar * y * (k - loc - mu), mu), mu_shape)
        return mu_bar

    def pushforward(mu_dot: Any) -> Any:
        return ratio(mu_dot * y * (k - loc - mu), mu)

    return y, pullback, pushforward


@rule(stats.poisson.cdf)
def poisson_cdf(k: Any, mu: Any, loc: Any = 0) -> Any:
    """y = P(K <= k): the slope in mu is -pmf(k)."""
    y = stats.poisson.cdf(k, mu, loc)
    mu_shape = np.shape(mu)

    def pullback(y_bar: Any) -> Any:
        mu_bar = unbroadcast(-y_bar * stats.poisson.pmf(np.floor(k), mu, loc), mu_shape)
        return mu_bar

    def pushforward(mu_dot: Any) -> Any:
        return -mu_dot * stats.poisson.pmf(np.floor(k), mu, loc)

    return y, pullback, pushforward


@rule(stats.dirichlet.logpdf)
def dirichlet_logpdf(x: Any, alpha: Any) -> Any:
    """y = sum (alpha - 1) log(x) - log B(alpha), where a missing last x is 1 minus the others."""
    y = stats.dirichlet.logpdf(x, alpha)

    def pullback(y_bar: Any) -> Any:
        x_slope, alpha_slope = dirichlet_slopes(x, alpha)
        x_bar = y_bar * x_slope
        alpha_bar = np.sum(np.reshape(y_bar * alpha_slope, (np.size(alpha), -1)), axis=1)
        return x_bar, alpha_bar

    def pushforward(x_dot: Any, alpha_dot: Any) -> Any:
        x_slope, alpha_slope = dirichlet_slopes(x, alpha)
        return np.sum(x_slope * x_dot, axis=0) + np.tensordot(alpha_dot, alpha_slope, axes=1)

    return y, pullback, pushforward


@rule(stats.dirichlet.pdf)
def dirichlet_pdf(x: Any, alpha: Any) -> Any:
    """y = exp(logpdf)."""
    y = stats.dirichlet.pdf(x, alpha)

    def pullback(y_bar: Any) -> Any:
        x_slope, alpha_slope = dirichlet_slopes(x, alpha)
        x_bar = y_bar * y * x_slope
        alpha_bar = np.sum(np.reshape(y_bar * y * alpha_slope, (np.size(alpha), -1)), axis=1)
        return x_bar, alpha_bar

    def pushforward(x_dot: Any, alpha_dot: Any) -> Any:
        x_slope, alpha_slope = dirichlet_slopes(x, alpha)
        return y * (np.sum(x_slope * x_dot, axis=0) + np.tensordot(alpha_dot, alpha_slope, axes=1))

    return y, pullback, pushforward


@rule(stats.multivariate_normal.logpdf)
def multivariate_normal_logpdf(x: Any, mean: Any = None, cov: Any = 1, allow_singular: bool = False) -> Any:
    """y = -(d^T cov^-1 d + log det(2 pi cov)) / 2 with d = x - mean; the gradient in cov is symmetrised."""
    y = stats.multivariate_normal.logpdf(x, mean, cov, allow_singular)

    def pullback(y_bar: Any) -> Any:
        x_bar, mean_bar, cov_bar = multivariate_normal_pullback(y_bar, x, mean, cov)
        return x_bar, mean_bar, cov_bar

    def pushforward(x_dot: Any, mean_dot: Any, cov_dot: Any) -> Any:
        return multivariate_normal_pushforward(x_dot, mean_dot, cov_dot, x, mean, cov)

    return y, pullback, pushforward


@rule(stats.multivariate_normal.pdf)
def multivariate_normal_pdf(x: Any, mean: Any = None, cov: Any = 1, allow_singular: bool = False) -> Any:
    """y = exp(logpdf)."""
    y = stats.multivariate_normal.pdf(x, mean, cov, allow_singular)

    def pullback(y_bar: Any) -> Any:
        x_bar, mean_bar, cov_bar = multivariate_normal_pullback(y_bar * y, x, mean, cov)
        return x_bar, mean_bar, cov_bar

    def pushforward(x_dot: Any, mean_dot: Any, cov_dot: Any) -> Any:
        return y * multivariate_normal_pushforward(x_dot, mean_dot, cov_dot, x, mean, cov)

    return y, pullback, pushforward


@rule(stats.multivariate_normal.entropy)
def multivariate_normal_entropy(mean: Any = None, cov: Any = 1) -> Any:
    """y = log det(2 pi e cov) / 2, whatever the mean: cov_bar = y_bar cov^-1 / 2."""
    y = stats.multivariate_normal.entropy(mean, cov)

    def pullback(y_bar: Any) -> Any:
        mean_bar = None
        cov_bar = entropy_pullback(y_bar, cov, mean)
        return mean_bar, cov_bar

    def pushforward(mean_dot: Any, cov_dot: Any) -> Any:
        return np.sum(entropy_pullback(1.0, cov, mean) * cov_dot)

    return y, pullback, pushforward
