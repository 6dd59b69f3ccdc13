"""The parameters of a user's function: what can be differentiated at all, names for ``wrt``, and binding of calls."""
from __future__ import annotations

import inspect
import tokenize
from collections.abc import Mapping
from types import FunctionType
from typing import Any

from s2s.errors import UnsupportedError

_NAMED = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


def check_function(function: Any) -> None:
    """Refuse, with what to do instead, anything that is not a plain Python function with reachable source."""
    if not isinstance(function, FunctionType):
        raise UnsupportedError(f"differentiate: {_shown(function)} is no Python function", hint=_instead(function))
    code = function.__code__
    where: dict[str, Any] = {"filename": code.co_filename, "line": code.co_firstlineno}
    if inspect.isasyncgenfunction(function) or inspect.iscoroutinefunction(function):
        raise UnsupportedError(f"{function.__name__} is an async function", hint="a plain def", **where)
    if inspect.isgeneratorfunction(function):
        raise UnsupportedError(
            f"{function.__name__} is a generator function", hint="collect the values in a list and return it", **where
        )
    try:
        inspect.getsource(code)
    except (OSError, TypeError, SyntaxError, tokenize.TokenError):
        raise UnsupportedError(
            f"{function.__name__}: its source cannot be found",
            hint="define it in a file or a notebook cell, not in exec or python -c",
            **where,
        ) from None


def _shown(function: Any) -> str:
    name = getattr(function, "__qualname__", None) or getattr(function, "__name__", None)
    return f"{type(function).__name__} {name!r}" if name else f"an object of class {type(function).__name__}"


def _instead(function: Any) -> str:
    if isinstance(function, staticmethod | classmethod):
        return f"write @{type(function).__name__} above @differentiate"
    if isinstance(function, property):
        return "differentiate a function that the property calls"
    if isinstance(function, type) or callable(function):
        return "def a function that calls it, and differentiate that"
    return "pass a function"


def names_of(wrt: Any, names: tuple[str, ...], function: str) -> tuple[str, ...]:
    """The parameter names that ``wrt`` (a name, a position, or a tuple of them) stands for."""
    chosen = tuple(wrt) if isinstance(wrt, tuple | list) else (wrt,)
    found = tuple(_name_of(one, names, function) for one in chosen)
    if len(set(found)) != len(found):
        raise UnsupportedError(f"{function}: wrt names a parameter twice: {', '.join(found)}")
    return found


def _name_of(one: Any, names: tuple[str, ...], function: str) -> str:
    if isinstance(one, str) and one in names:
        return one
    if isinstance(one, int) and not isinstance(one, bool) and -len(names) <= one < len(names):
        return names[one]
    possible = ", ".join(names) or "(none)"
    raise UnsupportedError(f"{function}: wrt={one!r} is no parameter", hint=f"one of: {possible}")


def after_receiver(function: Any, wrt: Any) -> Any:
    """``wrt`` of a bound method as that of its function: positions count from behind the instance."""
    if wrt is None:
        is_plain = isinstance(function, FunctionType)  # else it has a wrt of its own
        return tuple(inspect.signature(function, follow_wrapped=False).parameters)[1:] if is_plain else None
    if isinstance(wrt, tuple | list):
        return tuple(after_receiver(function, one) for one in wrt)
    return wrt + 1 if isinstance(wrt, int) and not isinstance(wrt, bool) and wrt >= 0 else wrt


class Parameters:
    """The parameters of one function, and how calls bind to them.

    ``plain`` is their number when all of them can be passed by position, else -1.
    """

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        self.signature = inspect.signature(function, follow_wrapped=False)
        self.names = tuple(self.signature.parameters)
        self.kinds = tuple(parameter.kind for parameter in self.signature.parameters.values())
        self.plain = len(self.names) if all(kind in _NAMED for kind in self.kinds) else -1
        self.by_position = sum(kind is inspect.Parameter.POSITIONAL_ONLY for kind in self.kinds)

    def values(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> tuple[Any, ...]:
        """The value of every parameter, defaults applied; TypeError where Python would raise it."""
        if self.plain >= 0:
            quick = self._values_of_plain(args, kwargs)
            if quick is not None:
                return quick
        bound = inspect.signature(self.function, follow_wrapped=False).bind(*args, **kwargs)
        bound.apply_defaults()
        return tuple(bound.arguments[name] for name in self.names)

    def _values_of_plain(self, args: tuple[Any, ...], kwargs: Mapping[str, Any]) -> tuple[Any, ...] | None:
        """The values for parameters that are all named; None for a call that does not fit."""
        if len(args) > self.plain:
            return None
        defaults = self.function.__defaults__ or ()
        first_default = self.plain - len(defaults)
        values, used = list(args), 0
        for i in range(len(args), self.plain):
            name = self.names[i]
            if name in kwargs and i >= self.by_position:
                values.append(kwargs[name])
                used += 1
            elif i >= first_default:
                values.append(defaults[i - first_default])
            else:
                return None
        return tuple(values) if used == len(kwargs) else None

    def call(self, values: tuple[Any, ...]) -> tuple[list[Any], dict[str, Any]]:
        """Positional and keyword arguments that bind to ``values``."""
        positional: list[Any] = []
        keywords: dict[str, Any] = {}
        for name, kind, value in zip(self.names, self.kinds, values, strict=True):
            if kind is inspect.Parameter.VAR_POSITIONAL:
                positional.extend(value)
            elif kind is inspect.Parameter.VAR_KEYWORD:
                keywords.update(value)
            elif kind is inspect.Parameter.KEYWORD_ONLY:
                keywords[name] = value
            else:
                positional.append(value)
        return positional, keywords
