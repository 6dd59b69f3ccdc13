"""Which numbers of a piece of code cannot be negative, where that follows from the code alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from s2s.ir.core import Apply, Assign, Augment, Branch, Code, Const, Expr, For, Ref, Var
from s2s.ir.walk import blocks_of, bound_by, substitute

NAMES = frozenset("abs len math.sqrt math.exp math.hypot math.cosh math.fabs math.dist np.square np.absolute".split())
CLOSED = frozenset({"add", "mul", "truediv", "mod", "floordiv"})  # of numbers that are not negative
OPPOSITE = {"lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}
MIRRORED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}


class Facts:
    """What the tests say of variables that are bound once; ``tests``: what such a variable is bound to."""

    def __init__(self, once: frozenset[Var], tests: Mapping[Var, Expr]) -> None:
        self.once, self.tests = once, tests

    def of(self, test: Expr, holds: bool) -> frozenset[Var]:
        """The variables that are not negative where ``test`` holds (or does not)."""
        return implied(substitute(test, self.tests), holds) & self.once


def never_negative(code: tuple[Code, ...], facts: Facts) -> frozenset[Var]:
    """The variables that hold no negative number (NaN may be) after any of their assignments.

    >>> x, square, total = Var("x", 0), Var("square", 1), Var("total", 2)
    >>> lines = (Assign(square, Apply("mul", (x, x))), Assign(total, Apply("add", (square, Const(1)))))
    >>> sorted(v.name for v in never_negative(lines, Facts(frozenset(), {})))
    ['square', 'total']
    """
    given: dict[Var, list[tuple[Expr, frozenset[Var]]]] = {}
    for var, value, known in bindings(code, facts, frozenset()):
        given.setdefault(var, []).append((value, known))
    found = frozenset(given)
    while True:
        kept = frozenset(v for v in found if all(not_negative(value, found | known) for value, known in given[v]))
        if kept == found:
            return found
        found = kept


def bindings(
    code: tuple[Code, ...], facts: Facts, known: frozenset[Var]
) -> Iterator[tuple[Var, Expr, frozenset[Var]]]:
    """Each variable, what it is bound to (None: not one expression), and what is known not to be negative there."""
    for stmt in code:
        if isinstance(stmt, Assign):
            parts = [stmt.target] if isinstance(stmt.target, Var) else list(bound_by(stmt.target))
            value = stmt.value if isinstance(stmt.target, Var) else Const(None)
            yield from ((var, value, known) for var in parts)
        elif isinstance(stmt, Augment) and isinstance(stmt.target, Var):
            yield stmt.target, Apply(stmt.op, (stmt.target, stmt.value)), known
        elif isinstance(stmt, For):
            counter = isinstance(stmt.target, Var) and _counts_up(stmt.iterable)
            yield from ((var, Const(0 if counter else None), known) for var in bound_by(stmt.target))
        if isinstance(stmt, Branch):
            yield from bindings(stmt.then, facts, known | facts.of(stmt.test, True))
            yield from bindings(stmt.orelse, facts, known | facts.of(stmt.test, False))
            continue
        for inner in blocks_of(stmt):
            yield from bindings(inner, facts, known)


def _counts_up(iterable: Any) -> bool:
    """True for a range that begins at 0 or above, and whose step is not negative."""
    if not isinstance(iterable, Apply) or iterable.op != "call" or iterable.args[0] != Ref("range"):
        return False
    bounds = iterable.args[1:]
    return len(bounds) == 1 or all(not_negative(bound, frozenset()) for bound in bounds[::2])


def not_negative(expr: Any, known: frozenset[Var]) -> bool:
    """True where the value of a real expression cannot be negative."""
    if isinstance(expr, Var):
        return expr in known
    if isinstance(expr, Const):
        return isinstance(expr.value, (int, float)) and expr.value >= 0
    if not isinstance(expr, Apply):
        return False
    if expr.op == "call":
        function = expr.args[0]
        return isinstance(function, Ref) and function.text in NAMES
    if expr.op == "attr":
        return expr.args[1] in (Const("size"), Const("ndim"))
    if expr.op == "ifexp":
        test, first, second = expr.args
        return not_negative(first, known | implied(test)) and not_negative(second, known | implied(test, False))
    if expr.op == "mul" and expr.args[0] == expr.args[1] and isinstance(expr.args[0], Var):
        return True
    if expr.op == "pow":
        base, exponent = expr.args
        odd = not isinstance(exponent, Const) or isinstance(exponent.value, (int, float)) and exponent.value % 2 == 1
        return not odd or not_negative(base, known)  # to a fractional power it is NaN, or refused
    return expr.op in CLOSED and all(not_negative(arg, known) for arg in expr.args)


def implied(test: Any, holds: bool = True) -> frozenset[Var]:
    """The variables that are not negative where ``test`` holds (or does not).

    >>> implied(Apply("lt", (Var("x", 0), Const(0.0))), False)
    frozenset({Var(name='x', number=0, temp=False)})
    """
    if not isinstance(test, Apply):
        return frozenset()
    if test.op == "not":
        return implied(test.args[0], not holds)
    if test.op == ("and" if holds else "or"):
        return frozenset().union(*(implied(part, holds) for part in test.args))
    if test.op not in OPPOSITE:
        return frozenset()
    op = test.op if holds else OPPOSITE[test.op]
    left, right = test.args
    if isinstance(right, Var):
        left, right, op = right, left, MIRRORED[op]
    if op in ("gt", "ge") and isinstance(left, Var) and not_negative(right, frozenset()):
        return frozenset({left})
    return frozenset()
