"""What is known of NumPy's functions beside their derivatives: shared memory, shapes, and arguments that are sequences.

``EXACT_VIEWS`` are views whatever the layout; ``LAYOUT_VIEWS`` are views or copies by layout; ``SAME_OBJECT`` return an
array argument itself; ``NEW_ARRAYS`` always make new ones (any other may share memory); ``SAME_SHAPE`` have
the shape of their first argument; ``STRETCHING`` broadcast like ufuncs; ``DISJOINT_RESULTS`` share no memory with each
other.
"""

from __future__ import annotations

from typing import Any

import numpy as np

EXACT_VIEWS: set[Any] = {
    np.transpose,
    np.swapaxes,
    np.moveaxis,
    np.rollaxis,
    np.expand_dims,
    np.squeeze,
    np.flip,
    np.fliplr,
    np.flipud,
    np.rot90,
    np.atleast_1d,
    np.atleast_2d,
    np.atleast_3d,
    np.matrix_transpose,
    np.permute_dims,
    np.linalg.matrix_transpose,
    np.ndarray.transpose,
    np.ndarray.view,
}
LAYOUT_VIEWS: set[Any] = {np.reshape, np.ravel, np.ndarray.reshape}
SAME_OBJECT: set[Any] = {np.asarray, np.asanyarray}
NEW_ARRAYS = frozenset(
    """
    sum mean prod max amax min amin std var median percentile quantile ptp average nansum nanmean nanmax nanmin nanstd
    nanvar nanprod cumsum cumprod nancumsum nancumprod trace dot matmul inner outer vdot tensordot kron cross norm inv
    solve det slogdet cholesky pinv eigh eigvalsh eig eigvals svd svdvals qr lstsq matrix_power multi_dot matrix_rank
    where clip select choose concatenate concat stack hstack vstack dstack column_stack block append insert delete tile
    repeat roll sort argsort partition copy flatten zeros ones empty full zeros_like ones_like empty_like full_like eye
    identity arange linspace logspace geomspace take take_along_axis compress extract triu tril interp convolve
    correlate polyval polyfit vander bincount fft ifft rfft irfft fft2 ifft2 fftn ifftn rfft2 irfft2 rfftn irfftn hfft
    ihfft fftshift ifftshift argmax argmin array tolist item sinc cov corrcoef trapezoid gradient angle round pad
    diagflat meshgrid astype logsumexp softmax log_softmax expit float complex count_nonzero any all isclose nonzero
    searchsorted digitize unique histogram polyadd polysub polymul
    """.split()
)
COMPLEX_VIEWS: set[Any] = {np.real, np.imag}
SAME_SHAPE: set[Any] = {
    np.zeros_like,
    np.ones_like,
    np.empty_like,
    np.full_like,
    np.copy,
    np.ascontiguousarray,
    np.real,
    np.imag,
    np.ndarray.astype,
    getattr(np, "astype", None),
    np.clip,
    np.round,
    np.nan_to_num,
    np.angle,
    np.roll,
    np.sort,
    np.argsort,
    np.partition,
    np.flip,
    np.fliplr,
    np.flipud,
    np.triu,
    np.tril,
    np.fft.fftshift,
    np.fft.ifftshift,
    np.unwrap,
    np.sinc,
    np.i0,
    np.real_if_close,
}
STRETCHING: set[Any] = {np.where, np.clip}
SEQUENCE_NAMES = frozenset(
    {
        "array",
        "asarray",
        "asanyarray",
        "ascontiguousarray",
        "asfortranarray",
        "concatenate",
        "concat",
        "stack",
        "hstack",
        "vstack",
        "dstack",
        "column_stack",
        "row_stack",
        "block",
        "select",
        "choose",
        "einsum",
        "meshgrid",
        "broadcast_arrays",
        "multi_dot",
        "append",
        "insert",
        "ix_",
        "full",
        "diagflat",
        "block_diag",
        "pad",
        "gradient",
        "piecewise",
        "lexsort",
        "atleast_1d",
        "atleast_2d",
        "atleast_3d",
        "require",
        "copy",
    }
)
SPLITTING = frozenset({"split", "array_split", "hsplit", "vsplit", "dsplit"})
SEVERAL_RESULTS = SPLITTING | {"gradient", "unstack", "divmod", "modf", "meshgrid"}
DISJOINT_RESULTS = SPLITTING | {"unstack"}
