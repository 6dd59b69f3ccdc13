"""Lists of structures whose length is only known at run time: one list for each leaf of the structure.

The running program keeps the user's own list.  Beside it stands one list per leaf that exists in the IR only: its
cotangent and its tangent are lists of numbers and arrays, and what is read from it or appended to it has a derivative.
The items are references to objects of the program, so what has been put into such a list is not changed any more.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Derivative, Expr, Kind, Let, Var
from s2s.source.forms import LEAF, NOTHING, Forms, paths_of
from s2s.source.values import Dyn, HeapObject, Obj, Seq, Static, Value


class Records(Forms):
    """Lowering of lists of structures."""

    # ------------------------------------------------------------------------------------------------ making

    def make_records(self, oid: int, form: Any = None) -> None:
        """Turn a list of known length, or an empty one, into a list of structures of unknown length."""
        content = self.state.heap[oid]
        if self.shared.unroll and self.shared.loops:
            self.fail("a list of structures grows in a loop", self.node, "keep one list per entry")
        items = content.values() if content.shape == "list" else ()
        for item in items:
            form = self.joined_form(form, self.form_of(item))
        if content.shape == "list":
            rows = [dict(self.leaves_of(item, form)) for item in items]
            expr: Expr
            expr, implicit = Apply("list", tuple(self.expr(v) for v in items)), isinstance(content.origin, Var)
            name = content.origin.name if isinstance(content.origin, Var) else self.list_name(oid)
            if content.origin is not None and not implicit:
                expr = content.origin
            made = self.let(name, expr, Kind("list", elem=K.OTHER), temp=False, implicit=implicit)
            if implicit:
                assert isinstance(made.expr, Var) and isinstance(content.origin, Var)
                self.shared.same[made.expr] = content.origin
        else:
            inner = content.items[0][1]
            assert isinstance(inner, Dyn)
            made, rows = self.read(inner), []
            if made.kind.elem == K.NOTHING:
                form = self.joined_form(NOTHING, form)
                rows = [dict(self.leaves_of(Static(None), form))]  # any number of them: only their kinds matter
        self.state.heap[oid] = self.records_of(made, form, rows, content)

    def records_of(self, made: Dyn, form: Any, rows: list[dict[Any, Value]], old: HeapObject) -> HeapObject:
        """The list ``made`` with one list per leaf, which begins with the leaves in ``rows``."""
        entries: list[tuple[Any, Value]] = [("value", made)]
        for path in paths_of(form):
            values = [row[path] for row in rows]
            kinds = [self.kind(v) for v in values]
            elem = None
            for kind in kinds:
                elem = kind if elem is None else K.join(elem, kind)
            active = any(k.active for k in kinds)
            display = Apply("list", tuple(self.expr(v) for v in values))
            rule = Derivative("structure", {}, ("items",)) if active else None
            column = self._column(made, path, display, Kind("list", active=active, elem=elem), rule)
            entries.append((path, column))
            if old.origin is None:
                self.own_items(column)
            for value in values:
                self.take_in(column, value)
        return self.noted(HeapObject("records", tuple(entries), list, old.origin, False, form))

    def _column(self, made: Dyn, path: tuple[Any, ...], expr: Expr, kind: Kind, rule: Derivative | None) -> Dyn:
        """The list of one leaf: known to the IR, never printed."""
        base = made.expr.name if isinstance(made.expr, Var) else "items"
        name = "_".join([base, *(str(k) for k in path)])
        return self.let(name, expr, replace(kind, dtype=K.COLUMN), rule, temp=False)

    def noted(self, content: HeapObject) -> HeapObject:
        """Remember which list of the program has the length of a column."""
        whole = content.items[0][1] if content.shape == "records" else None
        if not isinstance(whole, Dyn) or whole.place is None:
            return content
        for _, column in content.items[1:]:
            if isinstance(column, Dyn) and column.place is not None:
                self.shared.columns[column.place.storage] = whole.place.storage
        return content

    def columns(self, content: HeapObject) -> list[tuple[tuple[Any, ...], Dyn]]:
        self.whole(content)
        return [(path, self.read(v)) for path, v in content.items[1:] if isinstance(v, Dyn)]

    def refresh_lists(self) -> None:
        """Read the lists of unknown length before a loop, so that its iterations do not."""
        with self.handing_on():
            for oid in sorted(self._held_objects()):
                if self.state.heap[oid].shape in ("dynamic", "records"):
                    self.refresh(oid)

    def refresh(self, oid: int) -> None:
        """Read one list of unknown length, and its columns, now."""
        content = self.state.heap[oid]
        items = tuple((k, self.read(v) if isinstance(v, Dyn) else v) for k, v in content.items)
        if items != content.items:
            self.state.heap[oid] = replace(content, items=items)

    def _held_objects(self) -> set[int]:
        """The objects that names refer to, directly or through others."""
        found: set[int] = set()

        def visit(value: Value) -> None:
            if isinstance(value, Obj) and value.oid not in found and value.oid in self.state.heap:
                found.add(value.oid)
                for item in self.content(value).values():
                    visit(item)
            elif isinstance(value, Seq):
                for item in value.items:
                    visit(item)

        for names in self.state.frames.values():
            for value in names.values():
                visit(value)
        return found

    def whole(self, content: HeapObject) -> Dyn:
        value = content.items[0][1]
        assert isinstance(value, Dyn)
        return self.read(value)

    # ------------------------------------------------------------------------------------------------ reading

    unpacked = 0

    def copied_records(
        self, content: HeapObject, expr: Expr, how: tuple[str, Expr | None] = ("list_copy", None)
    ) -> Value:
        raise NotImplementedError

    def records_item(self, content: HeapObject, index: Value, node: Any) -> Value:
        """``items[index]``."""
        whole = self.whole(content)
        at = self.expr(index)
        if isinstance(index, Dyn) and index.kind.cat == "slice":
            return self.copied_records(content, Apply("getitem", (whole.expr, at)), ("list_slice", at))
        return self._records_read(content, Apply("getitem", (whole.expr, at)), at, node)

    def _records_read(self, content: HeapObject, item: Expr, index: Expr, node: Any) -> Value:
        columns = dict(self.columns(content))
        form = content.form
        count, self.unpacked = self.unpacked, 0
        if form[0] == "tuple" and form[1] is tuple and set(form[3]) == {LEAF} and count == len(form[3]) > 1:
            return self._read_together(columns, item, index, form)
        if sum(1 for _ in paths_of(form)) > 1 and not isinstance(item, Var):
            item = self.let(self.hint or "item", item, K.OTHER).expr
        return self.item_of(form, item, lambda path, expr: self._read_leaf(columns[path], expr, index, path))

    def _read_together(self, columns: dict[Any, Dyn], item: Expr, index: Expr, form: Any) -> Value:
        """``a, b = items[i]`` as one statement."""
        made = [self._leaf_read(columns[(key,)], (key,)) for key in form[2]]
        variables = tuple(var for var, _ in made)
        lists = tuple(columns[(key,)].expr for key in form[2])
        rule = Derivative("columns", {"lists": lists, "index": index}, ("lists",))
        self.emit(Let(variables, item, self.origin, rule if any(k.active for _, k in made) else None))
        parts = zip(made, form[2], strict=True)
        return Seq(tuple(self._defined_leaf(v, k, columns[(key,)], index) for (v, k), key in parts))

    def _leaf_read(self, column: Dyn, path: tuple[Any, ...]) -> tuple[Var, Kind]:
        kind = self._element_of(column)
        last = path[-1] if path else "item"
        return self.fresh(last if isinstance(last, str) else f"item_{last}"), kind

    def _element_of(self, column: Dyn) -> Kind:
        kind = column.kind
        elem = kind.elem if isinstance(kind.elem, Kind) else K.OTHER
        if kind.active and elem.cat in ("other", "str", "tuple", "dict"):
            self.fail("an entry of the items of this list is of different kinds", self.node, "keep one list per kind")
        return replace(elem, active=kind.active and K.is_float(elem), shape=() if elem.cat == "num" else None)

    def _defined_leaf(self, var: Var, kind: Kind, column: Dyn, index: Expr | None) -> Value:
        """A leaf that was read at an index (None: popped)."""
        made = self.define(var, kind)
        if index is None:
            self.take_out(made, column)
        else:
            self.read_item(made, column, index)
        return self.allocate(HeapObject("dynamic", (("value", made),), list)) if kind.cat == "list" else made

    def _read_leaf(self, column: Dyn, expr: Expr, index: Expr, path: tuple[Any, ...], implicit: bool = False) -> Value:
        var, kind = self._leaf_read(column, path)
        rule = Derivative("getitem", {"x": column.expr, "index": index, "how": "list"}, ("x",)) if kind.active else None
        self.emit(Let((var,), expr, self.origin, rule, implicit))
        return self._defined_leaf(var, kind, column, index)

    def records_element(self, content: HeapObject, index: Expr, target: Any, node: Any) -> tuple[Expr, Value]:
        """The pattern that a loop over the list binds, and the item."""
        columns = dict(self.columns(content))
        names = _plain_targets(target, content.form)
        if names is not None:
            made = []
            for name, key in zip(names, content.form[2], strict=True):
                column = columns[(key,)]
                kind = self._element_of(column)
                var = self.fresh(name, temp=False)
                table = {"x": column.expr, "index": index, "how": "list"}
                rule = Derivative("getitem", table, ("x",)) if kind.active else None
                self.emit(Let((var,), Apply("getitem", (column.expr, index)), self.origin, rule, implicit=True))
                made.append((var, self._defined_leaf(var, kind, column, index)))
            return Apply("tuple", tuple(v for v, _ in made)), Seq(tuple(v for _, v in made))
        item = self.fresh(target.id if hasattr(target, "id") else "item", temp=False)
        self.shared.kinds[item] = K.OTHER
        return item, self.item_of(
            content.form, item, lambda path, expr: self._read_leaf(columns[path], expr, index, path)
        )


def _plain_targets(target: Any, form: Any) -> list[str] | None:
    """The names of ``for a, b in items`` where the items are tuples of as many leaves."""
    elts = getattr(target, "elts", None)
    if elts is None or form[0] != "tuple" or set(form[3]) != {LEAF} or len(elts) != len(form[3]):
        return None
    return [t.id for t in elts] if all(hasattr(t, "id") for t in elts) else None
