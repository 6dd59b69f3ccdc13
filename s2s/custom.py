"""A user's own derivative rules, and values that pass no derivative on."""
from __future__ import annotations

import linecache
from collections.abc import Callable
from inspect import Parameter, signature
from types import FunctionType
from typing import Any, TypeVar

from s2s.errors import UnsupportedError
from s2s.rules import registry
from s2s.rules.subset import check_rule_source
from s2s.source.builtin_calls import register_stop_gradient
from s2s.words import name_or

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


def custom_rule(*functions: Callable[..., Any]) -> Callable[[F], F]:
    """Register the decorated function as the derivative rule of ``functions``, in the form of s2s's own rules.

    The rule is inlined into the generated code from its source.  It goes before a rule of s2s for the same function.

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
    targets = tuple(_plain(function) for function in functions)
    for function in targets:
        if not callable(function):
            raise UnsupportedError(f"custom_rule: {function!r} is no function", hint="@custom_rule(f) above the rule")
        try:
            hash(function)
        except TypeError:
            raise UnsupportedError(f"custom_rule: {function!r} has no hash", hint="a rule for a function") from None
    if not targets:
        raise UnsupportedError("custom_rule: no function is named", hint="@custom_rule(f) above the rule")

    def decorate(source: F) -> F:
        if not isinstance(source, FunctionType):
            raise UnsupportedError(f"custom_rule: {source!r} is no function", hint="define the rule with def")
        full = check_rule_source(source)
        registry.forget(*targets)
        registered = registry.rule(*targets) if full else registry.elementwise(*targets)
        return registered(source)

    return decorate


def _plain(function: Any) -> Any:
    """The user's function of a Differentiated."""
    return function.__wrapped__ if hasattr(function, "pullback") else function


def stop_gradient(x: T) -> T:
    """``x`` itself, through which no derivative passes."""
    return x


register_stop_gradient(stop_gradient)


# --- a function with a rule, differentiated itself -------------------------------------------------------------------


def as_program(function: FunctionType) -> FunctionType:
    """``function``, or for one with a rule a function that does nothing but call it: so its rule is used."""
    if registry.lookup(function) is None:
        return function
    name = name_or(function.__name__, "function")
    parameters, arguments = _call_text(function)
    text = f"def {name}({parameters}):\n    return rule_of_{name}({arguments})\n"
    filename = f"<s2s call of {function.__module__}.{function.__qualname__}>"
    linecache.cache[filename] = (len(text), None, text.splitlines(True), filename)
    scope: dict[str, Any] = {"__name__": function.__module__, f"rule_of_{name}": function}
    exec(compile(text, filename, "exec"), scope)
    made = scope[name]
    assert isinstance(made, FunctionType)
    made.__qualname__ = function.__qualname__
    made.__annotations__ = dict(function.__annotations__)
    made.__defaults__, made.__kwdefaults__ = function.__defaults__, function.__kwdefaults__
    return made


def _call_text(function: FunctionType) -> tuple[str, str]:
    """The parameters of ``function`` without defaults, and a call's arguments that pass them on."""
    given: list[str] = []
    passed: list[str] = []
    kinds = [p.kind for p in signature(function, follow_wrapped=False).parameters.values()]
    for i, parameter in enumerate(signature(function, follow_wrapped=False).parameters.values()):
        name, kind = parameter.name, parameter.kind
        if kind is Parameter.KEYWORD_ONLY and not {Parameter.KEYWORD_ONLY, Parameter.VAR_POSITIONAL} & set(kinds[:i]):
            given.append("*")
        star = "*" if kind is Parameter.VAR_POSITIONAL else "**" if kind is Parameter.VAR_KEYWORD else ""
        given.append(star + name)
        passed.append(f"{name}={name}" if kind is Parameter.KEYWORD_ONLY else star + name)
        if kind is Parameter.POSITIONAL_ONLY and Parameter.POSITIONAL_ONLY not in kinds[i + 1 :]:
            given.append("/")
    return ", ".join(given), ", ".join(passed)
