"""Functions that call a function: reduce, np.vectorize, np.apply_along_axis, np.piecewise; and np.r_ and np.c_."""

from __future__ import annotations

from typing import Any

import numpy as np

from s2s import runtime
from s2s.analysis import kinds as K
from s2s.errors import UnsupportedError
from s2s.ir.core import Apply, Const, Kind, Var
from s2s.source import twins
from s2s.source.comprehensions import Comprehensions
from s2s.source.values import Dyn, Iter, Partial, Seq, Static, Value


class Functional(Comprehensions):
    """Lowering of calls that hand on a function: as loops that call it."""

    def _twin(self, name: str, twin: Any, args: list[Value], node: Any) -> Value:
        """Inline a function of ``twins``; what is refused inside is refused for ``name``."""
        try:
            return self._call_source(twin, args, [], node)
        except UnsupportedError as problem:
            if problem.filename != twin.__code__.co_filename:
                raise
            reason = problem.reason
        self.fail(f"{name} cannot be differentiated here: {reason}", node, "write it as a loop")

    def _numpy(self, function: Any, *args: Value) -> Value:
        return self.call_value(Static(function, self.shared.names.ref(function)), list(args), [], self.node)

    # ------------------------------------------------------------------------------------------------ reduce

    def builtin_reduce(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        function, items, *initial = [*args, *kwargs.values()]
        known = self.sized(items)
        if known is not None:
            values = [*initial, *known]
            if not values:
                self.fail("reduce() of an empty sequence without an initial value", node)
            total = values[0]
            for item in values[1:]:
                total = self.call_value(function, [total, item], [], node)
            return total
        if isinstance(items, Iter):
            items = self.collected(items, node)
        if initial:
            return self._twin("functools.reduce", twins.reduce_from, [function, items, *initial], node)
        return self._twin("functools.reduce", twins.reduce, [function, items], node)

    # ------------------------------------------------------------------------------------------------ vectorize

    def builtin_vectorize(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        if len(args) != 1 or kwargs:
            self.fail("np.vectorize with options", node, "np.vectorize(f) alone, or write a loop")
        return Partial(Static(twins.vectorized), (args[0],), ())

    def call_vectorized(self, obj: Any, args: list[Value], kwargs: list[tuple[str, Value]], node: Any) -> Value:
        """An object of np.vectorize that was made outside."""
        if obj.otypes is not None or obj.excluded or obj.signature is not None or obj.cache:
            self.fail("np.vectorize with options", node, "np.vectorize(f) alone, or write a loop")
        function = Static(obj.pyfunc, self.shared.names.ref(obj.pyfunc))
        return self.builtin_vectorized([function, *args], dict(kwargs), node)

    def builtin_vectorized(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        """np.vectorize calls the function with Python numbers; the first result decides the dtype."""
        function, *columns = args
        if kwargs or not columns:
            self.fail("a function of np.vectorize with keywords", node, "pass the arguments by position")
        arrays = [self._numpy(np.asarray, column) for column in columns]
        if len(arrays) > 1:
            arrays = list(self.known_items(self._numpy(np.broadcast_arrays, *arrays), node))
        if any(self.kind(a).dtype not in ("f8", "c16") for a in arrays if self.is_active(a)):
            self.fail("np.vectorize of values that are not in double precision", node, "write it as a loop")
        twin = twins.each_of_one if len(arrays) == 1 else twins.each_of_several
        columns = arrays if len(arrays) == 1 else [Seq(tuple(arrays))]
        values = self._twin("np.vectorize", twin, [function, *columns], node)
        return self._collected_numbers("np.vectorize", values, self._numpy(np.shape, arrays[0]), node)

    def _collected_numbers(self, name: str, values: Value, shape: Value | None, node: Any) -> Value:
        """The array of a list of results, all of the kind of the first."""
        found = self.deref(values)
        elem = self.kind(found).elem
        elem = elem[0] if isinstance(elem, tuple) and elem else elem
        if not isinstance(elem, Kind) or elem.cat not in ("num", "arr") or not K.is_float(elem):
            self.fail(f"{name} of a function whose results are not float numbers or arrays", node, "write it as a loop")
        check = Apply("call", (self.shared.names.ref(runtime.first_is_float), self.expr(found)))
        self.let("value", check, K.OTHER, effect=True)
        made = self._numpy(np.array, values)
        return made if shape is None else self._numpy(np.reshape, made, shape)

    # ------------------------------------------------------------------------------------------------ slices

    def builtin_along_axis(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        named = dict(zip(("func1d", "axis", "arr"), args, strict=False)) | kwargs
        rest = [v for k, v in named.items() if k not in ("func1d", "axis", "arr")]
        axis = self.deref(named["axis"])
        arr = self.deref(named["arr"])
        if len(args) > 3 or rest:
            self.fail("np.apply_along_axis with arguments for the function", node, "pass a lambda that gives them")
        if not isinstance(axis, Static) or not isinstance(arr, Dyn) or arr.kind.rank not in (1, 2):
            self.fail("np.apply_along_axis of this array", node, "a literal axis and one or two dimensions, or a loop")
        if arr.kind.rank == 1:
            return self._numpy(np.asarray, self.call_value(named["func1d"], [arr], [], node))
        rows = arr if axis.obj in (1, -1) else self._numpy(np.transpose, arr)
        values = self._twin("np.apply_along_axis", twins.each_of_rows, [named["func1d"], rows], node)
        made = self._collected_numbers("np.apply_along_axis", values, None, node)
        if self.kind(made).rank == 2 and axis.obj not in (1, -1):
            return self._numpy(np.transpose, made)
        return made

    # ------------------------------------------------------------------------------------------------ piecewise

    def builtin_piecewise(self, args: list[Value], kwargs: dict[str, Value], node: Any) -> Value:
        named = dict(zip(("x", "condlist", "funclist"), args, strict=False)) | kwargs
        extra = [*args[3:], *(v for k, v in kwargs.items() if k not in ("x", "condlist", "funclist"))]
        x = self.deref(named["x"])
        conditions, functions = self.sized(named["condlist"]), self.sized(named["funclist"])
        if extra or not isinstance(x, Dyn) or x.kind.cat != "arr" or not x.kind.rank:
            self.fail("np.piecewise of this value", node, "give an array, and functions of one argument")
        if functions is None or conditions is None or any(self.kind(c).cat != "arr" for c in conditions):
            self.fail("np.piecewise with conditions that are not a list of masks", node, "write them as a list")
        if len(functions) not in (len(conditions), len(conditions) + 1):
            self.fail("np.piecewise takes one function for each condition, and one for the rest", node)
        if len(functions) > len(conditions):
            rest = self.call_value(Static(twins.none_of), [self.new_list(conditions)], [], node)
            conditions = (*conditions, rest)
        made = self._numpy(np.zeros_like, x)
        for condition, function in zip(conditions, functions, strict=True):
            known = self.builtin_callable([function], {}, node)
            twin = twins.piece if isinstance(known, Static) and known.obj else twins.level
            self._twin("np.piecewise", twin, [made, x, condition, function], node)
        return self.read(made) if isinstance(made, Dyn) else made

    # ------------------------------------------------------------------------------------------------ np.r_ and np.c_

    def joined_items(self, owner: Static, index: Value, node: Any) -> Value:
        """``np.r_[a, b, 0:3]``: like concatenate; slices are ranges of numbers."""
        single = not isinstance(index, Seq)
        parts = [self.deref(p) for p in (index.items if isinstance(index, Seq) else (index,))]
        name = "r" if owner.obj is np.r_ else "c"
        if any(isinstance(p, Static) and isinstance(p.obj, str) for p in parts):
            if any(map(self.is_active, parts)):
                self.fail(f"np.{name}_ with a directive", node, "use np.concatenate, or np.stack")
            return Dyn(Apply("getitem", (self.expr(owner), self.expr(index))), K.OTHER)
        parts = [self._span(owner, p, node) for p in parts]
        twin = runtime.joined_rows if owner.obj is np.r_ else runtime.joined_columns
        base = self.expr(owner)
        return self.numeric(
            twin,
            tuple(parts),
            (),
            lambda a: Apply("getitem", (base, a[0] if single else Apply("tuple", tuple(a)))),
            node,
            "joined",
        )

    def _span(self, owner: Static, part: Value, node: Any) -> Value:
        """The range that a slice stands for."""
        if isinstance(part, Static) and isinstance(part.obj, slice):
            part = Dyn(Apply("slice", tuple(map(Const, (part.obj.start, part.obj.stop, part.obj.step)))), Kind("slice"))
        if not isinstance(part, Dyn) or part.kind.cat != "slice":
            return part
        assert isinstance(part.expr, Apply)
        bounds = part.expr.args
        kinds = [
            K.kind_of(a.value) if isinstance(a, Const) else self.shared.kinds.get(a, K.OTHER)
            for a in bounds
            if isinstance(a, Const | Var)
        ]
        whole = all(k.dtype is None or k.dtype[0] in "iub" for k in kinds)
        made = Kind("arr", "i8" if whole else "f8", 1, shape=self.fresh_shape(1))
        return self.let("span", Apply("getitem", (self.shared.names.ref(np.r_), part.expr)), made)
