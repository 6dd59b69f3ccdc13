"""The part of Python that the body of a derivative rule keeps to, checked when a user registers a rule."""
from __future__ import annotations

import ast
import builtins
import inspect
import linecache
import textwrap
import tokenize
import types
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn

from s2s.errors import UnsupportedError

EXPRESSIONS = (
    ast.Constant, ast.Name, ast.Tuple, ast.List, ast.Dict, ast.UnaryOp, ast.BinOp, ast.Compare, ast.BoolOp, ast.IfExp,
    ast.Attribute, ast.Subscript, ast.Slice, ast.Starred, ast.Call, ast.keyword, ast.JoinedStr, ast.FormattedValue,
)  # fmt: skip
PARTS = (ast.expr_context, ast.operator, ast.unaryop, ast.cmpop, ast.boolop)
FULL = "return y, pullback, pushforward"


class RuleSource:
    """The parsed source of one rule, with the place of each of its lines for messages."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function, self.code = function, function.__code__
        try:
            text = textwrap.dedent(inspect.getsource(function))
            self.node = ast.parse(text).body[0]
        except (OSError, TypeError, SyntaxError, tokenize.TokenError):
            raise UnsupportedError(f"the source of the rule {function.__name__} cannot be read",
                                   hint="define it with def, in a file or a notebook cell") from None
        if not isinstance(self.node, ast.FunctionDef):
            self.fail("a rule is no lambda", None, "define it with def")

    def fail(self, reason: str, node: Any, hint: str) -> NoReturn:
        """Refuse, at ``node``."""
        line = self.code.co_firstlineno + getattr(node, "lineno", 1) - 1
        text = linecache.getline(self.code.co_filename, line).rstrip("\n") or None
        reason = f"the rule {self.function.__name__}: {reason}"
        raise UnsupportedError(reason, filename=self.code.co_filename, line=line, text=text, hint=hint)


def check_rule_source(function: Callable[..., Any]) -> bool:
    """Refuse a rule that the compiler cannot inline; True for the full form, False for the form with slopes."""
    source = RuleSource(function)
    node = source.node
    assert isinstance(node, ast.FunctionDef)
    body = _without_docstring(node.body)
    nested = {s.name: s for s in body if isinstance(s, ast.FunctionDef)}
    outer = [s for s in body if not isinstance(s, ast.FunctionDef)]
    _check_statements(source, outer)
    if nested:
        _check_full(source, outer, nested)
    elif not isinstance(body[-1], ast.Return) or len(node.args.args) < 2:
        source.fail("it defines no pullback and pushforward, and returns no slope", node, FULL)
    _check_names(source, node)
    return bool(nested)


def _without_docstring(body: Sequence[ast.stmt]) -> list[ast.stmt]:
    return [s for s in body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]


def _check_full(source: RuleSource, outer: list[ast.stmt], nested: dict[str, ast.FunctionDef]) -> None:
    if set(nested) != {"pullback", "pushforward"}:
        source.fail("the nested functions are not pullback and pushforward", source.node, "define these two, and call "
                    "helper functions that are defined outside of the rule")
    for function in nested.values():
        _check_statements(source, _without_docstring(function.body))
    end = outer[-1] if outer else source.node
    returned = end.value if isinstance(end, ast.Return) else None
    if not isinstance(returned, ast.Tuple) or list(map(ast.unparse, returned.elts[1:])) != ["pullback", "pushforward"]:
        source.fail("it ends in no return of the value, the pullback and the pushforward", end, FULL)
    value = returned.elts[0]
    first = outer[0]
    if not isinstance(first, ast.Assign) or ast.unparse(first.targets[0]).strip("()") != ast.unparse(value).strip("()"):
        source.fail("its first statement does not assign what is returned first", first, "y = f(x), with the function "
                    "that the rule is for")
    names = {a.arg for a in _all_arguments(source.node)}
    for argument in _all_arguments(nested["pushforward"]):
        if not argument.arg.endswith("_dot") or argument.arg.removesuffix("_dot") not in names:
            source.fail(f"pushforward has the parameter {argument.arg!r}", nested["pushforward"],
                        "one parameter x_dot for each differentiable parameter x of the rule")


def _all_arguments(node: Any) -> list[ast.arg]:
    stars = [a for a in (node.args.vararg, node.args.kwarg) if a is not None]
    return [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs, *stars]


def _check_statements(source: RuleSource, body: Sequence[ast.stmt]) -> None:
    for stmt in body:
        if isinstance(stmt, ast.If):
            _check_expression(source, stmt.test)
            _check_statements(source, stmt.body)
            _check_statements(source, stmt.orelse)
        elif isinstance(stmt, ast.Raise) and isinstance(stmt.exc, ast.Call):
            _check_expression(source, stmt.exc)
        elif isinstance(stmt, ast.Assign) and len(stmt.targets) == 1 and _is_target(stmt.targets[0]):
            _check_expression(source, stmt.value)
        elif isinstance(stmt, ast.Return) and stmt.value is not None:
            _check_expression(source, stmt.value)
        elif not isinstance(stmt, ast.Pass):
            source.fail(f"a statement of this kind ({type(stmt).__name__}) is not inlined", stmt,
                        "keep to assignments of names, if, return and raise; call a helper function for the rest")


def _is_target(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) or isinstance(node, ast.Tuple) and all(isinstance(e, ast.Name) for e in node.elts)


def _check_expression(source: RuleSource, expression: ast.expr) -> None:
    for node in ast.walk(expression):
        if not isinstance(node, (*EXPRESSIONS, *PARTS)):
            source.fail(f"an expression of this kind ({type(node).__name__}) is not inlined", node,
                        "call a helper function that is defined outside of the rule")
        if isinstance(node, ast.Call) and not isinstance(node.func, ast.Name | ast.Attribute):
            source.fail("the function that is called has no name", node, "call it by its name")


def _check_names(source: RuleSource, node: ast.FunctionDef) -> None:
    """Everything that the rule reads from outside is a module or a function: data would be frozen into the program."""
    inner = [n for n in ast.walk(node) if isinstance(n, ast.FunctionDef)]
    local = {a.arg for function in inner for a in _all_arguments(function)} | {f.name for f in inner}
    local |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    known = _outside(source.function)
    for path, place in _paths(node.body):
        root = path.split(".")[0]
        if root in local:
            continue
        if root not in known:
            source.fail(f"the name {root!r} is not known where the rule is defined", place, "define it above the rule")
        found: Any = known[root]
        for attribute in path.split(".")[1:]:
            if not isinstance(found, types.ModuleType):
                break
            found = getattr(found, attribute, None)
        if not (isinstance(found, types.ModuleType) or callable(found) or found is None or _constant(found, path)):
            source.fail(f"it reads {path}, a {type(found).__name__} from outside", place,
                        "make it a parameter of the function, or call a function that returns it")


def _constant(found: Any, path: str) -> bool:
    return isinstance(found, float) and "." in path  # a number of a module, as math.pi, is read when the code runs


def _outside(function: Any) -> dict[str, Any]:
    found = {**vars(builtins), **function.__globals__}
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        try:
            found[name] = cell.cell_contents
        except ValueError:
            found.pop(name, None)
    return found


def _paths(body: Sequence[ast.AST]) -> Iterator[tuple[str, ast.AST]]:
    """Names and dotted names that are read."""
    for node in body:
        if isinstance(node, ast.Attribute):
            text = ast.unparse(node)
            if all(part.isidentifier() for part in text.split(".")):
                yield text, node
                continue
        if isinstance(node, ast.Name):
            yield node.id, node
        parts = list(ast.iter_child_nodes(node))
        if isinstance(node, ast.FunctionDef):
            parts = list(node.body)
        elif isinstance(node, ast.Assign):
            parts = [node.value]
        yield from _paths(parts)
