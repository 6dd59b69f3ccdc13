"""Expressions: from gast nodes to values, emitting one Let per operation that a derivative may pass through."""

from __future__ import annotations

import builtins
import inspect
from dataclasses import replace
from typing import Any

import gast
import numpy as np

from s2s.analysis import kinds as K
from s2s.ir.core import (
    NONE,
    Apply,
    Block,
    Const,
    Derivative,
    Expr,
    If,
    Kind,
    Let,
    Place,
    Ref,
    Stmt,
    Var,
)
from s2s.rules import registry
from s2s.source import operators as O
from s2s.source.base import Base, Bottom, Frame
from s2s.source.values import (
    HOLE,
    Dyn,
    Func,
    HeapObject,
    Iter,
    Method,
    Obj,
    Partial,
    Seq,
    Static,
    Undefined,
    Value,
    ref_of,
)

FOLDED = (bool, int, str, type(None), tuple, bytes)


class Expressions(Base):
    """Lowering of expressions other than calls."""

    def value(self, node: Any) -> Value:
        """The value of an expression node."""
        method = getattr(self, "expr_" + type(node).__name__, None)
        if method is None:
            self.fail(f"this expression ({type(node).__name__}) is not supported", node)
        result: Value = method(node)
        return result

    # ------------------------------------------------------------------------------------------------ names

    def expr_Constant(self, node: Any) -> Value:
        return Static(node.value)

    def expr_Name(self, node: Any) -> Value:
        return self.lookup(node.id, node)

    def lookup(self, name: str, node: Any) -> Value:
        frame: Frame | None = self.frame
        if name not in self.frame.globals_declared:
            while frame is not None:
                names = self.state.frames.get(frame.fid, {})
                if name in names:
                    found = names[name]
                    if isinstance(found, Undefined):
                        return self.undefined(found, node)
                    if isinstance(found, Dyn):
                        found = self.read(found)
                        names[name] = found
                    return found
                if frame is self.frame and name in frame.assigned:
                    self.fail(f"'{name}' is read before it is assigned", node)
                if name in frame.cells:
                    return self.live(frame.cells[name], "cell_contents", name, node)
                frame = frame.parent
        if name in self.frame.globals:
            return self.live(self.frame.globals, name, name, node)
        if hasattr(builtins, name):
            return Static(getattr(builtins, name), self.shared.names.ref(getattr(builtins, name)))
        self.fail(f"name '{name}' is not defined", node)

    def undefined(self, found: Undefined, node: Any) -> Value:
        self.fail(
            f"'{found.name}' has no single meaning here: it is unbound, or of another kind, on some path",
            node,
            "bind it to the same kind of value on every path",
        )

    def live(self, namespace: Any, key: str, name: str, node: Any) -> Value:
        """A global or a closure cell: functions and literals are static (and watched), numbers are read at run time."""
        try:
            obj = namespace[key] if isinstance(namespace, dict) else namespace.cell_contents
        except ValueError:
            self.fail(f"'{name}' is not bound yet", node)
        self.shared.dependencies.append((namespace, key, obj))
        if isinstance(namespace, dict):
            ref: Expr = self.shared.names.live_name(namespace, name)
        else:
            ref = self.shared.names.live_name(namespace, name)
        return self.outside(obj, ref, name)

    def outside(self, obj: Any, ref: Expr, name: str) -> Value:
        """A value that lives outside the function: never active."""
        if isinstance(obj, (bool, str, type(None), bytes, type(...), slice)) and not isinstance(obj, np.generic):
            return Static(obj, ref if isinstance(obj, slice) else None)
        kind = K.kind_of(obj)
        if kind.cat == "num":
            return self.let(name, ref, kind)
        if kind.cat == "arr":
            key = ("global", id(obj))
            known = getattr(self.shared, "outer", None)
            if known is None:
                known = self.shared.outer = {}  # type: ignore[attr-defined]
            if key in known and known[key][0] in self.state.storages:
                store = self.state.storages[known[key][0]]
                if store.version == 0:
                    return self.let(name, ref, known[key][1], place=Place(known[key][0]))
                return self.read(Dyn(known[key][2], known[key][1], Place(known[key][0]), 0))
            made = self.let(
                name, ref, replace(kind, shape=tuple(n if n in (0, 1) else ("d", self.new_id()) for n in obj.shape))
            )
            assert made.place is not None
            sid = made.place.storage
            self.state.storages[sid] = replace(self.state.storages[sid], external=True, readonly=True)
            known[key] = (sid, made.kind, made.expr)
            return made
        if callable(obj) or inspect.ismodule(obj) or isinstance(obj, type):
            return Static(obj, self.shared.names.ref(obj))
        return self.structured(obj, ref, name)

    def structured(self, obj: Any, ref: Expr, name: str) -> Value:
        """A container outside the function, taken apart; anything else is an opaque passive value."""
        if type(obj) in (tuple, list) and len(obj) <= 64:
            items = tuple(self.outside(v, Apply("getitem", (ref, Const(i))), f"{name}_{i}") for i, v in enumerate(obj))
            if isinstance(obj, tuple):
                return Seq(items, tuple, ref)
            return self.allocate(HeapObject("list", tuple(enumerate(items)), list, ref, joined=True))
        if type(obj) is dict and len(obj) <= 64 and all(isinstance(k, (str, int)) for k in obj):
            pairs = tuple((k, self.outside(v, Apply("getitem", (ref, Const(k))), str(k))) for k, v in obj.items())
            return self.allocate(HeapObject("dict", pairs, dict, ref, joined=True))
        if (
            hasattr(obj, "__dict__")
            and type(obj).__module__ not in ("builtins", "numpy.random._generator", "numpy.random.mtrand")
            and not isinstance(obj, type)
        ):
            pairs = tuple((k, self.outside(v, Apply("attr", (ref, Const(k))), k)) for k, v in vars(obj).items())
            return self.allocate(HeapObject("instance", pairs, type(obj), ref, joined=True))
        return Dyn(ref, K.OTHER)

    # ------------------------------------------------------------------------------------------------ displays

    def expr_Tuple(self, node: Any) -> Value:
        return Seq(self.items(node.elts))

    def expr_List(self, node: Any) -> Value:
        return self.new_list(self.items(node.elts))

    def items(self, nodes: list[Any]) -> tuple[Value, ...]:
        out: list[Value] = []
        for node in nodes:
            if isinstance(node, gast.Starred):
                out.extend(self.known_items(self.value(node.value), node))
            else:
                out.append(self.value(node))
        return tuple(out)

    def known_items(self, value: Value, node: Any) -> tuple[Value, ...]:
        """The items of a sequence of known length."""
        value = self.deref(value)
        if isinstance(value, Seq):
            return value.items
        if isinstance(value, Obj):
            content = self.content(value)
            if content.shape == "dict":
                return tuple(Static(k) for k, _ in content.items)
            if content.shape == "list":
                return content.values()
        if isinstance(value, Static) and isinstance(value.obj, (str, tuple)):
            return tuple(Static(v) for v in value.obj)
        if isinstance(value, Iter):
            listed = self.iter_items(value)
            if listed is not None:
                return listed
        self.fail(
            "the number of items is not known here", node, "unpack a tuple or list whose length is written in the code"
        )

    def iter_items(self, value: Iter, pairs: bool = False) -> tuple[Value, ...] | None:
        raise NotImplementedError

    def expr_Dict(self, node: Any) -> Value:
        content = HeapObject("dict", (), dict)
        for key, item in zip(node.keys, node.values, strict=True):
            if key is None:
                merged = self.value(item)
                if not isinstance(merged, Obj) or self.content(merged).shape != "dict":
                    self.fail("only a dict with known keys can be merged here", item)
                for k, v in self.content(merged).items:
                    content = content.with_item(k, v)
                continue
            name = self.static_key(self.value(key))
            if name is None:
                self.fail(
                    "the keys of a dict display must be known while compiling",
                    key,
                    "use literal keys, or a list of values",
                )
            content = content.with_item(name[0], self.value(item))
        return self.allocate(content)

    def static_key(self, value: Value) -> tuple[Any] | None:
        if isinstance(value, Static) and isinstance(value.obj, FOLDED):
            return (value.obj,)
        if isinstance(value, Seq):
            parts = [self.static_key(v) for v in value.items]
            if all(p is not None for p in parts):
                return (tuple(p[0] for p in parts if p is not None),)
        return None

    def expr_Set(self, node: Any) -> Value:
        values = [self.value(n) for n in node.elts]
        if any(map(self.is_active, values)):
            self.fail("a set of differentiated values", node, "use a list or a tuple")
        return Dyn(Apply("set", tuple(map(self.expr, values))), K.OTHER)

    def expr_JoinedStr(self, node: Any) -> Value:
        parts: list[Expr] = []
        for piece in node.values:
            if isinstance(piece, gast.Constant):
                parts.append(Const(piece.value))
            else:
                parts.append(self._formatted(piece))
        return Dyn(Apply("fstring", tuple(parts)), Kind("str"))

    def _formatted(self, piece: Any) -> Expr:
        spec: Expr = NONE
        if piece.format_spec is not None:
            inner = self.value(piece.format_spec)
            spec = self.expr(inner)
        return Apply("formatted", (self.expr(self.value(piece.value)), Const(piece.conversion), spec))

    def expr_FormattedValue(self, node: Any) -> Value:
        return Dyn(Apply("fstring", (self._formatted(node),)), Kind("str"))

    def expr_Slice(self, node: Any) -> Value:
        parts = tuple(NONE if p is None else self.expr(self.value(p)) for p in (node.lower, node.upper, node.step))
        return Dyn(Apply("slice", parts), Kind("slice"))

    def expr_Starred(self, node: Any) -> Value:
        self.fail("a starred expression cannot stand here", node)

    def expr_Lambda(self, node: Any) -> Value:
        return self.closure(node, "<lambda>")

    def closure(self, node: Any, name: str) -> Func:
        arguments = node.args
        defaults: list[tuple[str, Value]] = []
        positional = arguments.posonlyargs + arguments.args
        for arg, default in zip(
            positional[len(positional) - len(arguments.defaults) :], arguments.defaults, strict=True
        ):
            defaults.append((arg.id, self.value(default)))
        for arg, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            if default is not None:
                defaults.append((arg.id, self.value(default)))
        return Func(node, self.frame.fid, tuple(defaults), self.frame, name)

    def expr_NamedExpr(self, node: Any) -> Value:
        self.assign(node.target, self.value(node.value), node)
        return self.value(gast.Name(node.target.id, gast.Load(), None, None))

    def assign(self, target: Any, value: Value, node: Any) -> None:
        raise NotImplementedError

    # ------------------------------------------------------------------------------------------------ operators

    def expr_BinOp(self, node: Any) -> Value:
        op = O.BINARY[type(node.op)]
        left = self.value(node.left)
        right = self.value(node.right)
        return self.binary(op, left, right, node)

    def binary(self, op: str, left: Value, right: Value, node: Any) -> Value:
        left, right = self.deref(left), self.deref(right)
        if isinstance(left, Static) and isinstance(right, Static):
            folded = _fold(op, left, right)
            if folded is not None:
                return folded
        special = self.container_binary(op, left, right, node)
        if special is not None:
            return special
        function = O.FUNCTION.get(op)
        return self.numeric(function, (left, right), (), lambda a: Apply(op, a), node, O.ROLE.get(op, "value"))

    def container_binary(self, op: str, left: Value, right: Value, node: Any) -> Value | None:
        for mine, other, name in ((left, right, O.DUNDER.get(op)), (right, left, "__r" + O.DUNDER.get(op, "__")[2:])):
            if isinstance(mine, Obj) and self.content(mine).shape == "instance":
                method = getattr(self.content(mine).cls, name or "", None)
                if method is None:
                    continue
                return self.call_value(Static(method), [mine, other], [], node)
        sequences = (Seq, Obj)
        if op == "add" and isinstance(left, sequences) and isinstance(right, sequences):
            return self.joined(left, right, node)
        if op == "add" and "list" in (self.kind(left).cat, self.kind(right).cat) and not isinstance(left, Static):
            return self.list_add(left, right, node)
        if op == "mul":
            for sequence, count in ((left, right), (right, left)):
                if isinstance(sequence, sequences) and not self._instance(sequence):
                    return self.repeated(sequence, count, node)
                if isinstance(sequence, Dyn) and sequence.kind.cat == "list":
                    self.fail("repeating a list of unknown length is not supported", node)
        if op == "mod" and (isinstance(left, Static) and isinstance(left.obj, str)):
            return Dyn(Apply("mod", (self.expr(left), self.expr(right))), Kind("str"))
        if "str" in (self.kind(left).cat, self.kind(right).cat):
            return Dyn(Apply(op, (self.expr(left), self.expr(right))), Kind("str"))
        if isinstance(left, Obj) and isinstance(right, Obj) and op == "or_":
            merged = self.content(left)
            for k, v in self.content(right).items:
                merged = merged.with_item(k, v)
            return self.allocate(replace(merged, origin=None, joined=False))
        return None

    def _instance(self, value: Value) -> bool:
        return isinstance(value, Obj) and self.content(value).shape == "instance"

    def joined(self, left: Value, right: Value, node: Any) -> Value:
        items = self.known_items(left, node) + self.known_items(right, node)
        return Seq(items) if isinstance(left, Seq) else self.new_list(items)

    def repeated(self, sequence: Value, count: Value, node: Any) -> Value:
        if isinstance(count, Static) and isinstance(count.obj, int):
            items = self.known_items(sequence, node) * count.obj
            return Seq(items) if isinstance(sequence, Seq) else self.new_list(items)
        items = self.known_items(sequence, node)
        if len(items) == 1 and isinstance(sequence, Obj):
            item = items[0]
            kind = self.kind(item)
            expr = Apply("mul", (Apply("list", (self.expr(item),)), self.expr(count)))
            made = self.let(
                "items",
                expr,
                Kind("list", active=kind.active, elem=kind),
                Derivative("repeat", {"item": self.expr(item)}, ("item",)) if kind.active else None,
            )
            return self.allocate(HeapObject("dynamic", (("value", made),), list))
        self.fail("a sequence is repeated an unknown number of times", node)

    def list_add(self, left: Value, right: Value, node: Any) -> Value:
        kinds = [self.kind(left), self.kind(right)]
        elems = [k.elem if isinstance(k.elem, Kind) else _elem(k) for k in kinds]
        known = [e for e in elems if e is not None]
        elem = None if not known else known[0] if len(known) == 1 else K.join(known[0], known[1])
        active = kinds[0].active or kinds[1].active
        a, b = self.expr(left), self.expr(right)
        rule = Derivative("list_add", {"a": a, "b": b}, ("a", "b")) if active else None
        made = self.let("items", Apply("add", (a, b)), Kind("list", active=active, elem=elem), rule)
        for part in (left, right):
            if isinstance(part, Dyn):
                self.inherit(made, part)
        return self.allocate(HeapObject("dynamic", (("value", made),), list))

    def expr_UnaryOp(self, node: Any) -> Value:
        op = O.UNARY[type(node.op)]
        if op == "not":
            return self.negated(self.value(node.operand))
        operand = self.deref(self.value(node.operand))
        if isinstance(operand, Static) and isinstance(operand.obj, (int, float, complex)):
            return Static(O.PYTHON[op](operand.obj))
        if isinstance(operand, Obj) and self.content(operand).shape == "instance":
            return self.call_value(Static(getattr(self.content(operand).cls, O.DUNDER[op])), [operand], [], node)
        return self.numeric(O.FUNCTION[op], (operand,), (), lambda a: Apply(op, a), node, O.ROLE[op])

    def negated(self, value: Value) -> Value:
        truth = self.truth(value)
        if isinstance(truth, bool):
            return Static(not truth)
        return Dyn(Apply("not", (truth,)), K.BOOL)

    def truth(self, value: Value) -> bool | Expr:
        """The truth of a value: known, or as an expression."""
        value = self.deref(value)
        if isinstance(value, Static):
            return bool(value.obj)
        if isinstance(value, Seq):
            return bool(value.items)
        if isinstance(value, Obj):
            content = self.content(value)
            if content.shape in ("list", "dict"):
                return bool(content.items)
            for name in ("__bool__", "__len__"):
                if hasattr(content.cls, name):
                    return self.truth(self.call_value(Static(getattr(content.cls, name)), [value], [], self.node))
            return True
        if isinstance(value, (Func, Method, Partial)):
            return True
        if isinstance(value, Dyn) and value.kind.cat == "list":
            return self.let("more", Apply("call", (self.builtin("bool"), value.expr)), K.BOOL).expr
        return self.expr(value)

    def builtin(self, name: str) -> Ref:
        return self.shared.names.ref(getattr(builtins, name))

    def expr_Compare(self, node: Any) -> Value:
        ops = [O.COMPARE[type(op)] for op in node.ops]
        values = [self.deref(self.value(node.left))]
        if len(ops) == 1:
            values.append(self.deref(self.value(node.comparators[0])))
            return self.compare(ops[0], values[0], values[1], node)
        for comparator in node.comparators:
            values.append(self.deref(self.value(comparator)))
        folded = [_fold(op, a, b) for op, a, b in zip(ops, values, values[1:], strict=False)]
        if all(f is not None for f in folded):
            return Static(all(f.obj for f in folded if f is not None))
        args = tuple(Const(op) for op in ops) + tuple(self.expr(v) for v in values)
        return Dyn(Apply("compare", args), K.BOOL)

    def compare(self, op: str, left: Value, right: Value, node: Any) -> Value:
        if op in ("is", "is_not"):
            same = self._identical(left, right)
            if same is not None:
                return Static(same if op == "is" else not same)
        folded = _fold(op, left, right)
        if folded is not None:
            return folded
        if op in ("in", "not_in"):
            return self._contains(op, left, right, node)
        if isinstance(left, Seq) and isinstance(right, Seq) and op in ("eq", "ne"):
            return Dyn(Apply(op, (self.expr(left), self.expr(right))), K.BOOL)
        if self._instance(left):
            assert isinstance(left, Obj)
            method = getattr(self.content(left).cls, O.DUNDER[op], None)
            if method is not None and method is not getattr(object, O.DUNDER[op], None) and inspect.isfunction(method):
                return self.call_value(Static(method), [left, right], [], node)
        a, b = self.kind(left), self.kind(right)
        expr = Apply(op, (self.expr(left), self.expr(right)))
        if "arr" in (a.cat, b.cat) or "numeric" in (a.cat, b.cat):
            rank = max((k.rank for k in (a, b) if k.rank is not None), default=None)
            known = None if any(k.cat != "num" and k.rank is None for k in (a, b)) else rank
            cat = "arr" if "arr" in (a.cat, b.cat) else "numeric"
            shape = (
                a.shape if b.cat == "num" else b.shape if a.cat == "num" else a.shape if a.shape == b.shape else None
            )
            shape = shape if shape is not None else f"?{self.new_id()}"
            return self.let("mask" if cat == "arr" else "test", expr, Kind(cat, "b1", known, shape=shape))
        return Dyn(expr, K.BOOL)

    def _identical(self, left: Value, right: Value) -> bool | None:
        if isinstance(left, Static) and isinstance(right, Static):
            return left.obj is right.obj
        for mine, other in ((left, right), (right, left)):
            if isinstance(mine, Static) and mine.obj is None:
                if isinstance(other, Dyn):
                    return False if other.kind.cat in ("num", "arr", "numeric", "list", "str", "tuple") else None
                return False
        if isinstance(left, Obj) and isinstance(right, Obj):
            return left.oid == right.oid
        return None

    def _contains(self, op: str, left: Value, right: Value, node: Any) -> Value:
        key = self.static_key(left)
        if isinstance(right, Obj) and key is not None:
            content = self.content(right)
            if content.shape == "dict":
                return Static((content.get(key[0]) is not None) == (op == "in"))
        if isinstance(right, (Seq, Obj)) and key is not None:
            items = [self.static_key(v) for v in self.known_items(right, node)]
            if all(i is not None for i in items):
                return Static((key in items) == (op == "in"))
        return Dyn(Apply(op, (self.expr(left), self.expr(right))), K.BOOL)

    # ------------------------------------------------------------------------------------------------ choices

    def captured(self, node: Any) -> tuple[list[Stmt], Value]:
        """Lower a node into a list of its own."""
        outer, self.out = self.out, []
        try:
            value = self.value(node)
            return self.out, value
        finally:
            self.out = outer

    def inline(self, stmts: list[Stmt], value: Value) -> Expr | None:
        """One expression for a value whose statements are pure temporaries that are used once (None: impossible)."""
        if isinstance(value, (Obj, Func, Method, Partial, Undefined)):
            return None
        expr = self.expr(value) if not isinstance(value, Dyn) else value.expr
        refreshed: list[Stmt] = []
        for stmt in reversed(stmts):
            if isinstance(stmt, Let) and stmt.implicit and stmt.targets[0] in self.shared.same:
                refreshed.insert(0, stmt)  # an array that is read again: no statement of the running program
                continue
            if not isinstance(stmt, Let) or stmt.effect or stmt.implicit or len(stmt.targets) != 1:
                return None
            var = stmt.targets[0]
            if not var.temp or count(expr, var) > 1:
                return None
            expr = substitute(expr, {var: stmt.expr})
        self.out.extend(refreshed)
        return expr

    def expr_BoolOp(self, node: Any) -> Value:
        name = "and" if isinstance(node.op, gast.And) else "or"
        return self.bool_chain(name, node.values, node)

    def bool_chain(self, name: str, nodes: list[Any], node: Any) -> Value:
        first = self.value(nodes[0])
        if len(nodes) == 1:
            return first
        truth = self.truth(first)
        if isinstance(truth, bool):
            return self.bool_chain(name, nodes[1:], node) if truth == (name == "and") else first

        def rest() -> Value:
            return self.bool_chain(name, nodes[1:], node)

        def keep() -> Value:
            return first

        arms = (rest, keep) if name == "and" else (keep, rest)
        return self.choose(
            truth,
            arms[0],
            arms[1],
            node,
            "chosen",
            lambda a, b: Apply(name, (self.expr(first), a if name == "and" else b)),
        )

    def expr_IfExp(self, node: Any) -> Value:
        truth = self.truth(self.value(node.test))
        if isinstance(truth, bool):
            return self.value(node.body if truth else node.orelse)
        return self.choose(
            truth,
            lambda: self.value(node.body),
            lambda: self.value(node.orelse),
            node,
            self.hint or "chosen",
            lambda a, b: Apply("ifexp", (truth, a, b)),
        )

    def choose(self, test: Expr, then: Any, orelse: Any, node: Any, name: str, code: Any) -> Value:
        """A value that depends on a test: one expression where nothing active flows, else an ``If``."""
        before = self.state
        outer = self.out
        results = []
        for arm in (then, orelse):
            self.state, self.out = before.copy(), []
            try:
                value = self.deref(arm())
            except Bottom:
                continue
            results.append((self.out, value, self.state))
        self.out = outer
        if len(results) < 2:
            self.state = before
            if not results:
                raise Bottom
            self.out.extend(results[0][0])
            self.state = results[0][2]
            return results[0][1]
        (s1, v1, st1), (s2, v2, st2) = results
        self.state = st1
        kind1 = self.kind(v1)
        self.state = st2
        kind2 = self.kind(v2)
        if not (kind1.active or kind2.active) and isinstance(v1, (Dyn, Static)) and isinstance(v2, (Dyn, Static)):
            self.state = st1
            a = self.inline(s1, v1)
            self.state = st2
            b = self.inline(s2, v2)
            if a is not None and b is not None:
                self.state = before
                kind = K.join(kind1, kind2)
                if kind.cat in ("arr", "numeric", "list"):
                    made = self.let(name, code(a, b), kind)
                    self._alias_choice(made, (v1, v2))
                    return made
                return Dyn(code(a, b), kind)
        self.state = before
        return self.joined_arms(test, (s1, v1, st1), (s2, v2, st2), node, name)

    def _alias_choice(self, made: Dyn, values: tuple[Value, ...]) -> None:
        for value in values:
            if isinstance(value, Dyn) and value.place is not None and made.place is not None:
                self.flow(value, made)
                if value.place.storage in self.state.storages:
                    self.may_alias(made.place.storage, value.place.storage)

    def joined_arms(self, test: Expr, a: Any, b: Any, node: Any, name: str) -> Value:
        raise NotImplementedError

    # ------------------------------------------------------------------------------------------------ numeric calls

    def numeric(
        self,
        function: Any,
        args: tuple[Value, ...],
        kwargs: tuple[tuple[str, Value], ...],
        code: Any,
        node: Any,
        name: str,
        place: Place | None = None,
        tree: Any = None,
    ) -> Value:
        raise NotImplementedError

    def call_value(self, function: Value, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value:
        raise NotImplementedError


def _elem(kind: Kind) -> Kind | None:
    if isinstance(kind.elem, tuple) and kind.elem:
        elem: Kind = kind.elem[0]
        for other in kind.elem[1:]:
            elem = K.join(elem, other)
        return elem
    return None


def _fold(op: str, left: Value, right: Value) -> Static | None:
    if not (isinstance(left, Static) and isinstance(right, Static)):
        return None
    if op in ("in", "not_in"):
        try:
            inside = left.obj in right.obj
        except TypeError:
            return None
        return Static(inside if op == "in" else not inside)
    kinds = (bool, int, str, type(None), tuple)
    comparison = op in ("lt", "le", "gt", "ge", "eq", "ne", "is", "is_not")
    if comparison:
        kinds += (float, type)  # type: ignore[assignment]
    if not isinstance(left.obj, kinds) or not isinstance(right.obj, kinds):
        return None
    try:
        if op == "pow" and not (isinstance(right.obj, int) and abs(right.obj) < 64):
            return None
        result = O.PYTHON[op](left.obj, right.obj)
    except Exception:
        return None
    if isinstance(result, (str, tuple)) and len(result) > 200:
        return None
    return Static(result)


def count(expr: Expr, var: Var) -> int:
    """How often ``var`` stands in ``expr``."""
    if isinstance(expr, Apply):
        return sum(count(a, var) for a in expr.args) + sum(count(v, var) for _, v in expr.kwargs)
    return int(expr == var)


def substitute(expr: Expr, table: dict[Var, Expr]) -> Expr:
    """``expr`` with variables replaced."""
    if isinstance(expr, Var):
        return table.get(expr, expr)
    if isinstance(expr, Apply):
        args = tuple(substitute(a, table) for a in expr.args)
        kwargs = tuple((k, substitute(v, table)) for k, v in expr.kwargs)
        return Apply(expr.op, args, kwargs)
    return expr


__all__ = ["Block", "Expressions", "HOLE", "If", "count", "ref_of", "registry", "substitute"]
