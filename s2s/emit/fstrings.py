"""f-strings as text that every supported Python reads and that none prints in its own way."""
from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from typing import Any

Printer = Callable[[ast.expr], str]
QUOTES = ("'", '"', "'''", '"""')


def set_aside(tree: Any, printed: Printer) -> tuple[Any, dict[str, str]]:
    """``tree`` with names in place of its f-strings, and the text for each name."""
    if not any(isinstance(node, ast.JoinedStr) for node in ast.walk(tree)):
        return tree, {}
    found = _SetAside(printed)
    return ast.fix_missing_locations(found.visit(copy.deepcopy(tree))), found.texts


class _SetAside(ast.NodeTransformer):
    def __init__(self, printed: Printer) -> None:
        self.printed, self.texts = printed, dict[str, str]()

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.Name:
        name = f"__fstring_{len(self.texts)}__"
        self.texts[name] = fstring(node, self.printed)
        return ast.Name(name, ast.Load())


def fstring(node: ast.JoinedStr, printed: Printer) -> str:
    r"""The text of an f-string; Python 3.11 allows neither a backslash nor its own quotes between the braces.

    >>> fstring(ast.parse('f"{a!r}: {b[0]:>{n}}\\n"').body[0].value, ast.unparse)
    "f'{a!r}: {b[0]:>{n}}\\n'"
    """
    pieces = _pieces(node, printed)
    inside = "".join(text for literal, text in pieces if not literal)
    outside = "".join(text for literal, text in pieces if literal)
    if "\\" in inside or "\n" in inside:
        raise ValueError("an f-string with a backslash between its braces")
    fitting = [quote for quote in QUOTES if quote not in inside]
    quote = next((q for q in fitting if len(q) == 1 and q not in outside), fitting[0])
    return f"f{quote}{''.join(_escaped(text, quote) if literal else text for literal, text in pieces)}{quote}"


def _pieces(node: Any, printed: Printer) -> list[tuple[bool, str]]:
    """The parts in order: literal text, or an expression with its braces."""
    found: list[tuple[bool, str]] = []
    for part in node.values:
        if isinstance(part, ast.Constant):
            found.append((True, str(part.value).replace("{", "{{").replace("}", "}}")))
            continue
        text = printed(part.value).strip()
        if isinstance(part.value, ast.Lambda | ast.NamedExpr | ast.Yield | ast.YieldFrom):
            text = f"({text})"
        found.append((False, "{" + " " * text.startswith("{") + text))
        if part.conversion >= 0:
            found.append((False, f"!{chr(part.conversion)}"))
        if part.format_spec is not None:
            found += [(False, ":"), *_pieces(part.format_spec, printed)]
        found.append((False, "}"))
    return found


def _escaped(text: str, quote: str) -> str:
    return "".join(
        "\\" + c if c in ("\\", quote[0]) else c if c.isprintable() else c.encode("unicode_escape").decode()
        for c in text
    )
