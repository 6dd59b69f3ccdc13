"""What is known of an expression while a rule is inlined: its shape, its dtype, its value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from s2s import runtime
from s2s.analysis import kinds as K
from s2s.analysis import shapes as S
from s2s.ir.core import NONE, Apply, Const, Expr, Kind, Ref, Var
from s2s.rules.registry import Rule
from s2s.rules.template import Template, split, template
from s2s.source import operators as O
from s2s.source.modules import ModuleNames

UNFOLDED = object()


class Raised(Exception):
    """The rule refuses."""

    def __init__(self, reason: str, hint: str | None) -> None:
        super().__init__(reason)
        self.reason, self.hint = reason, hint


class Folding:
    """Kinds, shapes and values of expressions under the bindings of one rule."""

    def __init__(
        self,
        rule: Rule,
        bindings: dict[str, Any],
        outputs: tuple[Var, ...],
        kinds: dict[Var, Kind],
        names: ModuleNames,
        fresh: Callable[[str], Var],
        absorb: bool,
    ) -> None:
        self.rule, self.template = rule, template(rule)
        self.kinds, self.names, self.fresh = kinds, names, fresh
        self.outputs = outputs
        self.absorb = absorb or rule.absorb
        self.flowing: set[Var] = set()
        self.env: dict[str, Any] = dict(bindings)
        self.bindings = bindings
        self.extras: list[tuple[Var, Expr]] = []
        self.out: list[tuple[Expr, Expr]] = []
        if not rule.slopes:
            self.template = self._effective()
            self._outer()

    def _effective(self) -> Template:
        """Choose among the bodies of a rule whose number of outputs depends on a keyword."""
        body = list(self.template.outer)
        for position, stmt in enumerate(body):
            if isinstance(stmt, gast.If) and any(isinstance(s, gast.FunctionDef) for s in stmt.body):
                test = self.fold(stmt.test)
                if test is UNFOLDED:
                    raise Raised(
                        f"{self.rule.name}: an option of this call must be a literal",
                        "write the keyword's value as a literal",
                    )
                if test:
                    return split([*body[:position], *stmt.body], self.template.globals)
        kept = tuple(
            s for s in body if not (isinstance(s, gast.If) and any(isinstance(x, gast.FunctionDef) for x in s.body))
        )
        return Template(
            kept, self.template.pullback, self.template.pushforward, self.template.globals, self.template.outputs, None
        )

    # ------------------------------------------------------------------------------------------------ modules

    def _module_path(self, node: Any) -> Any:
        if isinstance(node, gast.Name):
            return None if node.id in self.env else self.template.globals.get(node.id)
        if isinstance(node, gast.Attribute):
            owner = self._module_path(node.value)
            return None if owner is None else getattr(owner, node.attr, None)
        return None

    def _module_attribute(self, owner: Any, name: str) -> Expr:
        obj = getattr(owner, name)
        if isinstance(obj, float):
            return Ref(f"{self.names.ref(owner).text}.{name}")
        if obj is None:
            return NONE
        return self.names.ref(obj)

    # ------------------------------------------------------------------------------------------------ shapes and dtypes

    def _shape_owner(self, shape: Any) -> Any:
        """The parameter whose shape a local holds."""
        if not isinstance(shape, Var):
            return shape if isinstance(shape, Const) and shape.value == () else None
        for target, value in (*self.extras, *self.out):
            if (
                target == shape
                and isinstance(value, Apply)
                and value.op == "call"
                and value.args[0] == self.names.ref(np.shape)
            ):
                return value.args[1]
        return None

    def unbroadcast(self, x_bar: Expr, x: Any, shape: Expr | None = None) -> Expr:
        """Sum ``x_bar`` to the shape of ``x``; nothing where both shapes are known to agree."""
        kind, result = self.kind(x), self.kind(self.outputs[0])
        if kind.cat == "num" and result.cat == "num":
            return x_bar
        if kind.shape is not None and kind.shape == result.shape:
            return x_bar
        if kind.cat == "num":
            return Apply("call", (self.names.ref(np.sum), x_bar))
        axes = S.stretched_axes(kind.shape, result.shape)
        if axes is not None and kind.cat == "arr":
            return Apply(
                "call", (self.names.ref(np.sum), x_bar), (("axis", Const(axes[0] if len(axes) == 1 else axes)),)
            )
        axes = S.kept_axes(kind.shape, result.shape)
        if axes is not None and kind.cat == "arr":
            keywords = (("axis", Const(axes[0] if len(axes) == 1 else axes)), ("keepdims", Const(True)))
            return Apply("call", (self.names.ref(np.sum), x_bar), keywords)
        if shape is None:
            shape = self._shape_extra(x)
        return Apply("call", (self.names.ref(runtime.unbroadcast), x_bar, shape))

    def _shape_extra(self, x: Expr) -> Expr:
        value = Apply("call", (self.names.ref(np.shape), x))
        for target, known in self.extras:
            if known == value:
                return target
        name = f"{x.name}_shape" if isinstance(x, Var) else "shape"
        var = self.fresh(name)
        self.extras.append((var, value))
        return var

    def kind(self, expr: Any) -> Kind:
        if isinstance(expr, Var):
            return self.kinds.get(expr, K.NUMERIC)
        if isinstance(expr, Const):
            return K.kind_of(expr.value)
        return K.OTHER

    def conj(self, expr: Any) -> Any:
        if expr is ZERO or self.is_real(expr):
            return expr
        if isinstance(expr, Apply) and expr.op == "truediv" and self.is_real(expr.args[0]):
            return Apply("truediv", (expr.args[0], self.conj(expr.args[1])))  # a quotient is one still: see ratio
        return Apply("call", (self.names.ref(np.conj), expr))

    def is_real(self, expr: Any) -> bool:
        """True when the value is known not to be complex."""
        if isinstance(expr, Var):
            kind = self.kinds.get(expr)
            if kind is None:
                return all(not K.maybe_complex(self.kind(b)) for b in self.bindings.values() if isinstance(b, Var))
            return K.is_real(kind)
        if isinstance(expr, Const):
            return not isinstance(expr.value, complex)
        if isinstance(expr, Ref):
            return callable(expr.value) or (expr.value is not None and K.is_real(K.kind_of(expr.value)))
        if isinstance(expr, Apply):
            if expr.op == "call" and expr.args[0] in (
                Ref("np.real"),
                Ref("np.imag"),
                Ref("np.abs"),
                Ref("np.absolute"),
                Ref("np.angle"),
            ):
                return True
            args = expr.args[expr.op == "call" :]
            return all(self.is_real(a) for a in args) and all(self.is_real(v) for _, v in expr.kwargs)
        return True

    # ------------------------------------------------------------------------------------------------ folding

    def fold(self, node: Any) -> Any:
        """The value of a test that is known while compiling, or UNFOLDED."""
        if isinstance(node, gast.Constant):
            return node.value
        if isinstance(node, gast.BoolOp):
            return self._fold_bool(node)
        if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.Not):
            inner = self.fold(node.operand)
            return UNFOLDED if inner is UNFOLDED else not inner
        if isinstance(node, gast.UnaryOp) and isinstance(node.op, gast.USub):
            inner = self.fold(node.operand)
            return UNFOLDED if inner is UNFOLDED else -inner
        if isinstance(node, gast.Compare):
            return self._fold_compare(node)
        if isinstance(node, gast.Call):
            return self._fold_call(node)
        if isinstance(node, (gast.Tuple, gast.List)):
            parts = [self.fold(e) for e in node.elts]
            return UNFOLDED if any(p is UNFOLDED for p in parts) else tuple(parts)
        if isinstance(node, gast.JoinedStr):
            parts = [self.fold(v.value) if isinstance(v, gast.FormattedValue) else v.value for v in node.values]
            return UNFOLDED if any(p is UNFOLDED for p in parts) else "".join(map(str, parts))
        if isinstance(node, gast.Name) and node.id in self.env:
            return self._fold_value(self.env[node.id])
        if isinstance(node, gast.Name):
            obj = self.template.globals.get(node.id, UNFOLDED)
            return obj if isinstance(obj, (int, float, str, tuple, frozenset, set)) else UNFOLDED
        if isinstance(node, gast.Attribute):
            path = self._module_path(node)
            return UNFOLDED if path is None else path
        return UNFOLDED

    def _fold_value(self, value: Any) -> Any:
        if isinstance(value, Const):
            return value.value
        if isinstance(value, Apply) and value.op == "neg" and isinstance(value.args[0], Const):
            return -value.args[0].value
        if isinstance(value, Apply) and value.op in ("tuple", "list"):
            parts = [self._fold_value(a) for a in value.args]
            return UNFOLDED if any(p is UNFOLDED for p in parts) else tuple(parts)
        if isinstance(value, Ref) and value.text in ("np.inf", "np.nan", "np.newaxis"):
            return getattr(np, value.text[3:])
        return UNFOLDED

    def _fold_bool(self, node: Any) -> Any:
        parts = [self.fold(v) for v in node.values]
        if isinstance(node.op, gast.And):
            if any(p is not UNFOLDED and not p for p in parts):
                return False
        elif any(p is not UNFOLDED and p for p in parts):
            return True
        return UNFOLDED if any(p is UNFOLDED for p in parts) else isinstance(node.op, gast.And)

    def _fold_compare(self, node: Any) -> Any:
        op = O.COMPARE[type(node.ops[0])]
        if len(node.ops) != 1:
            return UNFOLDED
        if op in ("is", "is_not") and isinstance(node.comparators[0], gast.Constant):
            known = self._is_literal(node.left, node.comparators[0].value)
            if known is not UNFOLDED:
                return known if op == "is" else not known
        left, right = self.fold(node.left), self.fold(node.comparators[0])
        if left is UNFOLDED or right is UNFOLDED:
            return UNFOLDED
        if op in ("in", "not_in"):
            return (left in right) == (op == "in")
        try:
            return O.PYTHON[op](left, right)
        except TypeError:
            return UNFOLDED

    def _is_literal(self, node: Any, wanted: Any) -> Any:
        if isinstance(node, gast.Name) and node.id in self.env:
            value = self.env[node.id]
            if value is ZERO:
                return wanted is None
            folded = self._fold_value(value)
            if folded is not UNFOLDED:
                return folded is wanted
            if isinstance(value, Var):
                kind = self.kinds.get(value)
                if kind is not None and kind.cat in ("num", "arr", "numeric", "list", "tuple"):
                    return False if wanted is None or kind.cat == "arr" or kind.dtype != "b1" else UNFOLDED
                if kind is None and node.id.endswith("_bar"):
                    return False
                return UNFOLDED
            if isinstance(value, Ref) and wanted is None and value.value is not None:
                return False
            if isinstance(value, Apply) and wanted is None:
                return False if value.op in ("tuple", "list", "slice") or node.id.endswith("_bar") else UNFOLDED
        return UNFOLDED

    def _fold_call(self, node: Any) -> Any:
        obj = self._module_path(node.func)
        if obj is None and isinstance(node.func, gast.Name):
            import builtins

            obj = getattr(builtins, node.func.id, None)
        argument = self.eval(node.args[0]) if node.args else None
        if obj is np.ndim and argument is not None:
            if isinstance(argument, Var):
                kind = self.kinds.get(argument)
                return (
                    kind.rank
                    if kind is not None and kind.rank is not None and kind.cat in ("num", "arr", "numeric")
                    else UNFOLDED
                )
            return 0 if isinstance(argument, Const) and isinstance(argument.value, (int, float)) else UNFOLDED
        if obj is np.iscomplexobj and argument is not None:
            if self.is_real(argument):
                return False
            kind = self.kind(argument)
            return True if K.is_complex(kind) else UNFOLDED
        if obj is len and isinstance(argument, Apply) and argument.op in ("tuple", "list"):
            return (
                UNFOLDED if any(isinstance(a, Apply) and a.op == "star" for a in argument.args) else len(argument.args)
            )
        if obj is callable:
            return False if isinstance(argument, (Const, Apply)) else isinstance(argument, Ref) or UNFOLDED
        if obj is isinstance:
            return self._fold_isinstance(argument, node.args[1])
        return UNFOLDED

    def _fold_isinstance(self, argument: Any, classes: Any) -> Any:
        wanted = self._classes(classes)
        if wanted is None:
            return UNFOLDED
        if isinstance(argument, Const):
            return isinstance(argument.value, wanted)
        if isinstance(argument, Apply) and argument.op in ("tuple", "list"):
            return issubclass(tuple if argument.op == "tuple" else list, wanted)
        if isinstance(argument, Var):
            kind = self.kinds.get(argument)
            if kind is not None and kind.cat == "arr":
                return issubclass(np.ndarray, wanted)
            if kind is not None and kind.cat in ("num", "tuple", "list"):
                if kind.cat == "num" and not set(wanted) & {
                    int,
                    float,
                    complex,
                    bool,
                    np.integer,
                    np.floating,
                    np.generic,
                    np.number,
                }:
                    return False
                if (
                    kind.cat == "num"
                    and kind.dtype is not None
                    and kind.dtype[0] == "i"
                    and int in wanted
                    and kind.python
                ):
                    return True
                if kind.cat in ("tuple", "list"):
                    return issubclass(tuple if kind.cat == "tuple" else list, wanted)
        return UNFOLDED

    def _classes(self, node: Any) -> tuple[Any, ...] | None:
        import builtins

        nodes = node.elts if isinstance(node, gast.Tuple) else [node]
        found = []
        for part in nodes:
            obj = self._module_path(part)
            if obj is None and isinstance(part, gast.Name):
                obj = getattr(builtins, part.id, None)
            if not isinstance(obj, type):
                return None
            found.append(obj)
        return tuple(found)

    # ------------------------------------------------------------------------------------------------ above

    def _outer(self) -> None:
        raise NotImplementedError

    def eval(self, node: Any) -> Any:
        raise NotImplementedError


class _Zero:
    """A tangent that is statically zero."""

    def __repr__(self) -> str:
        return "ZERO"


ZERO: Any = _Zero()
