"""Rules of scipy.stats: the beta distribution and Student's distribution.

With u = (x - loc) / scale, a log-density is log p(u) - log(scale).  Source of the formulas: the documentation of each
distribution in SciPy.  A shape parameter without a known derivative in a distribution function gets a gradient of NaN
(``undefined``), never a silent zero.
"""
from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special, stats

from s2s.rules.registry import rule
from s2s.runtime import ratio, t_shape_slope, unbroadcast, undefined


@rule(stats.beta.logpdf)
def beta_logpdf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The beta distribution: log-density."""
    y = stats.beta.logpdf(x, a, b, loc, scale)
    x_shape, a_shape, b_shape, loc_shape, scale_shape = (
        np.shape(x),
        np.shape(a),
        np.shape(b),
        np.shape(loc),
        np.shape(scale),
    )

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = ratio(y_bar * ((a - 1) * (1 - u) - (b - 1) * u), u * (1 - u)) / scale
        x_bar = unbroadcast(share, x_shape)
        a_bar = unbroadcast(special.xlogy(y_bar, u) - y_bar * (special.digamma(a) - special.digamma(a + b)), a_shape)
        b_bar = unbroadcast(special.xlog1py(y_bar, -u) - y_bar * (special.digamma(b) - special.digamma(a + b)), b_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u - y_bar / scale, scale_shape)
        return x_bar, a_bar, b_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, a_dot: Any, b_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        u_dot = (x_dot - loc_dot - u * scale_dot) / scale
        return (
            ratio(u_dot * ((a - 1) * (1 - u) - (b - 1) * u), u * (1 - u))
            + (special.xlogy(a_dot, u) - a_dot * (special.digamma(a) - special.digamma(a + b)))
            + (special.xlog1py(b_dot, -u) - b_dot * (special.digamma(b) - special.digamma(a + b)))
            - scale_dot / scale
        )

    return y, pullback, pushforward


@rule(stats.beta.pdf)
def beta_pdf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The beta distribution: density."""
    y = stats.beta.pdf(x, a, b, loc, scale)
    x_shape, a_shape, b_shape, loc_shape, scale_shape = (
        np.shape(x),
        np.shape(a),
        np.shape(b),
        np.shape(loc),
        np.shape(scale),
    )

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        weight = y_bar * y
        share = ratio(weight * ((a - 1) * (1 - u) - (b - 1) * u), u * (1 - u)) / scale
        x_bar = unbroadcast(share, x_shape)
        a_bar = unbroadcast(special.xlogy(weight, u) - weight * (special.digamma(a) - special.digamma(a + b)), a_shape)
        b_bar = unbroadcast(
            special.xlog1py(weight, -u) - weight * (special.digamma(b) - special.digamma(a + b)), b_shape
        )
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u - weight / scale, scale_shape)
        return x_bar, a_bar, b_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, a_dot: Any, b_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        u_dot = y * (x_dot - loc_dot - u * scale_dot) / scale
        a_change = y * a_dot
        b_change = y * b_dot
        return (
            ratio(u_dot * ((a - 1) * (1 - u) - (b - 1) * u), u * (1 - u))
            + (special.xlogy(a_change, u) - a_change * (special.digamma(a) - special.digamma(a + b)))
            + (special.xlog1py(b_change, -u) - b_change * (special.digamma(b) - special.digamma(a + b)))
            - y * scale_dot / scale
        )

    return y, pullback, pushforward


@rule(stats.beta.cdf)
def beta_cdf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The beta distribution: distribution function."""
    y = stats.beta.cdf(x, a, b, loc, scale)
    x_shape, a_shape, b_shape, loc_shape, scale_shape = (
        np.shape(x),
        np.shape(a),
        np.shape(b),
        np.shape(loc),
        np.shape(scale),
    )

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = y_bar * stats.beta.pdf(u, a, b) / scale
        x_bar = unbroadcast(share, x_shape)
        a_bar = undefined(y_bar, a_shape)
        b_bar = undefined(y_bar, b_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u, scale_shape)
        return x_bar, a_bar, b_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, a_dot: Any, b_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        return (
            stats.beta.pdf(u, a, b) * (x_dot - loc_dot - u * scale_dot) / scale
            + undefined(a_dot, np.shape(y))
            + undefined(b_dot, np.shape(y))
        )

    return y, pullback, pushforward


@rule(stats.beta.logcdf)
def beta_logcdf(x: Any, a: Any, b: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The beta distribution: logarithm of the distribution function."""
    y = stats.beta.logcdf(x, a, b, loc, scale)
    x_shape, a_shape, b_shape, loc_shape, scale_shape = (
        np.shape(x),
        np.shape(a),
        np.shape(b),
        np.shape(loc),
        np.shape(scale),
    )

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = y_bar * np.exp(stats.beta.logpdf(u, a, b) - y) / scale
        x_bar = unbroadcast(share, x_shape)
        a_bar = undefined(y_bar, a_shape)
        b_bar = undefined(y_bar, b_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u, scale_shape)
        return x_bar, a_bar, b_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, a_dot: Any, b_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        return (
            np.exp(stats.beta.logpdf(u, a, b) - y) * (x_dot - loc_dot - u * scale_dot) / scale
            + undefined(a_dot, np.shape(y))
            + undefined(b_dot, np.shape(y))
        )

    return y, pullback, pushforward


@rule(stats.t.logpdf)
def t_logpdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """Student's distribution: log-density."""
    y = stats.t.logpdf(x, df, loc, scale)
    x_shape, df_shape, loc_shape, scale_shape = np.shape(x), np.shape(df), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = -y_bar * (df + 1) * u / (df + u * u) / scale
        x_bar = unbroadcast(share, x_shape)
        df_bar = unbroadcast(y_bar * t_shape_slope(u, df), df_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u - y_bar / scale, scale_shape)
        return x_bar, df_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, df_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        u_dot = (x_dot - loc_dot - u * scale_dot) / scale
        return -u_dot * (df + 1) * u / (df + u * u) + df_dot * t_shape_slope(u, df) - scale_dot / scale

    return y, pullback, pushforward


@rule(stats.t.pdf)
def t_pdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """Student's distribution: density."""
    y = stats.t.pdf(x, df, loc, scale)
    x_shape, df_shape, loc_shape, scale_shape = np.shape(x), np.shape(df), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        weight = y_bar * y
        share = -weight * (df + 1) * u / (df + u * u) / scale
        x_bar = unbroadcast(share, x_shape)
        df_bar = unbroadcast(weight * t_shape_slope(u, df), df_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u - weight / scale, scale_shape)
        return x_bar, df_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, df_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        u_dot = y * (x_dot - loc_dot - u * scale_dot) / scale
        df_change = y * df_dot
        return -u_dot * (df + 1) * u / (df + u * u) + df_change * t_shape_slope(u, df) - y * scale_dot / scale

    return y, pullback, pushforward


@rule(stats.t.cdf)
def t_cdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """Student's distribution: distribution function."""
    y = stats.t.cdf(x, df, loc, scale)
    x_shape, df_shape, loc_shape, scale_shape = np.shape(x), np.shape(df), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = y_bar * stats.t.pdf(u, df) / scale
        x_bar = unbroadcast(share, x_shape)
        df_bar = undefined(y_bar, df_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u, scale_shape)
        return x_bar, df_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, df_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        return stats.t.pdf(u, df) * (x_dot - loc_dot - u * scale_dot) / scale + undefined(df_dot, np.shape(y))

    return y, pullback, pushforward


@rule(stats.t.logcdf)
def t_logcdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """Student's distribution: logarithm of the distribution function."""
    y = stats.t.logcdf(x, df, loc, scale)
    x_shape, df_shape, loc_shape, scale_shape = np.shape(x), np.shape(df), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = y_bar * np.exp(stats.t.logpdf(u, df) - y) / scale
        x_bar = unbroadcast(share, x_shape)
        df_bar = undefined(y_bar, df_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u, scale_shape)
        return x_bar, df_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, df_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        return np.exp(stats.t.logpdf(u, df) - y) * (x_dot - loc_dot - u * scale_dot) / scale + undefined(
            df_dot, np.shape(y)
        )

    return y, pullback, pushforward
