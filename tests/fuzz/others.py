"""Two more opinions on a derivative, each by machinery that is neither s2s's nor that of the dual numbers.

``stepped``: the complex step.  The function itself runs on complex numbers with a tiny imaginary part, which NumPy's
own complex arithmetic carries along; in the few functions that are not analytic the real part decides.
``taped``: the reverse tape of HIPS autograd, for programs that write nothing.
"""
from __future__ import annotations

import builtins
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from tests.fuzz.dual import Missing
from tests.trees import at, is_differentiable, leaves, rebuilt

STEP = 1e-30
REAL_ONLY = ("float32", "complex", "conj", "fft", ".real", ".imag", "j)")  # texts of programs that are not all real


def run(source: str, args: tuple[Any, ...], np_: Any, names: dict[str, Any], one: Callable[[Any], Any]) -> Any:
    """The result of ``f`` of a module with another ``np``, other builtins and ``one`` of its global arrays."""
    space: dict[str, Any] = {}
    exec(compile(source, "<other>", "exec"), space)
    space.update({name: one(held) for name, held in space.items() if isinstance(held, np.ndarray)})
    space.update({name: made for name, made in names.items() if name not in space}, np=np_)
    with np.errstate(all="ignore"):
        return space["f"](*args)


# --- the complex step ------------------------------------------------------------------------------------------------


def _complex(x: Any) -> Any:
    """Room for imaginary parts: a float array, or a number that shall be like an array's item."""
    if isinstance(x, (np.ndarray, np.generic)):
        return x.astype(complex) if x.dtype.kind == "f" else x
    return np.complex128(x) if isinstance(x, float) else x


def _absolute(x: Any) -> Any:
    return np.where(np.real(x) < 0, np.negative(x), x)[()] if np.iscomplexobj(x) else np.abs(x)


def _root(x: Any) -> Any:
    return np.sqrt(x) if np.real(x) > 0 else 0.0


def _made(name: str) -> Callable[..., Any]:
    """A function that makes an array: of complex numbers where it would have floats."""
    f = {"empty": np.zeros}.get(name, getattr(np, name))

    def apply(*args: Any, dtype: Any = None, **keywords: Any) -> Any:
        made = f(*args, **keywords) if dtype is None or dtype is float else f(*args, dtype=dtype, **keywords)
        return made if name == "asarray" and made is args[0] else _complex(made)

    return apply


INSTEAD: dict[str, Callable[..., Any]] = {
    "abs": _absolute,
    "absolute": _absolute,
    "sign": lambda x: np.sign(np.real(x)),
    "var": lambda x: np.mean((x - np.mean(x)) ** 2),
    "std": lambda x: _root(np.mean((x - np.mean(x)) ** 2)),
    "vdot": lambda a, b: np.sum(np.ravel(a) * np.ravel(b)),
    **{name: _made(name) for name in ("array", "asarray", "zeros", "ones", "empty", "full", "eye")},
}


class _Linalg:
    norm = staticmethod(lambda x: _root(np.sum(x * x)))
    solve, inv, det = np.linalg.solve, np.linalg.inv, np.linalg.det

    @staticmethod
    def cholesky(a: Any) -> Any:
        raise Missing("cholesky conjugates")


class _ComplexNumpy:
    """NumPy, but for the functions that drop or conjugate imaginary parts."""

    linalg, newaxis = _Linalg, None

    def __getattr__(self, name: str) -> Any:
        if name not in INSTEAD:
            return getattr(np, name)

        def apply(*args: Any, out: Any = None, **keywords: Any) -> Any:
            made = INSTEAD[name](*args, **keywords)
            if out is None:
                return made
            out[...] = made
            return out

        return apply


def _float(x: Any) -> Any:
    return x if np.iscomplexobj(x) else _complex(float(x))


def stepped(source: str, args: tuple[Any, ...], dots: Any) -> tuple[Any, Any, tuple[Any, ...]]:
    """The values and the tangents of the result, and the tangents of the arguments at the end."""
    if any(text in source for text in REAL_ONLY):
        raise Missing("not a program of real numbers")
    moved = rebuilt(args, lambda path, x: _complex(x) + 1j * STEP * at(dots, path) if is_differentiable(x) else x)
    names = {"abs": _absolute, "float": _float, "__builtins__": builtins}
    y = run(source, moved, _ComplexNumpy(), names, _complex)
    return rebuilt(y, lambda _, x: np.real(x)), *(rebuilt(t, lambda _, x: np.imag(x) / STEP) for t in (y, moved))


# --- the reverse tape of autograd ------------------------------------------------------------------------------------


def taped(source: str, args: tuple[Any, ...], y_bar: Any, dots: Any) -> tuple[list[Any], float]:
    """The values at the leaves of ``y_bar``, and the derivative along ``dots`` of their product with ``y_bar``."""
    if any(text in source for text in ("where=", "initial=", ".astype(")):
        raise Missing("autograd passes over these")
    import autograd.builtins as boxed
    import autograd.numpy as traced
    from autograd.core import make_vjp
    from autograd.extend import vspace
    from autograd.tracer import getval, isbox

    places = [path for path, _ in leaves(args)]
    held: list[Any] = []

    def objective(flat: tuple[Any, ...]) -> Any:
        table = dict(zip(places, flat, strict=True))
        y = run(source, rebuilt(args, lambda path, leaf: table.get(path, leaf)), numpy, names, np.copy)
        parts = [(weight, at(y, path)) for path, weight in leaves(y_bar)]
        held[:] = [getval(part) for _, part in parts]
        return sum(traced.sum(traced.real(np.conj(weight) * part)) for weight, part in parts)

    names = {"__builtins__": builtins, "isinstance": boxed.isinstance, "float": lambda x: x if isbox(x) else float(x)}
    def where(test: Any, a: Any, b: Any) -> Any:
        zeros = np.zeros(np.broadcast_shapes(*map(np.shape, map(getval, (test, a, b)))))
        return traced.where(test, a + zeros, b + zeros)

    numpy = types.SimpleNamespace(**vars(traced))
    numpy.full = lambda shape, fill: np.zeros(shape) + fill  # autograd's own gradients of these two
    numpy.where = where  # know nothing of broadcasting
    pullback, value = make_vjp(objective, boxed.tuple(tuple(leaf for _, leaf in leaves(args))))
    bars = pullback(vspace(value).ones())
    along = [np.real(bar * at(dots, path)) for path, bar in zip(places, bars, strict=True)]  # bars are conjugates here
    return held, float(sum(map(np.sum, along)))
