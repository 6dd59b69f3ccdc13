"""Where the code of a function lives, which ``__module__`` does not tell: ``functools.wraps`` copies that."""

from __future__ import annotations

import types
from typing import Any

LENDING = ("contextlib", "functools")  # their wrappers stand for the functions that they are given


def home_of(function: Any) -> str:
    """The name of the module that holds the code of a function; '' where that is not known.

    >>> import functools, numpy as np
    >>> @functools.wraps(np.sum)
    ... def doubled(x):
    ...     return 2.0 * np.sum(x)
    >>> doubled.__module__, home_of(np.sum), home_of(doubled) == __name__
    ('numpy', 'numpy', True)
    """
    if isinstance(function, types.FunctionType):
        name = function.__globals__.get("__name__")
        if isinstance(name, str) and name not in LENDING:
            return name
    return getattr(function, "__module__", None) or ""


def package_of(function: Any) -> str:
    """The package that holds the code of a function."""
    return home_of(function).split(".")[0]
