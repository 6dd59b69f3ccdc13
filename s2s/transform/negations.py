"""Changes of sign that derivative code need not keep."""

from __future__ import annotations

from s2s.ir.core import Apply, Block, Expr, If, Let, Loop, Scope, Stmt, Var, While
from s2s.transform.context import Context
from s2s.transform.lifetimes import partners_of


def negations(block: Block, context: Context) -> dict[Var, Expr]:
    """The unnamed values that are a change of sign of something that is never overwritten: read as ``-x``."""
    found: dict[Var, Expr] = {}
    for stmt in block.stmts:
        if isinstance(stmt, Let) and len(stmt.targets) == 1 and stmt.targets[0].temp and not stmt.effect:
            expr = stmt.expr
            if isinstance(expr, Apply) and expr.op == "neg" and is_fixed(expr.args[0], context):
                found[stmt.targets[0]] = expr
        for inner in regions_of(stmt):
            found |= negations(inner, context)
    return found


def is_fixed(expr: Expr, context: Context) -> bool:
    """True for a float whose memory nothing writes into."""
    kind, place = context.kind(expr), context.function.places.get(expr) if isinstance(expr, Var) else None
    if not isinstance(expr, Var) or (kind.dtype or "?")[0] not in "fc":
        return False
    if place is None:
        return kind.cat == "num"
    return ({place.storage} | partners_of(context, place.storage)).isdisjoint(context.written)


def regions_of(stmt: Stmt) -> tuple[Block, ...]:
    """The nested blocks of a primal statement."""
    if isinstance(stmt, If):
        return (stmt.then, stmt.orelse)
    if isinstance(stmt, Loop):
        return (stmt.source.head, stmt.body) if isinstance(stmt.source, While) else (stmt.body,)
    return (stmt.body, stmt.final) if isinstance(stmt, Scope) else ()
