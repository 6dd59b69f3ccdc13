"""Comprehensions, map and sum over an iterator: loops that collect."""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import gast

from s2s.analysis import kinds as K
from s2s.ir.core import Apply, Kind
from s2s.source import twins
from s2s.source.frames import names_assigned
from s2s.source.itertools_calls import Itertools
from s2s.source.loops import MAX_UNROLL
from s2s.source.values import Dyn, HeapObject, Iter, Obj, Static, Value


class Comprehensions(Itertools):
    """Lowering of comprehensions."""

    def expr_ListComp(self, node: Any) -> Value:
        return self._comprehension(node, node.elt, "list")

    def expr_GeneratorExp(self, node: Any) -> Value:
        names = {n.id for n in gast.walk(node) if isinstance(n, gast.Name)}
        bound = [n.target for n in gast.walk(node) if isinstance(n, gast.NamedExpr)]
        if bound:
            self._check_own(bound, node)
        calls = any(isinstance(n, (gast.Call, gast.Attribute)) for n in gast.walk(node))
        made = self._comprehension(node, node.elt, "generator")
        return self.once(made, lazy=True, reads=None if calls else frozenset(names))

    def _check_own(self, bound: list[Any], node: Any) -> None:
        """A name that a generator binds when it is consumed must be of no interest to the rest of the function."""
        inside = {id(n) for n in gast.walk(node)}
        frame = self.frame
        while frame.comprehension and frame.parent is not None:
            frame = frame.parent
        for target in bound:
            others = () if frame.definition is None else gast.walk(frame.definition)
            if any(isinstance(n, gast.Name) and n.id == target.id and id(n) not in inside for n in others):
                self.fail(
                    f"a generator binds '{target.id}' when it is consumed, which the function uses elsewhere, too",
                    target,
                    "use a list comprehension, or another name",
                )

    def expr_SetComp(self, node: Any) -> Value:
        value = self._comprehension(node, node.elt, "list")
        if self.is_active(value):
            self.fail("a set of differentiated values", node, "use a list")
        return Dyn(Apply("call", (self.builtin("set"), self.expr(value))), K.OTHER)

    def expr_DictComp(self, node: Any) -> Value:
        pair = gast.Tuple([node.key, node.value], gast.Load())
        gast.copy_location(pair, node)
        collected = self._comprehension(node, pair, "pairs")
        return self.call_value(Static(dict), [collected], [], node)

    def _comprehension(self, node: Any, element: Any, how: str) -> Value:
        from s2s.source.frames import Frame

        frame = self.frame
        inner = Frame(
            self.new_id(), frame.name, frame.globals, frame.cells, frame, frame.filename, frame.lines, frame.function
        )
        inner.globals_declared, inner.comprehension = frame.globals_declared, True
        self.state.frames[inner.fid] = {}
        result = self.allocate(HeapObject("list", (), types.GeneratorType if how == "generator" else list))
        inner.yields = result
        if node is self.labelled and self.hint is not None:
            self.shared.labels[result.oid] = self.hint
        self.state.frames[inner.fid]["<items>"] = result
        self.frame = inner
        try:
            self._generators(node.generators, 0, element, result, node, how)
            return result
        finally:
            self.frame = frame
            if not self._closed_over(inner.fid):
                self.state.frames.pop(inner.fid, None)

    def _generators(self, generators: list[Any], at: int, element: Any, result: Obj, node: Any, how: str) -> None:
        if at == len(generators):
            self.container_method(result, "append", [self.value(element)], [], node)
            return
        generator = generators[at]
        if generator.is_async:
            self.fail("an asynchronous comprehension", node)
        iterable = self.deref(self.consumed(self.value(generator.iter), node))

        def body() -> None:
            self._conditions(
                generator.ifs, 0, lambda: self._generators(generators, at + 1, element, result, node, how), node
            )

        items = self.iter_items(iterable, how == "pairs") if isinstance(iterable, Iter) else self.sized(iterable)
        functions = isinstance(element, gast.Lambda) or how == "pairs"
        if (
            items is not None
            and len(items) <= MAX_UNROLL
            and (
                functions
                or self._unrolled(iterable, node) is not None
                or self._structured(element, node, generators, at, items)
            )
        ):
            self._unroll(iterable, items, lambda item: self.assign(generator.target, item, node), body, [], node)
            return
        names = names_assigned([gast.Assign([generator.target], gast.Constant(None, None), None)])
        self._for(iterable, generator.target, body, names, [], node)

    def _structured(self, element: Any, node: Any, generators: list[Any], at: int, items: tuple[Value, ...]) -> bool:
        """A list of tuples or objects is built item by item where the number of items is small."""
        if len(items) > 16:
            return False
        return isinstance(element, (gast.Tuple, gast.List, gast.Dict)) or (
            isinstance(element, gast.Call) and len(items) <= 8 and self._makes_object(element)
        )

    def _makes_object(self, element: Any) -> bool:
        if not isinstance(element.func, gast.Name):
            return False
        try:
            found = self.lookup(element.func.id, element)
        except Exception:
            return False
        return isinstance(found, Static) and isinstance(found.obj, type) and found.obj.__module__ != "builtins"

    def _conditions(self, tests: list[Any], at: int, body: Callable[[], None], node: Any) -> None:
        if at == len(tests):
            body()
            return
        truth = self.truth(self.value(tests[at]))
        if isinstance(truth, bool):
            if truth:
                self._conditions(tests, at + 1, body, node)
            return
        self.branch(self._named_test(truth), lambda: self._conditions(tests, at + 1, body, node), lambda: None, node)

    def collected(self, value: Value, node: Any) -> Value:
        """``[item for item in value]``."""
        records = isinstance(value, Obj) and self.content(value).shape == "records"
        if records or (isinstance(value, Dyn) and value.kind.cat == "list"):
            return self.container_method(value, "copy", [], [], node)
        if isinstance(value, Dyn) and not value.kind.active and value.kind.cat not in ("arr", "numeric"):
            return self.let("items", Apply("call", (self.builtin("list"), value.expr)), Kind("list", elem=K.OTHER))
        return self._each(value, lambda item: item, node)

    def each_item(self, value: Value, function: Callable[[Value], Any], node: Any) -> None:
        """``for item in value: function(item)``."""
        fid = self.frame.fid
        saved = self.state.frames[fid].get("item")
        target = gast.Name("item", gast.Store(), None, None)
        self._for(self.deref(value), target, lambda: function(self.state.frames[fid]["item"]), [], [], node)
        self.state.frames[fid].pop("item", None)
        if saved is not None:
            self.state.frames[fid]["item"] = saved

    def _each(self, value: Value, function: Callable[[Value], Value], node: Any) -> Value:
        result = self.new_list(())
        fid = self.frame.fid
        self.state.frames[fid]["<items>"] = result
        self.each_item(
            value, lambda item: self.container_method(result, "append", [function(item)], [], node), node
        )
        self.state.frames[fid].pop("<items>", None)
        return result

    def each_of(self, value: Value, function: Callable[[Value], None], node: Any) -> None:
        """``for item in value: function(item)``."""
        fid = self.frame.fid
        saved = self.state.frames[fid].get("item")
        target = gast.Name("item", gast.Store(), None, None)
        self._for(value, target, lambda: function(self.state.frames[fid]["item"]), [], [], node)
        self.state.frames[fid].pop("item", None)
        if saved is not None:
            self.state.frames[fid]["item"] = saved

    def mapped_items(self, order: Value, items: Value, node: Any) -> Value:
        """``[items[i] for i in order]``."""
        return self._each(order, lambda place: self.item(items, place, node), node)

    def mapped(self, function: Value, sources: list[Value], node: Any) -> Value:
        if len(sources) == 1:
            return self._each(self.deref(sources[0]), lambda item: self.call_value(function, [item], [], node), node)
        return self._twin("map", twins.mapped, [function, *sources], node)

    def loop_sum(self, value: Value, start: Value, node: Any) -> Value:
        """``sum(xs)``: the same additions in the same order."""
        fid = self.frame.fid
        names = self.state.frames[fid]
        saved = {k: names.get(k) for k in ("total", "item")}
        names["total"] = start
        target = gast.Name("item", gast.Store(), None, None)

        def body() -> None:
            here = self.state.frames[fid]
            mark = len(self.out)
            total = self.binary("add", self.deref(here["total"]), self.deref(here["item"]), node)
            self.bind_name("total", total, node, mark)

        self._for(self.deref(value), target, body, ["total"], [], node)
        names = self.state.frames[fid]
        result = names["total"]
        for key, old in saved.items():
            if old is None:
                names.pop(key, None)
            else:
                names[key] = old
        return result

    def bind_name(self, name: str, value: Value, node: Any, mark: int | None = None) -> None:
        raise NotImplementedError
