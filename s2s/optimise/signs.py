"""A cotangent that is only the negative of another: its sign goes into the sums that it is added to."""

from __future__ import annotations

from collections.abc import Callable, Collection, Container

from s2s.ir.core import Apply, Assign, Augment, Code, Comment, Expr, Var
from s2s.ir.walk import blocks_of, bound_by, read_by, read_counts, replace_in, with_blocks, write_counts
from s2s.optimise.aliases import aliases
from s2s.optimise.dce import changed_by


def absorb_signs(
    code: tuple[Code, ...],
    derived: Container[Var],
    tidy: Callable[[Code], Code],
    numbers: Collection[Var] = (),
) -> tuple[Code, ...]:
    """Use ``-a`` for ``t`` after ``t = -a`` where that leaves no more signs than before.

    ``tidy`` simplifies a statement; ``numbers`` have no memory that a second name could share.

    >>> t, a, x, y = Var("t", 0, temp=True), Var("a", 0), Var("x", 0), Var("y", 0)
    >>> def tidy(s):
    ...     return Augment(s.target, "sub", s.value.args[0]) if s.value == Apply("neg", (a,)) else s
    >>> before = (Assign(t, Apply("neg", (a,))), Augment(x, "add", t), Augment(y, "add", t))
    >>> absorb_signs(before, {t}, tidy) == (Augment(x, "sub", a), Augment(y, "sub", a))
    True
    """
    shared = set(aliases(code, numbers)).difference(numbers)
    return _block(code, read_counts(code), write_counts(code), shared, derived, tidy)


def _block(
    code: tuple[Code, ...],
    reads: dict[Var, int],
    writes: dict[Var, int],
    shared: Container[Var],
    derived: Container[Var],
    tidy: Callable[[Code], Code],
) -> tuple[Code, ...]:
    out = [with_blocks(s, tuple(_block(b, reads, writes, shared, derived, tidy) for b in blocks_of(s))) for s in code]
    k = 0
    while k < len(out):
        stmt = out[k]
        if isinstance(stmt, Assign) and isinstance(stmt.target, Var) and _is_negated(stmt.value):
            t = stmt.target
            if t.temp and t in derived and writes.get(t) == 1 and reads.get(t, 0) > 1:
                rest = _absorbed(out[k + 1 :], stmt, reads[t], shared, tidy)
                if rest is not None:
                    out[k:] = rest
                    continue
        k += 1
    return tuple(out)


def _is_negated(value: Expr) -> bool:
    return isinstance(value, Apply) and value.op == "neg" and isinstance(value.args[0], Var)


def _absorbed(
    rest: list[Code], stmt: Assign, uses: int, shared: Container[Var], tidy: Callable[[Code], Code]
) -> list[Code] | None:
    """The rest of the block without the negative, or None where it is better kept."""
    assert isinstance(stmt.target, Var) and isinstance(stmt.value, Apply)
    t, a = stmt.target, stmt.value.args[0]
    out: list[Code] = []
    added = 0
    for k, later in enumerate(rest):
        here = sum(v == t for v in read_by(later))
        if here:
            if not isinstance(later, (Assign, Augment)) or t in changed_by(later):
                return None
            new = tidy(replace_in(later, {t: stmt.value}))
            added += _signs(new) - _signs(later)
            uses -= here
            out.append(new)
        else:
            out.append(later)
        if uses == 0:
            return [*out, *rest[k + 1 :]] if added <= 1 else None
        if isinstance(later, Comment):
            continue
        if not isinstance(later, (Assign, Augment)) or a in changed_by(later):
            return None
        if a in shared and changed_by(later):
            return None
        if isinstance(later, Assign) and a in set(bound_by(later.target)):
            return None
    return None


def _signs(stmt: Code) -> int:
    return _count(stmt.value) if isinstance(stmt, (Assign, Augment)) else 0


def _count(expr: Expr) -> int:
    if not isinstance(expr, Apply):
        return 0
    return (expr.op == "neg") + sum(map(_count, expr.args)) + sum(_count(v) for _, v in expr.kwargs)
