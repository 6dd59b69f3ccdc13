"""The kinds of the arguments in words, for the header of a generated module."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np


def describe_kinds(arguments: dict[str, Any], length: Callable[[int], str]) -> str:
    """For example ``x: float64[n1, n2], n: int``; equal lengths have one name."""
    return ", ".join(f"{name}: {_describe(value, length)}" for name, value in arguments.items())


def _describe(value: Any, length: Callable[[int], str]) -> str:
    if isinstance(value, np.ndarray):
        return f"{value.dtype.name}[{', '.join(map(length, value.shape))}]"
    if isinstance(value, (bool, type(None))):
        return repr(value)
    if isinstance(value, str):
        return repr(value) if len(value) <= 20 and value.isprintable() else "str"
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return type(value).__name__
    if isinstance(value, (tuple, list)):
        shown = ", ".join(_describe(v, length) for v in value[:4]) + (", ..." if len(value) > 4 else "")
        return f"({shown})" if isinstance(value, tuple) else f"[{shown}]"
    if isinstance(value, dict):
        shown = ", ".join(f"{k!r}: {_describe(v, length)}" for k, v in list(value.items())[:4]) + (
            ", ..." if len(value) > 4 else ""
        )
        return "{" + shown + "}"
    if callable(value):
        return getattr(value, "__name__", type(value).__name__)
    return type(value).__name__
