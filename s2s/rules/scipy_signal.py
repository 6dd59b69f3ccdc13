"""Rules of scipy.signal."""
from __future__ import annotations

from typing import Any

import numpy as np
from scipy import signal

from s2s.rules.registry import rule
from s2s.runtime import convolve_pullback


@rule(signal.convolve)
def convolve(in1: Any, in2: Any, mode: str = "full", method: str = "auto") -> Any:
    """z = the convolution; the cotangent of one factor is the correlation of z_bar with the other."""
    z = signal.convolve(in1, in2, mode, method)
    in1_shape, in2_shape = np.shape(in1), np.shape(in2)

    def pullback(z_bar: Any) -> Any:
        in1_bar = convolve_pullback(z_bar, in2, in1_shape)
        in2_bar = convolve_pullback(z_bar, in1, in2_shape)
        return in1_bar, in2_bar

    def pushforward(in1_dot: Any, in2_dot: Any) -> Any:
        return signal.convolve(in1_dot, in2, mode, method) + signal.convolve(in1, in2_dot, mode, method)

    return z, pullback, pushforward


@rule(signal.fftconvolve)
def fftconvolve(in1: Any, in2: Any, mode: str = "full", axes: Any = None) -> Any:
    """z = the convolution along axes; the other axes broadcast."""
    z = signal.fftconvolve(in1, in2, mode, axes)
    in1_shape, in2_shape = np.shape(in1), np.shape(in2)

    def pullback(z_bar: Any) -> Any:
        in1_bar = convolve_pullback(z_bar, in2, in1_shape, axes)
        in2_bar = convolve_pullback(z_bar, in1, in2_shape, axes)
        return in1_bar, in2_bar

    def pushforward(in1_dot: Any, in2_dot: Any) -> Any:
        return signal.fftconvolve(in1_dot, in2, mode, axes) + signal.fftconvolve(in1, in2_dot, mode, axes)

    return z, pullback, pushforward
