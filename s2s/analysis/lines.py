"""Lines of arrays: along which axis, and in which steps, a one-dimensional part of an array runs.

NumPy's ``a[i] = b`` reads all of ``b`` before it overwrites any of it where both share memory, with one exception: for
a one-dimensional ``a[i]`` whose steps in memory have the sign of those of ``b`` it copies element by element
(``array_assign_array.c``), and reads elements that it has overwritten where the steps differ.  So does ``np.copyto``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from s2s.ir.core import NONE, Apply, Const, Expr, Ref, Var

ONE = Const(1)
Bounds: TypeAlias = tuple[Expr, Expr | None]
SOMEWHERE: Bounds = (Const(0), None)


@dataclass(frozen=True)
class Lines:
    """A view of a whole array: for each of its axes the axis of the whole (None: a new one) and the step along it.

    ``bounds`` are those on the axes of the whole that the view does not run along from end to end.
    """

    axes: tuple[tuple[object, Expr], ...]
    bounds: dict[object, Bounds]

    @classmethod
    def whole(cls, axes: tuple[object, ...]) -> Lines:
        return cls(tuple((axis, ONE) for axis in axes), {})

    def seen(self, view: Expr, is_number: Callable[[Var], bool]) -> Lines | None:
        """The view ``view`` of this one, or None where that is not known; IndexError for too many indices.

        >>> row = Lines.whole((0, 1)).seen(Apply("getitem", (Const("<view>"), Const(2))), lambda var: True)
        >>> row.axes, row.bounds[0][0]
        (((1, Const(value=1)),), Const(value=2))
        """
        if not isinstance(view, Apply):
            return None
        if view.op == "getitem":
            return self.part(view.args[1], is_number)
        name = view.args[0].text if isinstance(view.args[0], Ref) else getattr(view.args[1], "value", None)
        if name in ("real", "imag", "np.real", "np.imag"):
            return self
        if name == "np.flip" and len(view.args) == 2 and not view.kwargs:
            back = Apply("slice", (NONE, NONE, Const(-1)))
            return self.part(Apply("tuple", (back,) * len(self.axes)), is_number)
        if name in ("T", "transpose", "np.transpose") and len(view.args) == 2 and not view.kwargs:
            return Lines(self.axes[::-1], self.bounds)
        return None

    def part(self, index: Expr, is_number: Callable[[Var], bool]) -> Lines | None:
        """The part that a basic index names."""
        parts = list(index.args) if isinstance(index, Apply) and index.op == "tuple" else [index]
        used = sum(p not in (NONE, Const(Ellipsis)) for p in parts)
        if used > len(self.axes):
            raise IndexError("too many indices")
        rest = [Apply("slice", (NONE, NONE, NONE))] * (len(self.axes) - used)
        at = parts.index(Const(Ellipsis)) if Const(Ellipsis) in parts else len(parts)
        axes: list[tuple[object, Expr]] = []
        left, bounds = list(self.axes), dict(self.bounds)
        for part in (*parts[:at], *rest, *parts[at + 1 :]):
            if part == NONE:
                axes.append((None, ONE))
                continue
            axis, step = left.pop(0)
            span = _span(part, is_number)
            if span is None:
                return None
            limits, stride = span
            if stride is not None:
                together = stride if step == ONE else step if stride == ONE else _times(step, stride)
                if together is None:
                    return None
                axes.append((axis, together))
            if limits is not None:
                bounds[axis] = limits if step == ONE and axis not in bounds else SOMEWHERE
        return Lines(tuple(axes), bounds)


def _span(part: Expr, is_number: Callable[[Var], bool]) -> tuple[Bounds | None, Expr | None] | None:
    """The bounds (None: from end to end) and the step (None: a number) of one part of an index."""
    if isinstance(part, Apply) and part.op == "slice":
        low, high, step = part.args
        step = ONE if step == NONE else step
        if (low, high) == (NONE, NONE):
            return None, step
        plain = (Const(0) if low == NONE else low, None if high == NONE else high)
        return plain if step == ONE else SOMEWHERE, step
    if isinstance(part, Var) and not is_number(part):
        return None
    if isinstance(part, Const) and (not isinstance(part.value, int) or isinstance(part.value, bool)):
        return None
    return (part, Apply("add", (part, ONE))), None


def _times(a: Expr, b: Expr) -> Expr | None:
    known = isinstance(a, Const) and isinstance(b, Const)
    return Const(a.value * b.value) if known else None  # type: ignore[union-attr]


def reads_first(written: Lines, read: Lines, counters: set[Var], straight: bool) -> bool:
    """True where ``written[...] = read`` reads each element before it is overwritten.

    ``counters`` are variables that are not negative; ``straight``: the steps of the whole are positive.
    """
    if len(written.axes) != 1 or not read.axes:
        return True
    (axis, step), (other, stride) = written.axes[0], read.axes[-1]
    if axis is None or other is None:
        return True  # one element
    if axis == other and (step == stride or _opposite(step, stride)):
        return True
    if any(_apart(written.bounds[k], read.bounds[k], counters) for k in written.bounds.keys() & read.bounds.keys()):
        return True
    # a row and a column: where one of them is the first of its kind, the order of the copy happens to be right
    crossing = straight and step == stride == ONE and axis not in written.bounds and other not in read.bounds
    first = (Const(0), Apply("add", (Const(0), ONE)))
    return crossing and first in (written.bounds.get(other), read.bounds.get(axis))


def _opposite(a: Expr, b: Expr) -> bool:
    signs = [_sign(a), _sign(b)]
    return None not in signs and signs[0] != signs[1]


def _sign(step: Expr) -> bool | None:
    if isinstance(step, Apply) and step.op == "neg":
        inner = _sign(step.args[0])
        return None if inner is None else not inner
    return step.value < 0 if isinstance(step, Const) else None


def _apart(a: Bounds, b: Bounds, counters: set[Var]) -> bool:
    """True for parts of an axis that have no element in common."""
    return any(
        first[1] is not None
        and all(_not_negative(bound, counters) for bound in first)
        and _at_least(second[0], first[1])
        for first, second in ((a, b), (b, a))
    )


def _not_negative(expr: Expr | None, counters: set[Var]) -> bool:
    terms = {} if expr is None else _terms(expr)
    return all(n >= 0 and (term is None or term in counters) for term, n in terms.items())


def _at_least(a: Expr, b: Expr) -> bool:
    """True where ``a - b`` is a constant that is not negative."""
    terms = _terms(Apply("sub", (a, b)))
    return all(n == 0 or term is None and n > 0 for term, n in terms.items())


def _terms(expr: Expr) -> dict[Expr | None, int]:
    """A sum as the factors of its terms; the constant has the key None."""
    if isinstance(expr, Const) and isinstance(expr.value, int):
        return {None: expr.value}
    if isinstance(expr, Apply) and expr.op == "neg":
        return {term: -n for term, n in _terms(expr.args[0]).items()}
    if isinstance(expr, Apply) and expr.op in ("add", "sub"):
        total = dict(_terms(expr.args[0]))
        for term, n in _terms(expr.args[1]).items():
            total[term] = total.get(term, 0) + (n if expr.op == "add" else -n)
        return total
    return {expr: 1}
