"""Rules of the Bessel functions, integrals and hypergeometric functions of scipy.special."""
from __future__ import annotations

from typing import Any

import numpy as np
from scipy import special

from s2s.rules.registry import elementwise

# ---- Bessel functions: DLMF 10.6.1, 10.29.1


@elementwise(special.j0)
def j0(x: Any, y: Any) -> Any:
    """First kind, order 0."""
    return -special.j1(x)


@elementwise(special.j1)
def j1(x: Any, y: Any) -> Any:
    """First kind, order 1."""
    return (special.j0(x) - special.jv(2, x)) / 2


@elementwise(special.jv, absorb=True)
def jv(v: Any, z: Any, y: Any) -> Any:
    """First kind, any order."""
    return np.nan, (special.jv(v - 1, z) - special.jv(v + 1, z)) / 2


@elementwise(special.y0, absorb=True)
def y0(x: Any, y: Any) -> Any:
    """Second kind, order 0."""
    return -special.y1(x)


@elementwise(special.y1, absorb=True)
def y1(x: Any, y: Any) -> Any:
    """Second kind, order 1."""
    return special.y0(x) - y / x


@elementwise(special.yn, absorb=True)
def yn(n: Any, x: Any, y: Any) -> Any:
    """Second kind, integer order."""
    return np.nan, (special.yn(n - 1, x) - special.yn(n + 1, x)) / 2


@elementwise(special.yv, absorb=True)
def yv(v: Any, z: Any, y: Any) -> Any:
    """Second kind, any order."""
    return np.nan, (special.yv(v - 1, z) - special.yv(v + 1, z)) / 2


@elementwise(special.i0)
def i0(x: Any, y: Any) -> Any:
    """Modified first kind, order 0."""
    return special.i1(x)


@elementwise(special.i1)
def i1(x: Any, y: Any) -> Any:
    """Modified first kind, order 1."""
    return (special.i0(x) + special.iv(2, x)) / 2


@elementwise(special.i0e)
def i0e(x: Any, y: Any) -> Any:
    """exp(-|x|) i0(x)."""
    return special.i1e(x) - np.sign(x) * y


@elementwise(special.i1e)
def i1e(x: Any, y: Any) -> Any:
    """exp(-|x|) i1(x)."""
    return (special.i0e(x) + special.ive(2, x)) / 2 - np.sign(x) * y


@elementwise(special.iv, absorb=True)
def iv(v: Any, z: Any, y: Any) -> Any:
    """Modified first kind, any order."""
    return np.nan, (special.iv(v - 1, z) + special.iv(v + 1, z)) / 2


@elementwise(special.k0, absorb=True)
def k0(x: Any, y: Any) -> Any:
    """Modified second kind, order 0."""
    return -special.k1(x)


@elementwise(special.k1, absorb=True)
def k1(x: Any, y: Any) -> Any:
    """Modified second kind, order 1."""
    return -special.k0(x) - y / x


@elementwise(special.kn, absorb=True)
def kn(n: Any, x: Any, y: Any) -> Any:
    """Modified second kind, integer order."""
    return np.nan, -(special.kn(np.abs(n - 1), x) + special.kn(n + 1, x)) / 2


@elementwise(special.kv, absorb=True)
def kv(v: Any, z: Any, y: Any) -> Any:
    """Modified second kind, any order."""
    return np.nan, -(special.kv(v - 1, z) + special.kv(v + 1, z)) / 2


@elementwise(special.ive, absorb=True)
def ive(v: Any, z: Any, y: Any) -> Any:
    """exp(-|z|) iv(v, z) for real z."""
    return np.nan, (special.ive(v - 1, z) + special.ive(v + 1, z)) / 2 - np.sign(z) * y


# ---- integrals: DLMF 6.2, 8.19.13, 19.4, 25.12


@elementwise(special.expi, absorb=True)
def expi(x: Any, y: Any) -> Any:
    """y = the integral of exp(t) / t up to x."""
    return np.exp(x) / x


@elementwise(special.exp1, absorb=True)
def exp1(z: Any, y: Any) -> Any:
    """y = the integral of exp(-t) / t from z."""
    return -np.exp(-z) / z


@elementwise(special.expn, absorb=True)
def expn(n: Any, x: Any, y: Any) -> Any:
    """y = the integral of exp(-x t) / t^n from 1."""
    return np.nan, np.where(n == 0, -np.exp(-x) * (1 + 1 / x) / x, -special.expn(np.maximum(n - 1, 0), x))


@elementwise(special.spence, absorb=True)
def spence(z: Any, y: Any) -> Any:
    """y = the integral of log(t) / (1 - t) from 1 to z."""
    return np.where(z == 1, -1.0, np.log(z) / (1 - z))


@elementwise(special.ellipk, absorb=True)
def ellipk(m: Any, y: Any) -> Any:
    """y = the complete elliptic integral of the first kind; the slope at 0 is pi / 8."""
    return np.where(m == 0, np.pi / 8, (special.ellipe(m) / (1 - m) - y) / (2 * m))


@elementwise(special.ellipe, absorb=True)
def ellipe(m: Any, y: Any) -> Any:
    """y = the complete elliptic integral of the second kind; the slope at 0 is -pi / 8."""
    return np.where(m == 0, -np.pi / 8, (y - special.ellipk(m)) / (2 * m))


# ---- hypergeometric functions: DLMF 13.3.15, 15.5.1


@elementwise(special.hyp1f1, absorb=True)
def hyp1f1(a: Any, b: Any, x: Any, y: Any) -> Any:
    """Kummer's function."""
    return np.nan, np.nan, a / b * special.hyp1f1(a + 1, b + 1, x)


@elementwise(special.hyp2f1, absorb=True)
def hyp2f1(a: Any, b: Any, c: Any, z: Any, y: Any) -> Any:
    """Gauss's function."""
    return np.nan, np.nan, np.nan, a * b / c * special.hyp2f1(a + 1, b + 1, c + 1, z)
