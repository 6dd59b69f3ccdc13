"""What is known of NumPy's functions beside their derivatives: shared memory, shapes, and arguments that are sequences.

``EXACT_VIEWS`` are views whatever the layout; ``LAYOUT_VIEWS`` are views or copies by layout; ``SAME_OBJECT`` return an
array argument itself; ``MAYBE_SAME`` may share memory in ways that are not followed further; ``SAME_SHAPE`` have
the shape of their first argument; ``STRETCHING`` broadcast like ufuncs.
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
    np.diagonal,
    np.broadcast_to,
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
    np.linalg.diagonal,
    np.ndarray.transpose,
    np.ndarray.view,
}
LAYOUT_VIEWS: set[Any] = {np.reshape, np.ravel, np.ndarray.reshape}
SAME_OBJECT: set[Any] = {np.asarray, np.asanyarray}
MAYBE_SAME: set[Any] = {
    np.ascontiguousarray,
    np.asfortranarray,
    np.require,
    getattr(np, "astype", None),
    np.ndarray.astype,
    np.array,
    np.nan_to_num,
    np.real_if_close,
    np.broadcast_arrays,
    np.split,
    np.array_split,
    np.hsplit,
    np.vsplit,
    np.dsplit,
    np.meshgrid,
    np.diag,
    np.ix_,
    getattr(np, "unstack", None),
}
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
SEVERAL_RESULTS = frozenset(
    {"gradient", "split", "array_split", "hsplit", "vsplit", "dsplit", "unstack", "divmod", "modf", "meshgrid"}
)
