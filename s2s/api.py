"""``differentiate``: from a function to a ``Differentiated``."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, overload

from s2s.differentiated import Differentiated, Guard, Wrt

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
    function = f.__wrapped__ if isinstance(f, Differentiated) else f
    return Differentiated(function, wrt, compile, guard)
