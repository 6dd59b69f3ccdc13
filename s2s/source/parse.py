"""From a function object to its gast node, with the file and lines it stands in."""

from __future__ import annotations

import functools
import inspect
import linecache
import textwrap
import types
import warnings
from collections.abc import Container
from dataclasses import dataclass
from typing import Any

import gast

from s2s.errors import UnsupportedError

SAVE_IT = "save the function in a file and import it"


@dataclass(frozen=True)
class Parsed:
    """A function's node (FunctionDef or Lambda), its file, and the lines of the file that hold it."""

    node: Any
    filename: str
    first_line: int
    lines: tuple[str, ...]

    def text(self, line: int) -> str | None:
        """The user's source line ``line`` (1-based in the file), or None."""
        offset = line - self.first_line
        return self.lines[offset] if 0 <= offset < len(self.lines) else None


def parse_function(function: types.FunctionType) -> Parsed:
    """The node of ``function``.

    Raises:
        UnsupportedError: there is no source, or it no longer matches the function.
    """
    code = function.__code__
    name = function.__qualname__
    linecache.checkcache(code.co_filename)
    try:
        lines, first = inspect.getsourcelines(code)  # of this function, not of the one that it wraps
    except (OSError, TypeError, IndexError, SyntaxError) as problem:
        raise UnsupportedError(f"no source for {name}: {problem}", hint=SAVE_IT) from None
    first = max(first, 1)
    if code.co_name == "<lambda>":
        return _parse_lambda(function, lines, first)
    text = textwrap.dedent("".join(lines))
    indent = len(lines[0]) - len(lines[0].lstrip())
    try:
        tree = gast.parse(text)
    except SyntaxError as problem:
        raise UnsupportedError(
            f"the source of {name} does not parse: {problem}", filename=code.co_filename, line=first, hint=SAVE_IT
        ) from None
    node = tree.body[0] if tree.body else None
    if isinstance(node, gast.AsyncFunctionDef):
        raise UnsupportedError(f"{name} is a coroutine", filename=code.co_filename, line=first, hint="use a plain def")
    if not isinstance(node, gast.FunctionDef) or node.name != code.co_name or not _is_current(code):
        raise UnsupportedError(
            f"the source found for {name} is not its definition (was the file edited?)",
            filename=code.co_filename,
            line=first,
            hint="import the module again",
        )
    _shift(node, first - 1, indent)
    return Parsed(node, code.co_filename, first, tuple(line.rstrip("\n") for line in lines))


def _shift(node: Any, line: int, column: int) -> None:
    """Move the positions of a freshly parsed node to where it stands in its file."""
    for child in gast.walk(node):
        if getattr(child, "lineno", None) is not None:
            child.lineno += line
            child.col_offset += column
        if getattr(child, "end_lineno", None) is not None:
            child.end_lineno += line


def _parse_lambda(function: types.FunctionType, lines: list[str], first: int) -> Parsed:
    """The lambda whose body stands where the code object says it does."""
    code = function.__code__
    whole = linecache.getlines(code.co_filename)
    found: list[Any] = []
    try:
        tree = gast.parse("".join(whole))
    except SyntaxError:
        tree = None
    if tree is not None:
        places = set(code.co_positions())
        found = [
            n for n in gast.walk(tree) if isinstance(n, gast.Lambda) and _stands(n.body, places) and _same_code(n, code)
        ]
    if len(found) != 1:
        raise UnsupportedError(
            "the source of this lambda cannot be told apart from others",
            filename=code.co_filename,
            line=code.co_firstlineno,
            hint="give the function a name with def",
        )
    return Parsed(found[0], code.co_filename, 1, tuple(line.rstrip("\n") for line in whole))


def _stands(body: Any, places: Container[tuple[int | None, ...]]) -> bool:
    """True if the code is of this body; some Pythons give a conditional, which jumps to its arms, no place itself."""
    if _span(body) in places:
        return True
    return isinstance(body, gast.IfExp) and _stands(body.body, places) and _stands(body.orelse, places)


def _span(node: Any) -> tuple[int, int, int, int]:
    return node.lineno, node.end_lineno, node.col_offset, node.end_col_offset


def _same_code(node: Any, code: types.CodeType) -> bool:
    """Compare a lambda node with a code object by its parameters and constants (an edited file differs)."""
    arguments = node.args
    names = [a.id for a in arguments.posonlyargs + arguments.args + arguments.kwonlyargs]
    return tuple(names) == code.co_varnames[: len(names)]


def _is_current(code: types.CodeType) -> bool:
    """True unless the file now holds another definition at the place of this code (it was edited after the import)."""
    text = "".join(linecache.getlines(code.co_filename))
    known = _definitions(code.co_filename, text)
    if known is None or _rewritten(code):
        return True
    candidates = known.get((code.co_name, code.co_firstlineno), ())
    return any(_alike(code, other) for other in candidates)


def _rewritten(code: types.CodeType) -> bool:
    """True for code whose assert statements pytest has rewritten."""
    if any(name.startswith("@py") for name in (*code.co_varnames, *code.co_names)):
        return True
    return any(isinstance(constant, types.CodeType) and _rewritten(constant) for constant in code.co_consts)


@functools.lru_cache(maxsize=64)
def _definitions(filename: str, text: str) -> dict[tuple[str, int], list[types.CodeType]] | None:
    """The code objects that a file compiles to, by name and line."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            module = compile(text, filename, "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    found: dict[tuple[str, int], list[types.CodeType]] = {}
    todo = [module]
    while todo:
        for constant in todo.pop().co_consts:
            if isinstance(constant, types.CodeType):
                found.setdefault((constant.co_name, constant.co_firstlineno), []).append(constant)
                todo.append(constant)
    return found


def _alike(a: types.CodeType, b: types.CodeType) -> bool:
    """The same instructions on the same names and constants."""
    if a.co_code != b.co_code or a.co_names != b.co_names or a.co_varnames != b.co_varnames:
        return False
    pairs = list(zip(a.co_consts, b.co_consts, strict=False))
    if len(a.co_consts) != len(b.co_consts):
        return False
    for x, y in pairs:
        if isinstance(x, types.CodeType):
            if not isinstance(y, types.CodeType) or not _alike(x, y):
                return False
        elif type(x) is not type(y) or repr(x) != repr(y):
            return False
    return True
