"""Short forms on top of ``differentiate``: vjp, linearize, grad, jacobian, hvp and a gradient check."""
from __future__ import annotations

import functools
import linecache
from collections import OrderedDict
from collections.abc import Callable
from types import FunctionType, MethodType
from typing import Any, cast

import numpy as np

from s2s.arguments import after_receiver
from s2s.cotangents import complete
from s2s.custom import as_program
from s2s.differentiated import Bound, Differentiated, Guard, Wrt
from s2s.errors import CotangentError, UnsupportedError
from s2s.locking import LOCK
from s2s.pipeline import compile_program
from s2s.structure import Identity, carries, spec_of
from s2s.words import name_or

_CACHE = 256
_cached: OrderedDict[Any, Differentiated[..., Any]] = OrderedDict()


def differentiated(f: Callable[..., Any], wrt: Wrt = None) -> Differentiated[..., Any]:
    """The Differentiated of ``f`` for ``wrt``: ``f`` itself when it is one, else one that is made once per function."""
    if receiver(f):
        method: Any = f
        f, wrt = method.__func__, after_receiver(method.__func__, wrt)
    if isinstance(f, Differentiated) and wrt is None:
        return f
    function = f.__wrapped__ if isinstance(f, Differentiated) else f
    options: tuple[str | None, Guard] = (f.target, f.guard) if isinstance(f, Differentiated) else (None, "error")
    key = (Identity(function), wrt, options)
    with LOCK:
        found = _cached.get(key)
        if found is None:
            found = _cached[key] = Differentiated(function, wrt, *options)
            if len(_cached) > _CACHE:
                _cached.popitem(last=False)
        _cached.move_to_end(key)
    return found


def receiver(f: Any) -> tuple[Any, ...]:
    """The instance that a bound method passes as its first argument."""
    return (f.__self__,) if isinstance(f, MethodType | Bound) else ()


def vjp(f: Callable[..., Any], *args: Any) -> tuple[Any, Callable[..., tuple[Any, ...]]]:
    """``y, pullback``: the value at ``args`` and the function from a cotangent of y to one cotangent per argument."""
    df = differentiated(f)
    y, residuals = df.forward(*receiver(f), *args)
    return y, functools.partial(df.pullback, residuals)


def linearize(f: Callable[..., Any], *args: Any) -> tuple[Any, Callable[..., Any]]:
    """``y, pushforward``: the value at ``args`` and the linear function from tangents of args to that of y."""
    df = differentiated(f)
    y, residuals = df.forward(*receiver(f), *args)
    return y, functools.partial(df.pushforward, residuals)


def value_and_grad(f: Callable[..., Any], argnum: Wrt = 0) -> Callable[..., tuple[Any, Any]]:
    """The function that returns the value of ``f``, a real number, and its gradient.

    ``argnum`` is a parameter position or name; for a tuple of them the gradient is a tuple.
    """
    df, before = differentiated(f, argnum), receiver(f)

    @functools.wraps(df.__wrapped__)
    def wrapper(*args: Any, **kwargs: Any) -> tuple[Any, Any]:
        y, residuals = df.forward(*before, *args, **kwargs)
        bars = df.pullback(residuals, _one(y, df.__name__))
        return y, bars if isinstance(argnum, tuple) else bars[0]

    return wrapper


def grad(f: Callable[..., Any], argnum: Wrt = 0) -> Callable[..., Any]:
    """The function that returns the gradient of ``f``, whose value is a real number."""
    both = value_and_grad(f, argnum)

    @functools.wraps(both)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return both(*args, **kwargs)[1]

    return wrapper


def _one(y: Any, name: str) -> Any:
    if not carries(y) or np.iscomplexobj(y) or np.shape(y) != ():
        shown = f"shape {np.shape(y)}, dtype {y.dtype}" if isinstance(y, np.ndarray | np.generic) else type(y).__name__
        raise CotangentError(f"grad: {name} must return one real number, got {shown}; use vjp or jacobian")
    return complete(spec_of(y), 1.0)


def jacobian(f: Callable[..., Any], argnum: str | int = 0) -> Callable[..., Any]:
    """The function that returns dy/dx of shape ``y.shape + x.shape``, for an array (or number) x and y.

    Made of pullbacks over y or of pushforwards over x, whichever are fewer.
    """
    df, before = differentiated(f, argnum), receiver(f)

    @functools.wraps(df.__wrapped__)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        y, residuals = df.forward(*before, *args, **kwargs)
        x = df.parameters.values((*before, *args), kwargs)[df.parameters.names.index(df.wrt[0])]
        for value, role in ((y, "the value"), (x, f"the argument {df.wrt[0]!r}")):
            if not carries(value):
                raise UnsupportedError(f"jacobian: {role} is no array or number of floats", hint="use vjp or linearize")
        if np.iscomplexobj(x):
            raise UnsupportedError("jacobian: a complex argument has no single jacobian", hint="use vjp or linearize")
        if np.size(y) < np.size(x) and not np.iscomplexobj(y):
            rows = [df.pullback(residuals, basis)[0] for basis in _basis(y)]
            return _stacked(rows, np.shape(y) + np.shape(x), x)
        columns = [df.pushforward(residuals, basis) for basis in _basis(x)]
        return np.moveaxis(_stacked(columns, (np.size(x), *np.shape(y)), y), 0, -1).reshape(np.shape(y) + np.shape(x))

    return wrapper


def _basis(value: Any) -> Any:
    for i in range(np.size(value)):
        unit = np.zeros(np.size(value), np.asarray(value).dtype)
        unit[i] = 1.0
        yield complete(spec_of(value), unit.reshape(np.shape(value)))


def _stacked(parts: list[Any], shape: tuple[int, ...], like: Any) -> Any:
    if not parts:
        return np.zeros(shape, np.asarray(like).dtype)
    return np.stack([np.asarray(part) for part in parts]).reshape(shape)


# --- second order ----------------------------------------------------------------------------------------------------


def hvp(f: Callable[..., Any], args: Any, v: Any, argnum: str | int | tuple[str | int, ...] = 0) -> Any:
    """The product of the Hessian of ``f`` (a real number) at ``args`` with ``v``, forward over reverse.

    ``args`` is the tuple of arguments and ``v`` has the structure of the argument ``argnum``, as has the result; for a
    tuple ``argnum`` both are tuples.
    """
    args = (*receiver(f), *(args if isinstance(args, tuple) else (args,)))
    df = differentiated(f, argnum)
    values = df.parameters.values(args, {})
    y, residuals = df.forward(*args)
    seed = _one(y, df.__name__)
    gradient = _gradient_function(df, residuals.state.entry, seed, values)
    vectors = v if isinstance(argnum, tuple) else (v,)
    if len(vectors) != len(df.wrt):
        raise CotangentError(f"hvp: expected {len(df.wrt)} vectors, got {len(vectors)}")
    _, inner = gradient.forward(*values)
    products = gradient.pushforward(inner, *vectors)
    return tuple(products) if isinstance(argnum, tuple) else products[0]


def _gradient_function(
    df: Differentiated[..., Any], entry: Any, seed: Any, values: tuple[Any, ...]
) -> Differentiated[..., Any]:
    """The gradient as Python of its own, whose body calls the generated forward and pullback of ``df``."""
    if df.parameters.plain < 0:
        raise UnsupportedError("hvp: the function has *args, **kwargs or keyword-only parameters")
    if entry.program.wrt != df.wrt or entry.written:
        raise UnsupportedError(f"hvp: {df.__name__} writes into a parameter, or an argument carries no derivative")
    made: Differentiated[..., Any] | None = entry.gradient
    if made is None:
        names = ", ".join(df.parameters.names)
        name = f"{name_or(df.__name__, 'function')}_gradient"
        source = (
            f"def {name}({names}):\n"
            f"    value, residuals = forward({names})\n"
            f"    return pullback(residuals, seed)\n"
        )
        filename = f"<s2s gradient of {entry.origin.function} {entry.origin.digest[:12]}>"
        linecache.cache[filename] = (len(source), None, source.splitlines(True), filename)
        scope: dict[str, Any] = {"__name__": df.__module__, "seed": seed}
        arguments = dict(zip(df.parameters.names, values, strict=True))
        program = compile_program(as_program(cast(FunctionType, df.__wrapped__)), df.wrt, arguments, apart=True)
        scope |= {"forward": program.forward, "pullback": program.pullback}
        exec(compile(source, filename, "exec"), scope)
        made = Differentiated(scope[name], df.wrt, None, df.guard)
        entry.gradient = made
    return made


def check_gradients(
    f: Callable[..., Any],
    *args: Any,
    wrt: Wrt = None,
    rtol: float = 1e-5,
    eps: float | None = None,
    seed: int = 0,
    **kwargs: Any,
) -> None:
    """Compare the gradients of ``f`` at ``args`` with finite differences; GradientMismatch where they disagree.

    Also checks that forward returns what ``f`` returns, that pushforward and pullback are transposes of each other,
    and that a second pullback gives the same bits.
    """
    from s2s.testing.functions import check_function

    check_function(f, *args, wrt=wrt, rtol=rtol, eps=eps, seed=seed, **kwargs)
