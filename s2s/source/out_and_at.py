"""NumPy calls that write into an argument: out=, ufunc.at, copyto and the like, and writing methods."""

from __future__ import annotations

import inspect
from dataclasses import replace
from typing import Any

import numpy as np

from s2s import runtime
from s2s.ir.core import Apply, Const, Do, Expr, Let, Var
from s2s.rules.writes import WRITES
from s2s.source.containers import Containers
from s2s.source.overlaps import UNBUFFERED
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
        if key in UNBUFFERED:
            self.check_apart(target, [*args, *named.values()], node)
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
        values = self._given(obj, args, kwargs, node)
        target = next(iter(values.values()))
        if not isinstance(target, Dyn) or target.place is None:
            self.fail(f"np.{name} takes an array", node)
        with self.handing_on():  # what is read was looked at above
            exprs = tuple(self.expr(self.deref(v)) for v in args)
            named = tuple((k, self.expr(self.deref(v))) for k, v in kwargs)
        code = Do(Apply("call", (self.shared.names.ref(obj), *exprs), named))
        getattr(self, "_np_" + name)(target, values, code, node)
        return Static(None)

    def _given(
        self, writer: Any, args: list[Value], kwargs: list[tuple[str, Value]], node: Any
    ) -> dict[str, Value]:
        """The arguments of a writing call by their names."""
        try:
            bound = inspect.signature(WRITES[writer]).bind(*args, **dict(kwargs))
        except TypeError as problem:
            self.fail(f"{writer.__name__}: {problem}", node)
        (first, target), *others = bound.arguments.items()
        with self.handing_on():
            written = self.deref(target)
        return {first: written, **{name: self.deref(value) for name, value in others}}

    def _plain_write(self, target: Dyn, how: str, index: Expr, value: Value, code: Any, node: Any) -> None:
        value = self._as_array(value, node)
        active = self.is_active(value)
        self.write(self.read(target), how, None, index, self.expr(value) if active else Const(0.0), code, node, active)

    def _as_array(self, value: Value, node: Any) -> Value:
        if isinstance(value, (Seq, Obj)) and self.is_active(value):
            return self.call_value(Static(np.array, self.shared.names.ref(np.array)), [value], [], node)
        return value

    def _np_copyto(self, target: Dyn, given: dict[str, Value], code: Any, node: Any) -> None:
        where = given.get("where")
        self.check_order(target, None, target.kind.rank, given["src"], node)
        if where is None or (isinstance(where, Static) and where.obj is True):
            self._plain_write(target, "item", WHOLE, given["src"], code, node)
        else:
            self._plain_write(target, "item_where", self.expr(where), given["src"], code, node)

    def _np_fill_diagonal(self, target: Dyn, given: dict[str, Value], code: Any, node: Any) -> None:
        if "wrap" in given or target.kind.rank != 2 or self.kind(given["val"]).cat != "num":
            self._write_result(target, np.fill_diagonal, given, code, node)
            return
        names = self.shared.names
        shape = Apply("call", (names.ref(np.shape), target.expr))
        index = Apply("call", (names.ref(runtime.diagonal_mask), shape))
        self._plain_write(target, "item", index, given["val"], code, node)

    def _np_put(self, target: Dyn, given: dict[str, Value], code: Any, node: Any) -> None:
        if "mode" in given:
            self._write_result(target, np.put, given, code, node)
        else:
            self._plain_write(target, "item_put", self.expr(given["ind"]), given["v"], code, node)

    def _np_putmask(self, target: Dyn, given: dict[str, Value], code: Any, node: Any) -> None:
        self._masked_write(np.putmask, target, given, given["values"], code, node)

    def _np_place(self, target: Dyn, given: dict[str, Value], code: Any, node: Any) -> None:
        self.check_apart(target, [given["vals"]], node)
        self._masked_write(np.place, target, given, given["vals"], code, node)

    def _masked_write(
        self, function: Any, target: Dyn, given: dict[str, Value], value: Value, code: Any, node: Any
    ) -> None:
        """A number goes to each place that the mask names; several values are repeated, in orders of their own."""
        if self.kind(value).cat != "num":
            self._write_result(target, function, given, code, node)
        else:
            self._plain_write(target, "item", self.expr(given["mask"]), value, code, node)

    def _np_put_along_axis(self, target: Dyn, given: dict[str, Value], code: Any, node: Any) -> None:
        names = self.shared.names
        shape = Apply("call", (names.ref(np.shape), target.expr))
        axis = self.expr(given["axis"])
        index = Apply("call", (names.ref(runtime.along_axis), self.expr(given["indices"]), shape, axis))
        self._plain_write(target, "item_fancy", index, given["values"], code, node)

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
            if (ufunc, "at") not in WRITES:
                self.fail(
                    f"np.{ufunc.__name__}.at of differentiated values is not supported", node, "write a loop"
                )
            self._write_result(target, (ufunc, "at"), {"a": target, "indices": index, "b": values[0]}, code, node)
            return Static(None)
        active = self.is_active(values[0])
        value = self.expr(values[0]) if active else Const(0.0)
        slot = self._item_kind(target.kind, index, self.index_kind(index))
        slot = replace(slot, shape=self._item_shape(target.kind, index, slot))
        op = "add" if ufunc is np.add else "sub"
        self.write(target, "at", op, self.expr(index), value, code, node, active, slot=slot)
        return Static(None)

    def _write_result(self, target: Dyn, writer: Any, given: dict[str, Value], code: Any, node: Any) -> None:
        """A write of what the pure twin of ``writer`` makes of the whole array; the user's own call does it."""
        twin = WRITES[writer]
        source, ref = self._alias(target), self.shared.names.ref(twin)
        named = tuple(given.items())[1:]
        mark = len(self.out)
        value = self.numeric(
            twin, (source,), named, lambda a: Apply("call", (ref, *a)), node, "written", tree=target.kind
        )
        assert isinstance(value, Dyn)
        for position in range(mark, len(self.out)):
            let = self.out[position]
            if isinstance(let, Let) and let.targets == (value.expr,):
                self.out[position] = replace(let, implicit=True)
        result = value.expr if isinstance(value.expr, Var) else None
        active = value.kind.active
        new = value.expr if active else Const(0.0)
        self.write(self.read(target), "item", None, WHOLE, new, code, node, active, item=result)

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
        if name in ("sort", "partition", "put"):
            method = getattr(np.ndarray, name)
            given = self._given(method, [receiver, *args], kwargs, node)
            if name == "put":
                self._np_put(receiver, given, code, node)
            else:
                self._write_result(receiver, method, given, code, node)
            return Static(None)
        if receiver.kind.active or any(map(self.is_active, args)):
            self.fail(f"ndarray.{name} of differentiated values is not supported", node)
        self.write(receiver, "item", None, WHOLE, Const(0.0), code, node, False)
        return Static(None)
