"""Where a zero cotangent may meet an infinite or NaN slope because a selection drops a part of a value.

``np.where(p > 0, p * np.log(p), 0)`` drops -inf and NaN where p is 0, and these must not come back as NaN by a product
with the zero cotangent of the dropped part.  Rules with a singular slope absorb that zero; products, which have none,
do so only here: for operands made by a function with a singular point, or in front of a function that leaves NaN out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from s2s.ir.core import Apply, Block, Function, If, Let, Loop, Ref, Scope, Stmt, Var, While, Write
from s2s.rules import registry

SELECTING = (np.where, np.select, np.choose, np.compress, np.extract, np.ndarray.compress)
LEAVING_OUT_NAN = (
    np.nansum, np.nanmean, np.nanmax, np.nanmin, np.nanstd, np.nanvar, np.nanprod, np.nanmedian, np.nanquantile,
    np.nanpercentile, np.nan_to_num,
)  # fmt: skip
SINGULAR = (
    np.log, np.log2, np.log10, np.log1p, np.divide, np.reciprocal, np.arctanh, np.tan, np.exp, np.exp2, np.expm1,
    np.sinh, np.cosh, np.float_power,
)  # fmt: skip
MOVING = (
    np.reshape, np.ravel, np.transpose, np.ndarray.reshape, np.ndarray.transpose, np.copy, np.ndarray.copy,
    np.concatenate, np.stack,
)  # fmt: skip
PRODUCTS = (
    np.matmul, np.dot, np.vdot, np.inner, np.outer, np.tensordot, np.kron, np.einsum, np.vecdot, np.linalg.multi_dot,
    *(getattr(np, name) for name in ("matvec", "vecmat") if hasattr(np, name)),
)  # fmt: skip
SUMS = (np.sum, np.mean)
FINITE = {"np.isnan", "np.isfinite", "np.isinf"}
MASKED = frozenset({"item_where", "item_fancy", "item_unknown"})


def absorbing(function: Function) -> frozenset[int]:
    """The identities of the Lets of ``function`` whose rules are to absorb a zero cotangent."""
    stmts = list(_statements(function.body))
    rules = Rules(function, stmts)
    if not any(map(rules.drops, stmts)):
        return frozenset()
    infinite = _infinite(stmts, rules)
    dropped, beside_nan = _dropped(stmts, rules, rules.drops), _dropped(stmts, rules, rules.drops_nan)
    found = set()
    products = rules.elementwise | rules.products
    for stmt in stmts:
        if isinstance(stmt, Let) and stmt.derivative is not None and stmt.derivative.rule in products:
            target = stmt.targets[0]
            singular = any(v in infinite for v in _operands(stmt))
            if target in beside_nan or (target in dropped and singular):
                found.add(id(stmt))
    return frozenset(found)


class Rules:
    """What is known of the rules that are registered now, and of the masks in one function."""

    def __init__(self, function: Function, stmts: list[Stmt]) -> None:
        def of(functions: tuple[Any, ...]) -> frozenset[Any]:
            return frozenset(map(registry.lookup, functions)) - {None}

        self.selecting, self.leaving_out_nan = of(SELECTING), of(LEAVING_OUT_NAN)
        self.singular, self.moving = of(SINGULAR), of(MOVING)
        self.products, self.mixing = of(PRODUCTS), of(PRODUCTS) | of(SUMS)
        ufuncs = {r for f, r in registry.RULES.items() if isinstance(f, np.ufunc) and f.signature is None}
        self.elementwise = frozenset(r for r in registry.RULES.values() if r.slopes) | ufuncs
        self.kinds = function.kinds
        self.finite: set[Var] = set()  # masks that tell finite entries from others
        for stmt in stmts:
            if isinstance(stmt, Let) and self._tests_finite(stmt.expr):
                self.finite.update(stmt.targets)

    def _tests_finite(self, expr: Any) -> bool:
        if isinstance(expr, Apply):
            return any(map(self._tests_finite, expr.args))
        return expr in self.finite if isinstance(expr, Var) else isinstance(expr, Ref) and expr.text in FINITE

    def drops(self, stmt: Stmt) -> bool:
        """True for a statement that takes a part of a value and drops the rest."""
        if isinstance(stmt, Write):
            return stmt.how in MASKED or (stmt.how == "item" and self._is_mask(stmt.index))
        if not isinstance(stmt, Let) or stmt.derivative is None:
            return False
        rule, bindings = stmt.derivative.rule, stmt.derivative.bindings
        if rule == "getitem":
            return bindings["how"] in ("mask", "unknown")
        return rule in self.selecting | self.leaving_out_nan or isinstance(bindings.get("where"), Var | Apply)

    def drops_nan(self, stmt: Stmt) -> bool:
        """True where what is dropped is known to be NaN, or infinite."""
        if isinstance(stmt, Write):
            return self.drops(stmt) and self._tests_finite(stmt.index)
        if not self.drops(stmt) or not isinstance(stmt, Let) or stmt.derivative is None:
            return False
        masks = [stmt.derivative.bindings.get(name) for name in ("condition", "where", "index")]
        return stmt.derivative.rule in self.leaving_out_nan or any(map(self._tests_finite, masks))

    def _is_mask(self, index: Any) -> bool:
        if isinstance(index, Apply):
            return any(map(self._is_mask, index.args))
        kind = self.kinds.get(index) if isinstance(index, Var) else None
        return kind is not None and kind.cat == "arr" and kind.dtype == "b1"

    def passes_on(self, let: Let) -> bool:
        """True where entries of the result are made of entries of operands, maybe of many, and of nothing else."""
        assert let.derivative is not None
        rule = let.derivative.rule
        return rule in ("copy", "number", "getitem") or rule in self.elementwise | self.moving | self.mixing


def _statements(block: Block) -> Iterator[Stmt]:
    for stmt in block.stmts:
        yield stmt
        for inner in _blocks(stmt):
            yield from _statements(inner)


def _blocks(stmt: Stmt) -> tuple[Block, ...]:
    if isinstance(stmt, If):
        return stmt.then, stmt.orelse
    if isinstance(stmt, Loop):
        return (stmt.source.head, stmt.body) if isinstance(stmt.source, While) else (stmt.body,)
    return (stmt.body, stmt.final) if isinstance(stmt, Scope) else ()


def _operands(let: Let) -> Iterator[Var]:
    assert let.derivative is not None
    for bound in let.derivative.bindings.values():
        if isinstance(bound, Var):
            yield bound
        elif isinstance(bound, Apply) and bound.op in ("tuple", "list"):
            yield from (a for a in bound.args if isinstance(a, Var))


def _infinite(stmts: list[Stmt], rules: Rules) -> set[Var]:
    """Values that may be infinite or NaN at the border of the domain of what made them."""
    found: set[Var] = set()
    for stmt in stmts:
        if isinstance(stmt, Let) and stmt.derivative is not None:
            made = stmt.derivative.rule in rules.singular
            if made or (rules.passes_on(stmt) and any(v in found for v in _operands(stmt))):
                found.update(stmt.targets)
    return found


def _dropped(stmts: list[Stmt], rules: Rules, drops: Callable[[Stmt], bool]) -> set[Var]:
    """Values of which a later statement may drop a part."""
    found: set[Var] = set()
    for stmt in reversed(stmts):
        if isinstance(stmt, Write):
            if drops(stmt) or stmt.new in found:
                found.add(stmt.old)
                found.update(v for v in (stmt.value,) if isinstance(v, Var) and stmt.new in found)
        elif isinstance(stmt, Let) and stmt.derivative is not None:
            if drops(stmt) or (rules.passes_on(stmt) and any(t in found for t in stmt.targets)):
                found.update(_operands(stmt))
        elif isinstance(stmt, If | Loop):
            for inner in _blocks(stmt):
                pairs = zip(stmt.results, inner.results, strict=False)
                found.update(v for result, v in pairs if result in found and isinstance(v, Var))
    return found
