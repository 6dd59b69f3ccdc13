"""Small faults in a source text, one at a time; everything else stays as it is, line numbers too."""
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

COMMUTATIVE = {"min", "max", "minimum", "maximum", "add", "multiply", "array_equal", "may_share_memory"}

Change = tuple[ast.AST, ast.AST, str]  # the node that goes, the node that comes, and what that means
Edit = Callable[[ast.AST], Change | None]


@dataclass(frozen=True)
class Mutant:
    """A fault: where, what, and the text of the whole file with it."""

    line: int
    what: str
    text: str


def swap(node: ast.AST) -> Change | None:
    """Another operator."""
    new = copy.deepcopy(node)
    if isinstance(node, ast.BinOp | ast.AugAssign | ast.BoolOp) and type(node.op) in OPERATORS:
        new.op = OPERATORS[type(node.op)]()  # type: ignore[attr-defined]
        return node, new, f"{type(node.op).__name__} is {OPERATORS[type(node.op)].__name__}"
    if isinstance(node, ast.Compare) and type(node.ops[0]) in OPERATORS:
        new.ops[0] = OPERATORS[type(node.ops[0])]()  # type: ignore[attr-defined]
        return node, new, f"{type(node.ops[0]).__name__} is {OPERATORS[type(node.ops[0])].__name__}"
    return None


def negate(node: ast.AST) -> Change | None:
    """A test is its opposite."""
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        return node.test, ast.UnaryOp(ast.Not(), node.test), "the test is negated"
    if isinstance(node, ast.comprehension) and node.ifs:
        return node.ifs[0], ast.UnaryOp(ast.Not(), node.ifs[0]), "the condition is negated"
    return None


def sign(node: ast.AST) -> Change | None:
    """A minus or a not is lost."""
    if isinstance(node, ast.UnaryOp):
        return node, node.operand, f"{type(node.op).__name__} is lost"
    return None


def constant(node: ast.AST) -> Change | None:
    """Another constant."""
    if not isinstance(node, ast.Constant) or not isinstance(node.value, bool | int | float):
        return None
    value = not node.value if isinstance(node.value, bool) else node.value + 1
    return node, ast.Constant(value), f"the constant is {value}"


def drop(node: ast.AST) -> Change | None:
    """A statement is lost."""
    effect = isinstance(node, ast.AugAssign | ast.Continue) or (
        isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    )
    if effect or (isinstance(node, ast.Assign) and not isinstance(node.targets[0], ast.Name)):
        return node, ast.Pass(), f"lost: {ast.unparse(node)[:60]}"
    return None


def order(node: ast.AST) -> Change | None:
    """Two arguments, or two parts of a result, change places."""
    new = copy.deepcopy(node)
    if isinstance(new, ast.Call) and ast.unparse(new.func).split(".")[-1] in COMMUTATIVE:
        return None
    if isinstance(new, ast.Call) and len(new.args) >= 2 and not any(isinstance(a, ast.Starred) for a in new.args):
        new.args[0], new.args[1] = new.args[1], new.args[0]
        return node, new, "the first two arguments are swapped"
    if isinstance(new, ast.Return) and isinstance(new.value, ast.Tuple) and len(new.value.elts) == 2:
        new.value.elts.reverse()
        return node, new, "the result is swapped"
    return None


EDITS: tuple[Edit, ...] = (swap, negate, sign, constant, drop, order)


def changes(source: str) -> list[Change]:
    """Every fault that the edits can make in a text."""
    tree = ast.parse(source)
    skipped = {id(part) for node in ast.walk(tree) for part in _untouched(node)}
    made = (edit(node) for node in ast.walk(tree) if id(node) not in skipped for edit in EDITS)
    return [change for change in made if change is not None]


def mutant(source: str, change: Change) -> Mutant | None:
    """The text with one fault; None where it means the same as before."""
    old, new, what = change
    text = _replaced(source, old, new)
    if ast.dump(ast.parse(text)) == ast.dump(ast.parse(source)):
        return None
    return Mutant(old.lineno, what, text)  # type: ignore[attr-defined]


def _replaced(source: str, old: ast.AST, new: ast.AST) -> str:
    """The text with one node exchanged, on as many lines as before."""
    lines = source.encode().splitlines(keepends=True)
    first, last = old.lineno - 1, old.end_lineno - 1  # type: ignore[attr-defined]
    before = lines[first][: old.col_offset]  # type: ignore[attr-defined]
    after = lines[last][old.end_col_offset :]  # type: ignore[attr-defined]
    text = ast.unparse(ast.fix_missing_locations(copy.deepcopy(new)))
    if isinstance(old, ast.expr):
        text = f"({text}" + "\n" * (last - first) + ")"
    else:
        text = text + " \\\n" * (last - first)
    return b"".join([*lines[:first], before + text.encode() + after, *lines[last + 1 :]]).decode()


def _untouched(node: ast.AST) -> Iterator[ast.AST]:
    """Annotations, raised errors, the texts of messages and the statements of the module itself."""
    parts: list[ast.AST | None] = []
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        parts = [node.returns, *node.decorator_list]
    elif isinstance(node, ast.arg | ast.AnnAssign):
        parts = [node.annotation]
    elif isinstance(node, ast.Raise | ast.JoinedStr | ast.Assert | ast.match_case):
        parts = [node.pattern] if isinstance(node, ast.match_case) else [node]
    elif isinstance(node, ast.Module):
        yield node
        parts = [s for s in node.body if not isinstance(s, ast.FunctionDef | ast.ClassDef)]
    for part in parts:
        if part is not None:
            yield from ast.walk(part)
