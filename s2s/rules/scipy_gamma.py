"""Rules of scipy.stats: the gamma and chi-squared distributions.

With u = (x - loc) / scale, a log-density is log p(u) - log(scale).  Source of the formulas: the documentation of each
distribution in SciPy.  A shape parameter without a known derivative in a distribution function gets a gradient of NaN
(``undefined``), never a silent zero.
"""
from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special, stats

from s2s.rules.registry import rule
from s2s.runtime import ratio, unbroadcast, undefined


@rule(stats.gamma.logpdf)
def gamma_logpdf(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The gamma distribution: log-density."""
    y = stats.gamma.logpdf(x, a, loc, scale)
    x_shape, a_shape, loc_shape, scale_shape = np.shape(x), np.shape(a), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = ratio(y_bar * (a - 1 - u), u) / scale
        x_bar = unbroadcast(share, x_shape)
        a_bar = unbroadcast(special.xlogy(y_bar, u) - y_bar * special.digamma(a), a_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u - y_bar / scale, scale_shape)
        return x_bar, a_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, a_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        u_dot = (x_dot - loc_dot - u * scale_dot) / scale
        return (
            ratio(u_dot * (a - 1 - u), u) + (special.xlogy(a_dot, u) - a_dot * special.digamma(a)) - scale_dot / scale
        )

    return y, pullback, pushforward


@rule(stats.gamma.pdf)
def gamma_pdf(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The gamma distribution: density."""
    y = stats.gamma.pdf(x, a, loc, scale)
    x_shape, a_shape, loc_shape, scale_shape = np.shape(x), np.shape(a), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        weight = y_bar * y
        share = ratio(weight * (a - 1 - u), u) / scale
        x_bar = unbroadcast(share, x_shape)
        a_bar = unbroadcast(special.xlogy(weight, u) - weight * special.digamma(a), a_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u - weight / scale, scale_shape)
        return x_bar, a_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, a_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        u_dot = y * (x_dot - loc_dot - u * scale_dot) / scale
        a_change = y * a_dot
        return (
            ratio(u_dot * (a - 1 - u), u)
            + (special.xlogy(a_change, u) - a_change * special.digamma(a))
            - y * scale_dot / scale
        )

    return y, pullback, pushforward


@rule(stats.gamma.cdf)
def gamma_cdf(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The gamma distribution: distribution function."""
    y = stats.gamma.cdf(x, a, loc, scale)
    x_shape, a_shape, loc_shape, scale_shape = np.shape(x), np.shape(a), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = y_bar * stats.gamma.pdf(u, a) / scale
        x_bar = unbroadcast(share, x_shape)
        a_bar = undefined(y_bar, a_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u, scale_shape)
        return x_bar, a_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, a_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        return stats.gamma.pdf(u, a) * (x_dot - loc_dot - u * scale_dot) / scale + undefined(a_dot, np.shape(y))

    return y, pullback, pushforward


@rule(stats.gamma.logcdf)
def gamma_logcdf(x: Any, a: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The gamma distribution: logarithm of the distribution function."""
    y = stats.gamma.logcdf(x, a, loc, scale)
    x_shape, a_shape, loc_shape, scale_shape = np.shape(x), np.shape(a), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = y_bar * np.exp(stats.gamma.logpdf(u, a) - y) / scale
        x_bar = unbroadcast(share, x_shape)
        a_bar = undefined(y_bar, a_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u, scale_shape)
        return x_bar, a_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, a_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        return np.exp(stats.gamma.logpdf(u, a) - y) * (x_dot - loc_dot - u * scale_dot) / scale + undefined(
            a_dot, np.shape(y)
        )

    return y, pullback, pushforward


@rule(stats.chi2.logpdf)
def chi2_logpdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The chi-squared distribution: log-density."""
    y = stats.chi2.logpdf(x, df, loc, scale)
    x_shape, df_shape, loc_shape, scale_shape = np.shape(x), np.shape(df), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = ratio(y_bar * (df - 2 - u), 2 * u) / scale
        x_bar = unbroadcast(share, x_shape)
        df_bar = unbroadcast((special.xlogy(y_bar, u / 2) - y_bar * special.digamma(df / 2)) / 2, df_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u - y_bar / scale, scale_shape)
        return x_bar, df_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, df_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        u_dot = (x_dot - loc_dot - u * scale_dot) / scale
        return (
            ratio(u_dot * (df - 2 - u), 2 * u)
            + (special.xlogy(df_dot, u / 2) - df_dot * special.digamma(df / 2)) / 2
            - scale_dot / scale
        )

    return y, pullback, pushforward


@rule(stats.chi2.pdf)
def chi2_pdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The chi-squared distribution: density."""
    y = stats.chi2.pdf(x, df, loc, scale)
    x_shape, df_shape, loc_shape, scale_shape = np.shape(x), np.shape(df), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        weight = y_bar * y
        share = ratio(weight * (df - 2 - u), 2 * u) / scale
        x_bar = unbroadcast(share, x_shape)
        df_bar = unbroadcast((special.xlogy(weight, u / 2) - weight * special.digamma(df / 2)) / 2, df_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u - weight / scale, scale_shape)
        return x_bar, df_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, df_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        u_dot = y * (x_dot - loc_dot - u * scale_dot) / scale
        df_change = y * df_dot
        return (
            ratio(u_dot * (df - 2 - u), 2 * u)
            + (special.xlogy(df_change, u / 2) - df_change * special.digamma(df / 2)) / 2
            - y * scale_dot / scale
        )

    return y, pullback, pushforward


@rule(stats.chi2.cdf)
def chi2_cdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The chi-squared distribution: distribution function."""
    y = stats.chi2.cdf(x, df, loc, scale)
    x_shape, df_shape, loc_shape, scale_shape = np.shape(x), np.shape(df), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = y_bar * stats.chi2.pdf(u, df) / scale
        x_bar = unbroadcast(share, x_shape)
        df_bar = undefined(y_bar, df_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u, scale_shape)
        return x_bar, df_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, df_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        return stats.chi2.pdf(u, df) * (x_dot - loc_dot - u * scale_dot) / scale + undefined(df_dot, np.shape(y))

    return y, pullback, pushforward


@rule(stats.chi2.logcdf)
def chi2_logcdf(x: Any, df: Any, loc: Any = 0, scale: Any = 1) -> Any:
    """The chi-squared distribution: logarithm of the distribution function."""
    y = stats.chi2.logcdf(x, df, loc, scale)
    x_shape, df_shape, loc_shape, scale_shape = np.shape(x), np.shape(df), np.shape(loc), np.shape(scale)

    def pullback(y_bar: Any) -> Any:
        u = (x - loc) / scale
        share = y_bar * np.exp(stats.chi2.logpdf(u, df) - y) / scale
        x_bar = unbroadcast(share, x_shape)
        df_bar = undefined(y_bar, df_shape)
        loc_bar = unbroadcast(-share, loc_shape)
        scale_bar = unbroadcast(-share * u, scale_shape)
        return x_bar, df_bar, loc_bar, scale_bar

    def pushforward(x_dot: Any, df_dot: Any, loc_dot: Any, scale_dot: Any) -> Any:
        u = (x - loc) / scale
        return np.exp(stats.chi2.logpdf(u, df) - y) * (x_dot - loc_dot - u * scale_dot) / scale + undefined(
            df_dot, np.shape(y)
        )

    return y, pullback, pushforward
