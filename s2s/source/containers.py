"""Methods of tuples, lists and dicts."""

from __future__ import annotations

import inspect
import types
from dataclasses import replace
from typing import Any

from s2s.analysis import kinds as K
from s2s.ir.core import NONE, Apply, Assign, Const, Derivative, Do, Kind
from s2s.source.forms import LEAF, PLAIN
from s2s.source.rebuilt import OF_DEQUES, Rebuilt
from s2s.source.record_methods import FRONT
from s2s.source.values import Dyn, HeapObject, Iter, Obj, Seq, Static, Value

CHANGING = frozenset("append extend insert pop remove reverse sort clear update setdefault popitem".split())


UNKNOWN_KEY = "use literal keys, or a list or an array with an index"


class Containers(Rebuilt):
    """Lowering of the methods of containers."""

    def container_method(
        self, receiver: Value, name: str, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> Value:
        held, receiver = receiver, self.deref(receiver)
        if name in OF_DEQUES:
            name, args = OF_DEQUES[name][0], [*OF_DEQUES[name][1], *args]
        if isinstance(held, Obj) and name in CHANGING:
            if self.content(held).origin is None:
                self.check_one(held, node)
            if name == "extend" and self._by_item(held, args):
                return self._extended(held, args[0], node)
            if isinstance(receiver, Dyn) and name in ("append", "extend", "insert"):
                items = list(self.sized(args[0]) or ()) if name == "extend" else args[-1:]
                if self.become_records(held, receiver, items):
                    receiver = held
        if isinstance(receiver, Dyn):
            made = self.rebuilt(held, receiver, name, args, kwargs, node) if isinstance(held, Obj) else None
            if made is not None:
                return made
            return self._dynamic_method(receiver, name, args, kwargs, node)
        if isinstance(receiver, Seq):
            return self._tuple_method(receiver, name, args, kwargs, node)
        assert isinstance(receiver, Obj)
        content = self.content(receiver)
        handler = getattr(self, f"_{content.shape}_{name}", None)
        if handler is None:
            shape = "list" if content.shape == "records" else content.shape
            hint = "write it with items, loops and new objects"
            self.fail(f"{shape} method '{name}' is not supported here", node, hint)
        result: Value = handler(receiver, content, args, dict(kwargs), node)
        return result

    def _by_item(self, held: Obj, args: list[Value]) -> bool:
        """True where a list is extended by structures, or by differentiated items, whose number is not known."""
        shape = self.content(held).shape
        if len(args) != 1 or shape not in ("list", "dynamic", "records") or self.sized(args[0]) is not None:
            return False
        items = self.deref(args[0])
        structures = shape == "records" or (isinstance(items, Obj) and self.content(items).shape == "records")
        return structures or self.is_active(held) or self.is_active(args[0])

    def _extended(self, held: Obj, source: Value, node: Any) -> Value:
        source = self.unless_itself(self.consumed(source, node), held, node)
        self.each_item(source, lambda item: self.container_method(held, "append", [item], [], node), node)
        return Static(None)

    def become_records(self, held: Obj, receiver: Dyn, items: list[Value]) -> bool:
        """A list without items, or with None only, gets its first item, which is a structure."""
        if receiver.kind.elem not in (None, K.NOTHING) or not items:
            return False
        item = self.deref(items[0])
        form = self.form_of(item) if isinstance(item, (Seq, Obj)) else LEAF
        if form in PLAIN:
            return False
        self.make_records(held.oid, form)
        return True

    def _tuple_method(
        self, receiver: Seq, name: str, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> Value:
        fields = getattr(receiver.cls, "_fields", ())
        if name == "_replace":
            changes = dict(kwargs)
            return Seq(tuple(changes.get(f, v) for f, v in zip(fields, receiver.items, strict=True)), receiver.cls)
        if name == "_asdict":
            return self.allocate(HeapObject("dict", tuple(zip(fields, receiver.items, strict=True)), dict))
        if name == "index" or name == "count":
            return self._found(receiver, name, args)
        member = inspect.getattr_static(receiver.cls, name, None)
        if isinstance(member, types.FunctionType):
            return self.call_value(Static(member), [receiver, *args], kwargs, node)
        self.fail(f"tuple method '{name}' is not supported", node)

    def _list_append(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        if content.origin is not None:
            self.fail("a list of the caller is changed", node, "copy the list first, and return it")
        self.mutate(receiver.oid, content.with_item(len(content.items), args[0]), node)
        return Static(None)

    def _rebuild(self, receiver: Obj, content: HeapObject, items: tuple[Value, ...], node: Any) -> None:
        if content.origin is not None:
            self.fail("a list of the caller is changed", node, "copy the list first, and return it")
        self.mutate(receiver.oid, replace(content, items=tuple(enumerate(items))), node)

    def _list_extend(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        args = [self.consumed(args[0], node)]
        items = self.sized(args[0])
        if items is None:
            self.make_dynamic(receiver.oid)
            target = self.deref(receiver)
            assert isinstance(target, Dyn)
            return self._dynamic_method(target, "extend", args, [], node)
        self._rebuild(receiver, content, content.values() + items, node)
        return Static(None)

    def _list_sort(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        ordered = self.call_value(Static(sorted), [receiver], list(kwargs.items()), node)
        items = self.sized(ordered)
        if items is not None:
            self._rebuild(receiver, self.content(receiver), items, node)
            return Static(None)
        made = self.deref(ordered)
        if content.origin is not None or not isinstance(made, Dyn) or made.kind.cat != "list":
            self.fail("list method 'sort' is not supported here", node, "use sorted(), or np.sort on an array")
        self.mutate(receiver.oid, HeapObject("dynamic", (("value", made),), list), node)
        return Static(None)

    def _list_pop(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        at = args[0] if args else Static(-1)
        items = list(content.values())
        if not isinstance(at, Static) or not items or not -len(items) <= at.obj < len(items):
            reason = "pop from an index that is not known, or from an empty list"
            self.fail(reason, node, "pop at a literal index, or make a new list without the item")
        value = items.pop(at.obj)
        self._rebuild(receiver, content, tuple(items), node)
        return value

    def _list_insert(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        if not isinstance(args[0], Static):
            self.fail("insert at an index that is not known", node, "insert at a literal index, or join two lists")
        items = list(content.values())
        items.insert(args[0].obj, args[1])
        self._rebuild(receiver, content, tuple(items), node)
        return Static(None)

    def _list_reverse(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        self._rebuild(receiver, content, content.values()[::-1], node)
        return Static(None)

    def _list_clear(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        self._rebuild(receiver, content, (), node)
        return Static(None)

    def _list_copy(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        return self.new_list(content.values())

    def _list_index(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        return self._found(receiver, "index", args)

    def _list_count(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        return self._found(receiver, "count", args)

    def _found(self, receiver: Value, name: str, args: list[Value]) -> Value:
        return Dyn(Apply("method", (self.expr(receiver), Const(name), *(self.expr(a) for a in args))), K.INT)

    def _dict_get(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        key = self.static_key(args[0])
        if key is None:
            if not any(map(self.is_active, content.values())):
                return Dyn(Apply("method", (self.expr(receiver), Const("get"), *(self.expr(a) for a in args))), K.OTHER)
            self.fail("a dict is read at a key that is not known while compiling", node, UNKNOWN_KEY)
        found = content.get(key[0])
        return found if found is not None else args[1] if len(args) > 1 else Static(None)

    def _dict_items(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        return Iter("items", (receiver,), NONE)

    def _dict_keys(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        return Iter("keys", (receiver,), NONE)

    def _dict_values(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        return Iter("values", (receiver,), NONE)

    def _dict_update(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        pairs: list[tuple[Any, Value]] = list(kwargs.items())
        if args:
            made = self.call_value(Static(dict), [args[0]], [], node)
            assert isinstance(made, Obj)
            pairs = [*self.content(made).items, *pairs]
        for key, value in pairs:
            self._caller_effect(content, ("getitem", Const(key)), value, node)
            self.mutate(receiver.oid, self.content(receiver).with_item(key, value), node)
        return Static(None)

    def _dict_pop(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        key = self.static_key(args[0])
        if key is None or content.origin is not None:
            self.fail("pop from a dict of the caller, or at a key that is not known", node, "copy the dict first")
        found = content.get(key[0])
        if found is None:
            if len(args) > 1:
                return args[1]
            self.fail(f"key {key[0]!r} is not in this dict here", node)
        self.mutate(receiver.oid, content.without(key[0]), node)
        return found

    def _dict_setdefault(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        key = self.static_key(args[0])
        if key is None:
            self.fail("a dict is read at a key that is not known while compiling", node, UNKNOWN_KEY)
        found = content.get(key[0])
        if found is None:
            found = args[1] if len(args) > 1 else Static(None)
            self._write_known(receiver, args[0], None, found, node)
        return found

    def _dict_copy(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        return self.allocate(HeapObject("dict", content.items, dict))

    def _dynamic_method(
        self, receiver: Dyn, name: str, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> Value:
        """Methods of a list whose length is only known at run time."""
        if (
            receiver.place is not None
            and self.state.storages[receiver.place.storage].external
            and name in ("append", "pop", "extend", "insert")
        ):
            self.fail("a list of the caller is changed", node, "copy the list first, and return it")
        if name == "append" or (name == "insert" and self._at_front(args[:1])):
            self._append_to(receiver, args[-1], node, front=name == "insert")
            return Static(None)
        if name == "extend" and len(args) == 1 and (receiver.kind.active or self.is_active(args[0])):
            self.each_item(args[0], lambda item: self._append_to(receiver, item, node), node)
            return Static(None)
        if name == "pop":
            return self._dynamic_pop(receiver, args, node)
        if name == "copy":
            rule = Derivative("list_copy", {"items": receiver.expr}, ("items",)) if receiver.kind.active else None
            made = self.let("items", Apply("method", (receiver.expr, Const("copy"))), receiver.kind, rule)
            self.share_items(made, receiver)
            return self.allocate(HeapObject("dynamic", (("value", made),), list))
        if name in ("index", "count"):
            return self.let(name, Apply("method", (receiver.expr, Const(name), *(self.expr(a) for a in args))), K.INT)
        if not receiver.kind.active and not any(map(self.is_active, args)):
            if receiver.place is not None:
                self.disown(receiver.place.storage)
            self.let(
                "value",
                Apply("method", (receiver.expr, Const(name), *(self.expr(a) for a in args))),
                K.OTHER,
                effect=True,
            )
            return Static(None)
        self.fail(
            f"list method '{name}' on a list of unknown length is not supported",
            node,
            "use append, pop, insert at 0, and indexing",
        )

    def _append_to(self, receiver: Dyn, item: Value, node: Any, front: bool = False) -> None:
        receiver, value = self.read(receiver), self.deref(item)
        if isinstance(value, Obj) and self.content(value).shape == "list":
            self.make_dynamic(value.oid)
            value = self.deref(value)
        kind = self.kind(value)
        known = receiver.kind.elem
        elem = kind if known is None else K.join(known, kind) if isinstance(known, Kind) else known
        mixed = elem.cat in ("other", "str") and (kind.active or receiver.kind.active)
        if mixed or isinstance(value, (Seq, Obj)):
            self.fail("the items of this list are of different kinds", node, "give every item the same structure")
        store = replace(receiver.kind, elem=elem, active=receiver.kind.active or kind.active)
        call = (Const("insert"), FRONT) if front else (Const("append"),)
        code = Do(Apply("method", (receiver.expr, *call, self.expr(value))))
        self.take_in(receiver, value)
        at = FRONT if front else None
        self.write(receiver, "append", None, at, self.expr(value), code, node, kind.active, kind=store)

    def _dynamic_pop(self, receiver: Dyn, args: list[Value], node: Any) -> Value:
        at = self.popped_place(args, node)
        elem = receiver.kind.elem if isinstance(receiver.kind.elem, Kind) else Kind("numeric")
        if receiver.kind.active and (
            elem.cat not in ("num", "arr", "numeric", "list") or isinstance(receiver.kind.elem, tuple)
        ):
            self.fail("a structure is popped from a list of unknown length", node, "keep one list per entry")
        var = self.fresh("popped")
        result = replace(elem, active=receiver.kind.active and K.is_float(elem))
        code = Assign(var, Apply("method", (receiver.expr, Const("pop"), *(() if at is None else (at,)))))
        self.write(receiver, "pop", None, at, None, code, node, False, result=var)
        made = self.define(var, result)
        self.take_out(made, receiver)
        return made
