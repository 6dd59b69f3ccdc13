"""Generated code written as Python: small programs for the tests of passes."""
import ast
import itertools
from operator import attrgetter
from typing import Any

import numpy as np

from s2s.emit.printing import print_node
from s2s.emit.to_gast import ToGast
from s2s.ir import core
from s2s.ir.core import Apply, Code, Const, Expr, Ref, Var
from s2s.ir.walk import all_reads, blocks_of, bound_by

BINARY = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.Pow: "pow", ast.MatMult: "matmul",
    ast.Mod: "mod", ast.FloorDiv: "floordiv",
}
COMPARE = {ast.Lt: "lt", ast.Gt: "gt", ast.Eq: "eq", ast.LtE: "le", ast.GtE: "ge"}


def var(name: str) -> Var:
    """The variable of a name; ``t``, ``t1``, ``t2``, ... are temporaries."""
    return Var(name, 0, temp=name.rstrip("0123456789") == "t")


def expr(node: Any) -> Expr:
    """The expression of a node or a text."""
    if isinstance(node, str):
        return expr(ast.parse(node, mode="eval").body)
    if isinstance(node, ast.Name):
        return Ref(node.id) if node.id in ("range", "reversed", "len", "expand") else var(node.id)
    if isinstance(node, ast.Constant):
        return Const(node.value)
    if isinstance(node, ast.BinOp):
        return Apply(BINARY[type(node.op)], (expr(node.left), expr(node.right)))
    if isinstance(node, ast.UnaryOp):
        return Apply("not" if isinstance(node.op, ast.Not) else "neg", (expr(node.operand),))
    if isinstance(node, ast.Compare):
        return Apply(COMPARE[type(node.ops[0])], (expr(node.left), expr(node.comparators[0])))
    if isinstance(node, (ast.Tuple, ast.List)):
        return Apply("tuple" if isinstance(node, ast.Tuple) else "list", tuple(map(expr, node.elts)))
    if isinstance(node, ast.Subscript):
        return Apply("getitem", (expr(node.value), expr(node.slice)))
    if isinstance(node, ast.Slice):
        return Apply("slice", tuple(Const(None) if p is None else expr(p) for p in (node.lower, node.upper, node.step)))
    if isinstance(node, ast.Attribute):
        text = ast.unparse(node)
        if text.startswith("np."):
            return Ref(text, attrgetter(text[3:])(np))
        return Apply("attr", (expr(node.value), Const(node.attr)))
    assert isinstance(node, ast.Call), ast.dump(node)
    args, kwargs = tuple(map(expr, node.args)), tuple((str(k.arg), expr(k.value)) for k in node.keywords)
    if isinstance(node.func, ast.Attribute) and not ast.unparse(node.func).startswith("np."):
        return Apply("method", (expr(node.func.value), Const(node.func.attr), *args), kwargs)
    return Apply("call", (expr(node.func), *args), kwargs)


def code(text: str) -> tuple[Code, ...]:
    """The statements of a text; a string that stands alone is a comment."""
    return tuple(map(_stmt, ast.parse(text).body))


def _stmt(node: Any) -> Code:
    def block(body: list[Any]) -> tuple[Code, ...]:
        return tuple(_stmt(s) for s in body if not isinstance(s, ast.Pass))

    if isinstance(node, ast.Assign):
        return core.Assign(expr(node.targets[0]), expr(node.value))
    if isinstance(node, ast.AugAssign):
        return core.Augment(expr(node.target), BINARY[type(node.op)], expr(node.value))
    if isinstance(node, ast.If):
        return core.Branch(expr(node.test), block(node.body), block(node.orelse))
    if isinstance(node, ast.For):
        return core.For(expr(node.target), expr(node.iter), block(node.body))
    if isinstance(node, ast.While):
        return core.Repeat(expr(node.test), block(node.body))
    if isinstance(node, ast.Return):
        return core.Jump("return", (expr(node.value),))
    if isinstance(node, ast.Assert):
        return core.Jump("assert", (expr(node.test),))
    if isinstance(node, ast.Break):
        return core.Jump("break")
    assert isinstance(node, ast.Expr), ast.dump(node)
    if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return core.Comment(node.value.value)
    return core.Do(expr(node.value))


def text_of(body: tuple[Code, ...], names: dict[Var, str] | None = None) -> str:
    """The statements as Python; every variable has its own name unless ``names`` says otherwise."""
    import gast

    comments: list[str] = []
    if names is None:
        names = {v: v.name for v in _variables(body)}
    made = ToGast(names, comments).block(body)
    arguments = gast.arguments([], [], None, [], [], None, [])
    function = gast.FunctionDef("f", arguments, made, [], None, None, [])
    lines = print_node(function, comments).rstrip().split("\n")[1:]
    return "\n".join(line[4:] for line in lines)


def _variables(body: tuple[Code, ...]) -> list[Var]:
    found = list(all_reads(body))
    for stmt in body:
        target = getattr(stmt, "target", None)
        found += bound_by(target) if target is not None else []
        found += itertools.chain.from_iterable(_variables(b) for b in blocks_of(stmt))
    return found
