"""Rewrites that change nothing: a program and its rewritten form have the same gradients."""
from __future__ import annotations

import ast
import contextlib
import copy
import keyword
import random
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

import s2s
from s2s.transform import assemble
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


class _Inlined(ast.NodeTransformer):
    """The body of a helper in place of its call."""

    def __init__(self, helpers: dict[str, ast.FunctionDef]) -> None:
        self.helpers, self.count = helpers, 0

    def visit_Assign(self, node: ast.Assign) -> Any:
        return self.body_of(node.value, node) or node

    def visit_Expr(self, node: ast.Expr) -> Any:
        return self.body_of(node.value, None) or node

    def body_of(self, call: ast.expr, use: ast.Assign | None) -> list[ast.stmt]:
        name = call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else ""
        if not isinstance(call, ast.Call) or call.keywords or name not in self.helpers:
            return []
        helper = copy.deepcopy(self.helpers[name])
        params = [arg.arg for arg in helper.args.args]
        stored = [n.id for n in ast.walk(helper) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
        self.count += 1
        table = {local: f"{name}_{local}_{self.count}" for local in dict.fromkeys([*params, *stored])}
        given = zip(params, call.args, strict=True)
        made: list[ast.stmt] = [ast.Assign([ast.Name(table[p], ast.Store())], arg) for p, arg in given]
        body = _Renamed(table).visit(helper).body
        last = body.pop() if isinstance(body[-1], ast.Return) else None
        if use is not None and isinstance(last, ast.Return) and last.value is not None:
            body.append(ast.Assign(use.targets, last.value))
        return [*made, *body]


def inlined(tree: ast.Module) -> ast.Module:
    helpers = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name != "f":
            inside = list(ast.walk(node))
            nested = any(isinstance(n, (ast.Lambda, ast.FunctionDef, ast.Delete)) for n in inside if n is not node)
            early = [n for n in inside if isinstance(n, ast.Return) and n is not node.body[-1]]
            if not nested and not early and node.name != "again":
                helpers[node.name] = node
    _Inlined(helpers).visit(next(n for n in tree.body if isinstance(n, ast.FunctionDef) and n.name == "f"))
    return tree


def renamed(tree: ast.Module) -> ast.Module:
    f = tree.body[[getattr(node, "name", "") for node in tree.body].index("f")]
    params = {arg.arg for node in ast.walk(f) if isinstance(node, ast.arguments) for arg in node.args}
    params |= {node.name for node in ast.walk(f) if isinstance(node, ast.FunctionDef)}
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
    "inline": inlined,
}
PASSES = ("delay_zeros", "fold", "local_copies", "propagate_copies", "simplify", "without_repeats")


def rewritten(source: str, how: str) -> str:
    return ast.unparse(ast.fix_missing_locations(REWRITES[how](copy.deepcopy(ast.parse(source)))))


def gradients(source: str) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        module = load(source, Path(folder))
        differentiated = s2s.differentiate(module.f)
        y, residuals = differentiated.forward(*copy.deepcopy(module.ARGS))
        return differentiated.pullback(residuals, cotangent(y))


@contextlib.contextmanager
def without(name: str) -> Iterator[None]:
    """Programs are compiled without one of the optimisations."""
    kept = getattr(assemble, name)
    setattr(assemble, name, lambda code, *_: code)
    try:
        yield
    finally:
        setattr(assemble, name, kept)


def compare(source: str, seed: int) -> Verdict:
    """The verdict on one rewrite of a program that is right, or on the program compiled without one optimisation."""
    how = random.Random(seed).choice((*sorted(REWRITES), *PASSES))
    other = rewritten(source, how) if how in REWRITES else source
    try:
        first = gradients(source)
        with without(how) if how in PASSES else contextlib.nullcontext():
            second = gradients(other)
    except s2s.UnsupportedError as error:
        return Verdict(REFUSED, str(error))
    except Exception as error:
        return Verdict(f"rewrite {how}: crash {type(error).__name__}", f"{error}\n{other}")
    tolerance = 1e-3 if "float32" in source else 1e-9
    for (path, a), (_, b) in zip(leaves(first), leaves(second), strict=True):
        if not np.allclose(a, b, rtol=tolerance, atol=tolerance / 100.0):
            return Verdict(f"rewrite {how}: other gradient", f"{path}: {a!r}, {b!r}\n{other}")
    return Verdict(RIGHT)
