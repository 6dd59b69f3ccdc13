"""Reading and writing parts: items, slices, masks, out=, ufunc.at, and the methods that write."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import gast
import numpy as np

from s2s.analysis import kinds as K
from s2s.analysis import shapes as S
from s2s.ir.core import NONE, Apply, Assign, Augment, Const, Derivative, Do, Expr, Kind, Let, Place, Var
from s2s.source.calls import Calls
from s2s.source.values import HOLE, Dyn, HeapObject, Iter, Obj, Seq, Static, Value

WRITERS = {
    np.copyto: "copyto",
    np.put: "put",
    np.fill_diagonal: "fill_diagonal",
    np.place: "place",
    np.putmask: "putmask",
    np.put_along_axis: "put_along_axis",
}
METHOD_WRITERS = {"fill", "sort", "put", "partition", "resize", "itemset", "setfield", "byteswap"}
WHOLE = Const(Ellipsis)
EVERYTHING = object()  # the index of ``a op= b``


class Items(Calls):
    """Lowering of subscripts and of in-place updates."""

    # ------------------------------------------------------------------------------------------------ reading

    def expr_Subscript(self, node: Any) -> Value:
        owner = self.deref(self.value(node.value))
        return self.item(owner, self.index(node.slice), node)

    def index(self, node: Any) -> Value:
        return self.value(node)

    def item(self, value: Value, index: Value, node: Any) -> Value:
        """``value[index]``."""
        value, index = self.deref(value), self._index_value(self.deref(index), node)
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
        if self.is_active(index):
            if isinstance(index, Seq):
                return Seq(tuple(self._index_value(self.deref(i), node) for i in index.items))
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
        if isinstance(index, Static) and isinstance(index.obj, int):
            if not -len(items) <= index.obj < len(items):
                self.fail("index out of range", node)
            return items[index.obj]
        bounds = _static_slice(index)
        if bounds is not None:
            part = items[bounds]
            return Seq(part) if isinstance(value, Seq) else self.new_list(part)
        return self.dynamic_item(value, index, node)

    def dynamic_item(self, value: Seq | Obj, index: Value, node: Any) -> Value:
        """An item of a sequence of known length at an index of the running program."""
        made = self.materialised(value, node)
        return self._array_item(made, index, node)

    def materialised(self, value: Value, node: Any) -> Dyn:
        """A tuple or list of known length as one object of the running program."""
        if isinstance(value, Obj) and self.content(value).shape == "list" and not self.content(value).joined:
            self.make_dynamic(value.oid)
            found = self.deref(value)
            assert isinstance(found, Dyn)
            return found
        items = self.known_items(value, node)
        if any(isinstance(i, Dyn) and i.place is not None and i.kind.active for i in items) and False:
            self.fail("arrays in a tuple are read at an index that is not known", node)
        elem = None
        for item in items:
            kind = self.kind(item)
            elem = kind if elem is None else K.join(elem, kind)
        active = any(map(self.is_active, items))
        expr = self.expr(value)
        display = Apply("list", tuple(self.expr(i) for i in items))
        rule = Derivative("structure", {}, ("items",)) if active else None
        made = self.let("items", display if rule is not None else expr, Kind("list", active=active, elem=elem), rule)
        assert made.place is not None
        for item in items:
            if isinstance(item, Dyn) and item.place is not None:
                self.may_alias(made.place.storage, item.place.storage)
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
        made = self.let(_item_name(value, index), expr, result, rule, place=place)
        if how == "unknown" and made.place is not None and value.place is not None and result.cat != "num":
            self.may_alias(made.place.storage, value.place.storage)
        return made

    def _list_item(self, value: Dyn, index: Value, expr: Expr, node: Any) -> Value:
        elem = value.kind.elem if isinstance(value.kind.elem, Kind) else Kind("numeric", active=value.kind.active)
        if isinstance(value.kind.elem, tuple):
            self.fail("a list of tuples is read at an index that is not known", node, "loop over the list with zip")
        if value.kind.active and elem.cat not in ("num", "arr", "numeric"):
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
            _item_name(value, index),
            expr,
            replace(result, active=value.kind.active and (sliced or K.is_float(result))),
            rule,
        )
        if made.place is not None and value.place is not None and not sliced:
            self.may_alias(made.place.storage, value.place.storage)
        if sliced:
            self.inherit(made, value)
            return self.allocate(HeapObject("dynamic", (("value", made),), list))
        return made

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
            if kind.cat == "list":
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
        if any(w not in ("int", "slice") for w in what) or any(self.kind(p).cat == "tuple" for p in parts):
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

    # ------------------------------------------------------------------------------------------------ writing items

    def write_item(self, owner: Value, index: Value, op: str | None, value: Value, node: Any) -> None:
        """``owner[index] op= value``."""
        owner = self.deref(owner)
        if isinstance(owner, (Seq, Obj)):
            self._write_known(owner, index, op, value, node)
            return
        if not isinstance(owner, Dyn):
            self.fail("this value does not support item assignment", node)
        index = self._index_value(self.deref(index), node)
        value = self.deref(value)
        if owner.kind.cat == "list":
            self._write_list(owner, index, op, value, node)
            return
        if owner.kind.cat == "num" and not owner.kind.cat == "numeric":
            self.fail("a number does not support item assignment", node)
        if owner.kind.cat == "other":
            if self.is_active(value):
                self.fail(
                    "a differentiated value is written into an object of unknown kind",
                    node,
                    "create the array in this function, or pass it as an argument",
                )
            target = Apply("getitem", (owner.expr, self.expr(index)))
            self.emit(Let((), Apply("store", (target, Const(op), self.expr(value))), self.origin, None, effect=True))
            return
        self.array_write(owner, index, op, value, node)

    def array_write(self, owner: Dyn, index: Value, op: str | None, value: Value, node: Any) -> None:
        """A write into an array; the index EVERYTHING stands for the whole array in an augmented assignment."""
        whole = isinstance(index, Static) and index.obj is EVERYTHING
        index_expr = None if whole else self.expr(index)
        how = "all" if whole else self.index_kind(index)
        if isinstance(value, (Seq, Obj)) and self.is_active(value):
            value = self.call_value(Static(np.array, self.shared.names.ref(np.array)), [value], [], node)
        active = self.is_active(value) or owner.kind.active
        target = owner.expr if index_expr is None else Apply("getitem", (owner.expr, index_expr))
        value_expr = self.expr(value)
        if op is None:
            code: Any = Assign(target, value_expr)
        else:
            code = Augment(target, op, value_expr)
        linear = op in ("add", "sub") and how in ("basic", "all", "mask")
        slot = owner.kind if how == "all" else self._item_kind(owner.kind, index, how)
        if how != "all":
            slot = replace(slot, shape=self._item_shape(owner.kind, index, slot))
        if op is None or linear or not active:
            flows = self.is_active(value) and K.is_float(owner.kind)
            self.write(
                owner,
                "item" if how != "fancy" and how != "unknown" else "item_" + how,
                op if active else None,
                index_expr,
                value_expr if self.is_active(value) else Const(0.0),
                code,
                node,
                flows,
                slot=slot,
            )
            return
        item = self.item(owner, index, node) if index_expr is not None else self._alias(owner)
        mark = len(self.out)
        updated = self.binary(op, item, value, node)
        for position in range(mark, len(self.out)):
            let = self.out[position]
            if isinstance(let, Let) and isinstance(updated, Dyn) and let.targets == (updated.expr,):
                self.out[position] = replace(let, implicit=True)
        owner = self.read(owner)
        result = updated.expr if isinstance(updated, Dyn) and isinstance(updated.expr, Var) else None
        self.write(
            owner,
            "item" if how not in ("fancy", "unknown") else "item_" + how,
            None,
            index_expr,
            self.expr(updated),
            code,
            node,
            self.is_active(updated),
            item=result,
            slot=slot,
        )

    def _alias(self, owner: Dyn) -> Dyn:
        rule = Derivative("copy", {"x": owner.expr}, ("x",)) if owner.kind.active else None
        return self.let(_item_name(owner, None), owner.expr, owner.kind, rule, place=owner.place)

    def _write_known(self, owner: Seq | Obj, index: Value, op: str | None, value: Value, node: Any) -> None:
        if isinstance(owner, Seq):
            self.fail("a tuple does not support item assignment", node)
        content = self.content(owner)
        if content.shape == "instance":
            if op is not None:
                value = self.binary(op, self.item(owner, index, node), value, node)
            method = getattr(content.cls, "__setitem__", None)
            if method is None:
                self.fail(f"'{content.cls.__name__}' object does not support item assignment", node)
            self.call_value(Static(method), [owner, index, value], [], node)
            return
        if op is not None:
            current = self.item(owner, index, node)
            current = self.deref(current)
            if isinstance(current, Dyn) and current.kind.cat in ("arr", "numeric"):
                self.augment_array(current, op, value, node)
                return
            value = self.binary(op, current, value, node)
        key = self.static_key(index)
        if content.shape == "list" and (key is None or not isinstance(key[0], int)):
            if content.origin is not None:
                self.fail("a list of the caller is changed at an index that is not known", node, "copy the list first")
            self.make_dynamic(owner.oid)
            self.write_item(self.deref(owner), index, None, value, node)
            return
        if key is None:
            self.fail(
                "a dict is written at a key that is not known while compiling", node, "use literal keys or an array"
            )
        self._caller_effect(content, ("getitem", Const(key[0])), value, node)
        name = key[0]
        if content.shape == "list":
            if not -len(content.items) <= name < len(content.items):
                self.fail("list assignment index out of range", node)
            name %= len(content.items)
        self.mutate(owner.oid, self.content(owner).with_item(name, value), node)

    def _caller_effect(self, content: HeapObject, how: tuple[str, Expr], value: Value, node: Any) -> None:
        """A change of an object that the caller holds must also happen in the running program."""
        if content.origin is None:
            return
        if self.is_active(value):
            self.fail(
                "a differentiated value is stored in an object of the caller", node, "build a new object and return it"
            )
        target = Apply(how[0], (content.origin, how[1]))
        self.emit(Let((), Apply("store", (target, NONE, self.expr(value))), self.origin, None, effect=True))

    def _write_list(self, owner: Dyn, index: Value, op: str | None, value: Value, node: Any) -> None:
        if isinstance(index, Dyn) and index.kind.cat == "slice":
            self.fail("a slice of a list is assigned", node, "assign the items in a loop, or use an array")
        if op is not None:
            current = self.deref(self.item(owner, index, node))
            if isinstance(current, Dyn) and current.kind.cat in ("arr", "numeric"):
                self.augment_array(current, op, value, node)
                return
            value = self.binary(op, current, value, node)
        value_expr = self.expr(value)
        self._note_stored(owner, value)
        code = Assign(Apply("getitem", (self.read(owner).expr, self.expr(index))), value_expr)
        active = self.is_active(value)
        elem = owner.kind.elem if isinstance(owner.kind.elem, Kind) else None
        kind = self.kind(value)
        joined = kind if elem is None else K.join(elem, kind)
        store = replace(owner.kind, active=owner.kind.active or active, elem=joined)
        self.write(owner, "list_item", None, self.expr(index), value_expr, code, node, active, kind=store)

    def augment_array(self, owner: Dyn, op: str, value: Value, node: Any) -> None:
        """``owner op= value`` in place."""
        self.array_write(owner, Static(EVERYTHING), op, value, node)

    # ------------------------------------------------------------------------------------------------ out=, at, ...

    def call_out(self, key: Any, obj: Any, args: list[Value], named: dict[str, Value], out: Value, node: Any) -> Value:
        """``f(..., out=u)``: the value of f, written into u."""
        target = self.deref(out)
        if isinstance(target, Seq):
            self.fail("several out= arrays are not supported", node, "assign the results")
        if not isinstance(target, Dyn) or target.kind.cat not in ("arr", "numeric"):
            self.fail("out= takes an array", node)
        where = named.pop("where", None) if isinstance(obj, np.ufunc) else None
        if isinstance(where, Static) and where.obj is True:
            where = None
        plain = tuple(args)
        exprs = tuple(self.expr(a) for a in plain)
        ref = self.shared.names.ref(obj)
        keywords = tuple((k, self.expr(v)) for k, v in named.items()) + (("out", target.expr),)
        if where is not None:
            keywords += (("where", self.expr(where)),)
        mark = len(self.out)
        value = self.numeric(key, plain, tuple(named.items()), lambda a: Apply("call", (ref, *a)), node, "result")
        if not isinstance(value, Dyn):
            self.fail("out= of a function with several results is not supported", node)
        for position in range(mark, len(self.out)):
            let = self.out[position]
            if isinstance(let, Let) and let.targets == (value.expr,):
                self.out[position] = replace(let, implicit=True)
        target = self.read(target)
        code = Do(Apply("call", (ref, *exprs), keywords))
        result = value.expr if isinstance(value.expr, Var) else None
        active = value.kind.active
        self.write(
            target,
            "item" if where is None else "item_where",
            None,
            WHOLE if where is None else self.expr(where),
            self.expr(value) if active else Const(0.0),
            code,
            node,
            active,
            item=result,
        )
        return self.read(target)

    def writing_call(self, obj: Any, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value | None:
        try:
            name = WRITERS.get(obj)
        except TypeError:
            return None
        if name is None:
            return None
        target = self.deref(args[0])
        if not isinstance(target, Dyn) or target.place is None:
            self.fail(f"np.{name} takes an array", node)
        values = [self.deref(a) for a in args]
        named = {k: self.deref(v) for k, v in kwargs}
        code = Do(
            Apply(
                "call",
                (self.shared.names.ref(obj), *(self.expr(v) for v in values)),
                tuple((k, self.expr(v)) for k, v in named.items()),
            )
        )
        method = getattr(self, "_np_" + name)
        method(target, values, named, code, node)
        return Static(None)

    def _plain_write(self, target: Dyn, how: str, index: Expr, value: Value, code: Any, node: Any) -> None:
        value = self._as_array(value, node)
        active = self.is_active(value)
        self.write(self.read(target), how, None, index, self.expr(value) if active else Const(0.0), code, node, active)

    def _as_array(self, value: Value, node: Any) -> Value:
        if isinstance(value, (Seq, Obj)) and self.is_active(value):
            return self.call_value(Static(np.array, self.shared.names.ref(np.array)), [value], [], node)
        return value

    def _np_copyto(self, target: Dyn, values: list[Value], named: dict[str, Value], code: Any, node: Any) -> None:
        where = named.get("where")
        source = values[1]
        if where is None or (isinstance(where, Static) and where.obj is True):
            self._plain_write(target, "item", WHOLE, source, code, node)
        else:
            self._plain_write(target, "item_where", self.expr(where), source, code, node)

    def _np_fill_diagonal(
        self, target: Dyn, values: list[Value], named: dict[str, Value], code: Any, node: Any
    ) -> None:
        if "wrap" in named or len(values) > 2:
            self.fail("np.fill_diagonal(wrap=) is not supported", node)
        if target.kind.rank != 2:
            self.fail("np.fill_diagonal of an array that is not known to have two dimensions", node)
        from s2s import runtime

        index = Apply(
            "call",
            (
                self.shared.names.ref(runtime.diagonal_mask),
                Apply("call", (self.shared.names.ref(np.shape), target.expr)),
            ),
        )
        if self.kind(values[1]).cat != "num":
            self.fail("np.fill_diagonal with an array of values", node, "write a[np.arange(n), np.arange(n)] = values")
        self._plain_write(target, "item", index, values[1], code, node)

    def _np_put(self, target: Dyn, values: list[Value], named: dict[str, Value], code: Any, node: Any) -> None:
        if named or len(values) > 3:
            self.fail("np.put with keywords is not supported", node, "write a.flat[indices] = values")
        if self.kind(values[2]).cat == "num" or not self.is_active(values[2]):
            value = values[2]
        else:
            value = self._as_array(values[2], node)
        self._plain_write(target, "item_put", self.expr(values[1]), value, code, node)

    def _np_putmask(self, target: Dyn, values: list[Value], named: dict[str, Value], code: Any, node: Any) -> None:
        if self.is_active(values[2]) and self.kind(values[2]).cat != "num":
            self.fail(
                "np.putmask with an array of values repeats them by position",
                node,
                "write np.copyto(a, values, where=mask)",
            )
        self._plain_write(target, "item", self.expr(values[1]), values[2], code, node)

    def _np_place(self, target: Dyn, values: list[Value], named: dict[str, Value], code: Any, node: Any) -> None:
        if self.is_active(values[2]):
            self.fail("np.place repeats its values", node, "write a[mask] = values")
        self._plain_write(target, "item", self.expr(values[1]), values[2], code, node)

    def _np_put_along_axis(
        self, target: Dyn, values: list[Value], named: dict[str, Value], code: Any, node: Any
    ) -> None:
        from s2s import runtime

        axis = named.get("axis", values[3] if len(values) > 3 else Static(-1))
        index = Apply(
            "call",
            (
                self.shared.names.ref(runtime.along_axis),
                self.expr(values[1]),
                Apply("call", (self.shared.names.ref(np.shape), target.expr)),
                self.expr(axis),
            ),
        )
        self._plain_write(target, "item_fancy", index, values[2], code, node)

    def ufunc_at(self, ufunc: Any, args: list[Value], node: Any) -> Value:
        target = self.deref(args[0])
        if not isinstance(target, Dyn) or target.place is None:
            self.fail(f"np.{ufunc.__name__}.at takes an array", node)
        index = self._index_value(self.deref(args[1]), node)
        values = [self._as_array(self.deref(a), node) for a in args[2:]]
        active = any(map(self.is_active, values)) or target.kind.active
        code = Do(
            Apply(
                "call",
                (self.shared.names.ref(ufunc.at), target.expr, self.expr(index), *(self.expr(v) for v in values)),
            )
        )
        if not active:
            self.write(target, "item", None, WHOLE, Const(0.0), code, node, False)
            return Static(None)
        if ufunc not in (np.add, np.subtract):
            self.fail(
                f"np.{ufunc.__name__}.at of differentiated values is not supported", node, "use np.add.at, or a loop"
            )
        value = self.expr(values[0]) if self.is_active(values[0]) else Const(0.0)
        self.write(
            target,
            "at",
            "add" if ufunc is np.add else "sub",
            self.expr(index),
            value,
            code,
            node,
            self.is_active(values[0]),
        )
        return Static(None)

    def writing_method(
        self, receiver: Dyn, name: str, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> Value | None:
        if name not in METHOD_WRITERS or receiver.kind.cat == "num":
            return None
        code = Do(
            Apply(
                "method",
                (receiver.expr, Const(name), *(self.expr(a) for a in args)),
                tuple((k, self.expr(v)) for k, v in kwargs),
            )
        )
        if name == "fill":
            self._plain_write(receiver, "item", WHOLE, self.deref(args[0]), code, node)
            return Static(None)
        if name == "sort":
            source = self._alias(receiver)
            mark = len(self.out)
            value = self.numeric(
                np.sort,
                (source, *args),
                tuple(kwargs),
                lambda a: Apply("call", (self.shared.names.ref(np.sort), *a)),
                node,
                "ordered",
            )
            for position in range(mark, len(self.out)):
                let = self.out[position]
                if isinstance(let, Let) and isinstance(value, Dyn) and let.targets == (value.expr,):
                    self.out[position] = replace(let, implicit=True)
            assert isinstance(value, Dyn)
            result = value.expr if isinstance(value.expr, Var) else None
            self.write(
                self.read(receiver),
                "item",
                None,
                WHOLE,
                value.expr if value.kind.active else Const(0.0),
                code,
                node,
                value.kind.active,
                item=result,
            )
            return Static(None)
        if name == "put" and not kwargs and len(args) == 2:
            self._np_put(receiver, [receiver, *args], {}, code, node)
            return Static(None)
        if receiver.kind.active or any(map(self.is_active, args)):
            self.fail(f"ndarray.{name} of differentiated values is not supported", node)
        self.write(receiver, "item", None, WHOLE, Const(0.0), code, node, False)
        return Static(None)

    # ------------------------------------------------------------------------------------------------ containers

    def container_method(
        self, receiver: Value, name: str, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> Value:
        receiver = self.deref(receiver)
        if isinstance(receiver, Dyn):
            return self._dynamic_method(receiver, name, args, kwargs, node)
        if isinstance(receiver, Seq):
            return self._tuple_method(receiver, name, args, kwargs, node)
        assert isinstance(receiver, Obj)
        content = self.content(receiver)
        handler = getattr(self, f"_{content.shape}_{name}", None)
        if handler is None:
            self.fail(f"{content.shape} method '{name}' is not supported", node)
        result: Value = handler(receiver, content, args, dict(kwargs), node)
        return result

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
            return Dyn(Apply("method", (self.expr(receiver), Const(name), *(self.expr(a) for a in args))), K.INT)
        member = getattr(receiver.cls, name, None)
        if callable(member) and receiver.cls is not tuple:
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
        items = self.sized(args[0])
        if items is None:
            self.make_dynamic(receiver.oid)
            target = self.deref(receiver)
            assert isinstance(target, Dyn)
            return self._dynamic_method(target, "extend", args, [], node)
        self._rebuild(receiver, content, content.values() + items, node)
        return Static(None)

    def _list_pop(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        at = args[0] if args else Static(-1)
        items = list(content.values())
        if not isinstance(at, Static) or not items or not -len(items) <= at.obj < len(items):
            self.fail("pop from an index that is not known, or from an empty list", node)
        value = items.pop(at.obj)
        self._rebuild(receiver, content, tuple(items), node)
        return value

    def _list_insert(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        if not isinstance(args[0], Static):
            self.fail("insert at an index that is not known", node)
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
        return Dyn(Apply("method", (self.expr(receiver), Const("index"), *(self.expr(a) for a in args))), K.INT)

    _list_count = _list_index

    def _dict_get(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        key = self.static_key(args[0])
        if key is None:
            if not any(map(self.is_active, content.values())):
                return Dyn(Apply("method", (self.expr(receiver), Const("get"), *(self.expr(a) for a in args))), K.OTHER)
            self.fail("a dict is read at a key that is not known while compiling", node)
        found = content.get(key[0])
        return found if found is not None else args[1] if len(args) > 1 else Static(None)

    def _dict_items(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        return Iter("items", tuple(Seq((Static(k), v)) for k, v in content.items), NONE)

    def _dict_keys(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        return Iter("keys", tuple(Static(k) for k, _ in content.items), NONE)

    def _dict_values(
        self, receiver: Obj, content: HeapObject, args: list[Value], kwargs: dict[str, Value], node: Any
    ) -> Value:
        return Iter("values", content.values(), NONE)

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
            self.fail("a dict is read at a key that is not known while compiling", node)
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
            and name in ("append", "pop", "extend")
        ):
            self.fail("a list of the caller is changed", node, "copy the list first, and return it")
        if name == "append":
            value = args[0]
            kind = self.kind(value)
            if isinstance(value, (Seq, Obj)):
                elem: Any = kind
            else:
                known = receiver.kind.elem
                elem = kind if known is None else K.join(known, kind) if isinstance(known, Kind) else known
            if kind.cat in ("tuple", "list", "dict", "instance") and kind.active:
                self.fail("a list of structures grows in a loop or branch", node, "append to one list per entry")
            store = replace(receiver.kind, elem=elem, active=receiver.kind.active or kind.active)
            code = Do(Apply("method", (receiver.expr, Const("append"), self.expr(value))))
            self._note_stored(receiver, value)
            self.write(receiver, "append", None, None, self.expr(value), code, node, kind.active, kind=store)
            return Static(None)
        if name == "pop":
            return self._dynamic_pop(receiver, args, node)
        if name == "copy":
            rule = Derivative("list_copy", {"items": receiver.expr}, ("items",)) if receiver.kind.active else None
            made = self.let("items", Apply("method", (receiver.expr, Const("copy"))), receiver.kind, rule)
            self.inherit(made, receiver)
            return self.allocate(HeapObject("dynamic", (("value", made),), list))
        if name in ("index", "count"):
            return self.let(name, Apply("method", (receiver.expr, Const(name), *(self.expr(a) for a in args))), K.INT)
        if not receiver.kind.active and not any(map(self.is_active, args)):
            self.let(
                "value",
                Apply("method", (receiver.expr, Const(name), *(self.expr(a) for a in args))),
                K.OTHER,
                effect=True,
            )
            return Static(None)
        self.fail(
            f"list method '{name}' on a list of unknown length is not supported", node, "use append, pop and indexing"
        )

    def _note_stored(self, receiver: Dyn, value: Value) -> None:
        """An array in a dynamic list: reading it back later may alias it."""
        if isinstance(value, Dyn) and value.place is not None and receiver.place is not None:
            self.may_alias(receiver.place.storage, value.place.storage)

    def _dynamic_pop(self, receiver: Dyn, args: list[Value], node: Any) -> Value:
        if args and not (isinstance(args[0], Static) and args[0].obj == -1):
            self.fail("pop at an index of a list of unknown length", node, "pop from the end")
        elem = receiver.kind.elem if isinstance(receiver.kind.elem, Kind) else Kind("numeric")
        if receiver.kind.active and (
            elem.cat not in ("num", "arr", "numeric") or isinstance(receiver.kind.elem, tuple)
        ):
            self.fail("a structure is popped from a list of unknown length", node, "keep one list per entry")
        var = self.fresh("popped")
        result = replace(elem, active=receiver.kind.active and K.is_float(elem))
        code = Assign(var, Apply("method", (receiver.expr, Const("pop"))))
        self.write(receiver, "pop", None, None, None, code, node, False, result=var)
        made = self.define(var, result)
        if made.place is not None and receiver.place is not None:
            self.may_alias(made.place.storage, receiver.place.storage)
        return made


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


def _item_name(value: Dyn, index: Value | None) -> str:
    base = value.expr.name if isinstance(value.expr, Var) else "item"
    if isinstance(index, Dyn) and isinstance(index.expr, Var) and index.kind.cat == "num":
        return f"{base}_{index.expr.name}"
    if isinstance(index, Static) and isinstance(index.obj, int) and not isinstance(index.obj, bool) and index.obj >= 0:
        return f"{base}_{index.obj}"
    if index is None:
        return f"{base}_before"
    return f"{base}_part" if base != "item" else "part"


__all__ = ["Items", "gast"]
