"""How functions prepare their arguments: copies on demand, conversions, checks, buffers that may be given."""

import numpy as np

from tests.memory.case import V, W, refused, right


@right(W, V, True)
def copy_flag(w, x, copy):
    if copy:
        w = w.copy()
    w *= x
    return w


@right(W, V, False)
def copy_flag_false(w, x, copy):
    if copy:
        w = w.copy()
    w *= x
    return w


@right(W, V)
def copy_flag_default(w, x, copy=True):
    if copy:
        w = w.copy()
    w *= x
    return w


def norm(w, inplace=False):
    if not inplace:
        w = w.copy()
    w /= np.sum(w)
    return w


@right(W, V)
def copy_flag_helper(w, x):
    return norm(w) * norm(x * 1, inplace=True)


@right(W, V)
def as_float(w, x):
    w = np.asarray(w, dtype=float)
    w = w * 1
    w[0] = x[0]
    return w


@right(W, V)
def as_float_write(w, x):
    w = np.array(w, dtype=float)
    w[0] = x[0]
    return w


@refused(W, V)
def as_float_write2(w, x):
    w = np.asarray(w, dtype=np.float64)
    w[0] = x[0]
    return w


@right(W, V)
def astype_write(w, x):
    w = w.astype(float)
    w[0] = x[0]
    return w


@right(W, V)
def dtype_check(w, x):
    if w.dtype != float:
        w = w.astype(float)
    w = w + 0
    w[0] = x[0]
    return w


@right(W, V)
def dtype_check_write(w, x):
    if w.dtype != np.float64:
        w = w.astype(float)
    w[0] = x[0]
    return w


@right(W, V)
def ndim_check(w, x):
    if w.ndim == 1:
        w = w[None]
    w[0, 0] = x[0]
    return w


@right(W, V)
def out_none(w, x, out=None):
    if out is None:
        out = np.empty_like(w)
    np.multiply(w, x, out=out)
    return out


@right(W, V, np.zeros(3))
def out_given(w, x, out=None):
    if out is None:
        out = np.empty_like(w)
    np.multiply(w, x, out=out)
    return out


@refused(W, V)
def contig_write(w, x):
    w = np.ascontiguousarray(w)
    w[0] = x[0]
    return w


@right(W, V)
def shape_check(w, x):
    if w.shape[0] > 2:
        w = w[:2].copy()
    w[0] = x[0]
    return w


@right(W, V)
def shape_check_len(w, x):
    if len(w) > 2:
        w = w.copy()
    w[0] = x[0]
    return w


@right(W, V)
def val_check(w, x):
    if np.any(w < 0):
        w = np.abs(w)
    w[0] = x[0]
    return w


@right(W, V)
def val_check_local(w, x):
    w = w * 1
    if np.any(w < 0):
        w = np.abs(w)
    w[0] = x[0]
    return w


@right(W, V)
def val_check_local_kept(w, x):
    w0 = w * 1
    if np.any(w0 < 0):
        w = np.abs(w0)
    else:
        w = w0
    w[0] = x[0]
    return w * x


@right(W, V)
def val_check_local_kept_read(w, x):
    w0 = w * 1
    if np.any(w0 < 0):
        w = np.abs(w0)
    else:
        w = w0
    w[0] = x[0]
    return w * w0
