"""Iteration: what a loop runs over, and the element that one iteration sees."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import gast

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Const, Derivative, Expr, Kind, Let, Place, Var
from s2s.source.leaving import Leaving
from s2s.source.values import HOLE, Dyn, Iter, Obj, Seq, Static, Undefined, Value


class Iteration(Leaving):
    """Elements of iterables."""

    # ------------------------------------------------------------------------------------------------ exits

    def _stopped(self, stop: list[str]) -> bool | Expr:
        tests: list[Expr] = []
        for name in stop:
            value = self.state.frames[self.frame.fid].get(name)
            if value is None or isinstance(value, Undefined):
                continue
            truth = self.truth(value)
            if truth is True:
                return True
            if truth is not False:
                tests.append(truth)
        if not tests:
            return False
        result = tests[0]
        for test in tests[1:]:
            result = Apply("or", (result, test))
        return result

    # ------------------------------------------------------------------------------------------------ elements

    def _iterable(self, iterable: Value, node: Any) -> Value:
        """Sequences of known length become objects of the running program."""
        if isinstance(iterable, (Seq, Obj)) and not (
            isinstance(iterable, Obj) and self.content(iterable).shape in ("dynamic", "records")
        ):
            return self._iterable(self.materialised(iterable, node), node)
        if isinstance(iterable, Obj) and self.content(iterable).shape == "records":
            self.refresh(iterable.oid)
            return iterable
        if isinstance(iterable, Iter) and iterable.how in ("keys", "values", "items"):
            return self.materialised(Seq(self.view_items(iterable)), node)
        if isinstance(iterable, Iter) and iterable.how != "range":
            args = tuple(self._iterable(self.deref(a), node) if not isinstance(a, Static) else a for a in iterable.args)
            if iterable.how in ("enumerate",):
                exprs = [self._iter_code(args[0])] + (
                    [self.expr(args[1])] if not (isinstance(args[1], Static) and args[1].obj == 0) else []
                )
            else:
                exprs = [self._iter_code(a) for a in args]
            return Iter(iterable.how, args, Apply("call", (self.builtin(iterable.how), *exprs)))
        return iterable

    def _iter_code(self, value: Value) -> Expr:
        return value.code if isinstance(value, Iter) else self.expr(value)

    def _element(self, iterable: Value, index: Expr, target: Any, node: Any) -> tuple[Expr, Value]:
        """The pattern that the loop binds and the value of the element at ``index``."""
        iterable = self.deref(iterable)
        if isinstance(iterable, Iter):
            return self._iter_element(iterable, index, target, node)
        if isinstance(iterable, Static):
            obj = iterable.obj
            if isinstance(obj, (range, tuple, list, str)):
                kinds = [K.kind_of(v) for v in obj]
                kind = kinds[0] if kinds else K.OTHER
                for other in kinds[1:]:
                    kind = K.join(kind, other)
                return self._leaf(target, kind, None, None)
            self.fail("this object cannot be iterated over", node)
        if isinstance(iterable, Obj) and self.content(iterable).shape == "records":
            return self.records_element(self.content(iterable), index, target, node)
        if not isinstance(iterable, Dyn):
            self.fail("this object cannot be iterated over here", node)
        kind = iterable.kind
        if kind.cat in ("arr", "numeric", "list"):
            elem = self._element_kind(kind)
            if isinstance(elem, tuple) or (kind.active and elem.cat in ("other", "str", "tuple", "dict")):
                self.fail("the items of this list are of different kinds", node, "keep one list per kind")
            source = Apply("getitem", (iterable.expr, index))
            view = None
            if kind.cat != "list" and elem.cat != "num" and iterable.place is not None:
                view = Place(iterable.place.storage, (*iterable.place.path, Apply("getitem", (HOLE, index))))
            return self._leaf(target, elem, (source, iterable, index), view)
        if kind.active:
            self.fail("a value of unknown kind is iterated over", node)
        if kind.cat == "tuple":
            return self._leaf(target, kind.elem if isinstance(kind.elem, Kind) else K.OTHER, None, None)
        return self._leaf(target, K.OTHER, None, None)

    def _element_kind(self, kind: Kind) -> Any:
        if kind.cat == "list":
            if isinstance(kind.elem, tuple):
                return kind.elem
            return (
                replace(kind.elem, active=kind.active and K.is_float(kind.elem))
                if isinstance(kind.elem, Kind)
                else Kind("numeric", active=kind.active)
            )
        if kind.rank == 1:
            return Kind("num", kind.dtype, 0, kind.active, shape=())
        if kind.rank is None or kind.cat == "numeric":
            return Kind("numeric", kind.dtype, None, kind.active, shape=self.fresh_shape(None))
        known = isinstance(kind.shape, tuple) and len(kind.shape) == kind.rank
        shape = kind.shape[1:] if known else self.fresh_shape(kind.rank - 1)
        return Kind("arr", kind.dtype, kind.rank - 1, kind.active, shape=shape)

    def _leaf(self, target: Any, kind: Kind, source: Any, view: Place | None) -> tuple[Expr, Value]:
        """One loop variable (or, for a tuple target, a passive pattern)."""
        if isinstance(target, (gast.Tuple, gast.List)) and source is None:
            parts = [self._leaf(t, K.OTHER, None, None) for t in target.elts]
            return Apply("tuple", tuple(p for p, _ in parts)), Seq(tuple(v for _, v in parts))
        name = target.id if isinstance(target, gast.Name) else "item"
        var = self.fresh(name, temp=False)
        if source is not None:
            expr, base, index = source
            how = "list" if base.kind.cat == "list" else "basic"
            rule = Derivative("getitem", {"x": base.expr, "index": index, "how": how}, ("x",)) if kind.active else None
            self.emit(Let((var,), expr, self.origin, rule, implicit=True))
        value = self.define(var, kind, view)
        if source is not None and view is None:
            self.read_item(value, source[1], source[2])
        return var, value

    def _iter_element(self, iterable: Iter, index: Expr, target: Any, node: Any) -> tuple[Expr, Value]:
        elts = target.elts if isinstance(target, (gast.Tuple, gast.List)) else None
        if iterable.how == "range":
            return self._counter(iterable, target)
        if iterable.how == "enumerate":
            start = iterable.args[1]
            first, second = elts if elts is not None and len(elts) == 2 else (None, None)
            counter, count = self._leaf(first, K.INT, None, None)
            from_zero = isinstance(start, Static) and start.obj == 0 and not self.zipped
            if from_zero and isinstance(index, Var) and isinstance(counter, Var):
                self.counter_alias = (index, counter)
                index = counter
            pattern, value = self._element(iterable.args[0], index, second, node)
            return Apply("tuple", (counter, pattern)), Seq((count, value))
        if iterable.how == "zip":
            targets = elts if elts is not None and len(elts) == len(iterable.args) else [None] * len(iterable.args)
            outer, self.zipped = self.zipped, True
            parts = [self._element(a, index, t, node) for a, t in zip(iterable.args, targets, strict=True)]
            self.zipped = outer
            return Apply("tuple", tuple(p for p, _ in parts)), Seq(tuple(v for _, v in parts))
        if iterable.how == "reversed":
            inner = iterable.args[0]
            if isinstance(inner, Iter) and inner.how == "range":
                return self._counter(inner, target)
            return self._element(inner, Apply("sub", (Const(-1), index)), target, node)
        self.fail(f"iteration over {iterable.how} is not supported here", node)

    def _counter(self, numbers: Iter, target: Any) -> tuple[Expr, Value]:
        """The numbers of a ``range``; those of one that begins at 0 or above and goes up are not negative."""
        expr, value = self._leaf(target, K.INT, None, None)
        start, step = (numbers.args[0], numbers.args[2:]) if len(numbers.args) > 1 else (Static(0), ())
        upwards = all(isinstance(s, Static) and s.obj > 0 for s in step)
        if isinstance(expr, Var) and upwards and isinstance(start, Static) and start.obj >= 0:
            self.shared.counters.add(expr)
        return expr, value

    counter_alias: tuple[Var, Var] | None = None
    zipped: bool = False  # other parts of the row are read at the loop's own index
