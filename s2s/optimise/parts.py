"""Parts of arrays that are copied because they are overwritten: the program reads the copy too."""

from __future__ import annotations

from s2s.ir.core import Apply, Assign, Augment, Code, Const, Expr, Kind, Var
from s2s.ir.walk import all_reads, blocks_of, read_counts, replace_vars, variables, with_blocks, write_counts

EXACT = frozenset({"add", "sub", "mul", "truediv", "neg"})  # what gives the same bits whatever the layout


def copied_parts(code: tuple[Code, ...], kinds: dict[Var, Kind]) -> tuple[Code, ...]:
    """``t = a[1:]; c = t.copy()`` and then ``a[0] = t * y`` is ``c = a[1:].copy()`` and then ``a[0] = c * y``.

    >>> a, t, c, y = Var("a", 0), Var("t", 0, temp=True), Var("c", 0), Var("y", 0)
    >>> part, first = Apply("getitem", (a, Const(1))), Apply("getitem", (a, Const(0)))
    >>> copied = Assign(c, Apply("method", (t, Const("copy"))))
    >>> before = (Assign(t, part), copied, Assign(first, Apply("mul", (t, y))))
    >>> after = (Assign(c, Apply("method", (part, Const("copy")))), Assign(first, Apply("mul", (c, y))))
    >>> copied_parts(before, {t: Kind("arr", "f8")}) == after
    True
    """
    return _block(code, kinds, read_counts(code), write_counts(code))


def _block(
    code: tuple[Code, ...], kinds: dict[Var, Kind], reads: dict[Var, int], writes: dict[Var, int]
) -> tuple[Code, ...]:
    out = [with_blocks(s, tuple(_block(b, kinds, reads, writes) for b in blocks_of(s))) for s in code]
    k = 0
    while k + 2 < len(out):
        part, copied, user = out[k : k + 3]
        made = _taken(part, copied)
        if made is not None and writes.get(made[0]) == 1 and kinds.get(made[0], Kind("other")).cat == "arr":
            var, copy, expr = made
            real = (kinds[var].dtype or "?")[0] == "f"
            if real and _only_computes(user, var) and sum(v == var for v in all_reads((user,))) + 1 == reads.get(var):
                taken = Assign(copy, Apply("method", (expr, Const("copy"))))
                out[k : k + 3] = [taken, *replace_vars((user,), {var: copy})]
        k += 1
    return tuple(out)


def _taken(part: Code, copied: Code) -> tuple[Var, Var, Expr] | None:
    """A part without a name of the user's, its copy, and how it is taken."""
    if not isinstance(part, Assign) or not isinstance(copied, Assign):
        return None
    var, copy = part.target, copied.target
    if not isinstance(var, Var) or not isinstance(copy, Var) or not var.temp or part.effect or part.augmented:
        return None
    is_part = isinstance(part.value, Apply) and part.value.op == "getitem"
    return (var, copy, part.value) if is_part and copied.value == Apply("method", (var, Const("copy"))) else None


def _only_computes(stmt: Code, var: Var) -> bool:
    """True where a statement writes into an array what it computes from a value, element by element."""
    if not isinstance(stmt, (Assign, Augment)) or var in variables(stmt.target):
        return False
    into = isinstance(stmt, Augment) or isinstance(stmt.target, Apply) and stmt.target.op == "getitem"
    return into and _computes(stmt.value, var)


def _computes(expr: Expr, var: Var) -> bool:
    if expr == var or var not in variables(expr):
        return True
    return isinstance(expr, Apply) and expr.op in EXACT and all(_computes(a, var) for a in expr.args)
