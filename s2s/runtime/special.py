"""Slopes of special functions that need a loop; SciPy is imported when they run."""
from typing import Any

import numpy as np


def multigammaln_slope(a: Any, d: int) -> Any:
    """The derivative of scipy.special.multigammaln in a: the sum of digamma(a - i / 2)."""
    from scipy.special import digamma

    return np.sum(digamma(np.expand_dims(a, -1) - np.arange(d) / 2), axis=-1)
