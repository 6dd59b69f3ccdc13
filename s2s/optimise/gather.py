"""Contributions to one cotangent that follow each other are one sum."""

from __future__ import annotations

from s2s.ir.core import Apply, Assign, Augment, Code, Comment, Const, Expr, Var
from s2s.ir.walk import size, variables
from s2s.optimise.algebra import PRODUCTS, Algebra
from s2s.optimise.dce import mutated_by, popped_by

LIMIT = 10


def gathered(code: tuple[Code, ...], algebra: Algebra) -> tuple[Code, ...]:
    """``v = a`` and then ``v += b`` is ``v = a + b``; ``v += a`` and then ``v += b`` is ``v += a + b``.

    >>> v, x, y = Var("v", 0), Var("x", 0), Var("y", 0)
    >>> before = (Assign(v, Apply("neg", (x,))), Augment(v, "add", y))
    >>> gathered(before, Algebra({}, {v})) == (Assign(v, Apply("sub", (y, x))),)
    True
    """
    out: list[Code] = []
    for stmt in code:
        if isinstance(stmt, Augment) and stmt.op in ("add", "sub") and not _is_list(stmt.target, algebra):
            k = _copied_before(out, stmt)
            if k is not None and (merged := _merged(out[k], stmt, algebra)) is not None:
                del out[k]
                out.append(merged)
                continue
            k = _partner(out, stmt)
            merged = None if k is None else _merged(out[k], stmt, algebra)
            if k is not None and merged is not None:
                out[k] = merged
                continue
        out.append(stmt)
    return tuple(out)


def _is_list(target: Expr, algebra: Algebra) -> bool:
    root = next(variables(target), None)
    return root is None or (root in algebra.kinds and algebra.kinds[root].cat == "list")


def _copied_before(out: list[Code], stmt: Augment) -> int | None:
    """Where ``v = x.copy()`` stands for the ``v += e`` that follows, perhaps as part of another line of the user's."""
    k = len(out) - 1
    while k >= 0 and isinstance(out[k], Comment):
        k -= 1
    earlier = out[k] if k >= 0 else None
    if not isinstance(earlier, Assign) or earlier.target != stmt.target or not isinstance(stmt.target, Var):
        return None
    return None if _uncopied(earlier.value) is earlier.value or stmt.target in variables(stmt.value) else k


def _partner(out: list[Code], stmt: Augment) -> int | None:
    """The earlier statement for the same target; what stands between must not care."""
    root = next(variables(stmt.target))
    reads = set(variables(stmt.value)) | set(variables(stmt.target))
    pops = popped_by(stmt)
    if root in variables(stmt.value):
        return None
    for k in range(len(out) - 1, -1, -1):
        earlier = out[k]
        if not isinstance(earlier, (Assign, Augment)):
            return None
        if not pops.isdisjoint(variables(earlier.value)) or not reads.isdisjoint(popped_by(earlier)):
            return None  # the items of a list are taken in this order
        if earlier.target == stmt.target:
            return k
        if not isinstance(earlier.target, Var) or isinstance(earlier.value, Var) or mutated_by(earlier) == root:
            return None
        if root in variables(earlier.value) or earlier.target in reads or mutated_by(earlier) in reads:
            return None
    return None


def _merged(earlier: Code, stmt: Augment, algebra: Algebra) -> Code | None:
    assert isinstance(earlier, (Assign, Augment))
    if size(stmt.value) + size(earlier.value) > LIMIT:
        return None
    if isinstance(earlier, Assign):
        if earlier.effect or not _is_new(earlier.value, earlier.target, algebra):
            return None
        return Assign(earlier.target, algebra.sum(stmt.op, _uncopied(earlier.value), stmt.value))
    if earlier.op not in ("add", "sub"):
        return None
    first = Apply("neg", (earlier.value,)) if earlier.op == "sub" else earlier.value
    minus, value = algebra.signed(algebra.sum(stmt.op, first, stmt.value))
    return Augment(stmt.target, "sub" if minus else "add", value)


def _is_new(value: Expr, target: Expr, algebra: Algebra) -> bool:
    """True where the value is made by an operator, so that a sum of it is as new as itself."""
    if isinstance(target, Var) and target in algebra.kinds and algebra.kinds[target].cat == "num":
        return not isinstance(value, Const)
    return isinstance(value, Apply) and (value.op in (*PRODUCTS, "add", "sub", "neg") or _uncopied(value) is not value)


def _uncopied(value: Expr) -> Expr:
    if isinstance(value, Apply) and value.op == "method" and value.args[1:] == (Const("copy"),):
        return value.args[0]
    return value
