"""Iterators: each gives its items once, and some compute them only then."""

from __future__ import annotations

import types
from dataclasses import dataclass
from typing import Any

from s2s.ir.core import Apply, Const, Expr, Kind
from s2s.source.numeric import Numeric
from s2s.source.values import Dyn, HeapObject, Iter, Iterator, Obj, Seq, State, Static, Undefined, Value

GONE, HANDED_ON = Static(None), Static("handed on")
WHOLE = ("list", "tuple", "dict", "sum", "max", "min", "sorted", "prod", "fsum", "deque")  # these take all items
PARTLY = ("any", "all", "zip", "enumerate", "filter")  # these may leave some, or take them later


@dataclass(frozen=True)
class Made:
    """When an iterator was made: the state, and the names that its computation reads (None: it may read all)."""

    state: State
    reads: frozenset[str] | None


class Iterators(Numeric):
    """Making and using up iterators."""

    def once(self, source: Value, lazy: bool = False, reads: frozenset[str] | None = None) -> Obj:
        """An iterator over ``source``; ``lazy``: its items are computed when they are asked for."""
        made = self.allocate(HeapObject("instance", (("source", source), ("position", Static(0))), Iterator))
        if lazy or (isinstance(source, Iter) and source.how == "reversed"):
            self.shared.made[made.oid] = Made(self.state.copy(), reads)
        return made

    def is_once(self, value: Value) -> bool:
        return isinstance(value, Obj) and self.content(value).cls is Iterator

    def consumed(self, value: Value, node: Any, whole: bool = True) -> Value:
        """What is left in an iterator, which is used up now (not ``whole``: maybe, or by another one later)."""
        if not self.is_once(value):
            made = self._own_iterator(value, node)
            return value if made is None else self.consumed(made, node, whole)
        assert isinstance(value, Obj)
        source, position = self._left(value, node)
        self._move(value, GONE if whole else HANDED_ON, node)
        if position is None:
            return Seq(())
        if position == 0:
            return source
        items = self.sized(source)
        held = self.deref(source)
        if items is None and isinstance(held, Dyn) and held.kind.cat in ("arr", "list"):
            rest = Apply("slice", (Const(position), Const(None), Const(None)))
            return self.item(held, Dyn(rest, Kind("slice")), node)
        if items is None:
            self.fail("this iterator was used before, and its length is not known", node, "make it anew, or a list")
        return Seq(items[position:])

    def _own_iterator(self, value: Value, node: Any) -> Value | None:
        """What the method ``__iter__`` of an object of the user's own class returns (None: it is no such object)."""
        held = self.deref(value)
        if not isinstance(held, Obj) or self.content(held).shape != "instance" or self.is_once(held):
            return None
        cls = self.content(held).cls
        method = getattr(cls, "__iter__", None)
        if not isinstance(method, types.FunctionType):
            self.fail(f"an object of the class {cls.__name__} is iterated over", node, "iterate over what it holds")
        made = self.call_value(Static(method), [held], [], node)
        if isinstance(made, Obj) and not self.is_once(made) and hasattr(self.content(made).cls, "__next__"):
            name = self.content(made).cls.__name__
            self.fail(f"the iterator {name} has a method __next__", node, "write __iter__ as a generator")
        return made

    def taken(self, value: Obj, default: Value | None, node: Any) -> Value | None:
        """``next(iterator)``: the item (None: not known)."""
        source, position = self._left(value, node)
        items = self.sized(source)
        if items is None:
            held = self.deref(source)
            if default is not None or position is None or not isinstance(held, Dyn) or held.kind.cat == "other":
                return None
            self._move(value, Static(position + 1), node)
            return self.item(held, Static(position), node)
        if position is not None and position < len(items):
            self._move(value, Static(position + 1), node)
            return items[position]
        self._move(value, GONE, node)
        if default is None:
            self.fail("next() of an iterator that has no more items", node, "give next() a default")
        return default

    def _move(self, value: Obj, position: Static, node: Any) -> None:
        self.mutate(value.oid, self.content(value).with_item("position", position), node)

    def _left(self, value: Obj, node: Any) -> tuple[Value, int | None]:
        content = self.content(value)
        source, position = content.get("source"), content.get("position")
        assert source is not None
        if not isinstance(position, Static) or position == HANDED_ON or isinstance(source, Undefined):
            self.fail(
                "how many items this iterator still has is not known here", node, "make it where it is used, or a list"
            )
        made = self.shared.made.get(value.oid)
        if made is not None and not self._as_then(made, value, node):
            self.fail(
                "this iterator is used after what it reads may have changed",
                node,
                "make it where it is used, or a list",
            )
        return source, position.obj

    def _as_then(self, made: Made, value: Obj, node: Any) -> bool:
        """Nothing has changed since an iterator was made that could change what it gives."""
        then, now = made.state, self.state
        for fid, names in then.frames.items():
            for name, old in names.items():
                if (made.reads is None or name in made.reads) and now.frames.get(fid, names).get(name, old) != old:
                    return False
        for sid, store in then.storages.items():
            if now.storages.get(sid, store).version != store.version:
                return False
        return all(
            now.heap.get(oid, content) == content or content.cls is Iterator for oid, content in then.heap.items()
        )

    def iterator_expr(self, value: Obj) -> Expr:
        """An iterator that is given away, to code that takes its items."""
        return self.expr(self.consumed(value, self.node, whole=False))

    def consumed_by(self, name: str, args: list[Value], node: Any) -> list[Value]:
        """The arguments of a built-in function that takes items."""
        if name in WHOLE and len(args) > (1 if name in ("max", "min") else 0):
            whole = name not in ("max", "min") or len(args) == 1
            return [self.consumed(args[0], node), *args[1:]] if whole else args
        if name in WHOLE and args:
            return [self.consumed(args[0], node), *args[1:]]
        if name == "map":
            return [*args[:1], *(self.consumed(a, node, whole=False) for a in args[1:])]
        if name in PARTLY:
            return [self.consumed(a, node, whole=False) for a in args]
        return args

    def view_items(self, value: Iter) -> tuple[Value, ...]:
        """The items of dict.keys(), .values() or .items(), as the dict is now."""
        owner = value.args[0]
        assert isinstance(owner, Obj)
        content = self.content(owner)
        if content.shape != "dict":
            self.fail("a view of a dict whose entries are not known", self.node, "make a list of its items")
        if value.how == "keys":
            return tuple(Static(k) for k, _ in content.items)
        if value.how == "values":
            return content.values()
        return tuple(Seq((Static(k), v)) for k, v in content.items)

    def refreshed(self, source: Value, items: tuple[Value, ...], node: Any) -> tuple[Value, ...]:
        """The items of what a loop runs over, after an iteration that may have changed them."""
        now = self.sized(source)
        if now is None or now == items:
            return items if now is not None or not isinstance(source, Obj) else self._changed(node)
        fixed = isinstance(source, Iter) and source.how not in ("zip", "enumerate")
        if len(now) != len(items) and (fixed or isinstance(source, Obj) and self.content(source).shape == "dict"):
            self._changed(node)
        return now

    def _changed(self, node: Any) -> Any:
        self.fail("what this loop runs over changes its length", node, "loop over a copy, e.g. list(items)")

    # ------------------------------------------------------------------------------------------------ above

    def item(self, value: Value, index: Value, node: Any) -> Value:
        raise NotImplementedError

    def sized(self, value: Value) -> tuple[Value, ...] | None:
        raise NotImplementedError

