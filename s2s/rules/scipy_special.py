"""Rules of scipy.special.

A slope ``np.nan`` belongs to a parameter without a known derivative (the order of a Bessel function): its gradient
is NaN, never a silent zero.  Formulas are those of the NIST Digital Library of Mathematical Functions (DLMF).
"""
from __future__ import annotations

import math
from typing import Any

import numpy as np
from scipy import special

from s2s.rules.registry import elementwise, rule, zero_derivative
from s2s.runtime import conj, expand, multigammaln_slope, scale, unbroadcast

zero_derivative(special.gammasgn, special.factorial, special.comb, special.perm, special.binom)

# ---- logistic


@elementwise(special.expit)
def expit(x: Any, y: Any) -> Any:
    """y = 1 / (1 + exp(-x))."""
    return y * (1 - y)


@elementwise(special.log_expit)
def log_expit(x: Any, y: Any) -> Any:
    """y = log(expit(x))."""
    return special.expit(-x)


@elementwise(special.logit, absorb=True)
def logit(x: Any, y: Any) -> Any:
    """y = log(x / (1 - x))."""
    return 1 / (x * (1 - x))


@rule(special.softmax)
def softmax(x: Any, axis: Any = None) -> Any:
    """y = exp(x) / sum(exp(x))."""
    y = special.softmax(x, axis=axis)

    def pullback(y_bar: Any) -> Any:
        x_bar = y * (y_bar - np.sum(y_bar * conj(y), axis=axis, keepdims=True))
        return x_bar

    def pushforward(x_dot: Any) -> Any:
        return y * (x_dot - np.sum(y * x_dot, axis=axis, keepdims=True))

    return y, pullback, pushforward


@rule(special.log_softmax)
def log_softmax(x: Any, axis: Any = None) -> Any:
    """y = log(softmax(x))."""
    y = special.log_softmax(x, axis=axis)

    def pullback(y_bar: Any) -> Any:
        x_bar = y_bar - np.exp(y) * np.sum(y_bar, axis=axis, keepdims=True)
        return x_bar

    def pushforward(x_dot: Any) -> Any:
        return x_dot - np.sum(np.exp(y) * x_dot, axis=axis, keepdims=True)

    return y, pullback, pushforward


@rule(special.logsumexp)
def logsumexp(a: Any, axis: Any = None, b: Any = None, keepdims: bool = False, return_sign: bool = False) -> Any:
    """y = log(sum(b exp(a))), or log|sum(b exp(a))| and the sign of the sum."""
    if return_sign:
        y, sign = special.logsumexp(a, axis=axis, b=b, keepdims=keepdims, return_sign=return_sign)
        a_shape, b_shape = np.shape(a), np.shape(b)
        shape = np.broadcast_shapes(a_shape, b_shape) if b is not None else a_shape

        def pullback(y_bar: Any, sign_bar: Any) -> Any:
            weight = np.exp(a - expand(y, shape, axis, keepdims)) * expand(sign, shape, axis, keepdims)
            share = scale(expand(np.zeros_like(y) if y_bar is None else y_bar, shape, axis, keepdims), conj(weight))
            a_bar = unbroadcast(share if b is None else share * conj(b), a_shape)
            b_bar = None if b is None else unbroadcast(share, b_shape)
            return a_bar, b_bar

        def pushforward(a_dot: Any, b_dot: Any) -> Any:
            weight = np.exp(a - expand(y, shape, axis, keepdims)) * expand(sign, shape, axis, keepdims)
            change = a_dot if b is None else a_dot * b + b_dot
            return np.sum(scale(change, weight), axis=axis, keepdims=keepdims), np.zeros_like(sign)

        return (y, sign), pullback, pushforward
    y = special.logsumexp(a, axis=axis, b=b, keepdims=keepdims)
    a_shape, b_shape = np.shape(a), np.shape(b)
    shape = np.broadcast_shapes(a_shape, b_shape) if b is not None else a_shape

    def pullback(y_bar: Any) -> Any:  # type: ignore[no-redef]
        share = scale(expand(y_bar, shape, axis, keepdims), np.exp(conj(a - expand(y, shape, axis, keepdims))))
        a_bar = share if b is None else unbroadcast(share * conj(b), a_shape)
        b_bar = None if b is None else unbroadcast(share, b_shape)
        return a_bar, b_bar

    def pushforward(a_dot: Any, b_dot: Any) -> Any:  # type: ignore[no-redef]
        change = a_dot if b is None else a_dot * b + b_dot
        weight = np.exp(a - expand(y, shape, axis, keepdims))
        return np.sum(scale(change, weight), axis=axis, keepdims=keepdims)

    return y, pullback, pushforward


# ---- gamma and beta


@elementwise(special.gammaln, special.loggamma, absorb=True)
def gammaln(x: Any, y: Any) -> Any:
    """y = log|gamma(x)|."""
    return special.digamma(x)


@elementwise(special.gamma, absorb=True)
def gamma(x: Any, y: Any) -> Any:
    """y = gamma(x): DLMF 5.2.2."""
    return y * special.digamma(x)


@elementwise(special.rgamma, absorb=True)
def rgamma(x: Any, y: Any) -> Any:
    """y = 1 / gamma(x); at its zeros -n the slope is (-1)^n n!."""
    return np.where(y == 0, special.gamma(1 - x) * np.cos(np.pi * x), -y * special.digamma(x))


@elementwise(special.digamma, absorb=True)
def digamma(x: Any, y: Any) -> Any:
    """y = gamma'(x) / gamma(x), with a slope for real x: DLMF 25.11.12."""
    return special.zeta(2, x)


@rule(special.polygamma)
def polygamma(n: Any, x: Any) -> Any:
    """y = the n-th derivative of digamma."""
    y = special.polygamma(n, x)
    x_shape = np.shape(x)

    def pullback(y_bar: Any) -> Any:
        x_bar = unbroadcast(scale(y_bar, special.polygamma(n + 1, x)), x_shape)
        return x_bar

    def pushforward(x_dot: Any) -> Any:
        return scale(x_dot, special.polygamma(n + 1, x))

    return y, pullback, pushforward


@rule(special.multigammaln)
def multigammaln(a: Any, d: int) -> Any:
    """y = a constant + sum of gammaln(a - i / 2) for i < d."""
    y = special.multigammaln(a, d)

    def pullback(y_bar: Any) -> Any:
        a_bar = y_bar * multigammaln_slope(a, d)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return a_dot * multigammaln_slope(a, d)

    return y, pullback, pushforward


@elementwise(special.beta, absorb=True)
def beta(a: Any, b: Any, y: Any) -> Any:
    """y = gamma(a) gamma(b) / gamma(a + b)."""
    return y * (special.digamma(a) - special.digamma(a + b)), y * (special.digamma(b) - special.digamma(a + b))


@elementwise(special.betaln, absorb=True)
def betaln(a: Any, b: Any, y: Any) -> Any:
    """y = log|beta(a, b)|."""
    return special.digamma(a) - special.digamma(a + b), special.digamma(b) - special.digamma(a + b)


@elementwise(special.poch, absorb=True)
def poch(z: Any, m: Any, y: Any) -> Any:
    """y = gamma(z + m) / gamma(z)."""
    return y * (special.digamma(z + m) - special.digamma(z)), y * special.digamma(z + m)


@elementwise(special.gammainc, absorb=True)
def gammainc(a: Any, x: Any, y: Any) -> Any:
    """y = the regularised lower incomplete gamma function; its slope in x is the gamma density."""
    return np.nan, np.exp(special.xlogy(a - 1, x) - x - special.gammaln(a))


@elementwise(special.gammaincc, absorb=True)
def gammaincc(a: Any, x: Any, y: Any) -> Any:
    """y = 1 - gammainc(a, x)."""
    return np.nan, -np.exp(special.xlogy(a - 1, x) - x - special.gammaln(a))


@elementwise(special.betainc, absorb=True)
def betainc(a: Any, b: Any, x: Any, y: Any) -> Any:
    """y = the regularised incomplete beta function; its slope in x is the beta density."""
    return np.nan, np.nan, np.exp(special.xlogy(a - 1, x) + special.xlog1py(b - 1, -x) - special.betaln(a, b))


@elementwise(special.zeta, absorb=True)
def zeta(x: Any, q: Any, y: Any) -> Any:
    """y = the sum of (k + q)^-x."""
    return np.nan, -x * special.zeta(x + 1, q)


# ---- error functions


@elementwise(special.erf)
def erf(x: Any, y: Any) -> Any:
    """y = 2 / sqrt(pi) times the integral of exp(-t^2) from 0 to x."""
    return 2 / math.sqrt(math.pi) * np.exp(-x * x)


@elementwise(special.erfc)
def erfc(x: Any, y: Any) -> Any:
    """y = 1 - erf(x)."""
    return -2 / math.sqrt(math.pi) * np.exp(-x * x)


@elementwise(special.erfcx)
def erfcx(x: Any, y: Any) -> Any:
    """y = exp(x^2) erfc(x)."""
    return 2 * x * y - 2 / math.sqrt(math.pi)


@elementwise(special.erfi)
def erfi(x: Any, y: Any) -> Any:
    """y = -i erf(i x)."""
    return 2 / math.sqrt(math.pi) * np.exp(x * x)


@elementwise(special.dawsn)
def dawsn(x: Any, y: Any) -> Any:
    """y = exp(-x^2) times the integral of exp(t^2) from 0 to x."""
    return 1 - 2 * x * y


@elementwise(special.erfinv, absorb=True)
def erfinv(x: Any, y: Any) -> Any:
    """The inverse of erf."""
    return math.sqrt(math.pi) / 2 * np.exp(y * y)


@elementwise(special.erfcinv, absorb=True)
def erfcinv(x: Any, y: Any) -> Any:
    """The inverse of erfc."""
    return -math.sqrt(math.pi) / 2 * np.exp(y * y)


@elementwise(special.ndtr)
def ndtr(x: Any, y: Any) -> Any:
    """y = the standard normal distribution function."""
    return np.exp(-x * x / 2) / math.sqrt(2 * math.pi)


@elementwise(special.log_ndtr)
def log_ndtr(x: Any, y: Any) -> Any:
    """y = log(ndtr(x))."""
    return np.exp(-x * x / 2 - y) / math.sqrt(2 * math.pi)


@elementwise(special.ndtri, absorb=True)
def ndtri(p: Any, y: Any) -> Any:
    """The inverse of ndtr."""
    return math.sqrt(2 * math.pi) * np.exp(y * y / 2)


# ---- information theory


@elementwise(special.xlogy, absorb=True)
def xlogy(x: Any, y: Any, z: Any) -> Any:
    """z = x log(y), and 0 where x is 0."""
    return np.log(y), x / y


@elementwise(special.xlog1py, absorb=True)
def xlog1py(x: Any, y: Any, z: Any) -> Any:
    """z = x log(1 + y), and 0 where x is 0."""
    return np.log1p(y), x / (1 + y)


@elementwise(special.entr, absorb=True)
def entr(x: Any, y: Any) -> Any:
    """y = -x log(x)."""
    return -1 - np.log(x)


@elementwise(special.rel_entr, absorb=True)
def rel_entr(x: Any, y: Any, z: Any) -> Any:
    """z = x log(x / y)."""
    return 1 + np.log(x / y), -x / y


@elementwise(special.kl_div, absorb=True)
def kl_div(x: Any, y: Any, z: Any) -> Any:
    """z = x log(x / y) - x + y."""
    return np.log(x / y), 1 - x / y


# ---- elementary functions that scipy.special has too


@elementwise(special.expm1)
def expm1(x: Any, y: Any) -> Any:
    """y = exp(x) - 1."""
    return 1 + y


@elementwise(special.log1p, absorb=True)
def log1p(x: Any, y: Any) -> Any:
    """y = log(1 + x)."""
    return 1 / (1 + x)


@elementwise(special.exp2)
def exp2(x: Any, y: Any) -> Any:
    """y = 2^x."""
    return y * math.log(2)


@elementwise(special.cbrt, absorb=True)
def cbrt(x: Any, y: Any) -> Any:
    """y = x^(1/3)."""
    return 1 / (3 * y * y)


@elementwise(special.cosm1)
def cosm1(x: Any, y: Any) -> Any:
    """y = cos(x) - 1."""
    return -np.sin(x)


# ---- powers and thresholds


@elementwise(special.exp10)
def exp10(x: Any, y: Any) -> Any:
    """y = 10^x."""
    return y * math.log(10)


@elementwise(special.boxcox, absorb=True)
def boxcox(x: Any, lmbda: Any, y: Any) -> Any:
    """y = (x^lmbda - 1) / lmbda, or log(x) for lmbda = 0."""
    slope = (x**lmbda * special.boxcox(x, 0 * lmbda) - y) / lmbda
    return x ** (lmbda - 1), np.where(lmbda == 0, special.boxcox(x, 0 * lmbda) ** 2 / 2, slope)


@elementwise(special.boxcox1p, absorb=True)
def boxcox1p(x: Any, lmbda: Any, y: Any) -> Any:
    """y = boxcox(1 + x, lmbda)."""
    slope = ((1 + x) ** lmbda * special.boxcox1p(x, 0 * lmbda) - y) / lmbda
    return (1 + x) ** (lmbda - 1), np.where(lmbda == 0, special.boxcox1p(x, 0 * lmbda) ** 2 / 2, slope)


@elementwise(special.huber)
def huber(delta: Any, r: Any, y: Any) -> Any:
    """y = r^2 / 2 for |r| <= delta, and delta (|r| - delta / 2) beyond."""
    return np.maximum(abs(r) - delta, 0), np.clip(r, -delta, delta)


@elementwise(special.pseudo_huber)
def pseudo_huber(delta: Any, r: Any, y: Any) -> Any:
    """y = delta^2 (sqrt(1 + (r / delta)^2) - 1)."""
    return (2 * y - r * r / np.sqrt(1 + (r / delta) ** 2)) / delta, r / np.sqrt(1 + (r / delta) ** 2)
