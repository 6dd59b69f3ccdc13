"""Rules of conversions to another number type."""
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.rules.registry import rule
from s2s.runtime import cast


@rule(*(getattr(np, name) for name in ("astype",) if hasattr(np, name)))
def astype(x: Any, dtype: Any, /, *, copy: Any = True, device: Any = None) -> Any:
    """z = x in another type (np.astype is new in NumPy 2.1)."""
    z = np.astype(x, dtype, copy=copy)
    x_type = np.result_type(x).str

    def pullback(z_bar: Any) -> Any:
        return cast(z_bar, x_type)

    def pushforward(x_dot: Any) -> Any:
        return cast(x_dot, dtype)

    return z, pullback, pushforward


@rule(np.ndarray.astype)
def method_astype(
    a: Any, dtype: Any, order: Any = "K", casting: Any = "unsafe", subok: Any = True, copy: Any = True
) -> Any:
    """z = a in another type."""
    z = a.astype(dtype, order, casting, subok, copy)
    a_type = a.dtype.str

    def pullback(z_bar: Any) -> Any:
        return cast(z_bar, a_type)

    def pushforward(a_dot: Any) -> Any:
        return cast(a_dot, dtype)

    return z, pullback, pushforward


@rule(np.float32)
def to_float32(x: Any = 0, /) -> Any:
    """z = x in single precision."""
    z = np.float32(x)
    x_type = np.result_type(x).str

    def pullback(z_bar: Any) -> Any:
        return cast(z_bar, x_type)

    def pushforward(x_dot: Any) -> Any:
        return cast(x_dot, "float32")

    return z, pullback, pushforward


@rule(np.float64)
def to_float64(x: Any = 0, /) -> Any:
    """z = x in double precision (NumPy before 2.1 makes a number of an array of one entry)."""
    z = np.float64(x)
    x_shape, z_shape, x_type = np.shape(x), np.shape(z), np.result_type(x).str

    def pullback(z_bar: Any) -> Any:
        if isinstance(x, float):
            x_bar = z_bar
        else:
            x_bar = cast(np.reshape(z_bar, x_shape), x_type)
        return x_bar

    def pushforward(x_dot: Any) -> Any:
        return np.reshape(cast(x_dot, "float64"), z_shape)[()]

    return z, pullback, pushforward


@rule(np.complex64)
def to_complex64(x: Any = 0, /) -> Any:
    """z = x in single precision, complex."""
    z = np.complex64(x)
    x_type = np.result_type(x).str

    def pullback(z_bar: Any) -> Any:
        return cast(z_bar, x_type)

    def pushforward(x_dot: Any) -> Any:
        return cast(x_dot, "complex64")

    return z, pullback, pushforward


@rule(np.complex128)
def to_complex128(x: Any = 0, /) -> Any:
    """z = x in double precision, complex."""
    z = np.complex128(x)
    x_type = np.result_type(x).str

    def pullback(z_bar: Any) -> Any:
        return cast(z_bar, x_type)

    def pushforward(x_dot: Any) -> Any:
        return cast(x_dot, "complex128")

    return z, pullback, pushforward
