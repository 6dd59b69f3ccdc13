"""Rules of np.fft: each transform is linear, and its transpose is the inverse with the dual normalisation.

``norm="backward"`` puts the factor 1 on the transform and 1/n on the inverse; the transpose of a transform keeps the
factor of that transform, hence ``norm="forward"``.
"""
# np.fft is annotated with a literal norm=.
# mypy: disable-error-code="arg-type"
from __future__ import annotations

from typing import Any

import numpy as np

from s2s.rules.registry import rule, zero_derivative
from s2s.runtime import doubled_inside, fitted, halved_inside, irfftn_pullback, rfftn_pullback

zero_derivative(np.fft.fftfreq, np.fft.rfftfreq, why="a grid of frequencies")


@rule(np.fft.fft)
def fft(a: Any, n: Any = None, axis: int = -1, norm: Any = None) -> Any:
    """y = F a: a_bar = F^H y_bar."""
    y = np.fft.fft(a, n=n, axis=axis, norm=norm)
    a_shape = np.shape(a)
    dual = norm if norm == "ortho" else "backward" if norm == "forward" else "forward"

    def pullback(y_bar: Any) -> Any:
        if n is None:
            a_bar = np.fft.ifft(y_bar, axis=axis, norm=dual)
        else:
            a_bar = fitted(np.fft.ifft(y_bar, axis=axis, norm=dual), a_shape)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.fft.fft(a_dot, n=n, axis=axis, norm=norm)

    return y, pullback, pushforward


@rule(np.fft.ifft)
def ifft(a: Any, n: Any = None, axis: int = -1, norm: Any = None) -> Any:
    """y = F^-1 a: a_bar = F^-H y_bar."""
    y = np.fft.ifft(a, n=n, axis=axis, norm=norm)
    a_shape = np.shape(a)
    dual = norm if norm == "ortho" else "backward" if norm == "forward" else "forward"

    def pullback(y_bar: Any) -> Any:
        if n is None:
            a_bar = np.fft.fft(y_bar, axis=axis, norm=dual)
        else:
            a_bar = fitted(np.fft.fft(y_bar, axis=axis, norm=dual), a_shape)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.fft.ifft(a_dot, n=n, axis=axis, norm=norm)

    return y, pullback, pushforward


@rule(np.fft.rfft)
def rfft(a: Any, n: Any = None, axis: int = -1, norm: Any = None) -> Any:
    """y = the half spectrum of real a: its inner frequencies stand for two."""
    y = np.fft.rfft(a, n=n, axis=axis, norm=norm)
    a_shape = np.shape(a)
    size = a_shape[axis] if n is None else n
    dual = norm if norm == "ortho" else "backward" if norm == "forward" else "forward"

    def pullback(y_bar: Any) -> Any:
        if n is None:
            a_bar = np.fft.irfft(halved_inside(y_bar, size, axis), n=size, axis=axis, norm=dual)
        else:
            a_bar = fitted(np.fft.irfft(halved_inside(y_bar, size, axis), n=size, axis=axis, norm=dual), a_shape)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.fft.rfft(a_dot, n=n, axis=axis, norm=norm)

    return y, pullback, pushforward


@rule(np.fft.ihfft)
def ihfft(a: Any, n: Any = None, axis: int = -1, norm: Any = None) -> Any:
    """y = the conjugate half spectrum of real a."""
    y = np.fft.ihfft(a, n=n, axis=axis, norm=norm)
    a_shape = np.shape(a)
    size = a_shape[axis] if n is None else n
    dual = norm if norm == "ortho" else "backward" if norm == "forward" else "forward"

    def pullback(y_bar: Any) -> Any:
        if n is None:
            a_bar = np.fft.hfft(halved_inside(y_bar, size, axis), n=size, axis=axis, norm=dual)
        else:
            a_bar = fitted(np.fft.hfft(halved_inside(y_bar, size, axis), n=size, axis=axis, norm=dual), a_shape)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.fft.ihfft(a_dot, n=n, axis=axis, norm=norm)

    return y, pullback, pushforward


@rule(np.fft.irfft)
def irfft(a: Any, n: Any = None, axis: int = -1, norm: Any = None) -> Any:
    """y = the real signal of a half spectrum; inner frequencies count twice."""
    y = np.fft.irfft(a, n=n, axis=axis, norm=norm)
    a_shape = np.shape(a)
    size = np.shape(y)[axis]
    dual = norm if norm == "ortho" else "backward" if norm == "forward" else "forward"

    def pullback(y_bar: Any) -> Any:
        a_bar = fitted(doubled_inside(np.fft.rfft(y_bar, axis=axis, norm=dual), size, axis), a_shape)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.fft.irfft(a_dot, n=n, axis=axis, norm=norm)

    return y, pullback, pushforward


@rule(np.fft.hfft)
def hfft(a: Any, n: Any = None, axis: int = -1, norm: Any = None) -> Any:
    """y = the real spectrum of half a Hermitian signal."""
    y = np.fft.hfft(a, n=n, axis=axis, norm=norm)
    a_shape = np.shape(a)
    size = np.shape(y)[axis]
    dual = norm if norm == "ortho" else "backward" if norm == "forward" else "forward"

    def pullback(y_bar: Any) -> Any:
        a_bar = fitted(doubled_inside(np.fft.ihfft(y_bar, axis=axis, norm=dual), size, axis), a_shape)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.fft.hfft(a_dot, n=n, axis=axis, norm=norm)

    return y, pullback, pushforward


@rule(np.fft.fft2)
def fft2(a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None) -> Any:
    """y = F a over two axes."""
    y = np.fft.fft2(a, s=s, axes=axes, norm=norm)
    a_shape = np.shape(a)
    dual = norm if norm == "ortho" else "backward" if norm == "forward" else "forward"

    def pullback(y_bar: Any) -> Any:
        if s is None:
            a_bar = np.fft.ifft2(y_bar, axes=axes, norm=dual)
        else:
            a_bar = fitted(np.fft.ifft2(y_bar, axes=axes, norm=dual), a_shape)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.fft.fft2(a_dot, s=s, axes=axes, norm=norm)

    return y, pullback, pushforward


@rule(np.fft.ifft2)
def ifft2(a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None) -> Any:
    """y = F^-1 a over two axes."""
    y = np.fft.ifft2(a, s=s, axes=axes, norm=norm)
    a_shape = np.shape(a)
    dual = norm if norm == "ortho" else "backward" if norm == "forward" else "forward"

    def pullback(y_bar: Any) -> Any:
        if s is None:
            a_bar = np.fft.fft2(y_bar, axes=axes, norm=dual)
        else:
            a_bar = fitted(np.fft.fft2(y_bar, axes=axes, norm=dual), a_shape)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.fft.ifft2(a_dot, s=s, axes=axes, norm=norm)

    return y, pullback, pushforward


@rule(np.fft.fftn)
def fftn(a: Any, s: Any = None, axes: Any = None, norm: Any = None) -> Any:
    """y = F a over several axes."""
    y = np.fft.fftn(a, s=s, axes=axes, norm=norm)
    a_shape = np.shape(a)
    over = tuple(range(-len(s), 0)) if axes is None and s is not None else axes
    dual = norm if norm == "ortho" else "backward" if norm == "forward" else "forward"

    def pullback(y_bar: Any) -> Any:
        if s is None:
            a_bar = np.fft.ifftn(y_bar, axes=axes, norm=dual)
        else:
            a_bar = fitted(np.fft.ifftn(y_bar, axes=over, norm=dual), a_shape)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.fft.fftn(a_dot, s=s, axes=axes, norm=norm)

    return y, pullback, pushforward


@rule(np.fft.ifftn)
def ifftn(a: Any, s: Any = None, axes: Any = None, norm: Any = None) -> Any:
    """y = F^-1 a over several axes."""
    y = np.fft.ifftn(a, s=s, axes=axes, norm=norm)
    a_shape = np.shape(a)
    over = tuple(range(-len(s), 0)) if axes is None and s is not None else axes
    dual = norm if norm == "ortho" else "backward" if norm == "forward" else "forward"

    def pullback(y_bar: Any) -> Any:
        if s is None:
            a_bar = np.fft.fftn(y_bar, axes=axes, norm=dual)
        else:
            a_bar = fitted(np.fft.fftn(y_bar, axes=over, norm=dual), a_shape)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.fft.ifftn(a_dot, s=s, axes=axes, norm=norm)

    return y, pullback, pushforward


@rule(np.fft.rfft2)
def rfft2(a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None) -> Any:
    """y = the half spectrum of real a over two axes."""
    y = np.fft.rfft2(a, s=s, axes=axes, norm=norm)
    a_shape = np.shape(a)
    dual = norm if norm == "ortho" else "backward" if norm == "forward" else "forward"

    def pullback(y_bar: Any) -> Any:
        a_bar = rfftn_pullback(y_bar, a_shape, s, axes, dual)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.fft.rfft2(a_dot, s=s, axes=axes, norm=norm)

    return y, pullback, pushforward


@rule(np.fft.rfftn)
def rfftn(a: Any, s: Any = None, axes: Any = None, norm: Any = None) -> Any:
    """y = the half spectrum of real a over several axes."""
    y = np.fft.rfftn(a, s=s, axes=axes, norm=norm)
    a_shape = np.shape(a)
    dual = norm if norm == "ortho" else "backward" if norm == "forward" else "forward"

    def pullback(y_bar: Any) -> Any:
        a_bar = rfftn_pullback(y_bar, a_shape, s, axes, dual)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.fft.rfftn(a_dot, s=s, axes=axes, norm=norm)

    return y, pullback, pushforward


@rule(np.fft.irfft2)
def irfft2(a: Any, s: Any = None, axes: Any = (-2, -1), norm: Any = None) -> Any:
    """y = the real signal of a half spectrum over two axes."""
    y = np.fft.irfft2(a, s=s, axes=axes, norm=norm)
    a_shape = np.shape(a)
    dual = norm if norm == "ortho" else "backward" if norm == "forward" else "forward"

    def pullback(y_bar: Any) -> Any:
        a_bar = irfftn_pullback(y_bar, a_shape, s, axes, dual)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.fft.irfft2(a_dot, s=s, axes=axes, norm=norm)

    return y, pullback, pushforward


@rule(np.fft.irfftn)
def irfftn(a: Any, s: Any = None, axes: Any = None, norm: Any = None) -> Any:
    """y = the real signal of a half spectrum over several axes."""
    y = np.fft.irfftn(a, s=s, axes=axes, norm=norm)
    a_shape = np.shape(a)
    dual = norm if norm == "ortho" else "backward" if norm == "forward" else "forward"

    def pullback(y_bar: Any) -> Any:
        a_bar = irfftn_pullback(y_bar, a_shape, s, axes, dual)
        return a_bar

    def pushforward(a_dot: Any) -> Any:
        return np.fft.irfftn(a_dot, s=s, axes=axes, norm=norm)

    return y, pullback, pushforward


@rule(np.fft.fftshift)
def fftshift(x: Any, axes: Any = None) -> Any:
    """y = x rotated by half its length; undone by ifftshift."""
    y = np.fft.fftshift(x, axes=axes)

    def pullback(y_bar: Any) -> Any:
        x_bar = np.fft.ifftshift(y_bar, axes=axes)
        return x_bar

    def pushforward(x_dot: Any) -> Any:
        return np.fft.fftshift(x_dot, axes=axes)

    return y, pullback, pushforward


@rule(np.fft.ifftshift)
def ifftshift(x: Any, axes: Any = None) -> Any:
    """y = x rotated by half its length; undone by fftshift."""
    y = np.fft.ifftshift(x, axes=axes)

    def pullback(y_bar: Any) -> Any:
        x_bar = np.fft.fftshift(y_bar, axes=axes)
        return x_bar

    def pushforward(x_dot: Any) -> Any:
        return np.fft.ifftshift(x_dot, axes=axes)

    return y, pullback, pushforward
