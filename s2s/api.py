"""``differentiate``: from a function to a ``Differentiated``."""
from __future__ import annotations

from collections.abc import Callable
from types import MethodType
from typing import Any, ParamSpec, TypeVar, overload

from s2s.arguments import after_receiver
from s2s.differentiated import Bound, Differentiated, Guard, Wrt

P = ParamSpec("P")
R = TypeVar("R")


@overload
def differentiate(
    f: Callable[P, R], *, wrt: Wrt = None, compile: str | None = None, guard: Guard = "error"
) -> Differentiated[P, R]: ...
@overload
def differentiate(
    f: None = None, *, wrt: Wrt = None, compile: str | None = None, guard: Guard = "error"
) -> Callable[[Callable[P, R]], Differentiated[P, R]]: ...
def differentiate(f: Any = None, *, wrt: Wrt = None, compile: str | None = None, guard: Guard = "error") -> Any:
    """Make ``f`` differentiable: a decorator with or without arguments, and a plain function.

    ``wrt`` is a parameter name or position, or a tuple of them (default: every parameter).  ``compile`` is None (NumPy)
    or "numba".  ``guard`` says what happens when an array that the residuals share with the caller changes between
    forward and pullback: "error" detects it and raises MutationError, "copy" keeps copies, "off" trusts the caller.
    """
    if f is None:
        return lambda function: differentiate(function, wrt=wrt, compile=compile, guard=guard)
    if isinstance(f, MethodType | Bound):
        chosen = None if wrt is None else after_receiver(_function(f.__func__), wrt)
        return Differentiated(_function(f.__func__), chosen, compile, guard).__get__(f.__self__)
    return Differentiated(_function(f), wrt, compile, guard)


def _function(f: Any) -> Any:
    return f.__wrapped__ if isinstance(f, Differentiated) else f
