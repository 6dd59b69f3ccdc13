"""Expressions: from gast nodes to values, emitting one Let per operation."""

from __future__ import annotations

import enum
import types
from dataclasses import replace
from typing import Any

import gast

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Const, Derivative, Expr, Kind
from s2s.source import operators as O
from s2s.source.own_operators import OwnOperators
from s2s.source.values import Dyn, HeapObject, Obj, Seq, Static, Value, is_maybe

LITERALS = (str, bytes, int, float, complex, tuple)


class Expressions(OwnOperators):
    """Lowering of operators and comparisons."""

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
        made = self.own_binary(op, left, right, node)
        if made is not None:
            return made
        sequences = (Seq, Obj)
        if op == "add" and (self._records(left) or self._records(right)):
            return self.records_add(left, right, node)
        if op == "add" and isinstance(left, sequences) and isinstance(right, sequences):
            return self.joined(left, right, node)
        cats = (self.kind(left).cat, self.kind(right).cat)
        if "arr" in cats:
            return None  # NumPy makes an array of a sequence
        if op == "add" and "list" in cats and not isinstance(left, Static):
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

    def _records(self, value: Value) -> bool:
        return isinstance(value, Obj) and self.content(value).shape == "records"

    def records_add(self, left: Value, right: Value, node: Any) -> Value:
        raise NotImplementedError

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
            empty = isinstance(item, Static) and item.obj is None  # places to be filled
            expr = Apply("mul", (Apply("list", (self.expr(item),)), self.expr(count)))
            made = self.let(
                "items",
                expr,
                Kind("list", active=kind.active, elem=None if empty else kind),
                Derivative("repeat", {"item": self.expr(item)}, ("item",)) if kind.active else None,
            )
            self.share(made, item)
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
        dtype = K.TUPLE if K.TUPLE in (kinds[0].dtype, kinds[1].dtype) else None
        made = self.let("items", Apply("add", (a, b)), Kind("list", dtype, active=active, elem=elem), rule)
        self.share_items(made, left, right)
        if dtype is not None:
            return made
        return self.allocate(HeapObject("dynamic", (("value", made),), list))

    def operation(self, op: str, args: list[Value], node: Any) -> Value:
        """A function of the operator module."""
        if len(args) == 1:
            return self.unary(op, args[0], node)
        if op in O.COMPARE.values():
            return self.compare(op, self.deref(args[0]), self.deref(args[1]), node)
        return self.binary(op, args[0], args[1], node)

    def expr_UnaryOp(self, node: Any) -> Value:
        return self.unary(O.UNARY[type(node.op)], self.value(node.operand), node)

    def unary(self, op: str, operand: Value, node: Any) -> Value:
        if op == "not":
            return self.negated(operand)
        operand = self.deref(operand)
        if isinstance(operand, Static) and isinstance(operand.obj, (int, float, complex)):
            return Static(O.PYTHON[op](operand.obj))
        own = self.own_unary(O.DUNDER[op], operand, node)
        if own is not None:
            return own
        return self.numeric(O.FUNCTION[op], (operand,), (), lambda a: Apply(op, a), node, O.ROLE[op])

    def negated(self, value: Value) -> Value:
        truth = self.truth(value)
        if isinstance(truth, bool):
            return Static(not truth)
        return Dyn(Apply("not", (truth,)), K.BOOL)

    def expr_Compare(self, node: Any) -> Value:
        ops = [O.COMPARE[type(op)] for op in node.ops]
        if len(ops) == 1:
            left, right = self.value(node.left), self.value(node.comparators[0])
            known = self._is_none(ops[0], left, right) or self._is_none(ops[0], right, left)
            return known or self.compare(ops[0], self.deref(left), self.deref(right), node)
        values = [self.deref(self.value(node.left))]
        if any(isinstance(n, (gast.Call, gast.NamedExpr)) for c in node.comparators[1:] for n in gast.walk(c)):
            return self._compare_in_turn(ops, values[0], node.comparators, node)
        for comparator in node.comparators:
            values.append(self.deref(self.value(comparator)))
        folded = [_fold(op, a, b) for op, a, b in zip(ops, values, values[1:], strict=False)]
        if all(f is not None for f in folded):
            return Static(all(f.obj for f in folded if f is not None))
        args = tuple(Const(op) for op in ops) + tuple(self.expr(v) for v in values)
        return Dyn(Apply("compare", args), K.BOOL)

    def _is_none(self, op: str, value: Value, other: Value) -> Value | None:
        """``value is None`` of a structure that may be None."""
        if not is_maybe(value) or not isinstance(other, Static) or other.obj is not None:
            return None
        assert isinstance(value, Seq)
        present = self.deref(value.items[0])
        if op not in ("is", "is_not", "eq", "ne"):
            return None
        return present if op in ("is_not", "ne") else self.negated(present)

    def _compare_in_turn(self, ops: list[str], left: Value, nodes: list[Any], node: Any) -> Value:
        """``a < b < f()``: f is called only where a < b holds."""
        right = self.deref(self.value(nodes[0]))
        test = self.compare(ops[0], left, right, node)
        truth = self.truth(test)
        if len(nodes) == 1 or truth is False:
            return test
        if truth is True:
            return self._compare_in_turn(ops[1:], right, nodes[1:], node)
        return self.choose(
            truth,
            lambda: self._compare_in_turn(ops[1:], right, nodes[1:], node),
            lambda: test,
            node,
            "chosen",
            lambda a, b: Apply("and", (self.expr(test), a)),
        )

    def compare(self, op: str, left: Value, right: Value, node: Any) -> Value:
        if op in ("is", "is_not"):
            same = self._identical(left, right, node)
            if same is not None:
                return Static(same if op == "is" else not same)
            return Dyn(Apply(op, (self._identity(left, node), self._identity(right, node))), K.BOOL)
        folded = _fold(op, left, right)
        if folded is not None:
            return folded
        if op in ("in", "not_in"):
            return self._contains(op, left, right, node)
        if isinstance(left, Seq) and isinstance(right, Seq) and op in ("eq", "ne"):
            return Dyn(Apply(op, (self.expr(left), self.expr(right))), K.BOOL)
        if self._instance(left) or self._instance(right):
            return self.own_compare(op, left, right, node)
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
        if "other" in (a.cat, b.cat) and not any(isinstance(v, Static) and not _numeric(v.obj) for v in (left, right)):
            return self.let("test", expr, Kind("numeric", "b1", shape=f"?{self.new_id()}"))  # maybe an array
        return Dyn(expr, K.BOOL)

    def _identical(self, left: Value, right: Value, node: Any) -> bool | None:
        if isinstance(left, Static) and isinstance(right, Static):
            literal = isinstance(left.obj, LITERALS) and not isinstance(left.obj, (bool, enum.Enum))
            if literal and type(left.obj) is type(right.obj) and left.obj == right.obj:
                self.fail("'is' between equal literals depends on how Python keeps them", node, "compare with ==")
            return left.obj is right.obj
        if isinstance(left, Seq) and isinstance(right, Seq):
            if left.origin is not None and right.origin is not None:
                return None
            if left == right:
                self.fail("'is' between tuples of the same values", node, "compare what they hold")
            return False
        for mine, other in ((left, right), (right, left)):
            if isinstance(mine, Static) and mine.obj is None:
                if isinstance(other, Dyn):
                    known = other.kind.cat in ("num", "arr", "numeric", "list", "str", "tuple")
                    return False if known and not other.kind.optional else None
                return False
        if isinstance(left, Obj) and isinstance(right, Obj):
            if left.oid == right.oid:
                return True
            one, two = self.content(left), self.content(right)
            if one.origin is not None and one.origin == two.origin:
                return True
            made = [c for c in (one, two) if c.origin is None]
            return None if any(c.joined for c in made) or not made else False
        for mine, other in ((left, right), (right, left)):
            if isinstance(mine, Obj):
                unknown = isinstance(other, Dyn) and other.kind.cat in ("other", "list", "dict")
                return None if unknown else False
        return None

    def _identity(self, value: Value, node: Any) -> Expr:
        """The object itself in the running program."""
        if isinstance(value, Obj) and self.content(value).origin is None and self.content(value).shape != "dynamic":
            self.fail("which object this is depends on the path that leads here", node, "compare a value that it holds")
        if isinstance(value, Seq) and value.origin is not None:
            return value.origin
        return self.expr(value)

    def _contains(self, op: str, left: Value, right: Value, node: Any) -> Value:
        own = self.deref(right)
        method = getattr(self.content(own).cls, "__contains__", None) if isinstance(own, Obj) else None
        if isinstance(method, types.FunctionType):
            found = self.truth(self.call_value(Static(method), [own, left], [], node))
            if isinstance(found, bool):
                return Static(found == (op == "in"))
            return Dyn(found if op == "in" else Apply("not", (found,)), K.BOOL)
        right = self.deref(self.consumed(right, node, whole=False))
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


def _numeric(obj: Any) -> bool:
    return isinstance(obj, (int, float, complex)) and not isinstance(obj, enum.Enum)


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
