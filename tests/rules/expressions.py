"""One-line programs: every covered NumPy function as a function, a method and an operator, with its keywords.

The parameters of a program are the names that its expression uses; what they hold is ``VALUES``.
"""
from __future__ import annotations

import numpy as np

_RNG = np.random.default_rng(7)
_SQUARE = np.array([[2.0, 0.3, -0.4], [0.5, 1.5, 0.2], [-0.1, 0.6, 1.8]])
VALUES = {
    "x": np.array([0.7, -1.3, 0.2, 1.9]),
    "y": np.array([1.1, 0.4, -0.6, 0.8]),
    "p": np.array([0.4, 1.7, 2.6, 0.9]),  # positive
    "u": np.array([0.3, -0.6, 0.8, -0.2]),  # between -1 and 1
    "q": np.array([1.2, 2.5, 1.7, 3.1]),  # above 1
    "b": np.array([0.8, -0.5, 1.4]),
    "c": np.array([1.5, 0.9, -0.7]),
    "A": np.array([[0.7, -1.2, 0.4], [1.6, 0.1, -0.8]]),
    "B": np.array([[1.3, 0.6, -0.5], [-0.9, 0.2, 2.1]]),
    "D": np.array([[0.2, 1.1], [-0.7, 0.9], [1.4, -0.3]]),
    "M": _SQUARE,
    "S": _SQUARE @ _SQUARE.T + np.eye(3),  # symmetric, positive definite
    "T": _RNG.permutation(np.arange(12) * 0.31 - 1.7).reshape(2, 3, 2),
    "s": 0.6,
    "r": -1.4,
    "z": np.array([0.5 + 0.7j, -1.1 + 0.2j, 0.3 - 0.9j]),
    "w": np.array([1.2 - 0.4j, 0.6 + 1.5j, -0.8 + 0.1j]),
    "Z": _SQUARE[:2] + 1j * _SQUARE[1:],
    "h": np.array([0.5, -0.75, 1.25], dtype=np.float32),
    "k": np.array([2, 0, 2]),
    "m": np.array([True, False, True, True]),
    "n": 2,
}

ELEMENTWISE = """
np.add(x, y) | np.add(A, b) | np.add(x, s) | x + y | A + b | s + x | s + r | x + n
np.subtract(x, y) | np.subtract(b, A) | x - y | b - A | s - x | s - r
np.multiply(x, y) | np.multiply(A, b) | x * y | A * b | s * x | x * n | s * r | z * x[:3] | z * w
np.divide(x, p) | np.true_divide(A, c) | x / p | s / p | x / s | A / c | s / r | z / w | b / w
np.negative(x) | -x | -s | np.positive(x) | +x
np.power(p, y) | np.power(p, 3) | p ** y | p ** 2 | x ** 3 | p ** s | 2.0 ** x | z ** 2 | z ** w | np.pow(p, y)
s ** n
np.float_power(p, y) | np.square(x) | np.square(z) | np.reciprocal(p) | np.reciprocal(z)
np.abs(x) | np.absolute(x) | abs(x) | abs(s) | np.fabs(x) | np.abs(z) | abs(z)
np.exp(x) | np.exp(z) | np.log(p) | np.log(z) | np.log10(p) | np.log2(p) | np.log1p(p) | np.exp2(x) | np.expm1(x)
np.sqrt(p) | np.sqrt(z) | np.cbrt(x) | np.sin(x) | np.cos(x) | np.tan(x) | np.sin(z) | np.tanh(x) | np.tanh(z)
np.arcsin(u) | np.asin(u) | np.arccos(u) | np.acos(u) | np.arctan(x) | np.atan(x) | np.arctan2(x, y) | np.atan2(x, y)
np.sinh(x) | np.cosh(x) | np.arcsinh(x) | np.asinh(x) | np.arccosh(q) | np.acosh(q) | np.arctanh(u) | np.atanh(u)
np.hypot(x, y) | np.hypot(A, b) | np.logaddexp(x, y) | np.logaddexp2(x, y) | np.sinc(x) | np.sinc(z)
np.deg2rad(x) | np.rad2deg(x) | np.degrees(x) | np.radians(x)
np.mod(x, p) | np.remainder(x, p) | np.fmod(x, p) | x % p | x % 0.75 | np.copysign(2.0, x) * y
np.heaviside(x, 0.5) * y | np.nextafter(1.0, x) * y | np.copysign(2.0, x) | np.copysign(r, x)
np.floor_divide(x, p) * x | x // p * x
np.divmod(x, p)[1] | divmod(x, p)[1] | np.copysign(x, y) | np.heaviside(x, y) * x
np.maximum(x, y) | np.minimum(x, y) | np.maximum(A, b) | np.maximum(x, 0.5) | np.minimum(0.5, x)
np.fmax(x, y) | np.fmin(A, b) | np.clip(x, -0.9, 0.9) | np.clip(x, y - 2.0, y) | np.clip(x, None, 1.0)
np.clip(x, a_min=-1.0, a_max=None) | x.clip(-0.9, 0.9) | x.clip(max=1.0) | np.clip(x, min=-1.0, max=1.0)
np.where(x > y, x, y) | np.where(m, x, 0.0) | np.where(A > b, A, b) | np.where(m, s, x)
np.nan_to_num(x) | np.nan_to_num(np.where(m, x, np.inf), nan=1.0, posinf=2.0, neginf=-2.0) * x
np.i0(x) | np.unwrap(x * 4.0) | np.ldexp(x, n) | np.frexp(x)[0] | np.modf(x)[0] | np.nextafter(x, y) * x
np.trunc(x) * x | np.rint(x) * x | np.fix(x) * x | np.floor(x) * x | np.ceil(x) * x | np.round(x, 1) * x
x.round(1) * x
np.sign(x) * x | np.spacing(x) * x | np.signbit(x) * x | round(s) * x
np.exp(h) | h * 2.0 | h / np.float32(3.0) | h @ h | np.tanh(h).sum() | h ** 2
np.real(z) | np.imag(z) | z.real | z.imag | np.conj(z) | np.conjugate(z) | z.conj() | z.conjugate() | np.angle(z)
np.angle(z, deg=True) | np.real_if_close(z) | np.real_if_close(x) | x.real | x.conj() | np.iscomplexobj(z) * x
np.isreal(x) * x | np.exp(1j * x) | np.abs(np.exp(1j * x) + z[0])
"""

REDUCTIONS = """
np.sum(x) | np.sum(A, axis=0) | np.sum(A, 1, keepdims=True) | np.sum(T, axis=(0, -1)) | np.sum(A, where=A > 0.0)
np.sum(x, initial=s) | np.sum(h, dtype=np.float64) | A.sum() | A.sum(axis=-1) | A.sum(0, keepdims=True) | sum(x)
np.mean(x) | np.mean(A, axis=1) | np.mean(T, (0, 2), keepdims=True) | np.mean(A, where=A > 0.0) | A.mean(0) | z.mean()
np.prod(x) | np.prod(A, axis=1) | np.prod(A, 0, keepdims=True) | A.prod(axis=-1) | np.prod(x, initial=s) | np.prod(z)
np.max(x) | np.max(A, axis=1) | np.amax(A, 0) | A.max(axis=0, keepdims=True) | np.max(x, initial=s) | max(x)
np.min(x) | np.min(A, axis=1) | np.amin(A, 0) | A.min() | np.min(x, where=m, initial=9.0) | min(x) | max(s, r)
min(s, r)
np.std(x) | np.std(A, axis=0, ddof=1) | np.std(A, 1, keepdims=True) | A.std(axis=1) | np.std(x, correction=1)
np.std(z)
np.var(x) | np.var(A, axis=0, ddof=1) | A.var(ddof=1) | np.var(x, where=m)
np.var(A, axis=1, mean=np.mean(A, 1, keepdims=True))
np.cumsum(x) | np.cumsum(A) | np.cumsum(A, axis=1) | A.cumsum(0) | np.cumprod(x) | np.cumprod(A, axis=0)
A.cumprod(1)
np.cumulative_sum(x) | np.cumulative_sum(A, axis=0, include_initial=True)
np.cumulative_prod(x, include_initial=True)
np.median(x) | np.median(A, axis=1) | np.median(A, axis=0, keepdims=True) | np.percentile(x, 30.0)
np.percentile(A, [20, 70], axis=1)
np.quantile(x, 0.3) | np.quantile(A, 0.6, axis=1, method='hazen') | np.quantile(x, [0.1, 0.8], keepdims=True)
np.quantile(x, 0.4, weights=p, method='inverted_cdf') | np.percentile(x, [20, 70], weights=p, method='inverted_cdf')
np.ptp(x) | np.ptp(A, axis=1) | np.average(x) | np.average(A, axis=1, weights=b) | np.average(x, weights=p)
np.average(x, weights=p, returned=True) | np.average(x, weights=p, returned=True)[1]
np.average(A, 1, b, returned=True)[0] | np.average(x, returned=True)[0] | np.count_nonzero(x) * x | np.cov(A)
np.cov(x, y) | np.cov(A, rowvar=False, bias=True)
np.corrcoef(A) | np.corrcoef(x, y) | np.trapezoid(x) | np.trapezoid(A, axis=0) | np.trapezoid(x, np.cumsum(p))
np.trapezoid(x, dx=0.5)
np.nansum(x) | np.nansum(A, axis=1) | np.nanmean(A, 0) | np.nanmax(x) | np.nanmin(A, axis=1) | np.nanstd(x)
np.nanvar(A, axis=0, ddof=1)
np.nanprod(x) | np.nanmedian(x) | np.nanpercentile(x, 40) | np.nanquantile(A, 0.2, axis=0) | np.nancumsum(x)
np.nancumprod(A, axis=1)
np.add.reduce(A) | np.add.reduce(A, axis=None) | np.multiply.reduce(A, axis=1) | np.maximum.reduce(A)
np.minimum.reduce(A, axis=1)
np.add.reduce(x, where=m, initial=1.0) | np.logaddexp.reduce(x) | np.add.accumulate(A, axis=1)
np.multiply.accumulate(x) | np.maximum.accumulate(x) | np.minimum.accumulate(A, axis=1)
np.add.reduceat(x, [0, 2]) | np.add.reduceat(A, [1, 0, 0], axis=1) | np.multiply.reduce(x, initial=None)
np.power.outer(p, x) | np.maximum.outer(A, b) | np.arctan2.outer(s, x) | np.divide.outer(x, s)
np.add.outer(x, b) | np.subtract.outer(x, b) | np.multiply.outer(A, b) | np.histogram(x, 3, weights=y)[0]
np.ediff1d(x)
np.ediff1d(x, to_end=y[:1], to_begin=s) | np.any(x > 0.0) * x | np.all(x > 0.0) * x | (x > 0).any() * x
(x > 9).all() * x
np.argmax(x) * x | x[x.argmax()] | x[np.argmin(x)] | A[A.argmin(0), k[:3]] | x[x.argsort()] | x[np.argsort(-x)]
np.isclose(x, y) * x | np.allclose(x, y) * x | np.size(x) * x | x.size * x | np.shape(A)[0] * x | A.ndim * x
np.ndim(A) * x
len(x) * x
"""

PRODUCTS = """
np.dot(x, y) | np.dot(A, b) | np.dot(A, D) | A.dot(b) | A.dot(D) | np.dot(s, x) | x.dot(y) | np.dot(z, w)
np.matmul(A, D) | A @ D | A @ b | b @ D | x @ y | T @ np.ones((2, 3)) | T @ D[:2] | Z @ z | z @ w
np.outer(x, b) | np.inner(x, y) | np.inner(A, B) | np.vdot(x, y) | np.vdot(z, w) | np.vecdot(A, B) | np.vecdot(z, w)
np.matvec(A, b) | np.vecmat(b, D) | np.tensordot(A, D, 1) | np.tensordot(A, B) | np.tensordot(A, D, axes=([1], [0]))
np.tensordot(T, A, axes=((0, 1), (0, 1))) | np.kron(A, D) | np.kron(x, b) | np.trace(M) | np.trace(M, offset=1)
M.trace()
np.cross(b, c) | np.cross(A, b) | np.cross(A, B, axis=1) | np.linalg.cross(b, c)
np.einsum('ij,jk->ik', A, D) | np.einsum('ij->j', A) | np.einsum('ii', M) | np.einsum('i,i', x, y)
np.einsum('ij,ij->i', A, B)
np.einsum('i,j', x, b) | np.einsum('...j,j->...', A, b) | np.einsum(A, [0, 1], D, [1, 2], [0, 2])
np.einsum('ij,jk,k->i', A, M, b, optimize=True)
np.linalg.norm(x) | np.linalg.norm(A) | np.linalg.norm(A, axis=1) | np.linalg.norm(x, 1) | np.linalg.norm(x, np.inf)
np.linalg.norm(A, 'nuc')
np.linalg.norm(A, 2) | np.linalg.norm(A, ord=3, axis=0) | np.linalg.norm(A, axis=1, keepdims=True) | np.linalg.norm(z)
np.linalg.matrix_norm(A) | np.linalg.vector_norm(A, axis=1, ord=3) | np.linalg.inv(M) | np.linalg.solve(M, b)
np.linalg.solve(M, D)
np.linalg.det(M) | np.linalg.slogdet(M) | np.linalg.slogdet(M).logabsdet | np.linalg.slogdet(M)[1]
np.linalg.cholesky(S + S.T)
np.linalg.cholesky(S + S.T, upper=True) | np.linalg.pinv(A) | np.linalg.pinv(M) | np.linalg.eigvalsh(S + S.T)
np.linalg.eigh(S + S.T)[0]
np.linalg.eigh(S + S.T).eigenvalues | np.abs(np.linalg.eigh(S + S.T)[1]) | np.linalg.svd(A, compute_uv=False)
np.linalg.svd(A, full_matrices=False)[1]
np.abs(np.linalg.svd(A, full_matrices=False).Vh) | np.linalg.svdvals(A) | np.linalg.qr(D)[1] | np.linalg.qr(D).Q
np.linalg.qr(D, mode='r')
np.linalg.lstsq(D, b, rcond=None)[0] | np.linalg.matrix_power(M, 3) | np.linalg.matrix_power(M, -2)
np.linalg.multi_dot([A, M, D])
np.linalg.matrix_rank(M) * x | np.real(np.linalg.eigvals(S)) | np.linalg.cond(M) | np.linalg.tensorsolve(M, b)
np.linalg.tensorinv(M, ind=1)
np.linalg.outer(x, b) | np.linalg.vecdot(A, B) | np.linalg.matmul(A, D) | np.linalg.trace(M) | np.linalg.diagonal(M)
np.linalg.tensordot(A, D, axes=1)
np.real(np.linalg.eig(S)[0]) | np.linalg.matrix_transpose(A)
"""

SHAPES = """
np.array([s, r, s]) | np.array([[s, 1.0], [2.0, r]]) | np.array([x, y]) | np.array((x, x)) | np.array(x)
np.array([x[0], s, x[1] * r])
np.asarray(x) * 2.0 | np.asarray([s, r]) | np.asanyarray(x) * 2.0 | np.ascontiguousarray(A.T) | np.copy(x) | x.copy()
x.astype(np.float32) * 0.0 + x
h.astype(float) | x.astype(complex) | x.astype('f8', copy=False) | np.astype(h, np.float64) | np.full(3, s)
np.full((2, 2), s) | np.full((2, 3), b)
np.full_like(x, s) | np.full_like(A, b) | np.linspace(s, r, 4) | np.linspace(b, c, 3, axis=1)
np.linspace(s, r, 4, endpoint=False)
np.linspace(s, r, num=3, retstep=True) | np.logspace(s, r, 3) | np.geomspace(p, q, 3) | np.reshape(A, (3, 2))
np.reshape(A, -1)
np.reshape(A, (3, 2), order='F') | A.reshape(3, 2) | A.reshape((6,)) | A.reshape(-1, 2) | A.reshape(3, 2, order='F')
np.ravel(A)
A.ravel() | A.ravel('F') | A.flatten() | A.flatten('F') | np.transpose(A) | A.T | A.transpose() | T.transpose(2, 0, 1)
np.transpose(T, (1, 0, 2))
A.mT | np.matrix_transpose(T) | np.permute_dims(T, (2, 1, 0)) | np.squeeze(x[None]) | x[None].squeeze(0)
np.squeeze(A[:, :1], axis=1)
np.expand_dims(x, 0) | np.expand_dims(A, (0, 2)) | np.atleast_1d(s) | np.atleast_1d(x, s) | np.atleast_2d(x)
np.atleast_3d(A)
np.concatenate([x, b]) | np.concatenate((A, B), axis=1) | np.concatenate([A, B], axis=None) | np.concat([x, y])
np.concatenate([x, [s]])
np.stack([x, y]) | np.stack((A, B), axis=-1) | np.hstack([x, b]) | np.hstack((A, B)) | np.vstack([x, y])
np.column_stack((x, y))
np.dstack([A, B]) | np.block([[A, B], [B, A]]) | np.block([x, s]) | np.broadcast_to(b, (2, 3))
np.broadcast_to(s, (2, 2)) | np.broadcast_arrays(A, b)
np.diag(x) | np.diag(M) | np.diag(M, k=1) | np.diag(x, -1) | np.diagflat(A) | np.diff(x) | np.diff(A, axis=0)
np.diff(x, n=2) | np.diff(x, prepend=0.0, append=s)
np.sort(x) | np.sort(A, axis=0) | np.sort(A, axis=None) | np.partition(x, 2) | np.partition(A, 2, axis=None)
np.partition(A, 1, axis=1)
np.split(x, 2) | np.split(x, [1, 3])[1] | np.array_split(x, 3)[0] | np.hsplit(A, 3)[2] | np.vsplit(A, 2)[0]
np.dsplit(T, 2)[1]
np.moveaxis(T, 0, -1) | np.swapaxes(T, 0, 2) | T.swapaxes(0, 1) | np.rollaxis(T, 2) | np.tile(x, 2)
np.tile(A, (2, 1)) | np.repeat(x, 2)
np.repeat(A, [1, 2], axis=0) | x.repeat(3) | A.repeat(2, axis=1) | np.roll(x, 1) | np.roll(A, (1, 2), axis=(0, 1))
np.flip(A) | np.flip(A, axis=1)
np.fliplr(A) | np.flipud(A) | np.rot90(A) | np.rot90(A, k=2) | np.append(x, s) | np.append(A, B, axis=0)
np.insert(x, 1, s) | np.insert(A, 1, b[:2], axis=1)
np.delete(x, 1) | np.delete(A, [0], axis=0) | np.meshgrid(x, b) | np.meshgrid(x, b, indexing='ij')[1] | np.pad(x, 1)
np.pad(A, ((1, 0), (0, 2)), mode='edge')
np.pad(x, 2, mode='reflect') | np.pad(x, (1, 2), constant_values=0.5) | np.pad(x, 1, 'wrap') | np.resize(x, 6)
np.resize(A, (2, 2)) | np.trim_zeros(x)
np.r_[x, b] | np.r_[x, s, 0.0, x[::-1]] | np.r_[1:4, x, 0:1:5j] | np.r_[A, B] | np.r_[x] | np.r_[[s, 1.0], x]
np.r_[z, x] | np.r_[h, h] | np.c_[x, y] | np.c_[A, A[:, 0]] | np.c_[b, np.ones(3), b * s] | np.c_[x] | x[np.r_[0:2, 3]]
np.triu(M) | np.tril(M, k=-1) | np.diagonal(M) | M.diagonal(1) | np.vander(b) | np.vander(b, 2, increasing=True)
np.tri(3) * M | np.zeros(4) + x
np.ones_like(x) * x | np.zeros_like(x) + x | np.eye(3) @ b | np.identity(3) * M | np.arange(4) * x
np.arange(0.0, 1.0, 0.25) * x | np.empty_like(x).size * x
x.item(1) | s.real | x.tolist() | x.view() * 2.0 | A.flat[3] | x.tolist()[2] * s
"""

INDEXING = """
x[1] | x[-1] | x[1:3] | x[::-1] | x[::2] | x[k] | x[m] | x[[0, 2]] | x[None, :] | x[..., 0] | A[0] | A[:, 1] | A[1, 2]
A[..., -1]
A[:, k] | A[[0, 1], [2, 2]] | A[A > 0.0] | A[:, None, 1:] | A[0, k] | A[np.ix_([0, 1], [0, 2])] | T[:, k, 0]
T[0, :, [1, 0]] | x[k][0] | A[np.newaxis]
np.take(x, k) | np.take(A, k, axis=1) | np.take(A, 4) | x.take(k) | A.take([0, 1], axis=0)
np.take(x, [7, -9], mode='wrap') | np.take(x, [7], mode='clip')
np.take_along_axis(A, np.argsort(A, axis=1), axis=1) | np.choose([0, 1, 0, 1], [x, y]) | np.compress(m, x)
x.compress(m) | A.compress([True, False], axis=0)
np.select([x > 1.0, x > 0.0], [x, y], default=s) | np.extract(m, x) | np.extract(x > 0.0, x) | M[np.tril_indices(3)]
M[np.triu_indices(3, 1)] | M[np.diag_indices(3)]
x[np.nonzero(x > 0.0)] | x[np.flatnonzero(x > 0.0)] | x[np.searchsorted([-1.0, 0.5], x)]
x[np.digitize(x, [-1.0, 0.5])] | A[np.unravel_index(4, A.shape)]
np.unique(x) | np.unique(x, return_index=True)[0] | x[np.lexsort((x,))] | x[np.argpartition(x, 1)]
x[np.argwhere(x > 0.0)[:, 0]] | x[(x > 0.0).nonzero()]
"""

SIGNALS = """
np.convolve(x, b) | np.convolve(x, b, mode='same') | np.convolve(x, b, 'valid') | np.correlate(x, b)
np.correlate(x, b, mode='full')
np.interp(b, np.cumsum(q), x) | np.interp(x, [-1.0, 0.0, 2.5], b) | np.interp(s, [0.0, 1.0], x[:2], left=r)
np.gradient(x) | np.gradient(x, 0.5) | np.gradient(A)
np.gradient(A, axis=1) | np.gradient(x, np.cumsum(p)) | np.gradient(x, edge_order=2) | np.polyval(b, x)
np.polyval(b, s) | np.polyfit(x, y, 2) | np.polyfit(x, y, 1, w=p)
np.bincount([0, 2, 2, 1], weights=x) | np.bincount([0, 1], x[:2], minlength=4) | np.polyadd(b, x) | np.polysub(x, b)
np.polymul(b, c) | np.polyder(x) | np.polyint(x, k=s)
np.polydiv(x, b)[0] | np.poly(b) | np.real(np.roots(np.poly(b)))
np.abs(np.fft.fft(x)) | np.fft.fft(z) | np.fft.fft(x, n=3) | np.fft.fft(A, axis=0, norm='ortho') | np.fft.ifft(z)
np.fft.ifft(z, 5) | np.fft.rfft(x) | np.fft.rfft(A, axis=0)
np.fft.irfft(z) | np.fft.irfft(z, n=5) | np.fft.fftshift(x) | np.fft.ifftshift(A, axes=1) | np.fft.fftfreq(4) * x
np.fft.rfftfreq(4, 0.1)[:3] * b | np.fft.fft2(A) | np.fft.ifft2(Z)
np.fft.fftn(T) | np.fft.ifftn(T, axes=(0,)) | np.fft.rfft2(A) | np.fft.irfft2(Z) | np.fft.rfftn(T)
np.fft.irfftn(Z, s=(2, 4), axes=(0, 1)) | np.fft.hfft(z) | np.fft.ihfft(x)
"""

SCIPY = """
special.expit(x) | special.logit(p / 4.0) | special.logsumexp(x)
special.logsumexp(A, axis=1, b=B ** 2, keepdims=True) | special.softmax(A, axis=1)
special.log_softmax(x) | special.gammaln(p) | special.gamma(p) | special.digamma(p) | special.psi(p) | special.erf(x)
special.erfc(x) | special.xlogy(x, p)
special.xlog1py(x, p) | special.beta(p, q) | special.betaln(p, q) | special.ndtr(x) | special.entr(p) | special.i0(x)
special.polygamma(1, p) | special.erfinv(u)
slinalg.solve(M, b) | slinalg.solve(S + S.T, b, assume_a='pos') | slinalg.inv(M) | slinalg.det(M)
slinalg.cholesky(S + S.T, lower=True) | slinalg.cho_solve(slinalg.cho_factor(S + S.T), b)
slinalg.cho_solve((M, True), b)
slinalg.cho_solve(slinalg.cho_factor(M @ M.T, lower=True), D[:, 0])
slinalg.lu(A)[2] | slinalg.lu(D, p_indices=True)[1] | slinalg.polar(M) | slinalg.polar(A, side='left')[1]
slinalg.lu_solve(slinalg.lu_factor(M), b) | slinalg.lu_solve(slinalg.lu_factor(M), D, trans=1)
slinalg.solve_triangular(M, b) | slinalg.solve_triangular(M, b, lower=True, trans=1) | slinalg.expm(M)
slinalg.sqrtm(S) | slinalg.block_diag(A, M) | slinalg.toeplitz(b)
stats.norm.pdf(x) | stats.norm.logpdf(x, s, p) | stats.norm.cdf(x, loc=y, scale=p) | stats.norm.logcdf(x)
stats.norm.sf(x) | stats.norm.logsf(x)
stats.multivariate_normal.logpdf(b, c, S + S.T) | stats.multivariate_normal.pdf(b, mean=c, cov=S + S.T)
stats.t.logpdf(x, q) | stats.gamma.logpdf(p, q) | stats.beta.logpdf(p / 4.0, p, q)
stats.poisson.logpmf(k, b ** 2) | stats.expon.logpdf(p) | stats.uniform.logpdf(u * 0.1 + 0.5) * u
signal.convolve(x, b) | signal.fftconvolve(x, b, mode='same') | integrate.trapezoid(x)
"""

# What is refused, and a part of the reason.
REFUSED = {
    "return np.divide.reduce(x)": "np.divide.reduce has no derivative rule",
    "return np.r_['-1', x, x]": "np.r_ with a directive",
    "return np.r_[s:1:3j]": "a bound of a slice",
    "return np.mgrid[0:s:3j]": "a bound of a slice",
    "return np.vectorize(abs)(h)": "double precision",
    "return np.vectorize(abs, otypes=[float])(x)": "np.vectorize with options",
    "return np.vectorize(lambda v: int(v > 0.0))(x) * x": "not float",
    "return np.apply_along_axis(np.sum, 0, T)": "one or two dimensions",
    "return np.apply_along_axis(np.sum, 0, A, keepdims=True)": "arguments for the function",
    "return np.piecewise(x, [x < 0.0], [np.sin, np.cos, np.exp])": "one function for each condition",
    "return np.piecewise(s, [s < 0.0], [np.sin, np.cos])": "np.piecewise of this value",
    "return np.unstack(A)": "number of results",
    "return A.tolist()[0]": "nested lists",
    "a = x * 1.0; np.power.at(a, k, b); return a": "np.power.at",
    "a = x * 1.0; np.negative.at(a, k); return a": "np.negative.at",
    "return np.exp(x, where=m)": "where=",
    "return np.array([x, y], dtype=object)": "object",
    "return x.view(complex)": "view",
    "return np.einsum_path('ij,jk', A, D)": "einsum_path",
    "return np.sort(x, order='f')": "order",
}

# Several statements: what writes, and where a method has no function.
STATEMENTS = {
    "out": "out = np.empty(4); np.multiply(x, y, out=out); return out * x",
    "out of a reduction": "out = np.zeros(3); np.sum(A, axis=0, out=out); return out * b",
    "out of a method": "out = np.zeros(3); A.sum(0, out=out); return out * b",
    "out with where": "out = x * 2.0; np.exp(y, out=out, where=m); return out",
    "fill": "a = np.empty(3); a.fill(s); return a * b",
    "sort": "a = x * y; a.sort(); return a * x",
    "sort axis": "a = A * B; a.sort(axis=0); return a * A",
    "item": "a = x * 2.0; a[1] = s; return a * x",
    "slice": "a = x * 2.0; a[1:] = b; return a",
    "stretched": "a = A * 2.0; a[:] = b; return a",
    "mask": "a = x * 2.0; a[m] = s; return a",
    "mask of values": "a = x * 2.0; a[a > 0.0] *= r; return a",
    "fancy": "a = x * 1.0; a[k] = b; return a",
    "row": "a = A * 1.0; a[0] += b; a[:, 1] *= s; return a",
    "augmented": "a = x * y; a += y; a -= s; a *= x; a /= p; a **= 2; return a",
    "augmented number": "a = s; a += r; a *= s; a -= 1.0; a /= r; return a",
    "copyto": "a = x * 1.0; np.copyto(a, y, where=m); return a * a",
    "put": "a = x * 1.0; np.put(a, [0, 2], y[:2]); return a",
    "put method": "a = x * 1.0; a.put([0, 2], y[:2]); return a",
    "put_along_axis": "a = A * 1.0; np.put_along_axis(a, np.argsort(A, axis=1), B, axis=1); return a * a",
    "place": "a = x * 1.0; np.place(a, m, 0.5); return a * x",
    "place of values": "a = x * 1.0; np.place(a, m, y[:2]); return a * a",
    "putmask of values": "a = x * 1.0; np.putmask(a, m, b); return a * a",
    "fill_diagonal of values": "a = M * 1.0; np.fill_diagonal(a, b); return a * M",
    "fill_diagonal wrap": "a = np.ones((7, 3)) * b; np.fill_diagonal(a, s, wrap=True); return a * a",
    "put mode": "a = x * 1.0; np.put(a, [5, 2], y[:2], mode='wrap'); return a * a",
    "writer keywords": "a = A * 1.0; np.copyto(dst=a, src=b); np.putmask(a, mask=A > 0.0, values=B); return a * a",
    "partition method": "a = x * y; a.partition(2); return a * x",
    "multiply.at": "a = x * 1.0; np.multiply.at(a, k, b); return a * a",
    "divide.at": "a = x * 1.0; np.divide.at(a, k, b); return a * a",
    "maximum.at": "a = x * 1.0; np.maximum.at(a, k, b); return a * a",
    "minimum.at": "a = x * 1.0; np.minimum.at(a[1:], k, b); return a * a",
    "segment softmax": "a = np.full(3, -9.0); np.maximum.at(a, k, b); e = np.exp(b - a[k]);"
    " t = np.zeros(3); np.add.at(t, k, e); return e / t[k]",
    "vectorize": "return np.vectorize(lambda v: v * v if v > 0.0 else s * v)(A)",
    "vectorize two": "return np.vectorize(lambda v, w: v * w if v > w else v - w)(A, b)",
    "vectorize a number": "return np.vectorize(np.tanh)(s) * x",
    "along columns": "return np.apply_along_axis(lambda v: v / np.sum(v * v), 0, A)",
    "along rows": "return np.apply_along_axis(np.prod, axis=1, arr=A) * A[:, 0]",
    "along a vector": "return np.apply_along_axis(np.sum, 0, x) * x",
    "piecewise": "return np.piecewise(x, [x < -0.5, x > 1.0], [np.sin, lambda v: v ** 3, s])",
    "piecewise numbers": "return np.piecewise(x, [x < 0.0], [0.0, 1.0]) + x",
    "split of n": "return np.concatenate([part * part for part in np.split(x, n)])",
    "array_split of n": "parts = np.array_split(A, n, axis=1); return parts[0] @ parts[1]",
    "split and unpack": "p0, p1 = np.split(x, n); return p0 * p1",
    "putmask": "a = x * 1.0; np.putmask(a, m, s); return a * x",
    "fill_diagonal": "a = M * 1.0; np.fill_diagonal(a, s); return a",
    "flat": "a = A * 1.0; a.flat[[1, 3]] = s; return a",
    "add.at": "a = x * 1.0; np.add.at(a, k, b); return a * a",
    "subtract.at": "a = x * 1.0; np.subtract.at(a, k, b); return a * a",
    "iterate": "total = 0.0\n    for v in x: total = total + v * v * s\n    return total",
    "iterate rows": "total = 0.0\n    for row in A: total = total + row @ b\n    return total",
    "comparison": "return x * (x > y) + y * (x <= y) + x * (x != 0.75)",
    "errstate": "with np.errstate(divide='ignore'):\n        a = np.log(p)\n    return a * p",
    "finfo": "return x + np.finfo(float).eps",
    "flat read": "return np.array([v * s for v in A.flat])",
    "ptp": "return np.ptp(A, 0) * b",
}
GROUPS = {
    name: [text.strip() for line in table.strip().split("\n") for text in line.split(" | ")]
    for name, table in {
        "elementwise": ELEMENTWISE, "reductions": REDUCTIONS, "products": PRODUCTS, "shapes": SHAPES,
        "indexing": INDEXING, "signals": SIGNALS, "scipy": SCIPY,
    }.items()
}
