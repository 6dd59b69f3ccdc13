"""Which names an iteration may read before it binds them, and which parts of arrays belong to one iteration alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import gast

from s2s.ir.core import Apply, Const, Expr, If, Loop, Scope, Stmt, Var, While, Write


def read_before_bound(loop: Any, name: str) -> bool:
    """True when an iteration may read ``name`` as the iteration before left it (or when that is not known)."""
    body = getattr(loop, "body", None)
    if not isinstance(loop, (gast.For, gast.While)) or not isinstance(body, list):
        return True
    if isinstance(loop, gast.While) and _mentions(loop.test, name):
        return True
    return _reads(body, name) is not False


def _reads(body: list[Any], name: str) -> bool | None:
    """True: may be read first. False: bound before any read. None: neither."""
    for node in body:
        if isinstance(node, gast.Assign):
            if _mentions(node.value, name):
                return True
            for target in node.targets:
                if isinstance(target, gast.Name) and target.id == name:
                    return False
                parts = target.elts if isinstance(target, gast.Tuple) else []
                if any(isinstance(t, gast.Name) and t.id == name for t in parts):
                    return not all(isinstance(t, gast.Name) or not _mentions(t, name) for t in parts)
                if _mentions(target, name):
                    return True
        elif isinstance(node, gast.If):
            if _mentions(node.test, name):
                return True
            arms = _reads(node.body, name), _reads(node.orelse, name)
            if True in arms:
                return True
            if arms == (False, False):
                return False
            if False in arms:
                return True
        elif _mentions(node, name):
            return True
    return None


def _mentions(node: Any, name: str) -> bool:
    return any(isinstance(n, gast.Name) and n.id == name for n in gast.walk(node))


def one_part_each(header: Any, path: tuple[Expr, ...], written: Iterable[Write]) -> bool:
    """True when a part, and all that a loop writes, lie at the index that the loop counts: each iteration has its own.

    The counts must not change their sign: a negative index counts from the end.
    """
    counter = getattr(header, "target", None)
    if not isinstance(counter, Var) or not _one_sign(header.iterable) or len(path) != 1:
        return False
    part = path[0]
    if not isinstance(part, Apply) or part.op != "getitem":
        return False
    where = _position(part.args[1], counter)
    return where is not None and all(
        w.how == "item" and not w.path and w.index is not None and _position(w.index, counter) == where for w in written
    )


def _one_sign(iterable: Any) -> bool:
    if not isinstance(iterable, Apply) or iterable.op != "call":
        return False
    if getattr(iterable.args[0], "value", None) is not range:
        return False
    args = [a.value if isinstance(a, Const) else _literal(a) for a in iterable.args[1:]]
    if len(args) == 1:
        return True
    step = args[2] if len(args) == 3 else 1
    if not isinstance(step, int):
        return False
    low = args[0] if step > 0 else args[1]
    return isinstance(low, int) and low >= (0 if step > 0 else -1)


def _literal(expr: Any) -> Any:
    if isinstance(expr, Apply) and expr.op == "neg" and isinstance(expr.args[0], Const):
        return -expr.args[0].value
    return None


def _position(index: Expr, counter: Var) -> int | None:
    if index == counter:
        return 0
    if isinstance(index, Apply) and index.op == "tuple" and counter in index.args:
        plain = all(isinstance(a, (Var, Const)) or (isinstance(a, Apply) and a.op == "slice") for a in index.args)
        dots = any(isinstance(a, Const) and a.value in (None, Ellipsis) for a in index.args)
        return index.args.index(counter) if plain and not dots else None
    return None


def writes_to(stmts: Iterable[Stmt], places: Any, sid: int) -> list[Write]:
    """The writes into a storage, in nested regions too."""
    found: list[Write] = []
    for stmt in stmts:
        if isinstance(stmt, Write) and places.get(stmt.new) is not None and places[stmt.new].storage == sid:
            found.append(stmt)
        elif isinstance(stmt, If):
            found += writes_to((*stmt.then.stmts, *stmt.orelse.stmts), places, sid)
        elif isinstance(stmt, Loop):
            head = stmt.source.head.stmts if isinstance(stmt.source, While) else ()
            found += writes_to((*head, *stmt.body.stmts), places, sid)
        elif isinstance(stmt, Scope):
            found += writes_to((*stmt.body.stmts, *stmt.final.stmts), places, sid)
    return found
