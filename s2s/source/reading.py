"""Reading parts: items, slices and masks of arrays and containers."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from s2s.analysis import kinds as K
from s2s.analysis import shapes as S
from s2s.ir.core import Apply, Const, Derivative, Expr, Kind, Place, Var
from s2s.source.calls import Calls
from s2s.source.values import HOLE, Dyn, HeapObject, Obj, Seq, Static, Value, is_function


class Reading(Calls):
    """Lowering of subscripts."""

    def expr_Subscript(self, node: Any) -> Value:
        owner = self.deref(self.value(node.value))
        if isinstance(owner, Static) and (owner.obj is np.r_ or owner.obj is np.c_):
            return self.joined_items(owner, self.index(node.slice), node)
        return self.item(owner, self.index(node.slice), node)

    def joined_items(self, owner: Static, index: Value, node: Any) -> Value:
        raise NotImplementedError

    def index(self, node: Any) -> Value:
        return self.value(node)

    def item(self, value: Value, index: Value, node: Any) -> Value:
        """``value[index]``."""
        value, index = self.deref(value), self.deref(index)
        if not isinstance(value, Obj) or self.content(value).shape not in ("instance", "dict"):
            index = self._index_value(index, node)
        if isinstance(index, Static) and isinstance(index.obj, slice) and not isinstance(value, (Seq, Static)):
            bounds = index.obj.start, index.obj.stop, index.obj.step
            if not isinstance(value, Dyn) or value.kind.cat == "list":
                index = Dyn(Apply("slice", tuple(map(Const, bounds))), Kind("slice"))
        if isinstance(value, Obj) and self.content(value).shape == "records":
            return self.records_item(self.content(value), index, node)
        if isinstance(value, (Seq, Obj)):
            found = self._known_item(value, index, node)
            if found is not None:
                return found
            value = self.deref(value)
        if isinstance(value, Static):
            if isinstance(index, Static):
                try:
                    found_object = value.obj[index.obj]
                except Exception:
                    self.fail("this subscript fails", node)
                base = value.ref or Const(value.obj)
                if isinstance(value.obj, str):
                    return Static(found_object)
                return self.outside(found_object, Apply("getitem", (base, Const(index.obj))), "item")
            return Dyn(Apply("getitem", (self.expr(value), self.expr(index))), K.OTHER)
        if not isinstance(value, Dyn):
            self.fail("this value cannot be subscripted here", node)
        return self._array_item(value, index, node)

    def _index_value(self, index: Value, node: Any) -> Value:
        if isinstance(index, Seq):
            return Seq(tuple(self._index_value(self.deref(i), node) for i in index.items), index.cls, index.origin)
        if isinstance(index, Obj):
            return self.own_unary("__index__", index, node) or index
        if self.is_active(index):
            kind = self.kind(index)
            if kind.cat == "slice" or not K.is_float(kind):
                return index
            self.fail("an index depends on the differentiated arguments", node, "convert it with int()")
        return index

    def _known_item(self, value: Seq | Obj, index: Value, node: Any) -> Value | None:
        if isinstance(value, Obj):
            content = self.content(value)
            if content.shape == "instance":
                method = getattr(content.cls, "__getitem__", None)
                if method is None:
                    self.fail(f"'{content.cls.__name__}' object is not subscriptable", node)
                return self.call_value(Static(method), [value, index], [], node)
            if content.shape == "dict":
                return self._dict_item(value, content, index, node)
        items = value.items if isinstance(value, Seq) else self.content(value).values()
        index = self.fixed(index)
        if isinstance(index, Static) and isinstance(index.obj, int):
            if not -len(items) <= index.obj < len(items):
                self.fail("index out of range", node)
            return items[index.obj]
        if isinstance(index, Dyn) and index.kind.cat == "num" and 1 < len(items) and all(map(is_function, items)):
            return self.function_at(items, index)
        bounds = _static_slice(index)
        if bounds is not None:
            part = items[bounds]
            return Seq(part) if isinstance(value, Seq) else self.new_list(part)
        return self.dynamic_item(value, index, node)

    def function_at(self, items: tuple[Value, ...], index: Dyn) -> Value:
        raise NotImplementedError

    def dynamic_item(self, value: Seq | Obj, index: Value, node: Any) -> Value:
        """An item of a sequence of known length at an index of the running program."""
        made = self.materialised(value, node)
        return self._array_item(made, index, node) if isinstance(made, Dyn) else self.item(made, index, node)

    def materialised(self, value: Value, node: Any) -> Dyn | Obj:
        """A tuple or list of known length as one object of the running program."""
        if isinstance(value, Obj) and self.content(value).shape == "list" and not self.content(value).joined:
            self.make_dynamic(value.oid)
            found = self.deref(value)
            assert isinstance(found, Dyn | Obj)
            return found
        items = self.known_items(value, node)
        if any(isinstance(self.deref(i), (Seq, Obj)) for i in items):
            copy = self.new_list(items)
            self.make_dynamic(copy.oid)
            return copy
        elem = None
        for item in items:
            kind = self.kind(item)
            elem = kind if elem is None else K.join(elem, kind)
        active = any(map(self.is_active, items))
        expr = self.expr(value)
        display = Apply("list", tuple(self.expr(i) for i in items))
        rule = Derivative("structure", {}, ("items",)) if active else None
        made = self.let("items", display if rule is not None else expr, Kind("list", active=active, elem=elem), rule)
        self.share(made, *items)
        return made

    def _dict_item(self, value: Obj, content: HeapObject, index: Value, node: Any) -> Value:
        key = self.static_key(index)
        if key is not None:
            found = content.get(key[0])
            if found is None:
                self.fail(f"key {key[0]!r} is not in this dict here", node, "add it on every path before it is read")
            return found
        if not any(map(self.is_active, content.values())):
            return Dyn(Apply("getitem", (self.expr(value), self.expr(index))), K.OTHER)
        self.fail(
            "a dict is read at a key that is not known while compiling",
            node,
            "loop over the dict's items, or use an array",
        )

    def _array_item(self, value: Dyn, index: Value, node: Any) -> Value:
        kind = value.kind
        if kind.cat == "other" or kind.cat in ("str", "dict"):
            if kind.active:
                self.fail("an item of a value of unknown kind is read", node)
            return Dyn(Apply("getitem", (value.expr, self.expr(index))), K.OTHER)
        expr = Apply("getitem", (value.expr, self.expr(index)))
        if kind.cat == "tuple" and kind.active:
            self.fail("an item of a tuple of unknown structure is read", node, "unpack the tuple")
        if kind.cat == "tuple":
            elem = kind.elem if isinstance(kind.elem, Kind) else K.OTHER
            if isinstance(index, Dyn) and index.kind.cat == "slice":
                return Dyn(expr, Kind("tuple", elem=elem))
            return Dyn(expr, elem)
        if kind.cat == "list":
            return self._list_item(value, index, expr, node)
        how = self.index_kind(index)
        result = self._item_kind(kind, index, how)
        active = kind.active
        result = replace(result, active=active and K.is_float(result), shape=self._item_shape(kind, index, result))
        rule = (
            Derivative("getitem", {"x": value.expr, "index": self.expr(index), "how": how}, ("x",))
            if result.active
            else None
        )
        place = None
        if result.cat != "num" and how in ("basic", "all") and value.place is not None:
            place = Place(value.place.storage, (*value.place.path, Apply("getitem", (HOLE, self.expr(index)))))
        made = self.let(item_name(value, index), expr, result, rule, place=place)
        if how == "unknown" and result.cat != "num":
            self.share(made, value)
        return made

    def _list_item(self, value: Dyn, index: Value, expr: Expr, node: Any) -> Value:
        elem = value.kind.elem if isinstance(value.kind.elem, Kind) else Kind("numeric", active=value.kind.active)
        if isinstance(value.kind.elem, tuple):
            self.fail("a list of tuples is read at an index that is not known", node, "loop over the list with zip")
        if value.kind.active and elem.cat not in ("num", "arr", "numeric", "list"):
            self.fail(
                "an item of a list of different kinds of things is read at an index that is not known",
                node,
                "keep one list per kind",
            )
        sliced = isinstance(index, Dyn) and index.kind.cat == "slice"
        result = value.kind if sliced else elem
        rule = None
        if value.kind.active:
            rule = Derivative(
                "getitem",
                {"x": value.expr, "index": self.expr(index), "how": "list" if not sliced else "list_slice"},
                ("x",),
            )
        made = self.let(
            item_name(value, index),
            expr,
            replace(result, active=value.kind.active and (sliced or K.is_float(result))),
            rule,
        )
        if not sliced:
            self.read_item(made, value, self.expr(index))
        else:
            self.share_items(made, value)
            return self.allocate(HeapObject("dynamic", (("value", made),), list))
        return made

    def records_item(self, content: HeapObject, index: Value, node: Any) -> Value:
        raise NotImplementedError

    def index_kind(self, index: Value) -> str:
        """``basic`` (a view), ``all`` (the whole array), ``mask``, ``fancy`` (repeats possible) or ``unknown``."""
        parts = index.items if isinstance(index, Seq) else (index,)
        kinds = [self._part_kind(p) for p in parts]
        if len(parts) == 1 and isinstance(parts[0], Static) and parts[0].obj is Ellipsis:
            return "all"
        if all(k in ("int", "slice") for k in kinds):
            return "basic"
        if "unknown" in kinds:
            return "unknown"
        if "fancy" in kinds:
            return "fancy"
        return "mask"

    def _part_kind(self, part: Value) -> str:
        part = self.deref(part)
        if isinstance(part, Static):
            if isinstance(part.obj, bool):
                return "mask"
            if isinstance(part.obj, int):
                return "int"
            return "slice" if part.obj is None or part.obj is Ellipsis or isinstance(part.obj, slice) else "unknown"
        if isinstance(part, (Seq, Obj)):
            return "fancy"
        if isinstance(part, Dyn):
            kind = part.kind
            if kind.cat == "slice":
                return "slice"
            if kind.cat == "num":
                return (
                    "int"
                    if kind.dtype is not None and kind.dtype[0] in "iu"
                    else "mask"
                    if kind.dtype == "b1"
                    else "unknown"
                )
            if kind.cat == "arr" and kind.dtype is not None:
                return "mask" if kind.dtype[0] == "b" else "fancy"
            if kind.cat == "tuple" and kind.elem == K.INT:
                return "int"
            if kind.cat == "list" and kind.dtype != K.TUPLE:
                return "fancy"
        return "unknown"

    def _item_kind(self, kind: Kind, index: Value, how: str) -> Kind:
        parts = index.items if isinstance(index, Seq) else (index,)
        unknown = Kind("numeric", kind.dtype)
        if kind.rank is None or kind.cat == "numeric":
            return unknown
        if how == "unknown" or any(isinstance(self.deref(p), Dyn) and self.kind(p).cat == "tuple" for p in parts):
            return unknown
        stand = []
        for part in parts:
            given = self._stand_in_index(self.deref(part))
            if given is None:
                return unknown
            stand.append(given[0])
        try:
            result = np.ones((2,) * kind.rank, np.dtype((kind.dtype or "f8").replace("b1", "?")))[tuple(stand)]
        except Exception:
            return unknown
        found = K.kind_of(result)
        return replace(found, dtype=kind.dtype)

    def _item_shape(self, kind: Kind, index: Value, result: Kind) -> Any:
        """The symbolic shape of a part."""
        if result.cat == "num":
            return ()
        parts = list(index.items) if isinstance(index, Seq) else [index]
        shape = kind.shape
        if not S.is_known(shape):
            return self.fresh_shape(result.rank)
        what = [self._part_kind(p) for p in parts]
        listed = [p for p, w in zip(parts, what, strict=True) if w == "fancy"]
        if len(listed) == 1 and "int" not in what and "mask" not in what and S.is_known(self.kind(listed[0]).shape):
            what = ["listed" if w == "fancy" else w for w in what]
        if any(w not in ("int", "slice", "listed") for w in what) or any(self.kind(p).cat == "tuple" for p in parts):
            return self.fresh_shape(result.rank)
        used = sum(
            1
            for p, w in zip(parts, what, strict=True)
            if not (isinstance(p, Static) and (p.obj is None or p.obj is Ellipsis))
        )
        if Static(Ellipsis) not in parts:
            parts.append(Static(Ellipsis))
            what.append("slice")
        dims: list[Any] = []
        at = 0
        for part, w in zip(parts, what, strict=True):
            if isinstance(part, Static) and part.obj is None:
                dims.append(1)
            elif isinstance(part, Static) and part.obj is Ellipsis:
                rest = len(shape) - used
                dims.extend(shape[at : at + rest])
                at += rest
            elif w == "int":
                at += 1
            elif w == "listed":
                dims.extend(self.kind(part).shape)
                at += 1
            else:
                dims.append(
                    S.sliced(shape[at] if at < len(shape) else self.fresh_dim(), *_bounds(part), self.fresh_dim)
                )
                at += 1
        return tuple(dims) if result.rank is None or len(dims) == result.rank else self.fresh_shape(result.rank)

    def _stand_in_index(self, part: Value) -> tuple[Any] | None:
        what = self._part_kind(part)
        if what == "int":
            return (0,)
        if isinstance(part, Static):
            return (slice(None),) if isinstance(part.obj, slice) else (part.obj,)
        if what == "slice":
            return (slice(None),)
        tree = self._tree(part)
        if tree is None:
            return None
        try:
            return (np.zeros_like(np.asarray(K.stand_in(tree, 2))),) if what == "fancy" else (K.stand_in(tree, 2),)
        except Exception:
            return None


def _bounds(part: Value) -> tuple[Any, Any, Any]:
    """The bounds of a slice: literals, or Ellipsis where they are not known."""
    if isinstance(part, Static) and isinstance(part.obj, slice):
        return part.obj.start, part.obj.stop, part.obj.step
    if isinstance(part, Dyn) and isinstance(part.expr, Apply) and part.expr.op == "slice":
        found = [
            p.value if isinstance(p, Const) and isinstance(p.value, (int, type(None))) else Ellipsis
            for p in part.expr.args
        ]
        return found[0], found[1], found[2]
    return Ellipsis, Ellipsis, Ellipsis


def _static_slice(index: Value) -> slice | None:
    if isinstance(index, Static) and isinstance(index.obj, slice):
        return index.obj
    if isinstance(index, Dyn) and isinstance(index.expr, Apply) and index.expr.op == "slice":
        parts = index.expr.args
        if all(isinstance(p, Const) for p in parts):
            return slice(*(p.value for p in parts if isinstance(p, Const)))
    return None


def item_name(value: Dyn, index: Value | None) -> str:
    base = value.expr.name if isinstance(value.expr, Var) else "item"
    if isinstance(index, Dyn) and isinstance(index.expr, Var) and index.kind.cat == "num":
        return f"{base}_{index.expr.name}"
    if isinstance(index, Static) and isinstance(index.obj, int) and not isinstance(index.obj, bool) and index.obj >= 0:
        return f"{base}_{index.obj}"
    if index is None:
        return f"{base}_before"
    return f"{base}_part" if base != "item" else "part"
