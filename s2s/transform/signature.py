"""The derivative codes with their parameters: seeds and gradients of the pullback, tangents of the pushforward."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from typing import Any

from s2s import runtime
from s2s.analysis import kinds as K
from s2s.analysis.dropped import absorbing
from s2s.analysis.lengths import equal_lengths
from s2s.ir.core import NONE, UNUSED, Apply, Assign, Code, Const, Expr, Jump, Kind, Var
from s2s.source.forms import PLAIN
from s2s.source.lower import Lowered
from s2s.transform.context import Context, computed_calls, empty_lists, written_storages
from s2s.transform.definitions import definitions
from s2s.transform.lifetimes import reachable_outside
from s2s.transform.pushforward import Pushforward
from s2s.transform.reverse import Reverse


class Signature:
    """Builds the derivative codes of one lowered program."""

    def __init__(self, lowered: Lowered, wrt: tuple[str, ...]) -> None:
        self.lowered, self.function = lowered, lowered.function
        function = self.function
        written = written_storages(function.body, function.places)
        self.ctx = Context(
            function, lowered.names, [lowered.counter + 1], written, maybe=lowered.maybe, flows=lowered.flows
        )
        self.ctx.absorbing = absorbing(function)
        self.ctx.columns = lowered.columns
        self.ctx.outside = reachable_outside(self.ctx, lowered.external)
        computed_calls(function.body, "root", self.ctx.computed, self.ctx.twins)
        found = definitions(self.ctx)
        self.ctx.empty = empty_lists(function.body)
        self.ctx.as_long = equal_lengths(function.body)
        self.ctx.defined = tuple(found.order)
        for var in sorted(found.order, key=lambda v: found.order[v]):
            place = function.places.get(var)
            if place is not None and not place.path:
                self.ctx.roots.setdefault(place.storage, var)
                if not var.temp:
                    self.ctx.storage_names.setdefault(place.storage, var.name)
        self.wrt = wrt
        self.written = tuple(name for name in function.written)
        self.residuals = self.ctx.fresh("residuals", temp=False)

    def pullback_code(
        self, wrt: tuple[str, ...]
    ) -> tuple[tuple[Code, ...], list[tuple[str, Var | None, str, Expr | None]]]:
        reverse = Reverse(self.ctx)
        bar = self.ctx.fresh(self._bar_name(), temp=False)
        params: list[tuple[str, Var | None, str, Expr | None]] = [
            ("residuals", self.residuals, "", None),
            (bar.name, bar, "", None),
        ]
        for name in self.written:
            final = self.function.written[name]
            given = self.ctx.fresh(f"{name}_bar", temp=False)
            if isinstance(final, Var):
                self.ctx.function.kinds[given] = replace(self.ctx.function.kinds[final], active=False)
            params.append((given.name, given, "", None))
            self._seed_final(reverse, final, given)
        self._seed(reverse, self.function.output, bar)
        reverse.block(self.function.body)
        results = []
        for name in wrt:
            results.append(self._gradient(reverse, self.function.leaves.get(name)))
        reverse.code.append(Jump("return", (Apply("tuple", tuple(results)),)))
        return tuple(reverse.code), params

    def _seed_final(self, reverse: Reverse, final: Any, given: Expr) -> None:
        """Add the cotangent of an argument's value on return to the variables that hold it then."""
        if isinstance(final, Var):
            reverse.add(final, given)
        elif isinstance(final, tuple):
            for access, key, child in _children(final):
                self._seed_final(reverse, child, Apply(access, (given, Const(key))))

    def _bar_name(self) -> str:
        output = self.function.output
        if output[0] == "leaf" and isinstance(output[1], Var) and not output[1].temp:
            name = output[1].name
            return f"{name}_bar" if f"{name}_bar" not in [f"{w}_bar" for w in self.written] else "value_bar"
        return "value_bar"

    def _seed(self, reverse: Reverse, output: Any, bar: Expr) -> None:
        """Add the cotangent of the output, part by part, to the values that it consists of."""
        if output[0] == "leaf":
            _, expr, kind = output
            if isinstance(expr, Var) and kind.active:
                if isinstance(bar, Var):
                    self.ctx.function.kinds[bar] = replace(self.ctx.function.kinds.get(expr, kind), active=False)
                reverse.add(expr, bar)
            return
        shape, cls, children = output
        if shape == "records":
            for path, column, kind in children[1]:
                if kind.active:
                    keys = tuple(map(Const, path))
                    entries = Apply("call", (self.ctx.names.ref(runtime.column), bar, *keys))
                    reverse.add(column, entries, moved=True)
            return
        if shape in ("tuple", "list"):
            fields = getattr(cls, "_fields", None)
            live = [_any_active(c) for c in children]
            if not any(live):
                return
            if fields is None and all(c[0] == "leaf" for c in children) and len(children) > 1:
                parts = tuple(self._part(c) for c in children)
                reverse.code.append(Assign(Apply("tuple", parts), bar))
                for part, child in zip(parts, children, strict=True):
                    self._seed(reverse, child, part)
                return
            for i, child in enumerate(children):
                if live[i]:
                    self._seed(
                        reverse,
                        child,
                        Apply("attr", (bar, Const(fields[i]))) if fields else Apply("getitem", (bar, Const(i))),
                    )
            return
        for key, child in children:
            if _any_active(child):
                access = "getitem" if shape == "dict" else "attr"
                self._seed(reverse, child, Apply(access, (bar, Const(key))))

    def _part(self, child: Any) -> Var:
        _, expr, kind = child
        if not kind.active:
            return self.ctx.fresh(UNUSED, temp=False)
        name = expr.name if isinstance(expr, Var) else "part"
        return self.ctx.fresh(f"{name}_bar", temp=False)

    def _gradient(self, reverse: Reverse, tree: Any) -> Expr:
        """The cotangent of one argument, in its structure; arrays that belong to nobody else."""
        if tree is None:
            return NONE
        if isinstance(tree, Var):
            return self._leaf_gradient(reverse, tree)
        if tree[0] == "leaves":
            var = tree[1]
            if not reverse.is_filled(var):
                return self.ctx.zero_list(var)
            return reverse.bar(var)
        shape, cls, children = tree
        if shape in ("tuple", "list"):
            parts = tuple(self._gradient(reverse, c) for c in children)
            if cls in (tuple, list):
                return Apply(shape, parts)
            return Apply("call", (self.ctx.names.ref(cls), *parts))
        pairs = [(k, self._gradient(reverse, c)) for k, c in children]
        if shape == "dict":
            return Apply("dict", tuple(x for k, g in pairs for x in (Const(k), g)))
        return self._instance(cls, pairs)

    def _instance(self, cls: Any, pairs: list[tuple[Any, Expr]]) -> Expr:
        from s2s import runtime

        ref = self.ctx.names.ref(cls)
        if (
            dataclasses.is_dataclass(cls)
            and not hasattr(cls, "__post_init__")
            and all(f.init for f in dataclasses.fields(cls))
        ):
            return Apply("call", (ref,), tuple(pairs))
        items = tuple(x for k, g in pairs for x in (Const(k), g))
        return Apply("call", (self.ctx.names.ref(runtime.rebuild), ref, Apply("dict", items)))

    def _leaf_gradient(self, reverse: Reverse, var: Var) -> Expr:
        kind = self.ctx.function.kinds[var]
        if not reverse.is_filled(var):
            return reverse.zeros(var)
        _, cell = reverse.cell(var)
        g = reverse.bar(var)
        if cell.owned or kind.cat == "num":
            return g
        return reverse.copied(g, kind)

    def pushforward_code(
        self, wrt: tuple[str, ...]
    ) -> tuple[tuple[Code, ...], list[tuple[str, Var | None, str, Expr | None]]]:
        push = Pushforward(self.ctx)
        params: list[tuple[str, Var | None, str, Expr | None]] = [("residuals", self.residuals, "", None)]
        for name in wrt:
            dot = self.ctx.fresh(f"{name}_dot", temp=False)
            params.append((dot.name, dot, "", None))
            self._enter_tangent(push, self.function.leaves.get(name), dot)
        push.block(self.function.body)
        result = self._tangent(push, self.function.output)
        if self.written:
            pairs: list[Expr] = []
            for name in self.written:
                final = self.function.written[name]
                pairs += [Const(name), self._final_tangent(push, final)]
            result = Apply("tuple", (result, Apply("dict", tuple(pairs))))
        push.code.append(Jump("return", (result,)))
        return tuple(push.code), params

    def _final_tangent(self, push: Pushforward, final: Any) -> Expr:
        """The tangent of an argument's value on return, in its structure."""
        if isinstance(final, Var):
            return self._own_tangent(push, final, push.dot(final))
        if not isinstance(final, tuple):
            return NONE
        shape, cls, _ = final
        pairs = [(key, self._final_tangent(push, child)) for _, key, child in _children(final)]
        if shape in ("tuple", "list"):
            parts = tuple(g for _, g in pairs)
            return Apply(shape, parts) if cls in (tuple, list) else Apply("call", (self.ctx.names.ref(cls), *parts))
        if shape == "dict":
            return Apply("dict", tuple(x for k, g in pairs for x in (Const(k), g)))
        return self._instance(cls, pairs)

    def _own_tangent(self, push: Pushforward, var: Var, dot: Expr | None) -> Expr:
        return dot if dot is not None else push.zeros(var)

    def _enter_tangent(self, push: Pushforward, tree: Any, dot: Expr) -> None:
        if tree is None:
            return
        if isinstance(tree, Var):
            if isinstance(dot, Var):
                self.ctx.function.kinds[dot] = replace(self.ctx.function.kinds[tree], active=False)
            push.set(tree, dot, False)
            return
        if tree[0] == "leaves":
            push.set(tree[1], dot, False)
            return
        shape, cls, children = tree
        if shape in ("tuple", "list"):
            fields = getattr(cls, "_fields", None)
            for i, child in enumerate(children):
                self._enter_tangent(
                    push, child, Apply("attr", (dot, Const(fields[i]))) if fields else Apply("getitem", (dot, Const(i)))
                )
            return
        for key, child in children:
            self._enter_tangent(push, child, Apply("getitem" if shape == "dict" else "attr", (dot, Const(key))))

    def _tangent(self, push: Pushforward, output: Any) -> Expr:
        if output[0] == "leaf":
            _, expr, kind = output
            if not kind.active:
                return NONE if not K.is_float(kind) else self._float_zero(push, expr, kind)
            dot = push.dot(expr)
            return dot if dot is not None else push.zeros(expr)
        shape, cls, children = output
        if shape == "records":
            return self._records_tangent(push, cls, children[1])
        if shape in ("tuple", "list"):
            parts = tuple(self._tangent(push, c) for c in children)
            return Apply(shape, parts) if cls in (tuple, list) else Apply("call", (self.ctx.names.ref(cls), *parts))
        pairs = [(k, self._tangent(push, c)) for k, c in children]
        if shape == "dict":
            return Apply("dict", tuple(x for k, g in pairs for x in (Const(k), g)))
        return self._instance(cls, pairs)

    def _records_tangent(self, push: Pushforward, form: Any, columns: Any) -> Expr:
        """The tangents of a list of structures, put together from those of the lists of its leaves."""
        parts: list[Expr] = []
        for _, column, kind in columns:
            if not kind.active:
                zero = Const(0.0) if isinstance(kind.elem, Kind) and K.is_float(kind.elem) else NONE
                parts.append(self.ctx.zero_list(column, zero))
                continue
            dot = push.dot(column)
            parts.append(dot if dot is not None else push.zeros(column))
        if form[0] == "tuple" and form[1] is tuple and set(form[3]) <= set(PLAIN) and len(parts) > 1:
            return Apply("call", (self.ctx.names.ref(list), Apply("call", (self.ctx.names.ref(zip), *parts))))
        shape = self._shape_literal(form)
        return Apply("call", (self.ctx.names.ref(runtime.assembled), shape, *parts))

    def _shape_literal(self, form: Any) -> Expr:
        """The structure of an item as it is handed to ``runtime.assembled``."""
        if form in PLAIN:
            return NONE
        shape, cls, keys, parts = form
        inner = Apply("tuple", tuple(map(self._shape_literal, parts)))
        if shape in ("tuple", "list"):
            return Apply("tuple", (self.ctx.names.ref(cls), inner))
        return Apply("tuple", (self.ctx.names.ref(cls), inner, Const(keys)))

    def _float_zero(self, push: Pushforward, expr: Expr, kind: Kind) -> Expr:
        if kind.cat == "num" or not isinstance(expr, Var):
            return Const(0.0)
        return push.zeros(expr)


def _children(tree: Any) -> list[tuple[str, Any, Any]]:
    """How each part of a tree is reached: (operation, key, part)."""
    shape, cls, children = tree
    if shape in ("tuple", "list"):
        fields = getattr(cls, "_fields", None)
        return [("attr", fields[i], c) if fields else ("getitem", i, c) for i, c in enumerate(children)]
    return [("getitem" if shape == "dict" else "attr", k, c) for k, c in children]


def _any_active(output: Any) -> bool:
    if output[0] == "leaf":
        return bool(output[2].active)
    if output[0] == "records":
        return any(kind.active for _, _, kind in output[2][1])
    children = output[2]
    if output[0] in ("tuple", "list"):
        return any(map(_any_active, children))
    return any(_any_active(c) for _, c in children)
