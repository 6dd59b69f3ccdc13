"""Methods and attributes of arrays, as functions that take the array first.

A method whose signature is that of a NumPy function stands for this function; one that differs has its own rule, under
the unbound method.  Methods that write into the array (fill, put, sort, partition, resize, setfield) are not listed.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.errors import UnsupportedError
from s2s.rules.registry import rule

METHODS: dict[str, Any] = {
    "all": np.all,
    "any": np.any,
    "argmax": np.argmax,
    "argmin": np.argmin,
    "argpartition": np.argpartition,
    "argsort": np.argsort,
    "astype": np.ndarray.astype,
    "choose": np.choose,
    "clip": np.clip,
    "compress": np.ndarray.compress,
    "conj": np.conj,
    "conjugate": np.conj,
    "copy": np.ndarray.copy,
    "cumprod": np.cumprod,
    "cumsum": np.cumsum,
    "diagonal": np.diagonal,
    "dot": np.dot,
    "flatten": np.ndarray.flatten,
    "item": np.ndarray.item,
    "max": np.max,
    "mean": np.mean,
    "min": np.min,
    "nonzero": np.nonzero,
    "prod": np.prod,
    "ravel": np.ravel,
    "repeat": np.repeat,
    "reshape": np.ndarray.reshape,
    "round": np.round,
    "searchsorted": np.searchsorted,
    "squeeze": np.squeeze,
    "std": np.std,
    "sum": np.sum,
    "swapaxes": np.swapaxes,
    "take": np.take,
    "tobytes": np.ndarray.tobytes,
    "tolist": np.ndarray.tolist,
    "trace": np.trace,
    "transpose": np.ndarray.transpose,
    "var": np.var,
    "view": np.ndarray.view,
}

# None: the attribute carries no derivative.
ATTRIBUTES: dict[str, Any] = {
    "T": np.transpose,
    "mT": np.matrix_transpose,
    "real": np.real,
    "imag": np.imag,
    "shape": None,
    "size": None,
    "ndim": None,
    "dtype": None,
    "itemsize": None,
    "nbytes": None,
    "strides": None,
    "flags": None,
}


@rule(np.ndarray.copy)
def method_copy(a: Any, order: Any = "C") -> Any:
    """z = a."""
    z = a.copy(order)

    def pullback(z_bar: Any) -> Any:
        a_bar = z_bar
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.copy(a_dot)

    return z, pullback, pushforward


@rule(np.ndarray.view)
def view(a: Any, dtype: Any = None, type: Any = None) -> Any:
    """z = a; a view of another type reinterprets the bytes."""
    z = a.view()
    if dtype is not None or type is not None:
        raise UnsupportedError("a view of another type reinterprets bytes", hint="write .astype(...)")

    def pullback(z_bar: Any) -> Any:
        a_bar = z_bar
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return a_dot

    return z, pullback, pushforward
