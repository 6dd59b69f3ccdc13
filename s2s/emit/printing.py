"""From gast to text.  The only file that knows astor."""
from __future__ import annotations

import ast
import re
import warnings
from typing import Any

import gast


def print_node(node: Any, comments: list[str]) -> str:
    """The source text of a function definition, with comments in place of their markers.

    astor prints first; where the text does not parse back to the same tree (or astor cannot print a node), the standard
    unparser prints instead.
    """
    tree = gast.gast_to_ast(gast.Module([node], []))
    ast.fix_missing_locations(tree)
    text = _astor(tree)
    if text is None or not _same(text, tree):
        text = ast.unparse(tree)
    return _with_comments(text, comments)


def _astor(tree: Any) -> str | None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            import astor

            return str(astor.to_source(tree))
        except Exception:  # noqa: BLE001  (any failure means: use the other printer)
            return None


def _same(text: str, tree: Any) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.dump(ast.parse(text)) == ast.dump(tree)
    except SyntaxError:
        return False


def _with_comments(text: str, comments: list[str]) -> str:
    lines = []
    for line in text.rstrip().split("\n"):
        found = re.fullmatch(r"(\s*)__comment_(\d+)__\s*", line)
        if found:
            shown = comments[int(found.group(2))]
            if shown:
                lines.append(f"{found.group(1)}# {shown}")
            continue
        lines.append(line.rstrip())
    return "\n".join(lines) + "\n"
