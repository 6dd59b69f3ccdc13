"""The IR as text, for ``s2s dump --after`` and for tests."""

from __future__ import annotations

from typing import Any

from s2s.ir.core import Apply, Block, Call, Const, Expr, ForEach, If, Let, Loop, Raise, Ref, Scope, Stmt, Var, Write


def show(block: Block, indent: str = "") -> str:
    """One line per statement."""
    return "\n".join(line for stmt in block.stmts for line in _stmt(stmt, indent))


def text(expr: Expr | None) -> str:
    """An expression as text."""
    if expr is None:
        return "_"
    if isinstance(expr, Var):
        return f"{expr.name}.{expr.number}"
    if isinstance(expr, Const):
        return repr(expr.value)
    if isinstance(expr, Ref):
        return expr.text
    assert isinstance(expr, Apply)
    args = [text(a) for a in expr.args] + [f"{k}={text(v)}" for k, v in expr.kwargs]
    return f"{expr.op}({', '.join(args)})"


def _names(variables: tuple[Any, ...]) -> str:
    return ", ".join(text(v) for v in variables)


def _stmt(stmt: Stmt, indent: str) -> list[str]:
    if isinstance(stmt, Let):
        rule = "" if stmt.derivative is None else f"    # {getattr(stmt.derivative.rule, 'name', stmt.derivative.rule)}"
        mark = "~" if stmt.implicit else "="
        return [f"{indent}{_names(stmt.targets)} {mark} {text(stmt.expr)}{rule}"]
    if isinstance(stmt, Write):
        path = "".join(f" | {text(p)}" for p in stmt.path)
        slot = f"{text(stmt.old)}{path} [{text(stmt.index)}]"
        return [f"{indent}{text(stmt.new)} = {stmt.how} {slot} {stmt.op or ''}= {text(stmt.value)}"]
    if isinstance(stmt, If):
        return [
            f"{indent}{_names(stmt.results)} = if {text(stmt.test)}:",
            *_block(stmt.then, indent),
            f"{indent}else:",
            *_block(stmt.orelse, indent),
        ]
    if isinstance(stmt, Loop):
        carried = ", ".join(f"{text(p)} <- {text(i)}" for p, i in zip(stmt.params, stmt.inits, strict=True))
        if isinstance(stmt.source, ForEach):
            head = [f"{indent}for {text(stmt.source.target)} in {text(stmt.source.iterable)} ({carried}):"]
        else:
            head = [f"{indent}while {text(stmt.source.test)} ({carried}):"]
        stop = [] if stmt.stop is None else [f"{indent}    stop if {text(stmt.stop)}"]
        return [*head, *_block(stmt.body, indent), *stop, f"{indent}-> {_names(stmt.results)}"]
    if isinstance(stmt, Scope):
        return [f"{indent}{stmt.header[0]}:", *_block(stmt.body, indent), *_block(stmt.final, indent)]
    if isinstance(stmt, Raise):
        return [f"{indent}{stmt.kind} {_names(stmt.args)}"]
    assert isinstance(stmt, Call)
    args = _names(tuple(a for _, a in stmt.args))
    return [f"{indent}{_names(stmt.targets)}, {text(stmt.record)} = {stmt.callee.name}({args})"]


def _block(block: Block, indent: str) -> list[str]:
    inner = indent + "    "
    lines = [line for stmt in block.stmts for line in _stmt(stmt, inner)]
    return [*lines, f"{inner}-> {_names(block.results)}"]
