"""The expressions of a derivative rule, evaluated on expressions instead of values."""

from __future__ import annotations

import builtins
import functools
import inspect
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from s2s import runtime
from s2s.ir.core import NONE, Apply, Const, Expr, Kind, Var
from s2s.ir.walk import variables
from s2s.rules import registry
from s2s.rules.methods import METHODS
from s2s.source import operators as O
from s2s.transform.inline_fold import UNFOLDED, ZERO, Folding

PLAIN = {"keepdims": False, "where": True}  # what np._NoValue means
NEW_DEFAULTS = {np.take_along_axis, np.put_along_axis}  # the axis has a default since NumPy 2.3


@functools.cache
def _defaults(function: Any) -> dict[str, Any]:
    """The parameters of a function with their defaults, as far as it, or its rule, tells them."""
    if function in NEW_DEFAULTS:
        return {}
    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):  # as np.array before NumPy 2.4
        rule = registry.lookup(function)
        if rule is None or rule.slopes:
            return {}
        found = inspect.signature(rule.source).parameters.values()
    table = {p.name: UNFOLDED if p.default is p.empty else p.default for p in found}
    return {name: PLAIN.get(name, UNFOLDED) if value is np._NoValue else value for name, value in table.items()}


class Evaluation(Folding):
    """Evaluation of the expressions of one rule."""

    zero_of: dict[str, Any]

    def eval(self, node: Any) -> Any:
        method = getattr(self, "_eval_" + type(node).__name__, None)
        if method is None:
            raise AssertionError(f"{self.rule.name}: {type(node).__name__} in a rule")
        return method(node)

    def _eval_Constant(self, node: Any) -> Expr:
        return Const(node.value)

    def _eval_Name(self, node: Any) -> Any:
        if node.id in self.env:
            return self.env[node.id]
        return self._global(node.id)

    def _global(self, name: str) -> Expr:
        obj = self.template.globals.get(name, getattr(builtins, name, UNFOLDED))
        if obj is UNFOLDED:
            raise AssertionError(f"{self.rule.name}: unknown name {name}")
        if isinstance(obj, (int, float, complex, str, tuple)) and not callable(obj):
            return Const(obj)
        return self.names.ref(obj)

    def _eval_Tuple(self, node: Any) -> Expr:
        return Apply("tuple", tuple(self.eval(e) for e in node.elts))

    def _eval_List(self, node: Any) -> Expr:
        return Apply("list", tuple(self.eval(e) for e in node.elts))

    def _eval_Dict(self, node: Any) -> Expr:
        return Apply(
            "dict", tuple(x for k, v in zip(node.keys, node.values, strict=True) for x in (self.eval(k), self.eval(v)))
        )

    def _eval_UnaryOp(self, node: Any) -> Any:
        if isinstance(node.op, gast.Not):
            folded = self.fold(node)
            if folded is not UNFOLDED:
                return Const(folded)
            return Apply("not", (self.eval(node.operand),))
        op = O.UNARY[type(node.op)]
        operand = self.eval(node.operand)
        if operand is ZERO:
            return ZERO
        if isinstance(operand, Const) and isinstance(operand.value, (int, float, complex)):
            return Const(O.PYTHON[op](operand.value))
        if op == "pos":
            return operand
        return Apply(op, (operand,))

    def _eval_BinOp(self, node: Any) -> Any:
        op = O.BINARY[type(node.op)]
        left, right = self.eval(node.left), self.eval(node.right)
        return self.binary(op, left, right)

    def binary(self, op: str, left: Any, right: Any) -> Any:
        if left is ZERO or right is ZERO:
            return self._zero_binary(op, left, right)
        if (
            isinstance(left, Const)
            and isinstance(right, Const)
            and isinstance(left.value, (int, float))
            and isinstance(right.value, (int, float))
        ):
            try:
                return Const(O.PYTHON[op](left.value, right.value))
            except Exception:
                pass
        if isinstance(left, Apply) and isinstance(right, Apply) and op == "add" and left.op == right.op == "tuple":
            return Apply("tuple", left.args + right.args)
        if op == "pow" and right == Const(1):
            return left
        if op == "mul" and right in (Const(1), Const(1.0)):
            return left
        if op == "mul" and left in (Const(1), Const(1.0)):
            return right
        if op == "mul" and self.absorb and not self.rule.absorb:
            return self._absorbed(left, right)
        if op == "matmul" and self.absorb:
            return self._product(np.matmul, (left, right), Apply(op, (left, right)))
        return Apply(op, (left, right))

    def _absorbed(self, left: Any, right: Any) -> Any:
        """The product of a cotangent or tangent with a slope that may be infinite: exactly zero where the first is."""
        flows = self._flowing()
        of_left, of_right = (not flows.isdisjoint(variables(v)) for v in (left, right))
        if of_left == of_right or isinstance(right if of_left else left, Const):
            return Apply("mul", (left, right))
        return self.helper(runtime.scale, left, right) if of_left else self.helper(runtime.scale, right, left)

    def _product(self, function: Any, args: tuple[Any, ...], plain: Expr) -> Expr:
        """A sum of products in which a zero cotangent makes zeros of factors that may be infinite."""
        flows = self._flowing()
        places = [i for i, v in enumerate(args) if not flows.isdisjoint(variables(v))]
        if not places:
            return plain
        if function in (runtime.einsum_pullback, runtime.multi_dot_pullback):
            return self.helper(runtime.absorbed_each, self.names.ref(function), *args)
        return self.helper(runtime.absorbed, self.names.ref(function), Const(places[0]), *args)

    def _zero_binary(self, op: str, left: Any, right: Any) -> Any:
        if op == "add":
            return right if left is ZERO else left
        if op == "sub":
            if right is ZERO:
                return left
            return Apply("neg", (right,)) if right is not ZERO else ZERO
        return ZERO

    def _eval_Compare(self, node: Any) -> Any:
        folded = self.fold(node)
        if folded is not UNFOLDED:
            return Const(folded)
        if len(node.ops) != 1:
            args = [self.eval(n) for n in (node.left, *node.comparators)]
            return Apply("compare", (*(Const(O.COMPARE[type(o)]) for o in node.ops), *args))
        return Apply(O.COMPARE[type(node.ops[0])], (self.eval(node.left), self.eval(node.comparators[0])))

    def _eval_BoolOp(self, node: Any) -> Any:
        folded = self.fold(node)
        if folded is not UNFOLDED:
            return Const(folded)
        name = "and" if isinstance(node.op, gast.And) else "or"
        values = [self.eval(v) for v in node.values]
        result = values[0]
        for value in values[1:]:
            result = Apply(name, (result, value))
        return result

    def _eval_IfExp(self, node: Any) -> Any:
        test = self.fold(node.test)
        if test is not UNFOLDED:
            return self.eval(node.body if test else node.orelse)
        return Apply("ifexp", (self.eval(node.test), self.eval(node.body), self.eval(node.orelse)))

    def _eval_Attribute(self, node: Any) -> Any:
        if isinstance(node.value, gast.Name) and node.value.id not in self.env:
            owner = self.template.globals.get(node.value.id)
            if owner is not None:
                return self._module_attribute(owner, node.attr)
        if isinstance(node.value, gast.Attribute):
            root = self._module_path(node.value)
            if root is not None:
                return self._module_attribute(root, node.attr)
        owner = self.eval(node.value)
        if owner is ZERO:
            return ZERO
        return Apply("attr", (owner, Const(node.attr)))

    def _eval_Subscript(self, node: Any) -> Any:
        owner = self.eval(node.value)
        index = self.eval(node.slice)
        if owner is ZERO:
            return ZERO
        if (
            isinstance(owner, Apply)
            and owner.op in ("tuple", "list")
            and isinstance(index, Const)
            and isinstance(index.value, int)
        ):
            return owner.args[index.value]
        return Apply("getitem", (owner, index))

    def _eval_Slice(self, node: Any) -> Expr:
        return Apply("slice", tuple(NONE if p is None else self.eval(p) for p in (node.lower, node.upper, node.step)))

    def _eval_Starred(self, node: Any) -> Expr:
        return Apply("star", (self.eval(node.value),))

    def _eval_Call(self, node: Any) -> Any:
        args: list[Any] = []
        for arg in node.args:
            if isinstance(arg, gast.Starred):
                inner = self.eval(arg.value)
                if isinstance(inner, Apply) and inner.op in ("tuple", "list"):
                    args.extend(inner.args)
                else:
                    args.append(Apply("star", (inner,)))
            else:
                args.append(self.eval(arg))
        if isinstance(node.func, gast.Attribute):
            path = self._module_path(node.func.value)
            if path is None:
                return self._eval_method(node, args)
            obj = getattr(path, node.func.attr)
        else:
            assert isinstance(node.func, gast.Name)
            obj = self.env.get(node.func.id, UNFOLDED)
            if obj is UNFOLDED:
                obj = self.template.globals.get(node.func.id, getattr(builtins, node.func.id, None))
            else:
                target, kwargs = obj, self._keywords(node, None)
                return self._with_zeros(args, kwargs, lambda a, k: Apply("call", (target, *a), k), node)
        special = self._special(obj, args, node)
        if special is not None:
            return special
        args, kwargs = self._positional(args, node, obj), self._keywords(node, obj)

        def call(a: tuple[Any, ...], k: Any) -> Expr:
            plain = Apply("call", (self.names.ref(obj), *a), k)
            return self._product(obj, a, plain) if self.absorb and obj in runtime.PRODUCTS and not k else plain

        return self._with_zeros(args, kwargs, call, node)

    def _eval_method(self, node: Any, args: list[Any]) -> Any:
        owner = self.eval(node.func.value)
        if owner is ZERO:
            return ZERO
        name = node.func.attr
        kwargs = self._keywords(node, METHODS.get(name))
        return self._with_zeros(args, kwargs, lambda a, k: Apply("method", (owner, Const(name), *a), k), node)

    def _keywords(self, node: Any, function: Any) -> tuple[tuple[Any, Any], ...]:
        defaults = _defaults(function)
        kept = (k for k in node.keywords if not self._is_default(k.value, defaults, k.arg))
        return tuple((k.arg, self.eval(k.value)) for k in kept)

    def _positional(self, args: list[Any], node: Any, function: Any) -> list[Any]:
        """The arguments without the last ones that repeat a default."""
        defaults = _defaults(function)
        names, count = list(defaults), len(args)
        if count != len(node.args) or count > len(names):
            return args
        while count and self._is_default(node.args[count - 1], defaults, names[count - 1]):
            count -= 1
        return args[:count]

    def _is_default(self, node: Any, defaults: dict[str, Any], name: Any) -> bool:
        """True where a parameter of the rule is passed on with the value that the called function defaults to."""
        if not isinstance(node, gast.Name):
            return False
        value, default = self.env.get(node.id), defaults.get(name, UNFOLDED)
        return isinstance(value, Const) and type(value.value) is type(default) and value.value == default

    def _with_zeros(
        self, args: list[Any], kwargs: Any, build: Callable[[tuple[Expr, ...], Any], Expr], node: Any
    ) -> Any:
        """A linear call of zero tangents is zero; beside others, a zero tangent becomes an array of zeros."""
        values = [*args, *(v for _, v in kwargs)]
        if not any(v is ZERO for v in values):
            return build(tuple(args), kwargs)
        flows = self._flowing()
        if not any(flows.intersection(variables(v)) for v in values if v is not ZERO):
            return ZERO
        filled = tuple(self._zeros_for(n) if v is ZERO else v for v, n in zip(args, node.args, strict=False))
        return build(filled, kwargs)

    def _flowing(self) -> frozenset[Var]:
        """The variables that depend on a cotangent or tangent of the rule."""
        found = set(self.flowing)
        for target, value in self.out:
            if not found.isdisjoint(variables(value)):
                found.update(variables(target))
        return frozenset(found)

    def _zeros_for(self, node: Any) -> Expr:
        for child in gast.walk(node):
            if isinstance(child, gast.Name) and child.id in getattr(self, "zero_of", {}):
                primal = self.zero_of[child.id]
                return (
                    Const(0.0) if isinstance(primal, Const) else Apply("call", (self.names.ref(np.zeros_like), primal))
                )
        return Const(0.0)

    def _special(self, obj: Any, args: list[Any], node: Any) -> Any:
        if obj is runtime.conj and len(args) == 1:
            return self.conj(args[0])
        if obj is runtime.unbroadcast and len(args) == 2 and isinstance(node.args[1], gast.Name):
            x = self._shape_owner(args[1])
            if x is not None and args[0] is not ZERO:
                return self.unbroadcast(args[0], x, args[1])
        if obj in (runtime.ratio, runtime.scale) and args[0] is ZERO:
            return ZERO
        if obj is runtime.ratio and self._safe_divisor(args[1]):
            return Apply("truediv", (args[0], args[1]))
        if obj is runtime.scale and isinstance(args[1], Const):
            return Apply("mul", (args[0], args[1]))
        if obj is runtime.shaped_like and self._is_flat(args[1]) and args[0] is not ZERO:
            return Apply("call", (self.names.ref(list), args[0]))
        if obj in (len, np.ndim, np.iscomplexobj, isinstance):
            folded = self.fold(node)
            if folded is not UNFOLDED:
                return Const(folded)
        return None

    def _is_flat(self, shapes: Any) -> bool:
        """True for the form of a list whose items are numbers, or arrays, and not lists."""
        found = [value for target, value in self.extras if target == shapes]
        if not found or not isinstance(found[0], Apply) or found[0].args[:1] != (self.names.ref(runtime.form),):
            return False
        kind = self.kind(found[0].args[1])
        elem = kind.elem if kind.cat == "list" else None
        return isinstance(elem, Kind) and (elem.cat == "num" or elem.cat == "arr" and bool(elem.rank))

    def _safe_divisor(self, divisor: Any) -> bool:
        return isinstance(divisor, Const) and isinstance(divisor.value, (int, float)) and divisor.value != 0

    def helper(self, function: Any, *args: Expr) -> Expr:
        if function is runtime.ratio and self._safe_divisor(args[1]):
            return Apply("truediv", args)
        return Apply("call", (self.names.ref(function), *args))
