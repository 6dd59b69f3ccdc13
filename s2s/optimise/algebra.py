"""Algebra on what is linear in a cotangent or tangent: signs, equal terms, common factors, constants.

Only expressions that contain a derivative are rewritten: a primal value that is computed again stays as it was, to the
bit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from typing import TypeAlias

import numpy as np

from s2s import runtime
from s2s.ir.core import Apply, Const, Expr, Kind, Ref, Var
from s2s.ir.walk import variables
from s2s.optimise.dce import popped_from

Term: TypeAlias = tuple[bool, Expr]
PRODUCTS = ("mul", "truediv", "matmul")
FLOAT_FUNCTIONS = (np.sin, np.cos, np.tan, np.exp, np.log, np.sqrt, np.tanh, np.sinh, np.cosh, np.conj)
LINEAR = (np.sum, np.broadcast_to, runtime.scale, runtime.ratio)  # in their first argument


class Algebra:
    """The rewritings, for values of known kinds; ``derived`` are the cotangents and tangents."""

    def __init__(self, kinds: Mapping[Var, Kind], derived: Collection[Var]) -> None:
        self.kinds, self.derived = kinds, derived

    def is_derived(self, expr: Expr) -> bool:
        return any(v in self.derived for v in variables(expr))

    # ------------------------------------------------------------------------------------------------ sums

    def sum(self, op: str, a: Expr, b: Expr) -> Expr:
        """``a + b`` or ``a - b``: no signs that cancel, ``x + x`` as ``2.0 * x``, ``p * x + p * y`` as ``p * (x + y)``.

        >>> x, y, p = Var("x", 0), Var("y", 0), Var("p", 0)
        >>> algebra = Algebra({}, {p})
        >>> algebra.sum("add", Apply("neg", (Apply("mul", (p, x)),)), p) == Apply("sub", (p, Apply("mul", (p, x))))
        True
        >>> algebra.sum("add", Apply("mul", (p, x)), Apply("mul", (x, p))) == twice(Apply("mul", (p, x)))
        True
        """
        if any(self._is_sequence(x) or popped_from(x) is not None for x in (a, b)):  # each pop gives another value
            return Apply(op, (a, b))
        terms: list[Term] = []
        for minus, term in (*self._terms(False, a), *self._terms(op == "sub", b)):
            self._join(terms, minus, term)
        terms = sorted(terms, key=lambda t: t[0]) if terms[0][0] else terms  # one that is added stands first
        out = with_sign(*terms[0])
        for minus, term in terms[1:]:
            out = Apply("sub" if minus else "add", (out, term))
        return out

    def _terms(self, minus: bool, expr: Expr) -> list[Term]:
        """The terms of a sum, each with its sign."""
        flipped, expr = self.signed(expr)
        minus ^= flipped
        if isinstance(expr, Apply) and expr.op in ("add", "sub"):
            a, b = expr.args
            return [*self._terms(minus, a), *self._terms(minus ^ (expr.op == "sub"), b)]
        return [(minus, expr)]

    def _join(self, terms: list[Term], minus: bool, term: Expr) -> None:
        """Add a term to others, to one that it has a factor in common with if there is one."""
        for k, (sign, other) in enumerate(terms):
            first, second = (term, other) if sign and not minus else (other, term)
            joined = self._alike(first, second, minus != sign)
            if joined is None:
                joined = self._factored(first, second, minus != sign)
            if joined is not None:
                flipped, joined = self.signed(joined)
                terms[k] = ((sign and minus) ^ flipped, joined)
                return
        terms.append((minus, term))

    def _alike(self, a: Expr, b: Expr, minus: bool) -> Expr | None:
        """``3.0 * x`` for ``x`` and ``2.0 * x``."""
        if _is_small(a) and _is_small(b):
            assert isinstance(a, Const) and isinstance(b, Const)
            return Const(a.value - b.value if minus else a.value + b.value)
        (scale_a, rest), (scale_b, more) = leading(a), leading(b)
        if rest is None or more is None or _key(rest) != _key(more):
            return None
        scale = scale_a - scale_b if minus else scale_a + scale_b
        if scale == 0 or not (isinstance(rest, Apply) or self._is_floating(rest)):
            return None
        if not self.is_derived(rest) and not self._is_floating(rest):
            return None
        first = rest if self._begins_derived(rest) or not self._begins_derived(more) else more
        return _scaled(float(scale), first)

    def _begins_derived(self, expr: Expr) -> bool:
        return self.is_derived(_factors(expr)[0])

    def negated(self, expr: Apply) -> Expr:
        """``-expr`` for the negation of a derivative: a constant takes the minus."""
        minus, inner = self.signed(expr)
        scale, rest = leading(inner)
        return expr if rest is None or scale == 1.0 else _scaled(-scale if minus else scale, rest)

    def signed(self, expr: Expr) -> tuple[bool, Expr]:
        """Whether a minus can be drawn out of ``expr`` (that rounds nothing otherwise), and what is left."""
        if self._is_sequence(expr):
            return False, expr
        if isinstance(expr, Const):
            negative = isinstance(expr.value, (int, float)) and not isinstance(expr.value, bool) and expr.value < 0
            return (True, Const(-expr.value)) if negative else (False, expr)
        if not isinstance(expr, Apply) or self._wraps(expr):
            return False, expr
        if expr.op == "neg":
            minus, inner = self.signed(expr.args[0])
            return not minus, inner
        if expr.op in PRODUCTS:
            minus_a, a = self.signed(expr.args[0])
            minus_b, b = self.signed(expr.args[1])
            return minus_a ^ minus_b, Apply(expr.op, (a, b)) if minus_a or minus_b else expr
        if _is_linear(expr):
            minus, first = self.signed(expr.args[1])
            return minus, _with_first(expr, first)
        return False, expr

    def _wraps(self, expr: Expr) -> bool:
        """True where a minus may not be moved: unsigned integers wrap around, and bools have none."""
        return any((self.kinds[v].dtype or "f8")[0] in "ub" for v in variables(expr) if v in self.kinds)

    def _factored(self, a: Expr, b: Expr, minus: bool) -> Expr | None:
        """``p * (x + y)`` for ``p * x`` and ``p * y``."""
        (scale_a, rest_a), (scale_b, rest_b) = leading(a), leading(b)
        if rest_a is None or rest_b is None:
            return None
        a, b = rest_a, rest_b
        common = next((f for f in _factors(a) if self._is_common(f) and f in _factors(b)), None)
        if common is None:
            return None
        rest, more = (_rest(scale, x, common) for scale, x in ((scale_a, a), (scale_b, b)))
        if not self._is_floating(rest) or not self._is_floating(more):
            return None  # True + True is True, and small integers overflow
        return self.product(Apply("mul", (common, self.sum("sub" if minus else "add", rest, more))))

    def _is_common(self, factor: Expr) -> bool:
        return isinstance(factor, Var) and factor in self.derived and self._is_floating(factor)

    def _is_floating(self, expr: Expr) -> bool:
        if isinstance(expr, Var):
            return expr in self.kinds and (self.kinds[expr].dtype or "?")[0] in "fc"
        if isinstance(expr, Const):
            return isinstance(expr.value, float)
        if not isinstance(expr, Apply):
            return False
        if expr.op == "call":
            return isinstance(expr.args[0], Ref) and any(expr.args[0].value is f for f in FLOAT_FUNCTIONS)
        if expr.op in ("add", "sub", "mul", "truediv"):
            return any(map(self._is_floating, expr.args))
        return expr.op in ("neg", "pow") and self._is_floating(expr.args[0])

    # ------------------------------------------------------------------------------------------------ products

    def product(self, expr: Apply) -> Expr:
        """A product of a derivative: the constants are one and stand first, sums in it are tidy.

        >>> x, p = Var("x", 0), Var("p", 0)
        >>> scaled = Apply("mul", (Apply("mul", (Const(0.5), p)), Apply("mul", (Const(2.0), x))))
        >>> Algebra({}, {p}).product(scaled) == Apply("mul", (p, x))
        True
        """
        if any(map(self._is_sequence, expr.args)):
            return expr
        a, b = (self._tidy(x) for x in expr.args)
        made = Apply(expr.op, (a, b))
        scale, rest = leading(made)
        is_operation = isinstance(rest, Apply) and (rest.op in PRODUCTS or _is_linear(rest))
        if expr.op == "truediv" or rest is None or (scale == 1.0 and not is_operation):
            return made  # a bare name would share memory with what it names
        return _scaled(scale, rest)

    def _is_sequence(self, expr: Expr) -> bool:
        """True for a list or tuple, whose ``*`` and ``+`` are of another kind."""
        if isinstance(expr, Var):
            return expr in self.kinds and self.kinds[expr].cat in ("list", "tuple")
        return isinstance(expr, Apply) and (
            expr.op in ("list", "tuple") or expr.op in ("mul", "add") and any(map(self._is_sequence, expr.args))
        )

    def _tidy(self, factor: Expr) -> Expr:
        """A factor that is a sum: equal terms are one."""
        if isinstance(factor, Apply) and factor.op in ("add", "sub"):
            a, b = factor.args
            if (self._is_floating(a) or isinstance(a, Const)) and (self._is_floating(b) or isinstance(b, Const)):
                return self.sum(factor.op, a, b)
        return factor

    def call(self, expr: Apply) -> Expr:
        """A constant stands before ``np.sum(...)`` and its kin."""
        if not _is_linear(expr) or not isinstance(expr.args[1], Apply):
            return expr
        scale, first = leading(expr.args[1])
        return expr if first is None or scale == 1.0 else _scaled(scale, _with_first(expr, first))


def _is_linear(expr: Apply) -> bool:
    return expr.op == "call" and isinstance(expr.args[0], Ref) and any(expr.args[0].value is f for f in LINEAR)


def _with_first(expr: Apply, first: Expr) -> Apply:
    return Apply("call", (expr.args[0], first, *expr.args[2:]), expr.kwargs)


def leading(expr: Expr) -> tuple[float, Expr | None]:
    """The constant factors of a product, as one, and the rest (None: there is none).

    >>> leading(Apply("mul", (Apply("mul", (Const(4.0), Var("p", 0))), Const(0.5))))
    (2.0, Var(name='p', number=0, temp=False))
    """
    if isinstance(expr, Const) and _is_small(expr) and expr.value != 0:  # a zero meets a slope before that is infinite
        return expr.value, None
    if isinstance(expr, Apply) and expr.op == "mul":
        (scale_a, a), (scale_b, b) = map(leading, expr.args)
        return scale_a * scale_b, b if a is None else a if b is None else Apply("mul", (a, b))
    return 1.0, expr


def _is_small(expr: Expr) -> bool:
    number = isinstance(expr, Const) and isinstance(expr.value, (int, float)) and not isinstance(expr.value, bool)
    return number and isinstance(expr, Const) and abs(expr.value) < 1e9


def _scaled(scale: float, expr: Expr) -> Expr:
    if scale == 1.0:
        return expr
    if scale == -1.0:
        return with_sign(True, expr)
    if isinstance(expr, Apply) and expr.op == "mul":
        return Apply("mul", (_scaled(scale, expr.args[0]), expr.args[1]))
    return Apply("mul", (Const(scale), expr))


def with_sign(minus: bool, expr: Expr) -> Expr:
    """``-expr`` or ``expr``."""
    if not minus:
        return expr
    if isinstance(expr, Const):
        return Const(-expr.value)
    if isinstance(expr, Apply) and expr.op == "mul":
        return Apply("mul", (with_sign(True, expr.args[0]), expr.args[1]))
    return Apply("neg", (expr,))


def twice(expr: Expr) -> Expr:
    """``2.0 * expr``."""
    scale, rest = leading(expr)
    return Const(2.0 * scale) if rest is None else _scaled(2.0 * scale, rest)


def _factors(expr: Expr) -> list[Expr]:
    if isinstance(expr, Apply) and expr.op == "mul":
        return [*_factors(expr.args[0]), *_factors(expr.args[1])]
    return [expr]


def _key(expr: Expr) -> Counter[Expr]:
    return Counter(_factors(expr))


def _rest(scale: float, expr: Expr, factor: Expr) -> Expr:
    return Const(float(scale)) if expr == factor else _scaled(scale, _without(expr, factor))


def _without(expr: Expr, factor: Expr) -> Expr:
    """The product without one factor, otherwise grouped as it was."""
    assert isinstance(expr, Apply)
    a, b = expr.args
    if a == factor:
        return b
    if factor in _factors(a):
        return Apply("mul", (_without(a, factor), b))
    return a if b == factor else Apply("mul", (a, _without(b, factor)))


__all__ = ["Algebra", "leading", "twice", "with_sign"]

