"""Small faults in a syntax tree, one at a time."""
from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass

OPERATORS: dict[type, type] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.Pow: ast.Mult, ast.MatMult: ast.Mult,
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """A fault: where, what, and the text of the whole file with it."""

    line: int
    what: str
    text: str


Edit = Callable[[ast.AST], str | None]


def swap(node: ast.AST) -> str | None:
    """Another operator."""
    if isinstance(node, (ast.BinOp, ast.AugAssign, ast.BoolOp)) and type(node.op) in OPERATORS:
        old, node.op = type(node.op), OPERATORS[type(node.op)]()
        return f"{old.__name__} is {type(node.op).__name__}"
    if isinstance(node, ast.Compare) and type(node.ops[0]) in OPERATORS:
        old, node.ops[0] = type(node.ops[0]), OPERATORS[type(node.ops[0])]()
        return f"{old.__name__} is {type(node.ops[0]).__name__}"
    return None


def negate(node: ast.AST) -> str | None:
    """A test is its opposite."""
    if isinstance(node, (ast.If, ast.IfExp, ast.While)):
        node.test = ast.UnaryOp(ast.Not(), node.test)
        return "the test is negated"
    if isinstance(node, ast.comprehension) and node.ifs:
        node.ifs[0] = ast.UnaryOp(ast.Not(), node.ifs[0])
        return "the condition is negated"
    return None


def sign(node: ast.AST) -> str | None:
    """A minus or a not is lost."""
    for field, child in ast.iter_fields(node):
        if isinstance(child, ast.UnaryOp):
            setattr(node, field, child.operand)
            return f"{type(child.op).__name__} is lost"
    return None


def constant(node: ast.AST) -> str | None:
    """Another constant."""
    if not isinstance(node, ast.Constant):
        return None
    if isinstance(node.value, bool):
        node.value = not node.value
    elif isinstance(node.value, (int, float)):
        node.value = node.value + 1
    else:
        return None
    return f"the constant is {node.value}"


def drop(node: ast.AST) -> str | None:
    """A statement is lost."""
    for name in ("body", "orelse"):
        block = getattr(node, name, None)
        for i, statement in enumerate(block if isinstance(block, list) else ()):
            effect = isinstance(statement, (ast.AugAssign, ast.Continue)) or (
                isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)
            )
            assigned = isinstance(statement, ast.Assign) and not isinstance(statement.targets[0], ast.Name)
            if effect or assigned:
                block[i] = ast.Pass()
                return f"lost: {ast.unparse(statement)[:60]}"
    return None


def first(node: ast.AST) -> str | None:
    """Two arguments, or two parts of a result, change places."""
    if isinstance(node, ast.Call) and len(node.args) >= 2 and not any(isinstance(a, ast.Starred) for a in node.args):
        node.args[0], node.args[1] = node.args[1], node.args[0]
        return "the first two arguments are swapped"
    if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple) and len(node.value.elts) == 2:
        node.value.elts.reverse()
        return "the result is swapped"
    return None


EDITS: tuple[Edit, ...] = (swap, negate, sign, constant, drop, first)


def sites(source: str) -> list[tuple[int, Edit]]:
    """Where a fault can be: the number of a node and the edit."""
    tree = ast.parse(source)
    skipped = {id(part) for node in ast.walk(tree) for part in _untouched(node)}
    return [
        (number, edit)
        for number, node in enumerate(ast.walk(tree))
        if id(node) not in skipped
        for edit in EDITS
        if edit(copy.deepcopy(node)) is not None
    ]


def mutant(source: str, number: int, edit: Edit) -> Mutant:
    """The file with one fault."""
    tree = ast.parse(source)
    node = next(n for k, n in enumerate(ast.walk(tree)) if k == number)
    line, what = getattr(node, "lineno", 0), edit(node)
    assert what is not None
    return Mutant(line, what, ast.unparse(ast.fix_missing_locations(tree)))


def _untouched(node: ast.AST) -> Iterator[ast.AST]:
    """Annotations, raised errors and the statements of the module itself."""
    parts: list[ast.AST | None] = []
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
        parts = [node.returns, *node.decorator_list]
    elif isinstance(node, ast.arg):
        parts = [node.annotation]
    elif isinstance(node, ast.AnnAssign):
        parts = [node.annotation]
    elif isinstance(node, ast.Raise):
        parts = [node]
    elif isinstance(node, ast.Module):
        yield node
        parts = [s for s in node.body if not isinstance(s, (ast.FunctionDef, ast.ClassDef))]
    for part in parts:
        if part is not None:
            yield from ast.walk(part)
