"""Derivatives by dual numbers: a value and its tangent that go through the user's own function together.

Written apart from s2s.  A ``Dual`` holds an array (or number) ``v`` and its tangent ``d`` of the same memory layout, so
that views and writes happen to both alike.  ``Numpy`` stands in for the module ``np`` of the program.
"""
from __future__ import annotations

import builtins
from collections.abc import Callable
from typing import Any

import numpy as np


class Tie(Exception):
    """A point where the derivative is a matter of convention."""


class Missing(Exception):
    """A function that the dual numbers do not know."""


def value(x: Any) -> Any:
    return x.v if isinstance(x, Dual) else x


def tangent(x: Any) -> Any:
    if isinstance(x, Dual):
        return x.d
    return np.zeros(np.shape(x), wide(x)) if isinstance(x, np.ndarray) else 0.0


def wide(x: Any) -> type:
    """Tangents are in double precision."""
    return complex if np.iscomplexobj(x) else float


def fresh(v: Any, d: Any) -> Dual:
    """A Dual of a new value; the tangent is laid out as the value is."""
    if not isinstance(v, np.ndarray):
        return Dual(v, wide(v)(np.asarray(d)[()]))
    made = np.empty_like(v, dtype=wide(v))
    made[...] = d
    return Dual(v, made)


def index_of(index: Any) -> Any:
    return tuple(value(i) for i in index) if isinstance(index, tuple) else value(index)


class Dual:
    """A value and its tangent."""

    __array_ufunc__ = None

    def __init__(self, v: Any, d: Any) -> None:
        self.v, self.d = v, d

    shape = property(lambda self: np.shape(self.v))
    ndim = property(lambda self: np.ndim(self.v))
    size = property(lambda self: np.size(self.v))
    dtype = property(lambda self: np.asarray(self.v).dtype)
    T = property(lambda self: Dual(self.v.T, self.d.T))
    real = property(lambda self: Dual(self.v.real, self.d.real), lambda self, new: self._part("real", new))
    imag = property(lambda self: Dual(self.v.imag, self.d.imag), lambda self, new: self._part("imag", new))

    def _part(self, name: str, new: Any) -> None:
        setattr(self.d, name, tangent(new))
        setattr(self.v, name, value(new))

    def __len__(self) -> int:
        return len(self.v)

    def __iter__(self) -> Any:
        return (self[i] for i in range(len(self.v)))

    def __getitem__(self, index: Any) -> Dual:
        return Dual(self.v[index_of(index)], self.d[index_of(index)])

    def __setitem__(self, index: Any, new: Any) -> None:
        at = index_of(index)
        changed = np.array(tangent(new))
        self.v[at] = value(new)
        self.d[at] = changed

    def __float__(self) -> float:
        raise Missing("float of a Dual")

    def __bool__(self) -> bool:
        return bool(self.v)

    def __neg__(self) -> Dual:
        return fresh(-self.v, -self.d)

    def __abs__(self) -> Dual:
        return FUNCTIONS["abs"](self)

    def _astype(self, dtype: Any) -> Any:
        made = self.v.astype(_dtype(dtype))
        return fresh(made, self.d) if made.dtype.kind in "fc" else made

    def __getattr__(self, name: str) -> Any:
        if name == "astype":
            return self._astype
        if name == "conjugate":
            return lambda: fresh(self.v.conjugate(), np.conj(self.d))
        if name in ("ravel", "reshape", "swapaxes", "copy", "flatten", "transpose"):
            return lambda *args: Dual(getattr(self.v, name)(*args), getattr(self.d, name)(*args))
        if name in ("sum", "mean", "max", "min"):
            return lambda **keywords: FUNCTIONS[name](self, **keywords)
        if name == "fill":
            return lambda new: self.__setitem__(..., new)
        if name == "sort":
            return lambda: self.__setitem__(..., FUNCTIONS["sort"](self))
        raise AttributeError(name)


def _operator(name: str, slopes: Callable[..., tuple[Any, Any]], plain: Callable[[Any, Any], Any]) -> None:
    def apply(a: Any, b: Any) -> Any:
        x, y = value(a), value(b)
        v = plain(x, y)
        with np.errstate(all="ignore"):
            first, second = slopes(x, y)
        return fresh(v, first * tangent(a) + second * tangent(b))

    def forward(self: Dual, other: Any) -> Any:
        return apply(self, other)

    def backward(self: Dual, other: Any) -> Any:
        return apply(other, self)

    def in_place(self: Dual, other: Any) -> Any:
        made = apply(self, other)
        if not isinstance(self.v, np.ndarray):
            return made
        self.v[...], self.d[...] = made.v, made.d
        return self

    setattr(Dual, f"__{name}__", forward)
    setattr(Dual, f"__r{name}__", backward)
    setattr(Dual, f"__i{name}__", in_place)


def _power(x: Any, y: Any) -> tuple[Any, Any]:
    if np.iscomplexobj(x):
        return y * x ** (y - 1), 0.0
    return y * x ** (y - 1), np.where(np.greater(x, 0), x**y * np.log(np.where(np.greater(x, 0), x, 1.0)), 0.0)


_operator("add", lambda x, y: (1.0, 1.0), lambda x, y: x + y)
_operator("sub", lambda x, y: (1.0, -1.0), lambda x, y: x - y)
_operator("mul", lambda x, y: (y, x), lambda x, y: x * y)
_operator("truediv", lambda x, y: (1.0 / y, -x / (y * y)), lambda x, y: x / y)
_operator("pow", _power, lambda x, y: x**y)


def _matmul(a: Any, b: Any) -> Dual:
    x, y = value(a), value(b)
    first = tangent(a) @ y if isinstance(a, Dual) else 0.0
    return fresh(x @ y, first + (x @ tangent(b) if isinstance(b, Dual) else 0.0))


Dual.__matmul__ = lambda self, other: _matmul(self, other)  # type: ignore[attr-defined]
Dual.__rmatmul__ = lambda self, other: _matmul(other, self)  # type: ignore[attr-defined]


def _comparison(name: str) -> None:
    setattr(Dual, name, lambda self, other: getattr(np.asarray(self.v), name)(value(other)))


for _name in ("__lt__", "__gt__", "__le__", "__ge__", "__eq__", "__ne__"):
    _comparison(_name)


# --- functions -------------------------------------------------------------------------------------------------------


def smooth(f: Callable[[Any], Any], slope: Callable[[Any], Any]) -> Callable[..., Any]:
    return lambda x: fresh(f(value(x)), slope(value(x)) * tangent(x))


def _linear(name: str) -> Callable[..., Any]:
    """A function that moves or adds entries: the tangent goes through it as the value does."""
    f = getattr(np, name)

    def apply(x: Any, *args: Any, **keywords: Any) -> Any:
        if isinstance(x, (list, tuple)):
            shapes = [np.shape(value(part)) for part in x]
            dots = [np.broadcast_to(tangent(part), shape) for part, shape in zip(x, shapes, strict=True)]
            return fresh(f([value(part) for part in x], *args, **keywords), f(dots, *args, **keywords))
        return Dual(f(value(x), *args, **keywords), f(tangent(x), *args, **keywords))

    return apply


def _extreme(name: str) -> Callable[..., Any]:
    f = getattr(np, name)

    def apply(x: Any, axis: Any = None, keepdims: bool = False, initial: Any = None, where: Any = True) -> Any:
        v, d = value(x), tangent(x)
        if initial is not None:
            v, d = np.where(where, v, initial), np.where(where, d, 0.0)
        hit = v == f(v, axis=axis, keepdims=True)
        share = hit / hit.sum(axis=axis, keepdims=True)
        low = np.where(hit, d, np.inf).min(axis=axis)
        high = np.where(hit, d, -np.inf).max(axis=axis)
        if np.any(high - low > 1e-9 * (1.0 + np.abs(high))):
            raise Tie(name)
        return fresh(f(v, axis=axis, keepdims=keepdims), (share * d).sum(axis=axis, keepdims=keepdims))

    return apply


def _choice(name: str) -> Callable[..., Any]:
    f = getattr(np, name)

    def apply(a: Any, b: Any) -> Any:
        x, y = np.broadcast_arrays(value(a), value(b))
        p, q = np.broadcast_arrays(*np.broadcast_arrays(tangent(a), tangent(b), x)[:2])
        first = x > y if name == "maximum" else x < y
        if np.any((x == y) & (np.abs(p - q) > 1e-9)):
            raise Tie(name)
        return fresh(f(value(a), value(b)), np.where(first, p, q))

    return apply


def _sorted(x: Any, axis: int = -1) -> Any:
    order = np.argsort(value(x), axis=axis, kind="stable")
    v, d = np.take_along_axis(value(x), order, axis), np.take_along_axis(tangent(x), order, axis)
    if np.any((np.diff(v, axis=axis) == 0) & (np.abs(np.diff(d, axis=axis)) > 1e-9)):
        raise Tie("sort")
    return fresh(v, d)


def _absolute(x: Any) -> Any:
    v, d = value(x), tangent(x)
    if np.iscomplexobj(v):
        with np.errstate(all="ignore"):
            return fresh(abs(v), np.where(np.equal(v, 0), 0.0, np.real(np.conj(v) * d) / abs(v)))
    return fresh(abs(v), np.sign(v) * d)


def _clip(x: Any, lo: float, hi: float) -> Any:
    v = value(x)
    return fresh(np.clip(v, lo, hi), np.where((v >= lo) & (v <= hi), tangent(x), 0.0))


def _norm(x: Any) -> Any:
    v, d = value(x), tangent(x)
    n = np.linalg.norm(v)
    return fresh(n, np.sum(np.real(np.conj(v) * d)) / n if n else 0.0)


def _var(x: Any) -> Any:
    v, d = value(x), tangent(x)
    return fresh(np.var(v), 2.0 * np.mean((v - v.mean()) * d))


def _prod(x: Any) -> Any:
    v, d = value(x).ravel(), tangent(x).ravel()
    return fresh(np.prod(value(x)), sum(np.prod(np.delete(v, i)) * d[i] for i in range(v.size)))


def _solve(a: Any, b: Any) -> Any:
    z = np.linalg.solve(value(a), value(b))
    return fresh(z, np.linalg.solve(value(a), tangent(b) - tangent(a) @ z))


def _bilinear(f: Callable[..., Any]) -> Callable[..., Any]:
    def apply(a: Any, b: Any) -> Any:
        x, y = value(a), value(b)
        dots = np.broadcast_to(tangent(a), np.shape(x)), np.broadcast_to(tangent(b), np.shape(y))
        return fresh(f(x, y), f(dots[0], y) + f(x, dots[1]))

    return apply


def _std(x: Any) -> Any:
    v, d = value(x), tangent(x)
    s = np.std(v)
    if 0.0 < s < 1e-7:
        raise Tie("std")
    return fresh(s, np.mean((v - v.mean()) * d) / s if s else 0.0)


def _einsum(letters: str, *operands: Any) -> Any:
    values = [value(x) for x in operands]
    dots = [np.einsum(letters, *values[:i], tangent(x), *values[i + 1 :]) for i, x in enumerate(operands)]
    return fresh(np.array(np.einsum(letters, *values))[()], sum(dots))


def _inv(a: Any) -> Any:
    v = np.linalg.inv(value(a))
    return fresh(v, -v @ tangent(a) @ v)


def _det(a: Any) -> Any:
    v = np.linalg.det(value(a))
    if abs(v) < 1e-9:
        raise Tie("det")
    return fresh(v, v * np.trace(np.linalg.inv(value(a)) @ tangent(a)))


def _cholesky(a: Any) -> Any:
    low, d = np.linalg.cholesky(value(a)), tangent(a)
    back = np.linalg.inv(low)
    inner = np.tril(back @ (d + d.T) @ back.T / 2.0)
    return fresh(low, low @ (inner - np.diag(np.diag(inner)) / 2.0))


def _cumprod(x: Any) -> Any:
    v, d = value(x), tangent(x)
    rows = [np.cumprod(np.where(np.arange(len(v)) == i, d[i], v)) * (np.arange(len(v)) >= i) for i in range(len(v))]
    return fresh(np.cumprod(v), sum(rows))


def _vdot(a: Any, b: Any) -> Any:
    x, y = value(a), value(b)
    return fresh(np.vdot(x, y), np.vdot(tangent(a), y) + np.vdot(x, tangent(b)))


def _where(test: Any, a: Any, b: Any) -> Any:
    return fresh(np.where(value(test), value(a), value(b)), np.where(value(test), tangent(a), tangent(b)))


def _dtype(x: Any) -> Any:
    """The dtype that a stand-in stands for."""
    if isinstance(x, _Function):
        return getattr(np, x.name)
    return complex if x is to_complex else float if x is to_float else x


def _full(shape: Any, fill: Any) -> Any:
    return fresh(np.full(shape, value(fill)), tangent(fill))


def _array(parts: Any, dtype: Any = None) -> Any:
    dtype = _dtype(dtype)
    if isinstance(parts, Dual):
        return fresh(np.array(parts.v, dtype=dtype), parts.d)
    if isinstance(parts, list) and any(isinstance(part, (Dual, float)) for part in parts):
        made = _linear("stack")(parts)
        return made if dtype is None else fresh(made.v.astype(dtype), made.d)
    made = np.array(parts, dtype=dtype)
    return fresh(made, 0.0) if made.dtype.kind in "fc" else made


def _asarray(x: Any, dtype: Any = None) -> Any:
    dtype = _dtype(dtype)
    if isinstance(x, Dual) and isinstance(x.v, np.ndarray) and dtype in (None, x.v.dtype.type, wide(x.v)):
        return x
    return _array(x, dtype)


def _single(x: Any) -> Any:
    return fresh(np.float32(value(x)), tangent(x))


def _broadcast(x: Any, shape: Any) -> Any:
    return Dual(np.broadcast_to(value(x), shape), np.broadcast_to(tangent(x), shape))


FUNCTIONS: dict[str, Callable[..., Any]] = {
    "sin": smooth(np.sin, np.cos),
    "cos": smooth(np.cos, lambda v: -np.sin(v)),
    "tanh": smooth(np.tanh, lambda v: 1.0 / np.cosh(v) ** 2),
    "arctan": smooth(np.arctan, lambda v: 1.0 / (1.0 + v * v)),
    "exp": smooth(np.exp, np.exp),
    "log": smooth(np.log, lambda v: 1.0 / v),
    "sqrt": smooth(np.sqrt, lambda v: 0.5 / np.sqrt(np.where(np.equal(v, 0), np.inf, v))),
    "square": smooth(np.square, lambda v: 2.0 * v),
    "negative": smooth(np.negative, lambda v: -1.0),
    "add": lambda a, b: a + b,
    "subtract": lambda a, b: a - b,
    "multiply": lambda a, b: a * b,
    "abs": _absolute,
    "clip": _clip,
    "max": _extreme("max"),
    "min": _extreme("min"),
    "maximum": _choice("maximum"),
    "minimum": _choice("minimum"),
    "sort": _sorted,
    "var": _var,
    "prod": _prod,
    "where": _where,
    "full": _full,
    "array": _array,
    "asarray": _asarray,
    "float32": _single,
    "conj": lambda x: fresh(np.conj(value(x)), np.conj(tangent(x))),
    "real": lambda x: Dual(np.real(value(x)), np.real(tangent(x))),
    "imag": lambda x: Dual(np.imag(value(x)), np.imag(tangent(x))),
    "sign": lambda x: fresh(np.sign(value(x)), 0.0),
    "ptp": lambda x: _extreme("max")(x) - _extreme("min")(x),
    "std": _std,
    "cumprod": _cumprod,
    "vdot": _vdot,
    "argsort": lambda x: np.argsort(value(x)),
    "arange": np.arange,
    "zeros": lambda shape, dtype=float: fresh(np.zeros(shape, _dtype(dtype)), 0.0),
    "ones": lambda shape, dtype=float: fresh(np.ones(shape, _dtype(dtype)), 0.0),
    "empty": lambda shape: fresh(np.zeros(shape), 0.0),
    "zeros_like": lambda x: fresh(np.zeros_like(value(x)), 0.0),
    "broadcast_to": _broadcast,
    "dot": _bilinear(np.dot),
    "inner": _bilinear(np.inner),
    "outer": _bilinear(np.outer),
    "matmul": _matmul,
    "einsum": _einsum,
    **{name: _linear(name) for name in "sum mean cumsum diff trace roll flip transpose stack concatenate take".split()},
}


class _Function:
    """A function of the stand-in, with ``out=`` and, for ufuncs, ``at``."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *args: Any, out: Any = None, **keywords: Any) -> Any:
        made = FUNCTIONS[self.name](*args, **keywords)
        if out is None:
            return made
        out[...] = made
        return out

    def at(self, target: Dual, index: Any, new: Any) -> None:
        if self.name not in ("add", "subtract"):
            raise Missing(f"{self.name}.at")
        f = getattr(np, self.name)
        f.at(target.v, index, value(new))
        f.at(target.d, index, tangent(new))


class _Linalg:
    norm, solve, inv = staticmethod(_norm), staticmethod(_solve), staticmethod(_inv)
    det, cholesky = staticmethod(_det), staticmethod(_cholesky)


def _transform(f: Callable[..., Any]) -> Any:
    return staticmethod(lambda x: fresh(f(value(x)), f(tangent(x))))


class _Fft:
    fft, ifft = _transform(np.fft.fft), _transform(np.fft.ifft)


class Numpy:
    """The stand-in for the module ``np``."""

    linalg, fft = _Linalg, _Fft
    errstate, eye = staticmethod(np.errstate), staticmethod(np.eye)
    newaxis = None

    def __getattr__(self, name: str) -> Any:
        if name not in FUNCTIONS:
            raise Missing(name)
        return _Function(name)

    @staticmethod
    def copyto(target: Dual, new: Any) -> None:
        target[...] = new

    @staticmethod
    def fill_diagonal(target: Dual, new: Any) -> None:
        np.fill_diagonal(target.v, value(new))
        np.fill_diagonal(target.d, tangent(new))


def to_float(x: Any) -> Any:
    return Dual(float(x.v), float(x.d)) if isinstance(x, Dual) else float(x)


def to_complex(real: Any = 0.0, imag: Any = 0.0) -> Any:
    return fresh(complex(value(real), value(imag)), tangent(real) + 1j * tangent(imag))


def stand_ins() -> dict[str, Any]:
    """Global names for a program that runs on dual numbers."""
    return {"np": Numpy(), "float": to_float, "complex": to_complex, "__builtins__": builtins}


def derivative(source: str, lifted: tuple[Any, ...]) -> Any:
    """The result of ``f`` of a module for arguments whose floats are Duals; what is written is written in place."""
    names: dict[str, Any] = {}
    exec(compile(source, "<dual>", "exec"), names)
    names.update({name: fresh(held, 0.0) for name, held in names.items() if isinstance(held, np.ndarray)})
    names.update({name: made for name, made in stand_ins().items() if name == "np" or name not in names})
    with np.errstate(all="ignore"):
        return names["f"](*lifted)
