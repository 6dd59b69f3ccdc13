"""The rule of ``np.pad``."""
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.errors import UnsupportedError
from s2s.rules.registry import rule
from s2s.runtime import (
    form,
    interior,
    pad_bar,
    pad_constant_bar,
    pad_dot,
    pad_ends_bar,
)


@rule(np.pad)
def pad(
    array: Any, pad_width: Any, mode: Any = "constant", *, stat_length: Any = None, constant_values: Any = 0,
    end_values: Any = 0, reflect_type: Any = "even",
) -> Any:
    """z = array with borders; the modes but maximum, minimum and median are linear in array and the values.

    Apart from the constant border the transpose is a helper: NumPy pads one axis after the other.
    """
    z = _pad(array, pad_width, mode, stat_length, constant_values, end_values, reflect_type)
    if callable(mode):
        raise UnsupportedError("np.pad with a function as mode", hint="use one of NumPy's modes, or np.concatenate")
    array_shape, constants_form, ends_form = np.shape(array), form(constant_values), form(end_values)

    def pullback(z_bar: Any) -> Any:
        if mode == "constant":
            array_bar = z_bar[interior(pad_width, array_shape)]
            constant_values_bar = pad_constant_bar(z_bar, pad_width, array_shape, constants_form)
            end_values_bar = pad_ends_bar(z_bar, pad_width, array_shape, ends_form, mode)
        else:
            padded = z if mode in ("maximum", "minimum", "median") else None
            array_bar = pad_bar(z_bar, pad_width, array_shape, mode, stat_length, reflect_type, padded)
            constant_values_bar = pad_constant_bar(z_bar, pad_width, array_shape, constants_form, mode)
            end_values_bar = pad_ends_bar(z_bar, pad_width, array_shape, ends_form, mode)
        return array_bar, constant_values_bar, end_values_bar

    def pushforward(array_dot: Any, constant_values_dot: Any, end_values_dot: Any) -> Any:
        padded = z if mode in ("maximum", "minimum", "median") else None
        return pad_dot(
            array_dot, pad_width, mode, stat_length, constant_values_dot, end_values_dot, reflect_type, padded
        )

    return z, pullback, pushforward


def _pad(
    array: Any, pad_width: Any, mode: Any, stat_length: Any, constant_values: Any, end_values: Any, reflect_type: str
) -> Any:
    """``np.pad`` with those keywords that its mode knows; the compiler puts the user's own call in its place."""
    if callable(mode):
        return np.pad(array, pad_width, mode)
    return pad_dot(array, pad_width, mode, stat_length, constant_values, end_values, reflect_type)
