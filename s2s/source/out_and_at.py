"""NumPy calls that write into an argument: out=, ufunc.at, copyto and the like, and writing methods."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from s2s.ir.core import Apply, Const, Do, Expr, Let, Var
from s2s.source.containers import Containers
from s2s.source.values import Dyn, Obj, Seq, Static, Value

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


class Writers(Containers):
    """Lowering of calls that write in place."""

    def call_out(self, key: Any, obj: Any, args: list[Value], named: dict[str, Value], out: Value, node: Any) -> Value:
        """``f(..., out=u)``: the value of f, written into u."""
        with self.handing_on():
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
        if isinstance(obj, np.ufunc) and obj.signature is None and not self._fills(plain, target):
            plain = (self._stretched_to(plain[0], target, node), *plain[1:])
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

    def _fills(self, args: tuple[Value, ...], target: Dyn) -> bool:
        """True when an operand is known to have the shape of the array that is written."""
        shape = self.kind(target).shape
        return isinstance(shape, tuple) and any(
            isinstance(a, Dyn) and self.kind(a).cat == "arr" and self.kind(a).shape == shape for a in args
        )

    def _stretched_to(self, value: Value, target: Dyn, node: Any) -> Value:
        """An operand in the shape of the array that is written, which may be larger."""

        def function(obj: Any) -> Static:
            return Static(obj, self.shared.names.ref(obj))

        shape = self.call_value(function(np.shape), [target], [], node)
        return self.call_value(function(np.broadcast_to), [value, shape], [], node)

    def writing_call(self, obj: Any, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value | None:
        try:
            name = WRITERS.get(obj)
        except TypeError:
            return None
        if name is None:
            return None
        with self.handing_on():
            target = self.deref(args[0])
        if not isinstance(target, Dyn) or target.place is None:
            self.fail(f"np.{name} takes an array", node)
        values = [target, *(self.deref(a) for a in args[1:])]
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
