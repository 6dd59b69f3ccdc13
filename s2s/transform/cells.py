"""Cotangent cells: where the cotangent of each primal value is gathered while the program is reversed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from s2s import runtime
from s2s.ir.core import Apply, Block, Call, Const, Expr, If, Kind, Let, Loop, Place, Ref, Scope, Var, While, Write
from s2s.optimise.dce import root_of

FRESH_OPS = frozenset({"add", "sub", "mul", "truediv", "pow", "matmul", "neg", "mod", "floordiv", "ifexp_fresh"})
FRESH_HELPERS = {
    runtime.scale,
    runtime.ratio,
    runtime.absorbed,
    runtime.chosen,
    runtime.restore_order,
    runtime.take_written,
}
AS_FRESH_AS = {runtime.unbroadcast, runtime.share_ties, np.real}  # may return the first argument, or a part


@dataclass(frozen=True)
class Cell:
    """The state of one cotangent: its variable, whether it holds anything yet, and whether we own its memory.

    ``real``: what it holds is real although the primal value is complex, so nothing complex fits into its memory.
    """

    var: Var
    filled: bool = False
    owned: bool = False
    real: bool = False

    def with_value(self, owned: bool, real: bool = False) -> Cell:
        return replace(self, filled=True, owned=owned, real=real)


def is_fresh(expr: Expr, kinds: dict[Var, Kind]) -> bool:
    """True when the value of ``expr`` is a new object that nothing else refers to."""
    if isinstance(expr, Const):
        return True
    if not isinstance(expr, Apply):
        return False
    if expr.op in FRESH_OPS:
        return True
    if expr.op == "ifexp":
        return all(is_fresh(a, kinds) for a in expr.args[1:])
    if expr.op == "call" and isinstance(expr.args[0], Ref):
        function = expr.args[0].value
        if function is list or function in FRESH_HELPERS or isinstance(function, np.ufunc):
            return True
        if function in AS_FRESH_AS:
            return is_fresh(expr.args[1], kinds)
        return expr.args[0].text.startswith("np.") and expr.args[0].text.split(".")[-1] in FRESH_FUNCTIONS
    if expr.op == "method":
        name = expr.args[1]
        return isinstance(name, Const) and name.value in ("copy", "sum", "pop")
    return expr.op == "getitem" and _is_gathered(expr, kinds)


def _is_gathered(expr: Apply, kinds: dict[Var, Kind]) -> bool:
    """True for ``a[[0, 0, 2]]`` and ``a[mask]`` of an array: an index with an array in it is never a view."""
    owner, index = expr.args
    root = root_of(owner)
    parts = index.args if isinstance(index, Apply) and index.op == "tuple" else (index,)
    return root in kinds and kinds[root].cat == "arr" and any(_is_many(p, kinds) for p in parts)


def _is_many(index: Expr, kinds: dict[Var, Kind]) -> bool:
    """True for a list or an array as an index, but not for an array without axes: that is a number."""
    if isinstance(index, Apply):
        return index.op == "list"
    kind = kinds.get(index) if isinstance(index, Var) else None
    return kind is not None and (kind.cat == "list" or kind.cat == "arr" and bool(kind.rank))


FRESH_FUNCTIONS = frozenset(
    {
        "sum",
        "zeros",
        "zeros_like",
        "ones",
        "ones_like",
        "outer",
        "dot",
        "where",
        "copy",
        "cumsum",
        "full",
        "concatenate",
        "stack",
        "tile",
        "repeat",
        "roll",
        "triu",
        "tril",
        "inv",
        "solve",
        "array",
        "take_along_axis",
        "pad",
        "kron",
        "inner",
        "prod",
        "mean",
        "full_like",
        "clip",
        "fft",
        "ifft",
        "rfft",
        "irfft",
        "convolve",
    }
)


def key_of(var: Var, places: dict[Var, Place], written: frozenset[int]) -> Any:
    """The cell that a primal value's cotangent lives in: its own, or that of its storage where this is written."""
    place = places.get(var)
    if place is not None and place.storage in written:
        return ("storage", place.storage)
    return var


def lists_before(block: Block, kinds: dict[Var, Kind], places: dict[Var, Place]) -> dict[tuple[int, int], Var]:
    """For each branch or loop and each storage of a list: the list as it is when that is reached."""
    found: dict[tuple[int, int], Var] = {}

    def visit(block: Block, current: dict[int, Var]) -> None:
        def define(*new: Var) -> None:
            for var in new:
                place = places.get(var)
                if place is not None and not place.path and kinds.get(var) is not None and kinds[var].cat == "list":
                    current[place.storage] = var

        for stmt in block.stmts:
            if isinstance(stmt, Let | Call):
                define(*stmt.targets)
            elif isinstance(stmt, Write):
                define(stmt.new)
            elif isinstance(stmt, Scope):
                visit(stmt.body, current)
                visit(stmt.final, current)
            elif isinstance(stmt, If):
                found.update({(id(stmt), storage): var for storage, var in current.items()})
                visit(stmt.then, dict(current))
                visit(stmt.orelse, dict(current))
                define(*stmt.results)
            elif isinstance(stmt, Loop):
                found.update({(id(stmt), storage): var for storage, var in current.items()})
                inner = dict(current)
                for param in stmt.params:
                    place = places.get(param)
                    if place is not None and kinds[param].cat == "list":
                        inner[place.storage] = param
                if isinstance(stmt.source, While):
                    visit(stmt.source.head, inner)
                visit(stmt.body, inner)
                define(*stmt.results)

    visit(block, {})
    return found
