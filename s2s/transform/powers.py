"""A negative Python number to a fractional power is complex: the generated forward refuses it where it happens."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from s2s import runtime
from s2s.analysis.signs import Facts, bindings, never_negative, not_negative
from s2s.ir.core import Apply, Assign, Augment, Branch, Code, Const, Do, Expr, For, Jump, Kind, Ref, Repeat, Var
from s2s.ir.walk import blocks_of, bound_by, with_blocks, write_counts
from s2s.source.modules import ModuleNames

ARITHMETIC = frozenset({"add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "neg", "pos"})
LIKE_ITS_ARGUMENTS = frozenset({"abs", "max", "min", "round", "pow"})
COUNTS = frozenset({"shape", "size", "ndim"})


def guard_powers(code: tuple[Code, ...], kinds: dict[Var, Kind], names: ModuleNames) -> tuple[Code, ...]:
    """Write ``real_power(x, y)`` for ``x ** y`` where both may be Python numbers, x negative and y fractional."""
    guard = _Powers(kinds, names)
    if not any(map(guard.has_power, code)):
        return code
    counts = write_counts(code)
    once = frozenset(var for var in kinds if counts.get(var, 0) <= 1)
    bound = list(bindings(code, Facts(once, {}), frozenset()))
    guard.facts = Facts(once, {var: value for var, value, _ in bound if var in once and isinstance(value, Apply)})
    guard.find_python(code)
    return guard.block(code, never_negative(code, guard.facts))


class _Powers:
    def __init__(self, kinds: dict[Var, Kind], names: ModuleNames) -> None:
        self.kinds, self.names = kinds, names
        self.facts = Facts(frozenset(), {})
        self.given: dict[Var, list[Expr]] | None = None  # None: anything may be a number of Python's
        self.pythons: set[Var] = set()

    # --- the statements ----------------------------------------------------------------------------------------------

    def has_power(self, stmt: Code) -> bool:
        """True where something in the statement has to be guarded if its signs are not looked at."""
        here = self.statement(stmt, frozenset()) != stmt
        return here or any(self.has_power(inner) for block in blocks_of(stmt) for inner in block)

    def block(self, code: tuple[Code, ...], known: frozenset[Var]) -> tuple[Code, ...]:
        out: list[Code] = []
        for stmt in code:
            made = self.statement(stmt, known)
            inner = blocks_of(stmt)
            if isinstance(stmt, Branch):
                facts = [known | self.facts.of(stmt.test, True), known | self.facts.of(stmt.test, False)]
                made = with_blocks(made, tuple(self.block(b, k) for b, k in zip(inner, facts, strict=True)))
                for arm, other in ((stmt.then, facts[1]), (stmt.orelse, facts[0])):
                    known = other if arm and _leaves(arm[-1]) else known
            elif inner:
                made = with_blocks(made, tuple(self.block(b, known) for b in inner))
            out.append(made)
        return tuple(out)

    def statement(self, stmt: Code, known: frozenset[Var]) -> Code:
        """The statement itself, without the blocks in it."""
        if isinstance(stmt, Assign):
            made = replace(stmt, value=self.expr(stmt.value, known))
            return stmt if made == stmt else replace(made, augmented=False)
        if isinstance(stmt, Augment):
            return replace(stmt, value=self.expr(stmt.value, known))
        if isinstance(stmt, Do):
            return Do(self.expr(stmt.value, known))
        if isinstance(stmt, (Branch, Repeat)):
            return replace(stmt, test=self.expr(stmt.test, known))
        if isinstance(stmt, For):
            return replace(stmt, iterable=self.expr(stmt.iterable, known))
        if isinstance(stmt, Jump):
            return Jump(stmt.kind, tuple(self.expr(a, known) for a in stmt.args))
        return stmt

    def expr(self, expr: Any, known: frozenset[Var]) -> Any:
        if not isinstance(expr, Apply):
            return expr
        made = Apply(
            expr.op,
            tuple(self.expr(a, known) for a in expr.args),
            tuple((k, self.expr(v, known)) for k, v in expr.kwargs),
        )
        if expr.op != "pow" and not (expr.op == "call" and expr.args[0] == Ref("_operator.pow")):
            return made
        base, exponent = expr.args[-2:]
        if not_negative(base, known) or self.whole(exponent) or self.complex(base) or self.complex(exponent):
            return made
        if not (self.python(base) and self.python(exponent)):
            return made
        return Apply("call", (self.names.ref(runtime.real_power), *made.args[-2:]))

    # --- the numbers -------------------------------------------------------------------------------------------------

    def whole(self, expr: Any) -> bool:
        """True for an exponent that is a whole number."""
        if isinstance(expr, Var):
            kind = self.kinds.get(expr)
            return kind is not None and kind.dtype is not None and kind.dtype[0] in "iub"
        if isinstance(expr, Const):
            return isinstance(expr.value, int) or isinstance(expr.value, float) and expr.value.is_integer()
        closed = isinstance(expr, Apply) and expr.op in ("add", "sub", "mul", "neg")
        return closed and all(map(self.whole, expr.args))

    def complex(self, expr: Any) -> bool:
        """True where a value is known to be complex, or not known to be real: the derivative takes it as such."""
        if isinstance(expr, Const):
            return isinstance(expr.value, complex)
        if isinstance(expr, Var):
            kind = self.kinds.get(expr)
            numbers = kind is not None and kind.cat in ("num", "arr", "numeric")
            return numbers and kind is not None and (kind.dtype is None or kind.dtype[0] == "c")
        if not isinstance(expr, Apply) or expr.op == "attr" and expr.args[1] in (Const("real"), Const("imag")):
            return False
        return any(self.complex(arg) for arg in expr.args)

    def find_python(self, code: tuple[Code, ...]) -> None:
        """Find the variables that may hold a number of Python's; what NumPy makes is NaN where it is not real."""
        self.given = {}
        for var, value in _given(code):
            self.given.setdefault(var, []).append(value)
        grown = True
        while grown:
            found = {var for var, values in self.given.items() if any(map(self.python, values))} - self.pythons
            self.pythons |= found
            grown = bool(found)

    def python(self, expr: Any) -> bool:
        """True where a value may be a number of Python's."""
        if isinstance(expr, Const):
            return isinstance(expr.value, (int, float, complex)) and not isinstance(expr.value, np.generic)
        if isinstance(expr, Var):
            return self._python_var(expr)
        if not isinstance(expr, Apply):
            return not isinstance(self.names.found(expr.text), (np.ndarray, np.generic))
        if expr.op in ARITHMETIC:
            return all(map(self.python, expr.args))
        if expr.op == "ifexp":
            return any(map(self.python, expr.args[1:]))
        if expr.op == "call":
            return self._python_call(expr)
        if expr.op in ("method", "matmul"):
            return expr.args[1] == Const("item")
        if expr.op == "attr":
            return expr.args[1].value in COUNTS or self.python(expr.args[0])  # type: ignore[union-attr]
        return expr.op != "getitem" or self.python(expr.args[0])

    def _python_var(self, var: Var) -> bool:
        kind = self.kinds.get(var)
        if kind is not None and kind.cat == "arr":
            return False
        if self.given is None or kind is None or kind.cat not in ("num", "numeric"):
            return True
        if var not in self.given:
            return kind.cat == "numeric" or kind.python or kind.mixed
        return var in self.pythons

    def _python_call(self, expr: Apply) -> bool:
        function = expr.args[0]
        if not isinstance(function, Ref):
            return True
        if function.text.startswith("np.") or isinstance(function.value, np.ufunc):
            return False
        return any(map(self.python, expr.args[1:])) if function.text in LIKE_ITS_ARGUMENTS else True


def _leaves(stmt: Code) -> bool:
    return isinstance(stmt, Jump) and stmt.kind != "assert"


def _given(code: tuple[Code, ...]) -> Any:
    """Each variable and what it is bound to; for one of several targets, or of a loop, what it is a part of."""
    for stmt in code:
        if isinstance(stmt, Assign):
            yield from ((var, stmt.value) for var in bound_by(stmt.target))
        elif isinstance(stmt, Augment) and isinstance(stmt.target, Var):
            yield stmt.target, Apply(stmt.op, (stmt.target, stmt.value))
        elif isinstance(stmt, For):
            yield from ((var, stmt.iterable) for var in bound_by(stmt.target))
        for inner in blocks_of(stmt):
            yield from _given(inner)
