"""The transpose of convolutions of any rank; SciPy is imported when it runs."""

from typing import Any

import numpy as np

from s2s.runtime.arithmetic import conj
from s2s.runtime.broadcasting import unbroadcast


def convolve_pullback(z_bar: Any, other: Any, shape: tuple[int, ...], axes: Any = None) -> Any:
    """Cotangent of the factor of ``shape`` in scipy.signal.convolve: the correlation of z_bar with the other factor.

    Every mode keeps the central part of the full convolution.
    """
    from scipy import signal

    other = conj(np.asarray(other))
    if not shape:
        return z_bar * other
    every = tuple(range(len(shape)))
    along = every if axes is None else tuple(np.ravel(axes) % len(shape))
    whole = tuple(shape[i] + other.shape[i] - 1 if i in along else np.shape(z_bar)[i] for i in every)
    full = np.zeros(whole, np.asarray(z_bar).dtype)
    starts = [(n - m) // 2 for n, m in zip(whole, np.shape(z_bar), strict=True)]
    full[tuple(slice(s, s + m) for s, m in zip(starts, np.shape(z_bar), strict=True))] = z_bar
    turned = np.flip(other, along)
    if axes is None:
        return signal.convolve(full, turned, mode="valid")
    return unbroadcast(signal.fftconvolve(full, turned, mode="valid", axes=along), shape)
