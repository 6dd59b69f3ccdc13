"""Operators of the user's own classes: their methods are called as Python would call them."""

from __future__ import annotations

import types
from typing import Any

from s2s.source import operators as O
from s2s.source.displays import Displays
from s2s.source.values import Obj, Seq, Static, Value

MIRRORED = {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le", "eq": "eq", "ne": "ne"}


class OwnOperators(Displays):
    """Lowering of operators of objects and named tuples."""

    def own_class(self, value: Value) -> type | None:
        """The user's class of an object or of a named tuple."""
        if isinstance(value, Obj):
            content = self.content(value)
            return content.cls if content.shape == "instance" else None
        return value.cls if isinstance(value, Seq) and isinstance(value.cls, type) else None

    def own_method(self, value: Value, name: str | None) -> Any:
        """The method that a class gives for an operator; None where it has none, or that of tuples."""
        cls = self.own_class(value)
        if cls is None or name is None:
            return None
        member = next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)  # not of the metaclass
        if isinstance(value, Seq):
            return member if isinstance(member, types.FunctionType) else None
        return member

    def own_binary(self, op: str, left: Value, right: Value, node: Any) -> Value | None:
        """The result of ``__add__``, or of ``__radd__``, of a class; None where the classes have no such methods."""
        name = O.DUNDER.get(op)
        if name is None:
            return None
        turns = [(left, right, name), (right, left, "__r" + name[2:])]
        one, two = self.own_class(left), self.own_class(right)
        if one is not None and two is not None and one is not two:
            reflected = turns[1][2]
            if issubclass(two, one) and getattr(two, reflected, None) is not getattr(one, reflected, None):
                turns.reverse()
        elif one is not None and one is two:
            del turns[1]
        tried = None
        for mine, other, method_name in turns:
            method = self.own_method(mine, method_name)
            if method is None:
                continue
            tried = mine
            if method_name != name:
                self._asked_first(other, mine, node)
            made = self.call_value(Static(method), [mine, other], [], node)
            if not _declines(made):
                return made
        if tried is not None:
            self.fail(f"no class here implements '{O.SYMBOL.get(op, op)}' of these values", node, "convert them before")
        return None

    def _asked_first(self, left: Value, right: Value, node: Any) -> None:
        """``array * obj``: NumPy takes the object for an item, or for an array, unless its class tells otherwise."""
        cls: Any = self.own_class(right)
        kind = self.kind(left)
        array = kind.cat in ("arr", "numeric")
        number = kind.cat == "num" and not kind.python
        converted = isinstance(right, Seq) or hasattr(cls, "__array__") or hasattr(cls, "__array_ufunc__")
        if not array and not (number and converted):
            return
        told = getattr(cls, "__array_ufunc__", ...) is None
        priority = getattr(cls, "__array_priority__", 0)
        first = isinstance(priority, (int, float)) and priority > 0 and getattr(cls, "__array_ufunc__", ...) is ...
        if not told and not first:
            self.fail(
                f"NumPy does not ask {cls.__name__} for the product or sum of an array and it",
                node,
                f"write the {cls.__name__} to the left, or set __array_ufunc__ = None in its class",
            )

    def own_unary(self, name: str, value: Value, node: Any) -> Value | None:
        method = self.own_method(value, name)
        return None if method is None else self.call_value(Static(method), [value], [], node)

    def own_augmented(self, op: str, current: Value, value: Value, node: Any) -> Value | None:
        """The result of ``__iadd__`` or its like; None where the class has none, or hands over to ``__add__``."""
        method = self.own_method(current, "__i" + O.DUNDER[op][2:])
        made = None if method is None else self.call_value(Static(method), [current, value], [], node)
        return None if made is None or _declines(made) else made

    def own_compare(self, op: str, left: Value, right: Value, node: Any) -> Value:
        """A comparison of objects of the user's classes: ``__lt__`` of the left one, or ``__gt__`` of the right one."""
        turns = [(left, right, op), (right, left, MIRRORED[op])]
        one, two = self.own_class(left), self.own_class(right)
        if one is not None and two is not None and one is not two and issubclass(two, one):
            turns.reverse()
        for mine, other, name in turns:
            if not isinstance(mine, Obj):
                continue
            method = self.own_method(mine, O.DUNDER[name])
            opposite = name == "ne" and method is vars(object)["__ne__"]
            if opposite:
                method = self.own_method(mine, "__eq__")
            if not isinstance(method, types.FunctionType):
                continue
            if mine is right:
                self._asked_first(left, right, node)
            made = self.call_value(Static(method), [mine, other], [], node)
            if not _declines(made):
                return self.negated(made) if opposite else made
        arrays = [v for v in (left, right) if not isinstance(v, Obj) and self.kind(v).cat in ("arr", "numeric")]
        if op in ("eq", "ne") and not arrays:
            return self.compare({"eq": "is", "ne": "is_not"}[op], left, right, node)
        self.fail(f"no class here implements '{O.SYMBOL.get(op, op)}' of these values", node, "compare what they hold")

    def compare(self, op: str, left: Value, right: Value, node: Any) -> Value:
        raise NotImplementedError

    def negated(self, value: Value) -> Value:
        raise NotImplementedError


def _declines(value: Value) -> bool:
    return isinstance(value, Static) and value.obj is NotImplemented
