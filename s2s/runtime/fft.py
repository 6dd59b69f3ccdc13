"""What the transposes of the Fourier transforms need beside the transforms themselves."""
from typing import Any

import numpy as np


def fitted(x: Any, shape: tuple[int, ...]) -> Any:
    """``x`` cropped or padded with zeros at the end of each axis to ``shape``: the transpose of what n= and s= do."""
    x = np.asarray(x)
    if x.shape == shape:
        return x
    common = tuple(slice(0, min(have, want)) for have, want in zip(x.shape, shape, strict=True))
    result = np.zeros(shape, x.dtype)
    result[common] = x[common]
    return result


def halved_inside(spectrum: Any, n: int, axis: int = -1) -> Any:
    """A half spectrum of ``n`` real points with the frequencies halved that a full spectrum has twice."""
    return _weighted(spectrum, n, axis, 0.5)


def doubled_inside(spectrum: Any, n: int, axis: int = -1) -> Any:
    """A half spectrum of ``n`` real points with the frequencies doubled that a full spectrum has twice."""
    return _weighted(spectrum, n, axis, 2.0)


def _weighted(spectrum: Any, n: int, axis: int, inside: float) -> Any:
    spectrum = np.asarray(spectrum)
    count = spectrum.shape[axis]
    weight = np.full(count, inside, spectrum.real.dtype)
    weight[0] = 1.0
    if n % 2 == 0:
        weight[n // 2 :] = 1.0
    place = [1] * spectrum.ndim
    place[axis] = count
    return spectrum * np.reshape(weight, place)


def transform_sizes(shape: tuple[int, ...], s: Any, axes: Any) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The axes that an N-dimensional transform runs over and the number of points on each."""
    if axes is None:
        axes = tuple(range(len(shape))) if s is None else tuple(range(-len(s), 0))
    if s is None:
        return tuple(axes), tuple(shape[axis] for axis in axes)
    return tuple(axes), tuple(shape[a] if n == -1 else int(n) for n, a in zip(s, axes, strict=True))


def rfftn_pullback(y_bar: Any, shape: tuple[int, ...], s: Any, axes: Any, norm: Any) -> Any:
    """Cotangent of the argument of np.fft.rfftn; ``norm`` is that of the inverse."""
    axes, sizes = transform_sizes(shape, s, axes)
    half = halved_inside(y_bar, sizes[-1], axes[-1])
    return fitted(np.fft.irfftn(half, s=sizes, axes=axes, norm=norm), shape)


def irfftn_pullback(y_bar: Any, shape: tuple[int, ...], s: Any, axes: Any, norm: Any) -> Any:
    """Cotangent of the argument of np.fft.irfftn; ``norm`` is that of the inverse."""
    axes, _ = transform_sizes(shape, s, axes)
    last = axes[-1]
    half = doubled_inside(np.fft.rfftn(y_bar, axes=axes, norm=norm), np.shape(y_bar)[last], last)
    return fitted(half, shape)
