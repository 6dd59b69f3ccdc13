"""A user's own derivative rules."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from s2s.errors import UnsupportedError
from s2s.rules import registry

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def custom_rule(*functions: Callable[..., Any]) -> Callable[[F], F]:
    """Register the decorated function as the derivative rule of ``functions``, in the form of s2s's own rules.

    >>> import numpy as np
    >>> def softplus(x):
    ...     return np.logaddexp(0.0, x)
    >>> @custom_rule(softplus)
    ... def softplus_rule(x):
    ...     y = softplus(x)
    ...     def pullback(y_bar):
    ...         return y_bar * (1.0 - np.exp(-y))
    ...     def pushforward(x_dot):
    ...         return x_dot * (1.0 - np.exp(-y))
    ...     return y, pullback, pushforward
    """
    targets = tuple(getattr(function, "__wrapped__", function) for function in functions)
    for function in targets:
        if not callable(function):
            raise UnsupportedError(f"custom_rule: {function!r} is no function", hint="@custom_rule(f) above the rule")

    def decorate(source: F) -> F:
        try:
            return registry.rule(*targets)(source)
        except (TypeError, ValueError, AttributeError) as error:
            raise UnsupportedError(f"custom_rule: {error}") from error

    return decorate


def stop_gradient(x: T) -> T:
    """``x`` itself, through which no derivative passes."""
    return x


registry.zero_derivative(stop_gradient, why="asked for by the caller")
