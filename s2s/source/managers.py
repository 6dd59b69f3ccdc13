"""Context managers: which of them can swallow an exception."""

from __future__ import annotations

import ast
import contextlib
import inspect
import textwrap
import types
from typing import Any


def is_made_by_contextmanager(function: Any) -> bool:
    """True for a generator function under ``contextlib.contextmanager``."""
    code = getattr(function, "__code__", None)
    return code is not None and code.co_filename == contextlib.__file__ and hasattr(function, "__wrapped__")


def swallows(manager: Any) -> bool:
    """True where a context manager (its class, or the function that makes it) may end an exception.

    The body may then have run in part, and the program goes on.

    >>> swallows(contextlib.suppress), swallows(contextlib.nullcontext)
    (True, False)
    """
    if is_made_by_contextmanager(manager):
        return any(
            isinstance(node, ast.Try)
            and any(isinstance(n, ast.Yield) for n in ast.walk(node))
            and any(not isinstance(handler.body[-1], ast.Raise) for handler in node.handlers)
            for node in ast.walk(_tree(manager.__wrapped__))
        )
    leave = inspect.getattr_static(manager, "__exit__", None)
    if not isinstance(leave, types.FunctionType):
        return False
    returned = [n.value for n in ast.walk(_tree(leave)) if isinstance(n, ast.Return) and n.value is not None]
    return any(not (isinstance(v, ast.Constant) and v.value in (None, False)) for v in returned)


def _tree(function: Any) -> ast.AST:
    try:
        return ast.parse(textwrap.dedent(inspect.getsource(function)))
    except (OSError, TypeError, SyntaxError):
        return ast.Pass()
