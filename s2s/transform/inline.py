"""Inlining of derivative rules: the source of a rule, evaluated on expressions instead of values."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import gast
import numpy as np

from s2s import runtime
from s2s.analysis import kinds as K
from s2s.analysis import shapes as S
from s2s.errors import UnsupportedError
from s2s.ir.core import NONE, Apply, Assign, Const, Expr, Kind, Ref, Var
from s2s.ir.walk import substitute, uses, variables
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


class Instance:
    """One use of a rule: its parameters bound to expressions, its result to ``outputs``."""

    def __init__(
        self,
        rule: Rule,
        bindings: dict[str, Any],
        outputs: tuple[Var, ...],
        kinds: dict[Var, Kind],
        names: ModuleNames,
        fresh: Callable[[str], Var],
        function: Any = None,
    ) -> None:
        self.rule, self.template = rule, template(rule)
        self.kinds, self.names, self.fresh = kinds, names, fresh
        self.outputs = outputs
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

    # ------------------------------------------------------------------------------------------------ outer lines

    def _outer(self) -> None:
        names = self.template.outputs
        if len(names) == 1 and len(self.outputs) > 1:
            self.env[names[0]] = Apply("tuple", self.outputs)
        elif len(names) == len(self.outputs):
            self.env.update(zip(names, self.outputs, strict=True))
        else:
            self.env[names[0]] = self.outputs[0]
        self.out = []
        self._run([s for s in self.template.outer if not self._primal(s)])
        for target, value in self.out:
            if isinstance(target, Var):
                self.extras.append((target, value))
            else:
                assert isinstance(target, Apply)
                self.extras.append((target, value))  # type: ignore[arg-type]
        self.out = []

    def _primal(self, stmt: Any) -> bool:
        if not isinstance(stmt, gast.Assign):
            return False
        target = stmt.targets[0]
        found = tuple(e.id for e in target.elts) if isinstance(target, gast.Tuple) else (getattr(target, "id", None),)
        return found == self.template.outputs

    # ------------------------------------------------------------------------------------------------ both directions

    def pullback(
        self, bars: list[Expr | None], wanted: tuple[str, ...]
    ) -> tuple[list[tuple[Expr, Expr]], dict[str, Any]]:
        """Statements and, for each wanted parameter, the expression of its cotangent."""
        if self.rule.slopes:
            assert bars[0] is not None
            return self._slope_pullback(bars[0], wanted)
        node = self.template.pullback
        saved, self.env = self.env, dict(self.env)
        self.out = []
        self._bind_bars(node.args, bars)
        result = self._run(node.body)
        results = (
            result.args
            if isinstance(result, Apply) and result.op == "tuple" and len(self.rule.active) > 1
            else (result,)
        )
        self.env = saved
        if len(results) != len(self.rule.active):
            raise AssertionError(f"the pullback of {self.rule.name} returns {len(results)} cotangents")
        table = dict(zip(self.rule.active, results, strict=True))
        kept = {name: table[name] for name in wanted}
        return self._pruned(kept)

    def _bind_bars(self, args: Any, bars: list[Expr | None]) -> None:
        given = [NONE if b is None else b for b in bars]
        names = [a.id for a in args.args]
        if args.vararg is not None:
            fixed = given[: len(names)]
            self.env.update(zip(names, fixed, strict=False))
            self.env[args.vararg.id] = Apply("tuple", tuple(given[len(names) :]))
            return
        if len(names) == 1 and len(given) > 1:
            self.env[names[0]] = Apply("list", tuple(given))
            return
        for name, default in zip(names[len(names) - len(args.defaults) :], args.defaults, strict=True):
            self.env[name] = self.eval(default)
        self.env.update(zip(names, given, strict=False))

    def _pruned(self, results: dict[str, Any]) -> tuple[list[tuple[Expr, Expr]], dict[str, Any]]:
        """Drop statements that no wanted result reads, and fold those that are read once."""
        needed: dict[Var, int] = {}

        def note(expr: Expr) -> None:
            for var, n in uses(expr).items():
                needed[var] = needed.get(var, 0) + n

        for expr in results.values():
            note(expr)
        kept: list[tuple[Expr, Expr]] = []
        for target, value in reversed(self.out):
            if any(v in needed for v in variables(target)):
                kept.append((target, value))
                note(value)
        kept.reverse()
        table: dict[Var, Expr] = {}
        final: list[tuple[Expr, Expr]] = []
        for target, value in kept:
            value = substitute(value, table)
            if isinstance(target, Var) and (needed.get(target, 0) == 1 or not isinstance(value, Apply)):
                table[target] = value
            else:
                final.append((target, value))
        self.out = []
        return final, {name: substitute(expr, table) for name, expr in results.items()}

    def _slope_pullback(self, z_bar: Expr, wanted: tuple[str, ...]) -> tuple[list[tuple[Expr, Expr]], dict[str, Any]]:
        slopes = self._slopes()
        results = {}
        for name in wanted:
            slope = slopes[self.rule.active.index(name)]
            x = self.bindings[name]
            results[name] = self.unbroadcast(self._times(z_bar, self.conj(slope)), x)
        return self._pruned(results)

    def _slopes(self) -> tuple[Expr, ...]:
        parameters = list(inspect.signature(self.rule.source).parameters)
        saved, self.env = self.env, dict(self.bindings)
        self.env[parameters[-1]] = self.outputs[0]
        self.out = []
        result = self._run(list(self.template.outer))
        self.env = saved
        if isinstance(result, Apply) and result.op == "tuple":
            return result.args
        return (result,)

    def _times(self, dot: Expr, slope: Expr) -> Expr:
        if not self.rule.absorb:
            if slope == Const(1) or slope == Const(1.0):
                return dot
            if isinstance(slope, Apply) and slope.op == "neg":
                return Apply("mul", (Apply("neg", (dot,)), slope.args[0]))
            if isinstance(slope, Apply) and slope.op == "truediv" and slope.args[0] in (Const(1), Const(1.0)):
                return Apply("truediv", (dot, slope.args[1]))
            return Apply("mul", (dot, slope))
        if isinstance(slope, Apply) and slope.op == "truediv":
            top, bottom = slope.args
            scaled = dot if top in (Const(1), Const(1.0)) else Apply("mul", (dot, top))
            return self.helper(runtime.ratio, scaled, bottom)
        return self.helper(runtime.scale, dot, slope)

    def pushforward(self, dots: dict[str, Any]) -> tuple[list[tuple[Expr, Expr]], Any]:
        """Statements and the tangent of the result; ``dots`` has None for a zero tangent."""
        if self.rule.slopes:
            slopes = self._slopes()
            total: Expr | None = None
            for name, slope in zip(self.rule.active, slopes, strict=True):
                dot = dots.get(name)
                if dot is not None:
                    term = self._times(dot, slope)
                    total = term if total is None else Apply("add", (total, term))
            assert total is not None
            stmts, results = self._pruned({"z": total})
            return stmts, results["z"]
        node = self.template.pushforward
        saved, self.env = self.env, dict(self.env)
        self.out = []
        parameters = [a.id for a in node.args.args] + ([node.args.vararg.id] if node.args.vararg else [])
        for parameter in parameters:
            dot = dots.get(parameter.removesuffix("_dot"))
            self.env[parameter] = ZERO if dot is None else dot
        self.zero_of = {p: self.bindings.get(p.removesuffix("_dot"), NONE) for p in parameters}
        result = self._run(node.body)
        self.env = saved
        stmts, results = self._pruned({"z": result})
        return stmts, results["z"]

    # ------------------------------------------------------------------------------------------------ statements

    def _run(self, body: list[Any]) -> Any:
        """Evaluate statements; the value of ``return`` ends them."""
        for position, stmt in enumerate(body):
            if isinstance(stmt, gast.Assign):
                self._assign(stmt.targets[0], self.eval(stmt.value))
            elif isinstance(stmt, gast.Return):
                return self.eval(stmt.value)
            elif isinstance(stmt, gast.If):
                chosen = self._choose(stmt)
                result = self._run([*chosen, *body[position + 1 :]])
                return result
            elif isinstance(stmt, gast.Raise):
                self._refuse(stmt)
            elif not isinstance(stmt, (gast.Expr, gast.Pass)):
                raise AssertionError(f"{self.rule.name}: {type(stmt).__name__} in a rule")
        return None

    def _choose(self, stmt: Any) -> list[Any]:
        test = self.fold(stmt.test)
        if test is UNFOLDED:
            if any(isinstance(s, gast.Raise) for s in stmt.body):
                raise Raised(
                    f"{self.rule.name}: an option of this call must be a literal",
                    "write the keyword's value as a literal",
                )
            return list(stmt.orelse)
        return list(stmt.body if test else stmt.orelse)

    def _refuse(self, stmt: Any) -> None:
        call = stmt.exc
        reason = self.fold(call.args[0])
        hint = next((self.fold(k.value) for k in call.keywords if k.arg == "hint"), None)
        raise Raised(
            str(reason) if reason is not UNFOLDED else f"{self.rule.name}: this option has no derivative rule",
            str(hint) if hint not in (None, UNFOLDED) else None,
        )

    def _assign(self, target: Any, value: Any) -> None:
        if isinstance(target, gast.Name):
            if isinstance(value, (Var, Const, Ref)) or value is ZERO or self._transparent(value):
                self.env[target.id] = value
                return
            var = self.fresh(self._local_name(target.id, value))
            self.out.append((var, value))
            self.env[target.id] = var
            self._note(var, value)
            return
        parts = target.elts
        if isinstance(value, Apply) and value.op in ("tuple", "list") and len(value.args) == len(parts):
            for part, item in zip(parts, value.args, strict=True):
                self._assign(part, item)
            return
        fresh = tuple(self.fresh(p.id) for p in parts)
        self.out.append((Apply("tuple", fresh), value))
        for part, var in zip(parts, fresh, strict=True):
            self.env[part.id] = var

    def _local_name(self, name: str, value: Any) -> str:
        """A shape is named after the array that it is the shape of."""
        if (
            name.endswith("_shape")
            and isinstance(value, Apply)
            and value.op == "call"
            and isinstance(value.args[-1], Var)
        ):
            return f"{value.args[-1].name}_shape"
        return name

    def _transparent(self, value: Any) -> bool:
        """A display of atoms stays visible, so that unpacking it costs nothing."""
        return isinstance(value, Apply) and value.op in ("tuple", "list")

    def _note(self, var: Var, value: Expr) -> None:
        if isinstance(value, Apply) and value.op == "call" and value.args[0] == Ref("np.shape"):
            self.kinds[var] = Kind("tuple", elem=K.INT)
        elif self.is_real(value):
            self.kinds.setdefault(var, Kind("numeric", "f8"))

    # ------------------------------------------------------------------------------------------------ expressions

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
        import builtins

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
        return Apply(op, (left, right))

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
        kwargs = tuple((k.arg, self.eval(k.value)) for k in node.keywords if not self._default_keyword(node, k))
        if isinstance(node.func, gast.Attribute):
            path = self._module_path(node.func.value)
            if path is None:
                owner = self.eval(node.func.value)
                if owner is ZERO:
                    return ZERO
                return self._with_zeros(
                    args, kwargs, lambda a, k: Apply("method", (owner, Const(node.func.attr), *a), k), node
                )
            obj = getattr(path, node.func.attr)
        else:
            assert isinstance(node.func, gast.Name)
            if node.func.id in self.env:
                target = self.env[node.func.id]
                return self._with_zeros(args, kwargs, lambda a, k: Apply("call", (target, *a), k), node)
            import builtins

            obj = self.template.globals.get(node.func.id, getattr(builtins, node.func.id, None))
        special = self._special(obj, args, node)
        if special is not None:
            return special
        return self._with_zeros(args, kwargs, lambda a, k: Apply("call", (self.names.ref(obj), *a), k), node)

    def _default_keyword(self, node: Any, keyword: Any) -> bool:
        """A keyword that passes on a default of the rule's own parameter is left out."""
        if keyword.arg is None or not isinstance(keyword.value, gast.Name):
            return False
        name = keyword.value.id
        parameter = inspect.signature(self.rule.source).parameters.get(name)
        if parameter is None or keyword.arg not in (
            "axis",
            "keepdims",
            "dtype",
            "where",
            "order",
            "casting",
            "initial",
            "mode",
            "ddof",
            "out",
            "norm",
            "n",
        ):
            return False
        value = self.env.get(name)
        plain = {
            "axis": None,
            "keepdims": False,
            "dtype": None,
            "where": True,
            "out": None,
            "norm": None,
            "n": None,
            "casting": "same_kind",
        }
        return (
            isinstance(value, Const) and keyword.arg in plain and value.value is plain[keyword.arg]
            if keyword.arg != "casting"
            else (isinstance(value, Const) and value.value == "same_kind")
        )

    def _with_zeros(
        self, args: list[Any], kwargs: Any, build: Callable[[tuple[Expr, ...], Any], Expr], node: Any
    ) -> Any:
        """A linear call of zero tangents is zero; beside others, a zero tangent becomes an array of zeros."""
        values = [*args, *(v for _, v in kwargs)]
        if not any(v is ZERO for v in values):
            return build(tuple(args), kwargs)
        nodes = [*node.args, *(k.value for k in node.keywords)]
        dots = {n for n in self.env if n.endswith("_dot")}
        others = [
            v
            for v, n in zip(values, nodes, strict=False)
            if v is not ZERO
            and any(isinstance(x, gast.Name) and x.id in dots and self.env.get(x.id) is not ZERO for x in gast.walk(n))
        ]
        if not others:
            return ZERO
        filled = tuple(self._zeros_for(n) if v is ZERO else v for v, n in zip(args, node.args, strict=False))
        return build(filled, kwargs)

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
        if obj in (len, np.ndim, np.iscomplexobj, isinstance):
            folded = self.fold(node)
            if folded is not UNFOLDED:
                return Const(folded)
        return None

    def _safe_divisor(self, divisor: Any) -> bool:
        return isinstance(divisor, Const) and isinstance(divisor.value, (int, float)) and divisor.value != 0

    def helper(self, function: Any, *args: Expr) -> Expr:
        if function is runtime.ratio and self._safe_divisor(args[1]):
            return Apply("truediv", args)
        return Apply("call", (self.names.ref(function), *args))

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
        return Apply("call", (self.names.ref(np.conj), expr))

    def is_real(self, expr: Any) -> bool:
        """True when the value is known not to be complex."""
        if isinstance(expr, Var):
            kind = self.kinds.get(expr)
            if kind is None:
                return all(not K.maybe_complex(self.kind(b)) for b in self.bindings.values() if isinstance(b, Var))
            return not (kind.cat in ("num", "arr", "numeric") and K.maybe_complex(kind))
        if isinstance(expr, Const):
            return not isinstance(expr.value, complex)
        if isinstance(expr, Apply):
            if expr.op == "call" and expr.args[0] in (
                Ref("np.real"),
                Ref("np.imag"),
                Ref("np.abs"),
                Ref("np.absolute"),
                Ref("np.angle"),
            ):
                return True
            return all(self.is_real(a) for a in expr.args) and all(self.is_real(v) for _, v in expr.kwargs)
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
        if isinstance(node, gast.BinOp):
            left, right = self.fold(node.left), self.fold(node.right)
            if (
                UNFOLDED in (left, right)
                or not isinstance(left, (int, float, str))
                or not isinstance(right, (int, float, str))
            ):
                return UNFOLDED
            return O.PYTHON[O.BINARY[type(node.op)]](left, right)
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
                if np.ndarray in wanted and len(wanted) == 1:
                    return False
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


class _Zero:
    """A tangent that is statically zero."""

    def __repr__(self) -> str:
        return "ZERO"


ZERO: Any = _Zero()

__all__ = ["Assign", "Instance", "Raised", "Template", "UnsupportedError", "ZERO", "template"]
