"""Methods of lists of structures, and the lists and arrays that are made of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from s2s.analysis import kinds as K
from s2s.analysis.memory import SEQUENCE_NAMES
from s2s.ir.core import Apply, Assign, Const, Derivative, Do, Expr, Kind, Let
from s2s.source.forms import LEAF
from s2s.source.frames import Retry
from s2s.source.records import Records
from s2s.source.values import Dyn, HeapObject, Obj, Seq, Static, Value

FRONT = Const(0)
WHOLE = Apply("slice", (Const(None), Const(None), Const(None)))


class RecordMethods(Records):
    """Lowering of what changes or joins lists of structures."""

    # ------------------------------------------------------------------------------------------------ changing

    def _records_append(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        self._write_records(receiver, args[0], "append", None, node)
        return Static(None)

    def _records_insert(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        if not self._at_front(args[:1]):
            self.fail("insert into a list of unknown length, but not at its front", node, "append, or insert at 0")
        self._write_records(receiver, args[1], "append", FRONT, node)
        return Static(None)

    def _at_front(self, args: list[Value]) -> bool:
        return bool(args) and isinstance(args[0], Static) and type(args[0].obj) is int and args[0].obj == 0

    def popped_place(self, args: list[Value], node: Any) -> Expr | None:
        """The place that an item is popped from: the front, or None for the end."""
        if self._at_front(args):
            return FRONT
        if args and not (isinstance(args[0], Static) and args[0].obj == -1):
            self.fail("pop at an index of a list of unknown length", node, "pop from the end, or at 0")
        return None

    def write_records(self, receiver: Obj, index: Value, value: Value, node: Any) -> None:
        """``items[index] = value``."""
        if isinstance(index, Dyn) and index.kind.cat == "slice":
            self.fail("a slice of a list is assigned", node, "assign the items in a loop, or use an array")
        self._write_records(receiver, value, "list_item", self.expr(index), node)

    def _write_records(self, receiver: Obj, value: Value, how: str, index: Expr | None, node: Any) -> None:
        content = self._own_records(receiver, node)
        form = self.joined_form(content.form, self.form_of(value))
        if form != content.form:
            if self.shared.blocks:
                raise Retry(receiver.oid, form)
            self.fail("the items of this list have different structures", node, "give every item the same structure")
        whole = self.whole(content)
        leaves = dict(self.leaves_of(value, form))
        item = self.expr(value)
        if how == "append" or index is None:
            call: tuple[Expr, ...] = (Const("append"),) if index is None else (Const("insert"), index)
            code: Any = Do(Apply("method", (whole.expr, *call, item)))
        else:
            code = Assign(Apply("getitem", (whole.expr, index)), item)
        self.write(whole, how, None, index, None, code, node, False)
        for path, column in self.columns(content):
            leaf = leaves[path]
            kind = self.kind(leaf)
            known = column.kind.elem
            elem = K.join(known, kind) if isinstance(known, Kind) else kind
            if elem.cat in ("other", "str") and (column.kind.active or kind.active):
                self.fail(
                    f"the entry {'.'.join(map(str, path))!r} of the items of this list is of different kinds",
                    node,
                    "keep one list per kind",
                )
            store = replace(column.kind, elem=elem, active=column.kind.active or kind.active)
            self.take_in(column, leaf)
            self.write(column, how, None, index, self.expr(leaf), None, node, kind.active, kind=store)

    def _own_records(self, receiver: Obj, node: Any) -> HeapObject:
        content = self.content(receiver)
        if content.origin is not None:
            self.fail("a list of the caller is changed", node, "copy the list first, and return it")
        return content

    def _records_pop(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        content = self._own_records(receiver, node)
        at = self.popped_place(args, node)
        whole = self.whole(content)
        record = self.fresh("popped")
        self.shared.kinds[record] = K.OTHER
        code = Assign(record, Apply("method", (whole.expr, Const("pop"), *(() if at is None else (at,)))))
        self.write(whole, "pop", None, at, None, code, node, False, result=record)
        columns = dict(self.columns(content))
        self.unpacked = 0

        def leaf(path: tuple[Any, ...], expr: Expr) -> Value:
            var, kind = self._leaf_read(columns[path], path)
            taken = None if kind.dtype == K.COLUMN else Assign(var, expr)
            self.write(columns[path], "pop", None, at, None, taken, node, False, result=var)
            return self._defined_leaf(var, kind, columns[path], None)

        return self.item_of(content.form, record, leaf)

    def _records_extend(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        items = self.sized(args[0])
        if items is None:
            reason = "a list of structures is extended by items whose number is not known"
            self.fail(reason, node, "append them in a loop")
        for item in items:
            self._write_records(receiver, item, "append", None, node)
        return Static(None)

    def unless_itself(self, source: Value, receiver: Value, node: Any) -> Value:
        """What a list is extended by: a copy where that may be the list itself, which grows meanwhile."""
        one, two = self._list_memory(receiver), self._list_memory(source)
        if one is None or two is None or two not in {one, *self.twins(one)}:
            return source
        return self.call_value(Static(list, self.shared.names.ref(list)), [source], [], node)

    def _list_memory(self, value: Value) -> int | None:
        """The storage of a list of unknown length."""
        items = self.deref(value)
        if isinstance(items, Obj) and self.content(items).shape == "records":
            items = self.whole(self.content(items))
        return items.place.storage if isinstance(items, Dyn) and items.place is not None else None

    def copied_records(
        self, content: HeapObject, expr: Expr, how: tuple[str, Expr | None] = ("list_copy", None)
    ) -> Value:
        """A new list with the same items."""
        made = self.let("items", expr, Kind("list", elem=K.OTHER))
        entries: list[tuple[Any, Value]] = [("value", made)]
        for path, column in self.columns(content):
            rule = None
            if column.kind.active:
                table = {"x": column.expr, "index": how[1], "how": how[0]} if how[1] else {"items": column.expr}
                rule = Derivative("getitem" if how[1] else "list_copy", table, ("x" if how[1] else "items",))
            taken = Apply("getitem", (column.expr, how[1] or WHOLE))
            copied = self._column(made, path, taken, column.kind, rule)
            self.share_items(copied, column)
            entries.append((path, copied))
        return self.allocate(self.noted(HeapObject("records", tuple(entries), list, None, False, content.form)))

    def _records_copy(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        return self.copied_records(content, Apply("method", (self.whole(content).expr, Const("copy"))))

    def records_add(self, left: Value, right: Value, node: Any) -> Value:
        """``left + right``."""
        if not isinstance(left, Obj) or not isinstance(right, Obj):
            self.fail("a list of structures is joined with something else", node, "join it with a list")
        one, two = (self._as_records(side, other) for side, other in ((left, right), (right, left)))
        if one.form != two.form:
            self.fail("the items of these lists have different structures", node, "give every item the same structure")
        made = self.let("items", Apply("add", (self.whole(one).expr, self.whole(two).expr)), Kind("list", elem=K.OTHER))
        entries: list[tuple[Any, Value]] = [("value", made)]
        second = dict(self.columns(two))
        for path, column in self.columns(one):
            other = second[path]
            kind = K.join(column.kind, other.kind)
            rule = Derivative("list_add", {"a": column.expr, "b": other.expr}, ("a", "b")) if kind.active else None
            joined = self._column(made, path, Apply("list", (column.expr, other.expr)), kind, rule)
            self.share_items(joined, column, other)
            entries.append((path, joined))
        return self.allocate(self.noted(HeapObject("records", tuple(entries), list, None, False, one.form)))

    def _as_records(self, side: Obj, other: Obj) -> HeapObject:
        content = self.content(side)
        if content.shape == "records":
            return content
        form = self.content(other).form
        copy = self.allocate(replace(content, origin=None, joined=False))
        self.make_records(copy.oid, form)
        return self.content(copy)

    def unzipped(self, content: HeapObject, node: Any) -> Value:
        """``zip(*items)`` of tuples: one sequence per entry."""
        form = content.form
        if form[0] != "tuple" or set(form[3]) != {LEAF}:
            self.fail("zip(*...) of items that are not tuples of numbers or arrays", node, "keep one list per entry")
        whole = self.whole(content)
        count = len(form[3])
        names = tuple(self.fresh(f"items_{i}") for i in range(count))
        columns = self.columns(content)
        lists = tuple(c.expr for _, c in columns)
        active = any(c.kind.active for _, c in columns)
        star = Apply("star", (whole.expr,))
        rule = Derivative("unzip", {"lists": lists}, ("lists",)) if active else None
        self.emit(Let(names, Apply("call", (self.builtin("zip"), star)), self.origin, rule))
        values = []
        for var, (_, column) in zip(names, columns, strict=True):
            made = self.define(var, replace(column.kind, dtype=None))
            self.share_items(made, column)
            values.append(made)
        return Seq(tuple(values))

    def records_array(self, function: Any, args: tuple[Value, ...], kwargs: Any, node: Any) -> Value | None:
        """``np.array(items)`` of a list of tuples (None: another function of it)."""
        if function in (np.array, np.asarray) and len(args) == 1 and not kwargs:
            return self.table(args[0], node)
        if getattr(function, "__name__", "") in SEQUENCE_NAMES:
            self.fail("a list of structures is joined to an array", node, "take np.array of it, or keep one list each")
        return None

    def table(self, value: Value, node: Any) -> Value:
        """A list of tuples (or lists) of numbers, or of arrays, as one array."""
        if not isinstance(value, Obj) or self.content(value).shape != "records":
            return value
        content = self.content(value)
        columns = self.columns(content)
        kinds = [self._element_of(c) for _, c in columns]
        if content.form[0] not in ("tuple", "list") or set(content.form[3]) != {LEAF}:
            self.fail("an array is made of a list of structures", node, "keep one list per entry")
        if any(k.cat not in ("num", "arr", "numeric") or k.optional for k in kinds):
            self.fail("an array is made of items that are not all numbers or arrays", node, "keep one list per entry")
        elem = kinds[0]
        for kind in kinds[1:]:
            elem = K.join(elem, kind)
        rank = elem.rank + 2 if elem.rank is not None and elem.cat != "numeric" else None
        lists = tuple((i, c.expr) for i, (_, c) in enumerate(columns) if c.kind.active)
        kind = Kind("arr", elem.dtype, rank, True, shape=self.fresh_shape(rank))
        expr = Apply("call", (self.shared.names.ref(np.array), self.whole(content).expr))
        rule = Derivative("table", {"lists": lists, "count": len(columns)}, ("lists",))
        return self.let("values", expr, kind, rule)

    def each_item(self, value: Value, function: Any, node: Any) -> None:
        raise NotImplementedError
