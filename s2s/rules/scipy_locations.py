"""Rules of scipy.stats: distributions with location and scale only.

With u = (x - loc) / scale, a log-density is log p(u) - log(scale).  Source of the formulas: the documentation of each
distribution in SciPy.
"""
from __future__ import annotations

from typing import Any

import numpy as np
from scipy import stats

from s2s.rules.registry import rule
from s2s.runtime import unbroadcast


@rule(stats.expon.logpdf)
def expon_logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The exponential distribution: log-density."""
    y = stats.expon.logpdf(x, loc, scale)
    x_shape, loc_shape, scale_shape = np.shape(x), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = -y_bar * np.ones_like(u) / scale
        x_bar = unbroadcast(share, x_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u - y_bar / scale, scale_shape)
        return x_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        u_dot = (x_dot - loc_dot - u * scale_dot) / scale
        return -u_dot * np.ones_like(u) - scale_dot / scale

    return y, pullback, pushforward


@rule(stats.expon.pdf)
def expon_pdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The exponential distribution: density."""
    y = stats.expon.pdf(x, loc, scale)
    x_shape, loc_shape, scale_shape = np.shape(x), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        weight = y_bar * y
        share = -weight * np.ones_like(u) / scale
        x_bar = unbroadcast(share, x_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u - weight / scale, scale_shape)
        return x_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        u_dot = y * (x_dot - loc_dot - u * scale_dot) / scale
        return -u_dot * np.ones_like(u) - y * scale_dot / scale

    return y, pullback, pushforward


@rule(stats.laplace.logpdf)
def laplace_logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The Laplace distribution: log-density."""
    y = stats.laplace.logpdf(x, loc, scale)
    x_shape, loc_shape, scale_shape = np.shape(x), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = -y_bar * np.sign(u) / scale
        x_bar = unbroadcast(share, x_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u - y_bar / scale, scale_shape)
        return x_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        u_dot = (x_dot - loc_dot - u * scale_dot) / scale
        return -u_dot * np.sign(u) - scale_dot / scale

    return y, pullback, pushforward


@rule(stats.laplace.pdf)
def laplace_pdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The Laplace distribution: density."""
    y = stats.laplace.pdf(x, loc, scale)
    x_shape, loc_shape, scale_shape = np.shape(x), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        weight = y_bar * y
        share = -weight * np.sign(u) / scale
        x_bar = unbroadcast(share, x_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u - weight / scale, scale_shape)
        return x_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        u_dot = y * (x_dot - loc_dot - u * scale_dot) / scale
        return -u_dot * np.sign(u) - y * scale_dot / scale

    return y, pullback, pushforward


@rule(stats.uniform.logpdf)
def uniform_logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The uniform distribution: log-density."""
    y = stats.uniform.logpdf(x, loc, scale)
    x_shape, loc_shape, scale_shape = np.shape(x), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = y_bar * np.zeros_like(u) / scale
        x_bar = unbroadcast(share, x_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u - y_bar / scale, scale_shape)
        return x_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        u_dot = (x_dot - loc_dot - u * scale_dot) / scale
        return u_dot * np.zeros_like(u) - scale_dot / scale

    return y, pullback, pushforward


@rule(stats.uniform.pdf)
def uniform_pdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The uniform distribution: density."""
    y = stats.uniform.pdf(x, loc, scale)
    x_shape, loc_shape, scale_shape = np.shape(x), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        weight = y_bar * y
        share = weight * np.zeros_like(u) / scale
        x_bar = unbroadcast(share, x_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u - weight / scale, scale_shape)
        return x_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        u_dot = y * (x_dot - loc_dot - u * scale_dot) / scale
        return u_dot * np.zeros_like(u) - y * scale_dot / scale

    return y, pullback, pushforward


@rule(stats.logistic.logpdf)
def logistic_logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The logistic distribution: log-density."""
    y = stats.logistic.logpdf(x, loc, scale)
    x_shape, loc_shape, scale_shape = np.shape(x), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = -y_bar * np.tanh(u / 2) / scale
        x_bar = unbroadcast(share, x_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u - y_bar / scale, scale_shape)
        return x_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        u_dot = (x_dot - loc_dot - u * scale_dot) / scale
        return -u_dot * np.tanh(u / 2) - scale_dot / scale

    return y, pullback, pushforward


@rule(stats.logistic.pdf)
def logistic_pdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The logistic distribution: density."""
    y = stats.logistic.pdf(x, loc, scale)
    x_shape, loc_shape, scale_shape = np.shape(x), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        weight = y_bar * y
        share = -weight * np.tanh(u / 2) / scale
        x_bar = unbroadcast(share, x_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u - weight / scale, scale_shape)
        return x_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        u_dot = y * (x_dot - loc_dot - u * scale_dot) / scale
        return -u_dot * np.tanh(u / 2) - y * scale_dot / scale

    return y, pullback, pushforward


@rule(stats.cauchy.logpdf)
def cauchy_logpdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The Cauchy distribution: log-density."""
    y = stats.cauchy.logpdf(x, loc, scale)
    x_shape, loc_shape, scale_shape = np.shape(x), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = -2 * y_bar * u / (1 + u * u) / scale
        x_bar = unbroadcast(share, x_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u - y_bar / scale, scale_shape)
        return x_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        u_dot = (x_dot - loc_dot - u * scale_dot) / scale
        return -2 * u_dot * u / (1 + u * u) - scale_dot / scale

    return y, pullback, pushforward


@rule(stats.cauchy.pdf)
def cauchy_pdf(x: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The Cauchy distribution: density."""
    y = stats.cauchy.pdf(x, loc, scale)
    x_shape, loc_shape, scale_shape = np.shape(x), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        weight = y_bar * y
        share = -2 * weight * u / (1 + u * u) / scale
        x_bar = unbroadcast(share, x_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u - weight / scale, scale_shape)
        return x_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        u_dot = y * (x_dot - loc_dot - u * scale_dot) / scale
        return -2 * u_dot * u / (1 + u * u) - y * scale_dot / scale

    return y, pullback, pushforward
