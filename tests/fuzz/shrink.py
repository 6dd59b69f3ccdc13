"""Makes a program smaller for as long as the verdict on it stays the same."""
from __future__ import annotations

import ast
import copy
import time
import warnings
from collections.abc import Callable, Iterator

BLOCKS = ("body", "orelse", "finalbody")


def shrink(source: str, verdict: Callable[[str], str], seconds: float = 40.0) -> str:
    """The smallest program found in which ``verdict`` gives what it gives for ``source``."""
    wanted, tree, until = verdict(source), ast.parse(source), time.monotonic() + seconds
    seen: set[str] = set()
    progress = True
    while progress and time.monotonic() < until:
        progress = False
        for step in (_without_statements, _unwrapped, _simpler_expressions):
            again = True
            while again and time.monotonic() < until:
                again = False
                for smaller in step(tree):
                    text = _text(smaller)
                    if text is None or text in seen:
                        continue
                    seen.add(text)
                    if time.monotonic() > until:
                        break
                    if verdict(text) == wanted:
                        tree, again, progress = ast.parse(text), True, True
                        break
    return _text(tree) or source


def _text(tree: ast.Module) -> str | None:
    try:
        text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SyntaxWarning)
            compile(text, "<shrunk>", "exec")
    except (SyntaxError, ValueError):
        return None
    return text


def _blocks(tree: ast.AST) -> list[tuple[ast.AST, str]]:
    return [
        (node, name) for node in ast.walk(tree) for name in BLOCKS if isinstance(getattr(node, name, None), list)
    ]  # fmt: skip


def _without_statements(tree: ast.Module) -> Iterator[ast.Module]:
    """One statement less (half of a block first)."""
    for number, (node, name) in enumerate(_blocks(tree)):
        count = len(getattr(node, name))
        spans = [(i, i + count // 2) for i in range(0, count, max(count // 2, 1))] if count > 5 else []
        spans += [(i, i + 1) for i in reversed(range(count))]
        for first, last in spans:
            made = copy.deepcopy(tree)
            inner, _ = _blocks(made)[number]
            rest = getattr(inner, name)
            del rest[first:last]
            if not rest and name == "body" and not isinstance(inner, ast.Module):
                rest.append(ast.Pass())
            yield made


def _unwrapped(tree: ast.Module) -> Iterator[ast.Module]:
    """A compound statement replaced by what is inside."""
    for number, (node, name) in enumerate(_blocks(tree)):
        for i, statement in enumerate(getattr(node, name)):
            if isinstance(statement, ast.FunctionDef):
                continue
            for inside in BLOCKS:
                if getattr(statement, inside, None):
                    made = copy.deepcopy(tree)
                    block = getattr(_blocks(made)[number][0], name)
                    block[i : i + 1] = getattr(block[i], inside)
                    yield made


def _simpler_expressions(tree: ast.Module) -> Iterator[ast.Module]:
    """An expression replaced by a part of it or by a number."""
    fixed = {id(part) for node in tree.body if isinstance(node, ast.Assign) for part in ast.walk(node)}
    for number, node in enumerate(ast.walk(tree)):
        if id(node) in fixed:
            continue
        for field, held in ast.iter_fields(node):
            places = list(enumerate(held)) if isinstance(held, list) else [(None, held)]
            for position, child in places:
                if not isinstance(child, ast.expr) or isinstance(getattr(child, "ctx", None), (ast.Store, ast.Del)):
                    continue
                if isinstance(child, ast.Constant) or (isinstance(node, ast.Call) and field == "func"):
                    continue
                inside = [part for part in ast.iter_child_nodes(child) if isinstance(part, ast.expr)]
                for new in (*inside, ast.Constant(0.5)):
                    if isinstance(child, ast.Name) or (isinstance(new, ast.Name) and new.id == "np"):
                        continue
                    made = copy.deepcopy(tree)
                    parent = next(n for k, n in enumerate(ast.walk(made)) if k == number)
                    if position is None:
                        setattr(parent, field, copy.deepcopy(new))
                    else:
                        getattr(parent, field)[position] = copy.deepcopy(new)
                    yield made
