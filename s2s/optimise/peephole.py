"""Small algebra on derivative code: what a person would not write is gone."""

from __future__ import annotations

from typing import Any

import numpy as np

from s2s import runtime
from s2s.ir.core import NONE, Apply, Assign, Augment, Branch, Code, Const, Do, Expr, For, Jump, Kind, Ref, Repeat, Var
from s2s.ir.walk import blocks_of, substitute, uses, variables, with_blocks, write_counts
from s2s.optimise.algebra import Algebra, twice
from s2s.optimise.aliases import Memory, changed_in_place
from s2s.optimise.dce import popped_by, root_of
from s2s.optimise.gather import gathered
from s2s.optimise.idle import FRESH
from s2s.optimise.signs import absorb_signs

_OTHER = Kind("other")
COMPUTING = (np.sum, np.outer, np.dot, runtime.ratio, runtime.scale)
KEEPS_SHAPE = (np.conj, np.sin, np.cos, np.exp, np.sign, runtime.scale, runtime.ratio, runtime.tie_shares)


def simplify(code: tuple[Code, ...], context: Any) -> tuple[Code, ...]:
    """Rewrite every expression; ``context`` knows the shapes of the primal values, and which values are derivatives."""
    context.stretched, context.once = {}, {}
    context.algebra = Algebra(context.function.kinds, context.derived)
    numbers = {var for var, kind in context.function.kinds.items() if kind.cat == "num"}
    _collect(code, context, changed_in_place(code, numbers) - numbers)
    context.memory = Memory(code, context.function.kinds, context.is_new)
    return absorb_signs(_simplified(code, context), context.derived, lambda stmt: _stmt(stmt, context), numbers)


def _simplified(code: tuple[Code, ...], context: Any) -> tuple[Code, ...]:
    apart = tuple(part for s in code for part in _apart(s, context))
    return gathered(_joined(tuple(_stmt(s, context) for s in apart)), context.algebra)


def _apart(stmt: Code, context: Any) -> tuple[Code, ...]:
    """``a, b = [x] * 2`` for a number x, one by one."""
    if not isinstance(stmt, Assign) or not isinstance(stmt.target, Apply) or stmt.target.op != "tuple":
        return (stmt,)
    value, targets = stmt.value, stmt.target.args
    if not isinstance(value, Apply) or value.op != "mul" or value.args[1] != Const(len(targets)):
        return (stmt,)
    items = value.args[0]
    if not isinstance(items, Apply) or items.op != "list" or len(items.args) != 1:
        return (stmt,)
    first, item = targets[0], items.args[0]
    if not all(isinstance(t, Var) and context.function.kinds.get(t, _OTHER).cat == "num" for t in targets):
        return (stmt,)
    if any(t in set(variables(item)) for t in targets):
        return (stmt,)
    if isinstance(item, Var):
        return tuple(Assign(t, item) for t in targets)
    return (Assign(first, item), *(Assign(t, first) for t in targets[1:]))


def _collect(code: tuple[Code, ...], context: Any, changed: set[Var]) -> None:
    """Variables that are assigned once, and those of them that only stand for a stretched number."""
    counts = write_counts(code)

    def walk(block: tuple[Code, ...]) -> None:
        for stmt in block:
            if (
                isinstance(stmt, Assign)
                and isinstance(stmt.target, Var)
                and counts.get(stmt.target) == 1
                and isinstance(stmt.value, Apply)
            ):
                context.once[stmt.target] = value = stmt.value
                if (
                    value.op == "call"
                    and value.args[0] == Ref("np.broadcast_to")
                    and all(counts.get(v, 0) <= 1 and v not in changed for v in variables(value))
                ):
                    context.stretched[stmt.target] = value
            for inner in blocks_of(stmt):
                walk(inner)

    walk(code)


def _joined(code: tuple[Code, ...]) -> tuple[Code, ...]:
    """``x = e`` and then ``x += e`` is ``x = 2.0 * e``."""
    out: list[Code] = []
    for stmt in code:
        last = out[-1] if out else None
        if (
            isinstance(stmt, Augment)
            and isinstance(last, Assign)
            and stmt.target == last.target
            and isinstance(stmt.target, Var)
            and (stmt.op in ("add", "sub"))
            and not popped_by(stmt)  # each time another item
        ):
            first = last.value
            second = stmt.value if stmt.op == "add" else Apply("neg", (stmt.value,))
            same = _negated(Apply("neg", (first,))) == _negated(Apply("neg", (second,)))
            if same and isinstance(first, Apply):
                out[-1] = Assign(last.target, twice(first))
                continue
        if (
            isinstance(last, Assign)
            and last.value == Const(0.0)
            and isinstance(stmt, Augment)
            and stmt.target == last.target
            and isinstance(stmt.target, Apply)
            and stmt.op in ("add", "sub")
            and stmt.target.op == "getitem"
        ):
            out[-1] = Assign(stmt.target, stmt.value if stmt.op == "add" else Apply("neg", (stmt.value,)))
            continue
        if (
            isinstance(last, Assign)
            and isinstance(stmt, Assign)
            and isinstance(stmt.target, Var)
            and stmt.target == last.target
            and isinstance(last.value, Var)
            and uses(stmt.value).get(stmt.target, 0) > 0
        ):
            out[-1] = Assign(stmt.target, substitute(stmt.value, {stmt.target: last.value}))
            continue
        out.append(stmt)
    return tuple(out)


def _stmt(stmt: Code, context: Any) -> Code:
    def e(expr: Expr) -> Expr:
        return rewrite(expr, context)

    if isinstance(stmt, Assign):
        value = e(stmt.value)
        if value != stmt.value and context.is_new(stmt.value) and not context.is_new(value):
            value = _unshared(stmt, value, context.function.kinds)
        target = stmt.target if isinstance(stmt.target, Var) else e(stmt.target)
        if _is_part_of_array(target, context) and not context.memory.meet(target, value):
            value = _uncopied(value)
        stmt = Assign(target, value, stmt.augmented, stmt.effect)
    elif isinstance(stmt, Augment):
        value = e(stmt.value)
        op = stmt.op
        if op in ("add", "sub"):
            value = _unstretched(_uncopied(value), stmt.target, context)
            minus, value = context.algebra.signed(value)
            op = {"add": "sub", "sub": "add"}[op] if minus else op
        stmt = Augment(e(stmt.target) if not isinstance(stmt.target, Var) else stmt.target, op, value)
    elif isinstance(stmt, Do):
        stmt = Do(e(stmt.value))
    elif isinstance(stmt, Branch):
        stmt = Branch(e(stmt.test), stmt.then, stmt.orelse)
    elif isinstance(stmt, For):
        stmt = For(stmt.target, e(stmt.iterable), stmt.body)
    elif isinstance(stmt, Repeat):
        stmt = Repeat(e(stmt.test), stmt.body)
    elif isinstance(stmt, Jump):
        stmt = Jump(stmt.kind, tuple(map(e, stmt.args)))
    return with_blocks(stmt, tuple(_simplified(b, context) for b in blocks_of(stmt)))


def _is_part_of_array(target: Expr, context: Any) -> bool:
    """True for a part of an array: the numbers of what is assigned to it are copied."""
    root = root_of(target) if isinstance(target, Apply) and target.op == "getitem" else None
    return root is not None and context.function.kinds.get(root, _OTHER).cat == "arr"


def _unshared(stmt: Assign, value: Expr, kinds: dict[Var, Kind]) -> Expr:
    """What is assigned instead of a new array, where a simpler value is one that exists: nothing else may share it."""
    kind = kinds.get(stmt.target, _OTHER) if isinstance(stmt.target, Var) else _OTHER
    if kind.cat == "arr":
        return Apply("method", (value, Const("copy")))
    owner = stmt.target.args[0] if isinstance(stmt.target, Apply) and stmt.target.op == "getitem" else None
    into_array = isinstance(owner, Var) and kinds.get(owner, _OTHER).cat == "arr"
    return value if kind.cat == "num" or into_array else stmt.value


def rewrite(expr: Expr, context: Any) -> Expr:
    """Bottom-up rewriting of one expression.

    >>> x, y = Var("x", 0), Var("y", 0)
    >>> product = Apply("call", (Ref("np.matmul"), Apply("neg", (Apply("neg", (x,)),)), y))
    >>> rewrite(product, None) == Apply("matmul", (x, y))
    True
    """
    if not isinstance(expr, Apply):
        return expr
    args = tuple(rewrite(a, context) for a in expr.args)
    kwargs = tuple((k, rewrite(v, context)) for k, v in expr.kwargs)
    expr = Apply(expr.op, args, kwargs)
    algebra: Algebra | None = None if context is None else context.algebra
    if expr.op in FRESH or expr.op == "call" and _computes(args[0]):
        expr = Apply(expr.op, args := tuple(map(_uncopied, args)), kwargs)
    if expr.op == "neg":
        made = _negated(expr)
        if algebra is not None and isinstance(made, Apply) and algebra.is_derived(made):
            return algebra.negated(made)
        return made
    if expr.op in ("add", "sub") and algebra is not None and algebra.is_derived(expr):
        a, b = args
        return algebra.sum(expr.op, _unstretched(a, b, context), _unstretched(b, a, context))
    if expr.op in ("mul", "truediv"):
        return _product(expr, context)
    if expr.op == "call" and args[0] == Ref("np.matmul") and len(args) == 3 and not kwargs:
        return Apply("matmul", args[1:])
    if expr.op == "call" and args[0] == Ref("expand") and len(args) == 5 and args[4] == Const(True):
        return Apply("call", (context.names.ref(np.broadcast_to), args[1], args[2]))
    if expr.op == "call" and args[0] == Ref("np.real") and _is_real_part(args[1]):
        return args[1]
    if expr.op == "call" and algebra is not None and algebra.is_derived(expr):
        return algebra.call(expr)
    if expr.op == "call" and args[0] == Ref("np.zeros"):
        return _zeros(expr, context)
    if expr.op == "getitem" and context is not None:
        return _item_of_part(expr, context)
    if expr.op == "method" and args[1:] == (Const("copy"),) and not kwargs:
        return args[0] if _is_new_array(args[0], context) else expr
    return expr


def _item_of_part(expr: Apply, context: Any) -> Expr:
    """``a[1]`` for ``a[1:][0]`` of an array: the item must be there either way."""
    part, index = expr.args
    if not isinstance(part, Apply) or part.op != "getitem" or not _is_part_of_array(part, context):
        return expr
    bounds = part.args[1]
    if not isinstance(bounds, Apply) or bounds.op != "slice" or bounds.args[2] != NONE:
        return expr
    start, stop = (_count(b) for b in bounds.args[:2])
    at = _count(index)
    start = 0 if bounds.args[0] == NONE else start
    if start is None or at is None or (bounds.args[1] != NONE and (stop is None or start + at >= stop)):
        return expr
    return Apply("getitem", (part.args[0], Const(start + at)))


def _count(expr: Expr) -> int | None:
    """A literal that counts from the front."""
    value = expr.value if isinstance(expr, Const) else None
    return value if type(value) is int and value >= 0 else None


def _is_real_part(expr: Expr) -> bool:
    """True for ``z.real``, ``z.imag`` and what is taken from them: there is nothing to take the real part of."""
    while isinstance(expr, Apply) and expr.op == "getitem":
        expr = expr.args[0]
    return isinstance(expr, Apply) and expr.op == "attr" and expr.args[1] in (Const("real"), Const("imag"))


def _zeros(expr: Apply, context: Any) -> Expr:
    """``np.zeros(np.shape(x))`` is ``np.zeros_like(x)`` for an x of the same dtype."""
    shape = expr.args[1]
    if not (
        isinstance(shape, Apply)
        and shape.op == "call"
        and shape.args[0] == Ref("np.shape")
        and isinstance(shape.args[1], Var)
    ):
        return expr
    kind = context.function.kinds.get(shape.args[1])
    dtype = (
        "f8"
        if len(expr.args) == 2
        else {"np.float32": "f4", "np.complex128": "c16", "np.complex64": "c8"}.get(getattr(expr.args[2], "text", ""))
    )
    if kind is None or kind.cat != "arr" or kind.dtype != dtype:
        return expr
    return Apply("call", (context.names.ref(np.zeros_like), shape.args[1]))


def _negated(expr: Apply) -> Expr:
    inner = expr.args[0]
    if isinstance(inner, Apply) and inner.op == "neg":
        return inner.args[0]
    if isinstance(inner, Const) and isinstance(inner.value, (int, float)):
        return Const(-inner.value)
    if (
        isinstance(inner, Apply)
        and inner.op in ("mul", "truediv")
        and isinstance(inner.args[0], Apply)
        and inner.args[0].op == "neg"
    ):
        return Apply(inner.op, (inner.args[0].args[0], inner.args[1]))
    return expr


def _product(expr: Apply, context: Any) -> Expr:
    """``broadcast_to(s, shape of x) * x`` is ``s * x``."""
    a, b = expr.args
    if isinstance(b, Apply) and b.op == "neg":
        return _negated(Apply("neg", (_product(Apply(expr.op, (a, b.args[0])), context),)))
    for mine, other, first in ((a, b, True), (b, a, False)):
        if expr.op == "truediv" and not first:
            continue
        scalar = _broadcast(mine, context)
        if scalar is not None and _has_shape(other, scalar[1], context):
            mine = scalar[0]
            expr = Apply(expr.op, (mine, other) if first else (other, mine))
            break
    algebra: Algebra = context.algebra
    return algebra.product(expr) if algebra.is_derived(expr) else expr


def _unstretched(expr: Expr, other: Expr, context: Any) -> Expr:
    """``s`` for ``broadcast_to(s, shape of x)`` where it is added to something that has that shape."""
    found = _broadcast(expr, context)
    return found[0] if found is not None and _has_shape(other, found[1], context) else expr


def _broadcast(expr: Expr, context: Any) -> tuple[Expr, Any] | None:
    """The argument and the symbolic shape of a call of np.broadcast_to."""
    if isinstance(expr, Var) and expr in context.stretched:
        expr = context.stretched[expr]
    if isinstance(expr, Apply) and expr.op == "neg":
        inner = _broadcast(expr.args[0], context)
        return None if inner is None else (Apply("neg", (inner[0],)), inner[1])
    if (
        isinstance(expr, Apply)
        and expr.op in ("mul", "truediv")
        and isinstance(expr.args[0 if expr.op == "mul" else 1], Const)
    ):
        inner = _broadcast(expr.args[1 if expr.op == "mul" else 0], context)
        if inner is None:
            return None
        return Apply(expr.op, (expr.args[0], inner[0]) if expr.op == "mul" else (inner[0], expr.args[1])), inner[1]
    if (
        isinstance(expr, Apply)
        and expr.op == "call"
        and expr.args[0] == Ref("np.broadcast_to")
        and isinstance(expr.args[2], Var)
    ):
        owner = _shape_owner(expr.args[2], context)
        if owner is not None:
            shape = context.function.kinds.get(owner).shape if owner in context.function.kinds else None
            if shape is not None:
                return expr.args[1], shape
    return None


def _shape_owner(shape: Var, context: Any) -> Var | None:
    for pairs in context.extras.values():
        for target, value in pairs:
            if target == shape and isinstance(value, Apply) and value.op == "call" and value.args[0] == Ref("np.shape"):
                found = value.args[1]
                return found if isinstance(found, Var) else None
    return None


def _has_shape(expr: Expr, shape: Any, context: Any, depth: int = 8) -> bool:
    """True when an operand of ``expr``, or its value, is known to have the symbolic shape."""
    if depth == 0:
        return False
    if isinstance(expr, Var):
        kind = context.function.kinds.get(expr)
        if kind is not None and kind.shape == shape:
            return True
        return expr in context.once and _has_shape(context.once[expr], shape, context, depth - 1)
    if isinstance(expr, Apply) and expr.op in ("mul", "add", "sub", "truediv", "pow", "neg"):
        return any(_has_shape(a, shape, context, depth - 1) for a in expr.args)
    if (
        isinstance(expr, Apply)
        and expr.op == "call"
        and isinstance(expr.args[0], Ref)
        and any(expr.args[0].value is f for f in KEEPS_SHAPE)
    ):
        return any(_has_shape(a, shape, context, depth - 1) for a in expr.args[1:])
    return False


def _is_new_array(expr: Expr, context: Any) -> bool:
    """True for what an operator or a function makes anew: it needs no copy."""
    if not isinstance(expr, Apply) or expr.op == "method":
        return False
    return expr.op in FRESH or context is not None and context.is_new(expr)


def _computes(function: Expr) -> bool:
    """True for a function that only computes with its arguments: what it returns shares no memory with them."""
    value = function.value if isinstance(function, Ref) else None
    return isinstance(value, np.ufunc) or any(value is f for f in COMPUTING)


def _uncopied(expr: Expr) -> Expr:
    """``x`` for ``x.copy()``."""
    is_copy = isinstance(expr, Apply) and expr.op == "method" and expr.args[1:] == (Const("copy"),)
    return expr.args[0] if is_copy and isinstance(expr, Apply) else expr
