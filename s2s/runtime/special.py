"""Slopes of special functions that need a loop; SciPy is imported when they run."""
import math
from typing import Any

import numpy as np


def multigammaln_slope(a: Any, d: int) -> Any:
    """The derivative of scipy.special.multigammaln in a: the sum of digamma(a - i / 2)."""
    from scipy.special import digamma

    return np.sum(digamma(np.expand_dims(a, -1) - np.arange(d) / 2), axis=-1)


_DIGAMMA = (-1 / 12, 1 / 120, -1 / 252, 1 / 240, -1 / 132, 691 / 32760, -1 / 12)  # -B(2k) / (2k), DLMF 5.11.2


def digamma(x: float) -> float:
    """The logarithmic derivative of the gamma function at a real number; NaN at its poles.

    Reflection (DLMF 5.5.4) for x <= 0, the recurrence (5.5.2) up to x >= 10, then the asymptotic series (5.11.2).
    """
    x = float(x)
    if not math.isfinite(x) or (x <= 0 and x == math.floor(x)):
        return x if x == math.inf else math.nan
    if x < 0:
        return digamma(1 - x) - math.pi / math.tan(math.pi * (x - round(x)))
    total = 0.0
    while x < 10:
        total -= 1 / x
        x += 1
    term, square = 1.0, 1 / (x * x)
    for coefficient in _DIGAMMA:
        term *= square
        total += coefficient * term
    return total + math.log(x) - 0.5 / x
