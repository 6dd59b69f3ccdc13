"""The rules of SciPy, registered only once the program itself has imported the part of SciPy that they are for.

A program cannot call a function of SciPy before that: NumPy programs pay nothing for these rules and need no SciPy.
"""
from __future__ import annotations

import importlib
import sys

MODULES = {
    "scipy.special": ("scipy_special", "scipy_bessel"),
    "scipy.linalg": ("scipy_linalg", "scipy_decompositions"),
    "scipy.stats": ("scipy_stats", "scipy_gamma", "scipy_beta", "scipy_locations"),
    "scipy.signal": ("scipy_signal",),
    "scipy.integrate": ("scipy_integrate",),
}


_pending = dict(MODULES)


def load() -> bool:
    """Register the rules for the parts of SciPy that are imported now; True when there is something new.

    ``registry.lookup`` calls this for a function without a rule.
    """
    new = [part for part in _pending if part in sys.modules]
    for part in new:
        for name in _pending.pop(part, ()):
            importlib.import_module(f"s2s.rules.{name}")
    return bool(new)


load()
