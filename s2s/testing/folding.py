"""A rule as the compiler reads it when it can decide no ``if`` statement."""
from __future__ import annotations

import ast
import inspect
import textwrap
from dataclasses import replace
from typing import Any

from s2s.rules.registry import Rule


class _Undecided(ast.NodeTransformer):
    """Takes the else branch of every ``if`` that depends on more than kinds (``is None``, isinstance) or refuses."""

    taken = 0

    def visit_If(self, node: ast.If) -> Any:
        self.generic_visit(node)
        if any(isinstance(part, ast.Raise) for part in node.body) or _decided(node.test):
            return node
        self.taken += 1
        return node.orelse

    def visit_FunctionDef(self, node: ast.FunctionDef) -> Any:
        node.decorator_list = []
        return self.generic_visit(node)


def _decided(test: ast.expr) -> bool:
    """True for tests that the kinds of the arguments decide."""
    if isinstance(test, ast.BoolOp):
        return all(map(_decided, test.values))
    if isinstance(test, ast.UnaryOp):
        return _decided(test.operand)
    if isinstance(test, ast.Compare):
        return isinstance(test.ops[0], ast.Is | ast.IsNot)
    return isinstance(test, ast.Call) and isinstance(test.func, ast.Name) and test.func.id == "isinstance"


def undecided(rule: Rule) -> Rule | None:
    """The same rule without its special cases; None where it has none (or where its source cannot be read alone)."""
    if rule.slopes or rule.source.__closure__:
        return None
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(rule.source)))
    except (OSError, SyntaxError):
        return None
    transformer = _Undecided()
    changed = ast.fix_missing_locations(transformer.visit(tree))
    if not transformer.taken:
        return None
    names: dict[str, Any] = {}
    exec(compile(changed, f"<{rule.name} without special cases>", "exec"), dict(rule.source.__globals__), names)
    return replace(rule, source=names[rule.source.__name__])
