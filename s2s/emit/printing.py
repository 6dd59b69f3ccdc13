"""From gast to text.  The only file that knows astor."""

from __future__ import annotations

import ast
import re
import warnings
from typing import Any

import gast

from s2s.emit.fstrings import set_aside
from s2s.emit.wrapping import top_level, wrapped
from s2s.words import one_line


def print_node(node: Any, comments: list[str]) -> str:
    """The source text of a function definition, with comments in place of their markers.

    astor prints first; where the text does not parse back to the same tree (or astor cannot print a node), the standard
    unparser prints instead.
    """
    tree = gast.gast_to_ast(gast.Module([node], []))
    ast.fix_missing_locations(tree)
    text = _astor(tree)
    if text is not None:
        tidied = _tidied(text)
        if _same(tidied, tree):
            return _with_comments(tidied, comments)
    if text is None or not _same(text, tree):
        text = ast.unparse(tree)
    tidied = _tidied(text)
    return _with_comments(tidied if _same(tidied, tree) else text, comments)


def _tidied(text: str) -> str:
    return "\n".join(part for line in text.rstrip().split("\n") for part in _tidy(line)) + "\n"


def _astor(tree: Any) -> str | None:
    """The text by astor, which never sees an f-string: it prints them with parts of ``ast`` that new Pythons lack."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import astor

            def printed(node: Any) -> str:
                return str(astor.to_source(node, pretty_source="".join))

            def inside(node: Any) -> str:
                assigned = ast.Assign([ast.Name("_", ast.Store())], node, lineno=1)
                return printed(ast.Module([assigned], [])).removeprefix("_ = ")

            without, texts = set_aside(tree, inside)
            text = printed(without)
        except Exception:
            return None
    return re.sub(r"__fstring_\d+__", lambda found: texts.get(found.group(), found.group()), text)


def _same(text: str, tree: Any) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _equal(ast.parse(text), tree)
    except SyntaxError:
        return False


def _equal(a: Any, b: Any) -> bool:
    """Equal trees, line numbers aside."""
    if type(a) is not type(b):
        return False
    if isinstance(a, ast.Constant):
        return repr(a.value) == repr(b.value) and a.kind == b.kind
    if isinstance(a, ast.AST):
        return all(_equal(getattr(a, name, None), getattr(b, name, None)) for name in a._fields)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(_equal, a, b))
    return bool(a == b)


def _with_comments(text: str, comments: list[str]) -> str:
    lines = []
    for line in text.rstrip().split("\n"):
        found = re.fullmatch(r"(\s*)__comment_(\d+)__\s*", line)
        if found:
            shown = comments[int(found.group(2))]
            if shown:
                lines.append(f"{found.group(1)}# {one_line(shown)}")
            continue
        lines.append(line.rstrip())
    return "\n".join(lines) + "\n"


def _tidy(line: str) -> list[str]:
    """Parentheses around a one-tuple, none around an assigned tuple; long lines broken at commas."""
    line = line.rstrip()
    found = re.fullmatch(r"(\s*)return ([\w.()\[\] *+-]+),", line)
    if found:
        line = f"{found.group(1)}return ({found.group(2)},)"
    found = re.fullmatch(r"(\s*)(\w+), = (.*)", line)
    if found:
        line = f"{found.group(1)}({found.group(2)},) = {found.group(3)}"
    found = re.fullmatch(r"(\s*)return \((.*)\)", line)
    if found and _balanced(found.group(2)) and top_level(found.group(2), ",") and not found.group(2).endswith(","):
        line = f"{found.group(1)}return {found.group(2)}"
    found = re.fullmatch(r"(\s*[\w, ]+) = \((.*)\)", line)
    if found and "," in found.group(1) and _balanced(found.group(2)) and top_level(found.group(2), ","):
        line = f"{found.group(1)} = {found.group(2)}"
    return wrapped(line)


def _balanced(text: str) -> bool:
    depth = 0
    for char in text:
        depth += char in "([{"
        depth -= char in ")]}"
        if depth < 0:
            return False
    return depth == 0
