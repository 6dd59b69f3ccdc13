"""Rewrites that change nothing: a program and its rewritten form have the same gradients."""
from __future__ import annotations

import ast
import copy
import keyword
import random
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

import s2s
from tests.fuzz.oracle import REFUSED, RIGHT, Verdict, load
from tests.numeric import cotangent
from tests.trees import leaves


class _Renamed(ast.NodeTransformer):
    """Every local variable gets another name."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.names.get(node.id, node.id), node.ctx)


class _Split(ast.NodeTransformer):
    """``target = value`` in two statements."""

    def __init__(self) -> None:
        self.count = 0

    def visit_Assign(self, node: ast.Assign) -> Any:
        if isinstance(node.value, (ast.Name, ast.Constant, ast.Lambda, ast.List)):
            return node
        self.count += 1
        name = f"held_{self.count}"
        first = ast.Assign([ast.Name(name, ast.Store())], node.value)
        return [first, ast.Assign(node.targets, ast.Name(name, ast.Load()))]


class _While(ast.NodeTransformer):
    """``for i in range(n)`` as ``while``."""

    def __init__(self) -> None:
        self.count = 0

    def visit_For(self, node: ast.For) -> Any:
        self.generic_visit(node)
        iterated = node.iter
        if not isinstance(iterated, ast.Call) or ast.unparse(iterated.func) != "range" or len(iterated.args) != 1:
            return node
        self.count += 1
        name = f"count_{self.count}"
        assert isinstance(node.target, ast.Name)
        start, test = ast.parse(f"{name} = 0").body[0], ast.parse(f"{name} < {ast.unparse(iterated.args[0])}").body[0]
        assert isinstance(test, ast.Expr)
        steps = ast.parse(f"{node.target.id} = {name}\n{name} += 1").body
        return [start, ast.While(test.value, steps + node.body, node.orelse)]


class _Dead(ast.NodeTransformer):
    """Code whose result nobody reads."""

    def __init__(self) -> None:
        self.count = 0

    def visit_Assign(self, node: ast.Assign) -> Any:
        target = node.targets[0]
        if not isinstance(target, ast.Name) or isinstance(node.value, (ast.Lambda, ast.List, ast.Tuple, ast.Dict)):
            return node
        self.count += 1
        if self.count % 3:
            return node
        try:
            dead = ast.parse(f"unread_{self.count} = [{target.id}, np.sin(0.5) * 2.0]").body[0]
        except SyntaxError:
            return node
        return [node, dead]


class _Calls(ast.NodeTransformer):
    """``target = value`` through a function that returns its argument."""

    def visit_Assign(self, node: ast.Assign) -> Any:
        if isinstance(node.value, (ast.BinOp, ast.Call)) and isinstance(node.targets[0], ast.Subscript):
            return ast.Assign(node.targets, ast.Call(ast.Name("passed", ast.Load()), [node.value], []))
        return node


def renamed(tree: ast.Module) -> ast.Module:
    f = tree.body[[getattr(node, "name", "") for node in tree.body].index("f")]
    params = {arg.arg for node in ast.walk(f) if isinstance(node, ast.arguments) for arg in node.args}
    stored = {n.id for n in ast.walk(f) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)} - params
    names = {name: f"{chr(122 - i % 26)}{i}_" for i, name in enumerate(sorted(stored)) if not keyword.iskeyword(name)}
    _Renamed(names).visit(f)
    return tree


def called(tree: ast.Module) -> ast.Module:
    f = tree.body[[getattr(node, "name", "") for node in tree.body].index("f")]
    _Calls().visit(f)
    tree.body.insert(1, ast.parse("def passed(given):\n    return given").body[0])
    return tree


REWRITES = {
    "names": renamed,
    "split": lambda tree: _Split().visit(tree),
    "while": lambda tree: _While().visit(tree),
    "dead code": lambda tree: _Dead().visit(tree),
    "helper": called,
}


def rewritten(source: str, how: str) -> str:
    return ast.unparse(ast.fix_missing_locations(REWRITES[how](copy.deepcopy(ast.parse(source)))))


def gradients(source: str) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        module = load(source, Path(folder))
        differentiated = s2s.differentiate(module.f)
        y, residuals = differentiated.forward(*copy.deepcopy(module.ARGS))
        return differentiated.pullback(residuals, cotangent(y))


def compare(source: str, seed: int) -> Verdict:
    """The verdict on one rewrite of a program that is right."""
    how = random.Random(seed).choice(sorted(REWRITES))
    other = rewritten(source, how)
    try:
        first, second = gradients(source), gradients(other)
    except s2s.UnsupportedError as error:
        return Verdict(REFUSED, str(error))
    except Exception as error:
        return Verdict(f"rewrite {how}: crash {type(error).__name__}", f"{error}\n{other}")
    for (path, a), (_, b) in zip(leaves(first), leaves(second), strict=True):
        if not np.allclose(a, b, rtol=1e-9, atol=1e-11):
            return Verdict(f"rewrite {how}: other gradient", f"{path}: {a!r}, {b!r}\n{other}")
    return Verdict(RIGHT)
