"""Inlining of derivative rules: the source of a rule, evaluated on expressions instead of values."""

from __future__ import annotations

import inspect
from typing import Any

import gast

from s2s import runtime
from s2s.analysis import kinds as K
from s2s.ir.core import NONE, Apply, Const, Expr, Kind, Ref, Var
from s2s.ir.walk import substitute, uses, variables
from s2s.transform.inline_eval import Evaluation
from s2s.transform.inline_fold import UNFOLDED, ZERO, Raised


class Instance(Evaluation):
    """One use of a rule: its parameters bound to expressions, its result to ``outputs``."""

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
        self.flowing = {v for b in given for v in variables(b)}
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
        if not self.absorb or isinstance(slope, Const):
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
        self.flowing = {v for p in parameters if self.env[p] is not ZERO for v in variables(self.env[p])}
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
