"""Walks over expressions, statements and generated code."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from s2s.ir.core import (
    Apply,
    Assign,
    Augment,
    Branch,
    Call,
    Code,
    Comment,
    Do,
    Expr,
    For,
    Guarded,
    If,
    Jump,
    Let,
    Loop,
    Repeat,
    Scope,
    Stmt,
    Var,
    Write,
)


def variables(expr: Any) -> Iterator[Var]:
    """The variables of an expression, with repeats, in order."""
    if isinstance(expr, Var):
        yield expr
    elif isinstance(expr, Apply):
        for arg in expr.args:
            yield from variables(arg)
        for _, value in expr.kwargs:
            yield from variables(value)


def uses(expr: Any) -> dict[Var, int]:
    """How often each variable stands in an expression."""
    found: dict[Var, int] = {}
    for var in variables(expr):
        found[var] = found.get(var, 0) + 1
    return found


def substitute(expr: Any, table: Mapping[Var, Any]) -> Any:
    """The expression with variables replaced."""
    if isinstance(expr, Var):
        return table.get(expr, expr)
    if isinstance(expr, Apply) and table:
        args = tuple(substitute(a, table) for a in expr.args)
        kwargs = tuple((k, substitute(v, table)) for k, v in expr.kwargs)
        if args == expr.args and kwargs == expr.kwargs:
            return expr
        return Apply(expr.op, args, kwargs)
    return expr


def size(expr: Any) -> int:
    """The number of operations in an expression."""
    if isinstance(expr, Apply):
        return 1 + sum(map(size, expr.args)) + sum(size(v) for _, v in expr.kwargs)
    return 0


def header_exprs(header: Any) -> Iterator[Expr]:
    """The expressions in the header of a with or try statement."""
    if header[0] == "with":
        for expr, _ in header[1]:
            yield expr
    else:
        for kind, _, _ in header[1]:
            if kind is not None:
                yield kind


def read_by(stmt: Code) -> Iterator[Var]:
    """Variables that a statement itself reads (not those of nested blocks)."""
    if isinstance(stmt, Assign):
        if not isinstance(stmt.target, Var):
            yield from target_reads(stmt.target)
        yield from variables(stmt.value)
    elif isinstance(stmt, Augment):
        yield from variables(stmt.target)
        yield from variables(stmt.value)
    elif isinstance(stmt, Do):
        yield from variables(stmt.value)
    elif isinstance(stmt, Branch):
        yield from variables(stmt.test)
    elif isinstance(stmt, For):
        yield from variables(stmt.iterable)
    elif isinstance(stmt, Repeat):
        yield from variables(stmt.test)
    elif isinstance(stmt, Guarded):
        for expr in header_exprs(stmt.header):
            yield from variables(expr)
    elif isinstance(stmt, Jump):
        for arg in stmt.args:
            yield from variables(arg)


def target_reads(target: Expr) -> Iterator[Var]:
    """What an assignment target reads: the owner and index of an item."""
    if isinstance(target, Apply):
        if target.op in ("tuple", "list"):
            for part in target.args:
                yield from target_reads(part)
        else:
            yield from variables(target)


def bound_by(target: Expr) -> Iterator[Var]:
    """The variables that an assignment target binds."""
    if isinstance(target, Var):
        yield target
    elif isinstance(target, Apply) and target.op in ("tuple", "list", "star"):
        for part in target.args:
            yield from bound_by(part)


def blocks_of(stmt: Code) -> tuple[tuple[Code, ...], ...]:
    """The nested blocks of a statement."""
    if isinstance(stmt, Branch):
        return (stmt.then, stmt.orelse)
    if isinstance(stmt, (For, Repeat)):
        return (stmt.body,)
    if isinstance(stmt, Guarded):
        if stmt.header[0] == "try":
            return (stmt.body, *(body for _, _, body in stmt.header[1]), stmt.header[2])
        return (stmt.body,)
    return ()


def with_blocks(stmt: Code, blocks: tuple[tuple[Code, ...], ...]) -> Code:
    """The statement with its nested blocks replaced."""
    if isinstance(stmt, Branch):
        return replace(stmt, then=blocks[0], orelse=blocks[1])
    if isinstance(stmt, (For, Repeat)):
        return replace(stmt, body=blocks[0])
    if isinstance(stmt, Guarded):
        if stmt.header[0] == "try":
            handlers = tuple((k, n, b) for (k, n, _), b in zip(stmt.header[1], blocks[1:-1], strict=True))
            return replace(stmt, header=("try", handlers, blocks[-1]), body=blocks[0])
        return replace(stmt, body=blocks[0])
    return stmt


def all_reads(block: tuple[Code, ...]) -> Iterator[Var]:
    """Every variable that is read in a block and its nested blocks."""
    for stmt in block:
        yield from read_by(stmt)
        for inner in blocks_of(stmt):
            yield from all_reads(inner)


def assigned(block: tuple[Code, ...]) -> set[Var]:
    """The variables that the statements of a block assign."""
    found: set[Var] = set()
    for stmt in block:
        if isinstance(stmt, Assign):
            found.update(bound_by(stmt.target))
        for inner in blocks_of(stmt):
            found |= assigned(inner)
    return found


def defined(stmts: Iterable[Stmt]) -> set[Var]:
    """The variables that statements define for those that follow."""
    found: set[Var] = set()
    for stmt in stmts:
        if isinstance(stmt, Let):
            found.update(stmt.targets)
        elif isinstance(stmt, If | Loop):
            found.update(stmt.results)
        elif isinstance(stmt, Write):
            found.update((stmt.new,) if stmt.result is None else (stmt.new, stmt.result))
        elif isinstance(stmt, Call):
            found.update(stmt.targets)
        elif isinstance(stmt, Scope):
            found |= defined(stmt.body.stmts) | defined(stmt.final.stmts)
    return found


def read_counts(block: tuple[Code, ...]) -> dict[Var, int]:
    """How often each variable is read."""
    return dict(Counter(all_reads(block)))


def write_counts(block: tuple[Code, ...]) -> dict[Var, int]:
    """How many statements assign each variable, or change it by an augmented assignment."""
    counts: Counter[Var] = Counter()
    for stmt in block:
        if isinstance(stmt, (Assign, For)):
            counts.update(bound_by(stmt.target))
        elif isinstance(stmt, Augment) and isinstance(stmt.target, Var):
            counts[stmt.target] += 1
        for inner in blocks_of(stmt):
            counts.update(write_counts(inner))
    return dict(counts)


def replace_vars(block: tuple[Code, ...], table: Mapping[Var, Any]) -> tuple[Code, ...]:
    """The code with variables replaced everywhere, targets too."""
    return tuple(replace_in(stmt, table) for stmt in block)


def replace_in(stmt: Code, table: Mapping[Var, Any]) -> Code:
    """One statement with variables replaced everywhere."""
    if isinstance(stmt, Assign):
        return replace(stmt, target=substitute(stmt.target, table), value=substitute(stmt.value, table))
    if isinstance(stmt, Augment):
        return Augment(substitute(stmt.target, table), stmt.op, substitute(stmt.value, table))
    if isinstance(stmt, Do):
        return Do(substitute(stmt.value, table))
    if isinstance(stmt, Branch):
        return Branch(substitute(stmt.test, table), replace_vars(stmt.then, table), replace_vars(stmt.orelse, table))
    if isinstance(stmt, For):
        return For(substitute(stmt.target, table), substitute(stmt.iterable, table), replace_vars(stmt.body, table))
    if isinstance(stmt, Repeat):
        return Repeat(substitute(stmt.test, table), replace_vars(stmt.body, table))
    if isinstance(stmt, Guarded):
        return Guarded(_replace_header(stmt.header, table), replace_vars(stmt.body, table))
    if isinstance(stmt, Jump):
        return Jump(stmt.kind, tuple(substitute(a, table) for a in stmt.args))
    assert isinstance(stmt, Comment)
    return stmt


def _replace_header(header: Any, table: Mapping[Var, Any]) -> Any:
    if header[0] == "with":
        return (
            "with",
            tuple((substitute(e, table), None if t is None else substitute(t, table)) for e, t in header[1]),
        )
    handlers = tuple(
        (
            None if k is None else substitute(k, table),
            None if n is None else substitute(n, table),
            replace_vars(b, table),
        )
        for k, n, b in header[1]
    )
    return ("try", handlers, replace_vars(header[2], table))
